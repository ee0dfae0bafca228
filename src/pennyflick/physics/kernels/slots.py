"""Where each quantity lives in the flat arrays of a kernel. Law: constants only; 32 places for each quantity of a disc.

`f` holds the reals of the discs, `n` their integers, `w` the world (surface), `g` the reals of a contact network,
`k` its integers. Flat arrays with constant offsets cost one argument each and no multiplication.
"""

MOST_DISCS = 32
MOST_PEGS = 32
MOST_LANES = 64  # discs first, then pegs, both filled up to a multiple of eight
FAR = 1e300  # an instant that never comes

# f: reals of disc i at f[SLOT + i]
X = 0  # position at the base instant T0, mm
Y = 32
UX = 64  # unit vector of its course
UY = 96
V = 128  # speed at T0, mm/s
T0 = 160  # base instant, s
RT = 192  # instant of its next event, as far as known
MASS = 224  # g
HT = 256  # instant at which it lost support over the hole; FAR: it has support
FT = 288  # instant at which it left or was holed
PX = 320  # position at the instant of a hit
PY = 352
VX = 928  # velocity at the instant of a hit
VY = 968
AX = 448  # velocity gained in a micro step from discs, and BX, BY from pegs: apart, so that the pegs' order is all one
AY = 480
BX = 512
BY = 544
OX = 576  # velocity before the network
OY = 608
IM = 640  # 1 / mass
# reals of disc i at f[SLOT + i] and, after the discs' lanes, of peg p at f[SLOT + n[DISC_LANES] + p]
TS = 672  # instant at which it comes to rest if nothing hits it; NaN for a disc that is not there (any more)
EX = 736  # where it comes to rest then; where it left if it did; NaN if it never was there
EY = 800
RAD = 864  # radius, mm
SLIM = 1008  # radius of a disc without the slack of the check, mm; NaN for a peg
SX = 1072  # one real each: start of the flicked disc,
SY = 1073
FOLLOW_NOW = 1074  # its follow-through,
START_ENERGY = 1075  # its energy,
WORK = 1076  # and the finger's work
REALS = 1077

# n: integers of disc i at n[SLOT + i]
KIND = 0  # kind of its next event
WHO = 32  # the other disc, or the peg
WVER = 64  # version of the other disc's course when the event was foreseen
VER = 96  # version of its own course
FATE = 128
PIECE = 160  # row of its current path piece in the log, -1: none
DIRTY = 192  # discs whose next event must be found
LIVE = 224  # discs that slide or await an event, in order of joining
FLICKED = 256  # one integer each: the flicked disc,
LIVES = 257  # how many discs are live,
DISC_LANES = 258  # lanes of the discs, a multiple of eight,
ALL_LANES = 259  # and of discs and pegs,
EVENTS = 260  # how many events, path pieces, contacts and corners were noted,
PIECES = 261
CONTACTS = 262
CORNERS = 263
LOGGING = 264  # 1 when events and pieces are wanted,
ROOM = 265  # how many contacts are wanted,
ROW = 266  # and the row of the batch
LIVE_SET = 267  # sets of discs, disc i in bit i: those in LIVE,
SEEN_SET = 268  # those whose next event was found just now,
THERE = 269  # those on the board,
MOVED = 270  # and those whose course has ever changed
INTEGERS = 271

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

# g: reals of contact c at g[SLOT + c]
MOST_CONTACTS = 256
NX = 0  # normal from the first disc to the second (or to the peg)
NY = 256
DEL = 512  # overlap, mm (negative: a gap)
DAMP = 768  # 4/5 * alpha * sqrt(m_eff * stiffness)
IMP = 1024  # impulse so far
FIRST = 1280  # micro time of the first force, -1: none yet
PHI = 1536  # the last overlap to the power 5/4
IME = 1792  # 1 / effective mass
GAP = 2048  # the overlap to begin with: minus the true gap
HITX = 2304  # eight reals each: impulses of the contacts at hand
HITY = 2312
NETWORK_REALS = 2320

# k: integers of contact c at k[SLOT + c]
CI = 0
CJ = 256  # the second disc, or MOST_DISCS + peg
CO = 512  # order of reporting
CV = 768  # the lane of the second's velocity: the disc, or MOST_DISCS, which never moves
NETWORK_INTEGERS = 1024

# counts of a log
LOG_EVENTS = 0
LOG_PIECES = 1
LOG_WANTED = 2  # 1: events and pieces are wanted
COUNTS = 3
