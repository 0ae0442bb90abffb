# For a tap, as Formula/@NAME@.rb. Filled in by tools/recipes.py.
# Not for homebrew-core, which wants every dependency built from source; OR-Tools publishes its Python as wheels only.
class @CLASS@ < Formula
  desc "@SHORT@"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/@FILE@-@VERSION@.tar.gz"
  sha256 "@SHA@"
  license all_of: [@LICENCES@]

  depends_on "harfbuzz"
  depends_on "pango"
  depends_on "python@@NEWEST@"

  def install
    system Formula["python@@NEWEST@"].opt_bin/"python@NEWEST@", "-m", "venv", libexec
    system libexec/"bin/pip", "install", "--only-binary=:all:", "--constraint=constraints.txt", "."
    %w[hashi @NAME@].each do |name|
      (bin/name).write_env_script libexec/"bin"/name, DYLD_FALLBACK_LIBRARY_PATH: HOMEBREW_PREFIX/"lib"
    end
    man1.install Dir[libexec/"share/man/man1/*.1"]
    bash_completion.install libexec/"share/bash-completion/completions/hashi"
    zsh_completion.install libexec/"share/zsh/site-functions/_hashi"
    fish_completion.install libexec/"share/fish/vendor_completions.d/hashi.fish"
  end

  test do
    assert_match "hashi #{version}", shell_output("#{bin}/hashi --version")
    system bin/"hashi", "doctor"
    system bin/"hashi", "layout", "validate", "side-a", "side-b"
  end
end
