"""The numbers that the search for new boards was tuned with, and where each was measured.

They decide which boards a seed makes, so another `Tuning` makes other boards. The rules of the game and the scale of
difficulty are not here. "Measured" refers to the section on new boards in bench/README.md; where nothing is said, the
value was set by looking at the boards that came of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hashi_solver.generate.wish import Range


@dataclass(frozen=True, slots=True)
class Fall:
    """A scale from 1 at `best` or better down to 0 at `worst` or beyond, even between."""

    best: float
    worst: float

    def at(self, value: float, scale: float = 1.0) -> float:
        """The place of a value, with both ends multiplied by `scale`."""
        best, worst = self.best * scale, self.worst * scale
        return min(1.0, max(0.0, (worst - value) / (worst - best)))


@dataclass(frozen=True, slots=True)
class BeautyTuning:
    """When a board is pleasant. Distances are in cells of a board of 7 x 7; a larger board stretches them."""

    usual_side: float = 7.0  # cells: the side of the square for which the distances are meant

    # Spread.
    empty_sea: Fall = Fall(1.5, 3.2)  # from the loneliest cell to the nearest island
    lopsided: Fall = Fall(0.3, 1.3)  # from the middle of the islands to the middle of the board

    # Room.
    patch: int = 3  # cells: the side of the square patches that are looked at
    full_patch: int = 4  # islands that a patch may hold
    full_corner: int = 3  # the same in a corner, where bridges have fewer ways out
    crowded: Fall = Fall(0, 5)  # islands too many, over all patches

    # Rows and columns.
    empty_row: int = 2  # what a row without islands counts; a row with a single one counts 1
    full_row: int = 4  # islands that a row may hold; each further one counts 1
    odd_rows: float = 0.75  # counts for each row and column that make a board ugly

    # Lines.
    long_line: float = 3.0  # cells of sea that a line may cross; each further one counts 1
    line_left_out: float = 1.5  # what a line that is left out counts
    long_lines: Fall = Fall(3, 16)

    # Flags apart.
    close_flags: float = 2.1  # two flags nearer than this are close
    close_pair: float = 0.7  # what they count
    close_same_flags: float = 3.1  # the same for two flags of one colour, which count 1
    empty_quarter: int = 2  # what a quarter of the board without a flag counts
    close: Fall = Fall(0, 5)

    # Flags inside.
    off_half: Fall = Fall(1.5, 3.5)  # by how many flags the border has more or fewer than half of them

    # Flags mixed.
    colours_apart: Fall = Fall(1.2, 3.0)  # between the middle of the red flags and that of the blue ones
    colour_spread: Fall = Fall(2.0, 1.0)  # average distance of the flags of one colour from their middle
    one_sided: Fall = Fall(2, 5)  # quarters without red plus quarters without blue


@dataclass(frozen=True, slots=True)
class DrawingTuning:
    """How a sketch is drawn: small changes, and annealing that takes what costs less."""

    beautiful: float = 0.6  # the beauty that a board must have to be played on; hand-drawn boards have more
    flaws_allowed: int = 0  # more only where a board that has some is improved
    steps: int = 1200  # changes tried on one drawing: one to three seconds (docs/generate.md)
    hot: float = 3.0  # the cost that a change may add at the beginning
    cold: float = 0.05  # the same at the end

    # What a sketch costs.
    flaw: float = 6.0  # each flaw that keeps it from being a board
    line_beyond: float = 2.0  # each line more or fewer than the wish allows
    line_off: float = 0.3  # each line away from the aim
    crossing_beyond: float = 1.0  # each crossing more or fewer than the wish allows
    crossing_off: float = 0.8  # each crossing away from the aim
    ugly: float = 8.0  # a beauty of 0 instead of 1

    # Shares of the kinds of change.
    nudges: int = 7  # an island moves a little
    jumps: int = 5  # an island moves anywhere
    swaps: int = 7  # two islands change flags
    toggles: int = 1  # a line is left out or put back
    nudge: int = 2  # cells that a nudge moves an island by at most, in each direction

    on_axis: int = 4  # islands that a mirrored board has on its axis at most

    # From a sketch to its neighbour. Few changes, since with each it loses some of what set it apart.
    most_changes: int = 3
    changes_tried: int = 60  # for each of them, until one is worth playing


@dataclass(frozen=True, slots=True)
class PredictionTuning:
    """What quick games say about a board; all of it measured by bench/scale.py on drawn and bred boards."""

    thinking_adds: float = 2.6  # points that the club player gains over first sight, on any board
    thinking_differs: float = 0.25  # by how much that differs from board to board
    optimum_base: float = 26.5  # the average optimum where the total at first sight is 0 ...
    optimum_slope: float = 0.64  # ... and how much it rises with each point at first sight
    optimum_differs: float = 0.9  # by how much it differs from that, from board to board
    total_of_a_deal: float = 5.5  # spread of the club player's totals on one board, from deal to deal
    optimum_of_a_deal: float = 1.9  # spread of optima on one board, from deal to deal


@dataclass(frozen=True, slots=True)
class BreedingTuning:
    """How one board is changed until it seems as hard as is wanted."""

    drawings: int = 6  # tried until one is worth playing
    as_drawn: Range = Range(8.0, 12.0)  # shortfalls that drawings have or breeding reaches from any drawing
    choice: int = 6  # drawings of which the nearest is bred, for other shortfalls; measured
    changes: int = 150  # tried at most on a drawing; measured: 250 bring no more
    changes_of_copy: int = 25  # tried at most on a copy, so that what was measured of its parent still holds
    round: int = 25  # changes judged on the same deals
    glance_deals: int = 20  # that decide whether a change is kept
    look_deals: int = 100  # that decide whether a round brought the board nearer
    games: int = 400  # played in the end, on deals that nothing was chosen by; measured: uncertain by 1.0 points
    near: float = 0.5  # points of shortfall at which the board is near enough
    # Part of what a change seems to bring is the luck of the deals that it is chosen by, and the optimum follows a part
    # of the way. So a board is changed by so many times what it lacks; measured.
    beyond: float = 1.4


@dataclass(frozen=True, slots=True)
class ArchiveTuning:
    """Where new boards are aimed, and which of the measured ones they are bred from."""

    places_tried: int = 6  # at random for each goal; the one farthest from other boards is taken
    usual: Range = Range(8.6, 11.0)  # shortfalls that boards are bred to without a parent
    lines_off: int = 1  # lines more or fewer than a board that uses every row and column; sketches aim there
    lines_for_perfect: int = 3  # the same where perfect totals are wanted, which need more lines
    crossings_a_grade: float = 2.5  # that count as much as a grade, in the distance of two boards
    most_apart: float = 2.0  # grades from which on a board is not called farther from others

    # One board of so many is drawn anew though there is a parent. For rare ones fewer: bringing a drawing there takes
    # five times as long as bringing a copy there; measured.
    new: int = 3
    new_of_rare: int = 10
    copies: int = 2  # of one board in a group
    worth_a_copy: float = 0.25  # points by which a parent must be nearer to the goal than a new board gets
    crossings_of_parents: float = 10.0  # that count as much as a grade, where a parent is looked for
    parents: int = 4  # the best so many, where perfect totals are wanted
    goal_missed: float = 0.3  # what a point away from its goal counts, beside a point away from the wish

    sure: float = 3.0  # grades of distance from other boards that a sure proof is worth
    # Islands of 18 that two boards of one call may share, however turned. Measured: unrelated boards share ten, and
    # three pairs in a hundred more than this; a copy with up to three changes shares 16 to 18 with its parent.
    most_alike: int = 14


@dataclass(frozen=True, slots=True)
class TrialTuning:
    """How many deals boards are measured on."""

    group: int = 8  # boards drawn and measured together
    group_asked: int = 2  # the same for each board that is asked for with a difficulty, but no more in all; measured
    halvings: tuple[int, ...] = (12, 32, 72)  # deals for all, the better half and the best quarter of a group
    # The same where a difficulty is asked for: after each, a board may go to its proof. Measured: to prove after ten
    # optima is as cheap as any other way.
    glances: tuple[int, ...] = (10, 20)
    proof: tuple[int, ...] = (40, 80, 120, 160, 200)  # deals of its own that a board is proven on; it may fail at each
    deals_at_a_time: int = 10  # that one process plays side by side; boards do not depend on it
    tolerance: float = 0.4  # grades by which a board may miss what was asked
    worth_a_proof: float = 0.5  # the chance to meet the wish from which on a board is proven; measured
    hopeless: float = 0.02  # the chance below which it is not measured further
    near_perfect: float = 1.0  # points by which optima differ from deal to deal where perfect totals are near
    own_start: float = 1.4  # points that a start of one's own choice adds to an optimum; measured by bench/scale.py
    shares: Range = Range(0.001, 0.999)  # of deals without a perfect total; what is beyond has no finite quantile

    # Groups without a further board after which the search gives up; and without any that could be drawn.
    vain_groups: int = 40
    undrawn_groups: int = 3
    spread: int = 4  # boards asked for that add a group before the first is proven, to choose a spread from


@dataclass(frozen=True, slots=True)
class ImproveTuning:
    """How far the copies of a board that is improved may leave it."""

    moved_at_first: int = 3  # islands of the copies of the first group; one more in each group after it
    most_moved: int = 9
    uglier: float = 0.1  # beauty that a copy may lose
    most_alike: int = 17  # as in ArchiveTuning: boards differ in the place of one island at least


@dataclass(frozen=True, slots=True)
class Tuning:
    """All that the search is tuned with."""

    beauty: BeautyTuning = field(default_factory=BeautyTuning)
    drawing: DrawingTuning = field(default_factory=DrawingTuning)
    prediction: PredictionTuning = field(default_factory=PredictionTuning)
    breeding: BreedingTuning = field(default_factory=BreedingTuning)
    archive: ArchiveTuning = field(default_factory=ArchiveTuning)
    trials: TrialTuning = field(default_factory=TrialTuning)
    improve: ImproveTuning = field(default_factory=ImproveTuning)

    def asked(self, count: int) -> Tuning:
        """Return the tuning for a search for `count` boards of a given difficulty.

        For a single board the groups are small: one or two bred boards often do, and copies of them come nearer than
        new ones. The search gives up after as many boards as otherwise.
        """
        trials = self.trials
        group = min(trials.group, count * trials.group_asked)
        patience = trials.group // group
        return replace(
            self,
            trials=replace(
                trials,
                group=group,
                vain_groups=patience * trials.vain_groups,
                undrawn_groups=patience * trials.undrawn_groups,
            ),
        )


TUNED = Tuning()
