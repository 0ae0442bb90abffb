#!/bin/sh
# container.sh: builds the image that the Containerfile describes, then prints a sheet and opens the page in it, as the
# user that it runs as. With BASE=debootstrap, as root, what it begins from is made here, from Debian's packages, instead
# of fetched: for machines that reach no registry. That needs buildah and debootstrap.
set -eu
cd "$(dirname "$0")/.."

say() { echo "container: $*" >&2; }
die() { say "$*"; exit 1; }

image=hashi-check
for builder in podman buildah docker none; do
  command -v "$builder" >/dev/null 2>&1 && break
done
[ "${BASE:-}" = debootstrap ] && builder=buildah
[ "$builder" != none ] || die "please install podman, buildah or docker"
command -v "$builder" >/dev/null 2>&1 || die "please install $builder"

# The release of Debian that the Containerfile names.
from=$(sed -n 's/^FROM \(debian:[^ ]*\).*/\1/p' Containerfile | sort -u)
release=${from#debian:}
release=${release%-slim}

base_of_debian() {
  if ! buildah inspect --type image "$from" >/dev/null 2>&1; then
    folder=$(mktemp -d)
    say "making $from"
    debootstrap --variant=minbase --include=ca-certificates "$release" "$folder" >"$folder.log" 2>&1 ||
      die "debootstrap could not make it: $(tail -n 1 "$folder.log")"
    # This machine's way to Debian and to Python's packages.
    cp -r /etc/apt/apt.conf.d/. "$folder/etc/apt/apt.conf.d/"
    cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
    made=$(buildah from scratch)
    buildah add --quiet "$made" "$folder" / >/dev/null
    buildah commit --quiet --rm "$made" "docker.io/library/$from" >/dev/null
    rm -rf "$folder" "$folder.log"
  fi
}

sheet='hashi --version && hashi doctor && hashi daily && ls output/*.pdf'
page='hashi web --no-open >/tmp/address & for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; test -s /tmp/address && break; done
  python3 -c "from urllib.request import urlopen; assert b\"<title>\" in urlopen(open(\"/tmp/address\").read()).read()"
  kill $!'
check="set -e; test \"\$(id -u)\" != 0; $sheet; $page"

say "building with $builder"
case $builder in
  buildah)
    export BUILDAH_ISOLATION=chroot
    [ "${BASE:-}" != debootstrap ] || base_of_debian
    buildah bud --pull=false --quiet --tag "$image" --file Containerfile . >/dev/null
    ran=$(buildah from "$image")
    code=0
    buildah run "$ran" -- sh -c "$check" || code=$?
    buildah rm "$ran" >/dev/null
    ;;
  *)
    "$builder" build --quiet --tag "$image" --file Containerfile . >/dev/null
    code=0
    "$builder" run --rm --entrypoint sh "$image" -c "$check" || code=$?
    ;;
esac
[ "$code" = 0 ] || die "what runs in it went wrong (exit $code)"
say "it prints, and its page opens"
