/** The messages of docs/protocol.md as types. Made from server/wire by `make wire-types`: do not edit. */
export type Pt = [number, number];
export type Sentence = (string | SubjectPart | ObjectPart | OwnerPart | OwnedPart | VerbPart | TheirPart | DiscPart | ClausePart | MeasurePart)[] | string;
export type Layout = Record<string, [number, number] | string>;
export type Piece = [number, number, number, number, number, number, number];
export type ShotEvent = any[];
export type Ask = AskFlick | AskSideFlick | AskPlace | AskChoose;
export type Answer = Flick | SideFlick | Place | Choose | Declare;
export type Action = Flick | SideFlick | Place | Choose | Declare | Resign;
export type Command = AnswerCommand | ResignCommand | AbandonCommand | ClaimCommand | WithdrawCommand | RematchCommand | CheckCommand | NearestCommand | SyncCommand;
export type Aside = AttendAside | AimAside | SayAside;
export type Reply = Done | Nearest | Refused | Missed;
export type Message = Happened | Wander | Clock | Wishes | Next | Status | Done | Nearest | Refused | Missed | Presence | Aimed | Said;
export interface AbandonCommand { type: "abandon"; id: string; version: number; }
export interface Act { seats: string[]; house: boolean; }
export interface Aim { disc: string; direction_cdeg: number | null; speed_mm_s: number; start?: [number, number] | null; }
export interface AimAside { type: "aim"; version: number; seat: string; aim?: Aim | null; }
export interface Aimed { type: "aimed"; version: number; seat: string; aim: Aim | null; }
export interface Aims { goal: Sentence; danger: Sentence; }
export interface AnswerCommand { type: "answer"; id: string; version: number; seat: string; answer: Flick | SideFlick | Place | Choose | Declare; }
export interface AskChoose { kind: "choose"; }
export interface AskFlick { kind: "flick"; word: string; discs: Record<string, Region | null>; calls: string[]; start: [number, number] | null; }
export interface AskPlace { kind: "place"; discs: Record<string, Region>; suggested: Record<string, [number, number]>; }
export interface AskSideFlick { kind: "side-flick"; disc: string; held: string[]; at: Region; }
export interface AttendAside { type: "attend"; visible?: boolean; aims?: boolean; }
export interface Attendance { state: string; for_ms: number | null; }
export interface Branch { match: string; after: number; }
export interface CheckCommand { type: "check"; id: string; version: number; seat: string; answer: Flick | SideFlick | Place | Choose | Declare; }
export interface Choice { key: string; sentence: Sentence; }
export interface Choose { kind: "choose"; key: string; }
export interface ClaimCommand { type: "claim"; id: string; version: number; seat: string; }
export interface ClausePart { is: "clause"; clause: string; }
export interface Clock { type: "clock"; version: number; seats: string[]; left_ms: number; }
export interface Decision { seats: string[]; sentence: Sentence; clauses: string[]; asks: (AskFlick | AskSideFlick | AskPlace | AskChoose)[]; choices: Choice[]; glows: string[]; leave: string[]; target: [number, number][]; }
export interface Declare { kind: "declare"; what: string; discs?: string[]; }
export interface Disc { id: string; kind: string; side: string | null; radius_mm: number; }
export interface DiscPart { is: "disc"; disc: string; }
export interface Done { type: "done"; id: string; version: number; hash: string; }
export interface Evidence { fact: string; discs: string[]; instant_s: number | null; measured_mm: number | null; limit_mm: number | null; }
export interface Example { clause: string; says: string; discs: Disc[]; edge: [number, number][]; layout: Record<string, [number, number] | string>; sheet: Row[]; events: MatchEvent[]; said: ReasonLine | null; refused: Flick | SideFlick | Place | Choose | Declare | Resign | null; }
export interface Flick { kind: "flick"; disc: string; direction_cdeg: number; speed_mm_s: number; start?: [number, number] | null; call?: string | null; instant_ms?: number | null; stroke?: boolean; }
export interface Ghost { mine: boolean; done: boolean; disc: string; duration_s: number; start: Record<string, [number, number] | string>; paths: Record<string, [number, number, number, number, number, number, number][]>; gone: Record<string, number>; }
export interface Ghosts { discs: Disc[]; edge: [number, number][]; layout: Record<string, [number, number] | string>; ghosts: Ghost[]; people: number; did: number; }
export interface Hand { kind: string; direction_sd_deg: number; speed_sd: number; }
export interface Happened { type: "event"; event: MatchEvent; now: Now; }
export interface HistoryLine { version: number; kind: string; seat: string | null; text: string; sentence: Sentence; clauses: string[]; }
export interface MatchEvent { version: number; before: string; hash: string; kind: string; number: number | null; seat: string | null; house: boolean; answer: Flick | SideFlick | Place | Choose | Declare | Resign | null; actual: Flick | SideFlick | null; text: string; thought: Sentence; shot: Shot | null; reasons: Reason[]; notes: (Sentence)[]; layout: Record<string, [number, number] | string>; sheet: Row[]; result: Result | null; hindsight: (string | SubjectPart | ObjectPart | OwnerPart | OwnedPart | VerbPart | TheirPart | DiscPart | ClausePart | MeasurePart)[] | string | null; }
export interface MatchHead { id: string; game: string; title: string; options: Record<string, string>; board: string; seats: string[]; names: Record<string, string>; players: Record<string, string>; hands: Record<string, string>; discs: Disc[]; edge: [number, number][]; deceleration_mm_s2: number; starter: string; created: string; branch: Branch | null; imported: boolean; terms: Terms; strokes: boolean; first_contact: boolean | null; }
export interface MeasurePart { is: "measure"; mm: number; }
export interface Missed { type: "sync"; version: number; hash: string; ready: boolean; id?: string | null; events?: MatchEvent[] | null; now?: Now | null; names?: Record<string, string> | null; snapshot?: Snapshot | null; }
export interface Nearest { type: "nearest"; id: string; version: number; point: [number, number]; legal: boolean; clause: string | null; sentence: (string | SubjectPart | ObjectPart | OwnerPart | OwnedPart | VerbPart | TheirPart | DiscPart | ClausePart | MeasurePart)[] | string | null; }
export interface NearestCommand { type: "nearest"; id: string; version: number; ask: number; disc: string; point: [number, number]; others?: Record<string, [number, number]>; }
export interface Next { type: "next"; match: string; }
export interface Now { decision: Decision | null; act: Act; hands: Record<string, Hand>; aims: Aims; }
export interface ObjectPart { is: "object"; side?: string | null; seat?: string | null; }
export interface Onward { words: string; action: string; hand: string; href: string; }
export interface OwnedPart { is: "owned"; side?: string | null; seat?: string | null; }
export interface OwnerPart { is: "owner"; side?: string | null; seat?: string | null; }
export interface Place { kind: "place"; points: Record<string, [number, number]>; }
export interface Plea { id: string; seat: string; }
export interface Presence { type: "presence"; seats: Record<string, Attendance>; watchers: number; }
export interface Reason { clause: string; sentence: Sentence; discs: string[]; evidence: Evidence | null; }
export interface ReasonLine { clause: string; sentence: Sentence; }
export interface Refused { type: "refused"; id: string | null; code: string; sentence: Sentence; clause: string | null; nearest: [number, number] | null; version: number; hash: string; sync: Missed | null; }
export interface Region { outline: string; }
export interface RematchCommand { type: "rematch"; id: string; version: number; }
export interface Resign { kind: "resign"; }
export interface ResignCommand { type: "resign"; id: string; version: number; seat: string; }
export interface Result { winner: string | null; sentence: Sentence; }
export interface Row { label: string; one: string; two: string; }
export interface Said { type: "said"; seat: string; phrase: string; words: string; }
export interface SayAside { type: "say"; seat: string; phrase: string; }
export interface Shot { duration_s: number; start: Record<string, [number, number] | string>; paths: Record<string, [number, number, number, number, number, number, number][]>; events: any[][]; }
export interface SideFlick { kind: "side-flick"; disc: string; held: string; at: [number, number]; direction_cdeg: number; speed_mm_s: number; instant_ms?: number | null; }
export interface Snapshot { match: MatchHead; yours: string[]; version: number; hash: string; layout: Record<string, [number, number] | string>; sheet: Row[]; now: Now; result: Result | null; history: HistoryLine[]; last: MatchEvent | null; open: string[]; hand_words: Record<string, string>; pleas: Plea[]; }
export interface Status { type: "status"; ready: boolean; step: string; progress: number; }
export interface SubjectPart { is: "subject"; side?: string | null; seat?: string | null; }
export interface SyncCommand { type: "sync"; id: string; version?: number | null; }
export interface TaskStanding { state: string; says: string; marks: string; onward: Onward[]; by_itself: boolean; }
export interface Terms { time: string; watch: string; }
export interface TheirPart { is: "their"; }
export interface VerbPart { is: "verb"; third: string; plain: string; }
export interface Wander { type: "wander"; version: number; number: string; elapsed_ms: number; }
export interface Wishes { type: "wishes"; version: number; wishes: Record<string, string[]>; }
export interface WithdrawCommand { type: "withdraw"; id: string; version: number; wish: "end"; }
