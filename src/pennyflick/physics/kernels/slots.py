"""Where each quantity lives in the flat arrays of a kernel: the one table of their layout, with units. Constants only.

`f` holds the reals of discs and pegs, `n` their integers, `w` the surface, `g` the reals of a contact network, `k` its
integers. The x of disc i is f[X + i]; eight discs at once are the lanes f[X + at] to f[X + at + 7].

    f:   X              Y              UX                     TS                              EX
         0              32             64            …        688                             752           …
         [ 32 discs    ][ 32 discs    ][ 32 discs    ]        [ 64 lanes: discs, then pegs   ][ 64 lanes …

    64 lanes, say of 12 discs and 8 pegs: DISC_LANES is 16, ALL_LANES is 24, and nothing beyond is looked at.

         0 1 2 3 4 5 6 7   8 9 10 11  -  -  -  -   16 17 18 19 20 21 22 23   24 …
         [ discs 0–7   ]   [ 8–11 ]  [ NaN       ]  [ pegs 0–7            ]   not in use

What is not in use or not there is NaN, so that no comparison holds. A set of discs is one integer, disc i in bit i.
"""

MOST_DISCS = 32
MOST_PEGS = 32
MOST_LANES = 64  # discs first, then pegs, both filled up to a multiple of eight
MOST_CONTACTS = 256
FAR = 1e300  # an instant that never comes

# f: reals. Of disc i at f[NAME + i]; from TS to SLIM also of peg p, at f[NAME + n[DISC_LANES] + p]; the last are single
X = 0  # mm: position at the base instant T0
Y = X + MOST_DISCS  # mm
UX = Y + MOST_DISCS  # 1: unit vector of its course
UY = UX + MOST_DISCS  # 1
V = UY + MOST_DISCS  # mm/s: speed at T0
T0 = V + MOST_DISCS  # s: base instant
RT = T0 + MOST_DISCS  # s: instant of its next event, as far as known; FAR: none
MASS = RT + MOST_DISCS  # g
IM = MASS + MOST_DISCS  # 1/g: 1 / mass; 0 in lanes without a disc
HT = IM + MOST_DISCS  # s: instant at which it lost support over the hole; FAR: it has support
FT = HT + MOST_DISCS  # s: instant at which it left or was holed
PX = FT + MOST_DISCS  # mm: position at the instant of a hit
PY = PX + MOST_DISCS  # mm
AX = PY + MOST_DISCS  # g·mm/s: impulse of a micro step from discs,
AY = AX + MOST_DISCS  # g·mm/s
BX = AY + MOST_DISCS  # g·mm/s: and from pegs: apart, so that the pegs' order is all one
BY = BX + MOST_DISCS  # g·mm/s
OX = BY + MOST_DISCS  # mm/s: velocity before the network
OY = OX + MOST_DISCS  # mm/s
VX = OY + MOST_DISCS  # mm/s: velocity at the instant of a hit; at MOST_DISCS that of a peg, 0
VY = VX + MOST_DISCS + 8  # mm/s
TS = (
    VY + MOST_DISCS + 8
)  # s: instant at which it comes to rest if nothing hits it; 0 for a peg, NaN for who is not there
EX = TS + MOST_LANES  # mm: where it comes to rest then; where it left if it did; NaN for who never was there
EY = EX + MOST_LANES  # mm
RAD = EY + MOST_LANES  # mm: radius
SLIM = RAD + MOST_LANES  # mm: radius without the slack of the check; NaN for a peg
SX = SLIM + MOST_LANES  # mm: start of the flicked disc
SY = SX + 1  # mm
FOLLOW_NOW = SY + 1  # mm: its follow-through
START_ENERGY = FOLLOW_NOW + 1  # g·mm²/s²: its energy at the start
WORK = START_ENERGY + 1  # g·mm²/s²: the finger's work so far
REALS = WORK + 1

# n: integers. Of disc i at n[NAME + i]; from FLICKED on they are single
KIND = 0  # kind of its next event
WHO = KIND + MOST_DISCS  # the other disc, or the peg
WVER = WHO + MOST_DISCS  # version of the other disc's course when the event was foreseen
VER = WVER + MOST_DISCS  # version of its own course
FATE = VER + MOST_DISCS
PIECE = FATE + MOST_DISCS  # row of its current path piece in the log, -1: none
DIRTY = PIECE + MOST_DISCS  # a list: discs whose next event must be found
LIVE = DIRTY + MOST_DISCS  # a list: discs that slide or await an event, in order of joining
FLICKED = LIVE + MOST_DISCS  # the flicked disc
LIVES = FLICKED + 1  # how many discs LIVE lists
DISC_LANES = LIVES + 1  # lanes of the discs, a multiple of eight
ALL_LANES = DISC_LANES + 1  # lanes of discs and pegs, a multiple of eight
EVENTS = ALL_LANES + 1  # how many events were noted,
PIECES = EVENTS + 1  # path pieces,
CONTACTS = PIECES + 1  # contacts
CORNERS = CONTACTS + 1  # and corners
LOGGING = CORNERS + 1  # 1 when events and pieces are wanted
ROOM = LOGGING + 1  # how many contacts are wanted
ROW = ROOM + 1  # row of the batch
LIVE_SET = ROW + 1  # bits: sets of discs, disc i in bit i: those in LIVE,
SEEN_SET = LIVE_SET + 1  # bits: those whose next event was found just now,
THERE = SEEN_SET + 1  # bits: those on the board,
MOVED = THERE + 1  # bits: and those whose course has ever changed
INTEGERS = MOVED + 1

# kinds of events
NOTHING = 0
DISC = 1
PEG = 2
EDGE = 3
HOLE_IN = 4
HOLE_OUT = 5
DROP = 6
LOOK = 7  # look again: the root was not isolated yet
STOP = 8  # only in the log

# fates
ON_BOARD = 0
LEFT = 1
HOLED = 2
ABSENT = 3

# what became of a row of a batch
DONE = 0
CAPPED = 1
OVERLAP = 2
OFF_BOARD = 3
NOT_THERE = 4

# w: the surface
DEC = 0  # deceleration, mm/s²
REST = 1  # restitution disc-disc
PEG_REST = 2
ALPHA = 3  # damping of the contact law that gives REST
PEG_ALPHA = 4
FOLLOW = 5  # follow-through, mm
HOLE = 6  # 1 when there is a hole
HX = 7
HY = 8
HR = 9  # radius of the hole
HC = 10  # capture time
PEGS = 11  # number of pegs
EDGES = 12  # number of straight edges; 0: round
CX = 13  # round edge
CY = 14
CR = 15
PEG0 = 16  # then three reals for each peg: x, y, radius; then three for each edge: outward normal, offset

# g: reals of contact c at g[NAME + c]
NX = 0  # 1: normal from the first disc to the second (or to the peg)
NY = NX + MOST_CONTACTS  # 1
DEL = NY + MOST_CONTACTS  # mm: overlap (negative: a gap)
DAMP = DEL + MOST_CONTACTS  # 4/5 * alpha * sqrt(m_eff * stiffness), in g·mm^-¼/s
IMP = DAMP + MOST_CONTACTS  # g·mm/s: impulse so far
FIRST = IMP + MOST_CONTACTS  # steps: micro time of the first force, -1: none yet
PHI = FIRST + MOST_CONTACTS  # the last overlap to the power 5/4
IME = PHI + MOST_CONTACTS  # 1/g: 1 / effective mass
GAP = IME + MOST_CONTACTS  # mm: the overlap to begin with: minus the true gap
HITX = GAP + MOST_CONTACTS  # g·mm/s: impulses of the eight contacts at hand
HITY = HITX + 8  # g·mm/s
NETWORK_REALS = HITY + 8

# k: integers of contact c at k[NAME + c]
CI = 0  # the first disc
CJ = CI + MOST_CONTACTS  # the second disc, or MOST_DISCS + peg
CO = CJ + MOST_CONTACTS  # order of reporting
CV = CO + MOST_CONTACTS  # the lane of the second's velocity: the disc, or MOST_DISCS, which never moves
NETWORK_INTEGERS = CV + MOST_CONTACTS

# counts of a log
LOG_EVENTS = 0
LOG_PIECES = 1
LOG_WANTED = 2  # 1: events and pieces are wanted
COUNTS = 3
