/** The messages of docs/protocol.md as types. */
export type Pt = [number, number];
export type Layout = Record<string, Pt | string>;
export type Piece = [number, number, number, number, number, number, number];
export interface Shot { duration_s: number; start: Layout; paths: Record<string, Piece[]>; events: ShotEvent[]; }
export type ShotEvent = [string, number, ...unknown[]];
export interface Evidence { fact: string; discs: string[]; instant_s: number | null; measured_mm: number | null; limit_mm: number | null; }
export interface Reason { clause: string; sentence: string; discs: string[]; evidence: Evidence | null; }
export interface SheetRow { label: string; one: string; two: string; }
export interface Region { outline: string; }
export interface FlickAsk { kind: "flick"; word: string; discs: Record<string, Region | null>; calls: string[]; may_pass: boolean; }
export interface SideFlickAsk { kind: "side-flick"; disc: string; held: string[]; at: Region; }
export interface PlaceAsk { kind: "place"; discs: Record<string, Region>; suggested: Record<string, Pt>; may_decline: boolean; }
export interface ChooseAsk { kind: "choose"; options: { key: string; sentence: string }[]; }
export type Ask = FlickAsk | SideFlickAsk | PlaceAsk | ChooseAsk;
export interface Decision { seats: string[]; sentence: string; clauses: string[]; asks: Ask[]; }
export interface Act { seats: string[]; house: boolean; }
export interface Result { winner: string | null; sentence: string; }
export interface DiscShape { id: string; kind: string; side: string | null; radius_mm: number; }
export interface MatchHead {
  id: string; game: string; title: string; names: Record<string, string>; players: Record<string, string>; seats: string[];
  discs: DiscShape[]; edge: Pt[]; deceleration_mm_s2: number;
}
export interface FlickAnswer { kind: string; disc: string; direction_cdeg: number; speed_mm_s: number; start?: Pt | null; call?: string | null; held?: string; at?: Pt; }
export interface MatchEvent {
  type: "event"; version: number; before: string; hash: string; kind: string; number: number; seat: string | null; house: boolean;
  answer: FlickAnswer | null; actual: FlickAnswer | null; text: string; thought: string; shot: Shot | null; reasons: Reason[]; notes: string[];
  layout: Layout; sheet: SheetRow[]; decision: Decision | null; act: Act; result: Result | null;
}
export interface HistoryLine { version: number; kind: string; seat: string | null; text: string; sentence: string; clauses: string[]; }
export interface Snapshot {
  match: MatchHead; yours: string[]; version: number; hash: string; layout: Layout; sheet: SheetRow[]; decision: Decision | null; act: Act;
  result: Result | null; history: HistoryLine[]; last: MatchEvent | null;
}
export interface Sync { type: "sync"; id?: string; version: number; hash: string; ready: boolean; events?: MatchEvent[]; snapshot?: Snapshot; }
export interface Done { type: "done"; id: string; version: number; hash: string; }
export interface Nearest { type: "nearest"; id: string; version: number; point: Pt; legal: boolean; clause: string | null; }
export interface Refused {
  type: "refused"; id: string | null; code: string; sentence: string; clause: string | null; nearest: Pt | null; version: number; hash: string; sync: Sync | null;
}
export interface Status { type: "status"; ready: boolean; step: string; progress: number; }
export type Reply = Done | Nearest | Refused | Sync;
