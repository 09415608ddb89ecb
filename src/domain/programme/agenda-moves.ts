import { type ClockOffset, instantAt } from '../../lib/time-zones.ts';
import { hasEnded } from '../attendance/attendables.ts';
import type { Remark } from '../reasons.ts';
import type { QuestionMode, StoredAgendaItem } from './agenda.ts';
import { type Event, fieldsOf, mayBecome } from './events.ts';

/** The most agenda items of one move. */
export const MAX_MOVED = 1_000;

/** What happens to all items of a move. */
export type AgendaMove =
  | { readonly shift_minutes: number }
  | { readonly shift_days: number }
  | { readonly room: string }
  | { readonly status: 'cancelled' }
  | { readonly questions: QuestionMode };

/** The items of a move: these, or those of a conference that match all of the filter. */
export type AgendaSelection =
  | { readonly ids: readonly number[] }
  | {
      readonly conference_id: number;
      /** Items that start at this time or later, and those that run now and end after it. */
      readonly from?: string | undefined;
      /** Items that start before this time. */
      readonly to?: string | undefined;
      readonly room?: string | undefined;
      readonly track?: string | undefined;
    };

/** An agenda item with the columns that a move reads. */
export type MovableItem = Pick<
  StoredAgendaItem,
  | 'id'
  | 'event_id'
  | 'title'
  | 'starts_at'
  | 'ends_at'
  | 'room'
  | 'status'
  | 'questions'
  | 'edited_fields'
  | 'cancelled_by_import'
>;
/** An event with the columns that a move reads. */
export type MovableEvent = Pick<
  Event,
  'id' | 'starts_at' | 'ends_at' | 'registration_closes_at' | 'venue_name' | 'status' | 'source'
>;

/** An event after a move. */
export interface MovedEvent extends MovableEvent {
  /** The fields that later imports leave. */
  readonly edited: readonly string[];
}

/** Why an item is not moved, or not as a whole. */
export const MOVE_EXCEPTIONS = ['ended', 'running', 'ends_too_early'] as const;
export type MoveException = (typeof MOVE_EXCEPTIONS)[number];

export interface PlannedMove {
  readonly items: readonly MovableItem[];
  readonly events: readonly MovedEvent[];
  readonly exceptions: readonly {
    readonly item: Pick<MovableItem, 'id' | 'title'>;
    readonly reason: MoveException;
  }[];
}

/** The time of a move, and the zone of its conference. */
interface Clock {
  readonly now: Date;
  readonly offset: ClockOffset;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Shift = (instant: string) => string;

/** Minutes are absolute; days keep the local time. Undefined for a move that shifts nothing. */
function shiftOf(move: AgendaMove, offset: ClockOffset): Shift | undefined {
  const moved = (ms: number) => new Date(ms).toISOString();
  if ('shift_minutes' in move) {
    return (instant) => moved(Date.parse(instant) + move.shift_minutes * MINUTE_MS);
  }
  if (!('shift_days' in move)) return undefined;
  return (instant) => {
    const ms = Date.parse(instant);
    return moved(instantAt(ms + offset(ms) + move.shift_days * DAY_MS, offset));
  };
}

interface Period {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** The new times of what has not ended; undefined if it would end before it starts. */
function shifted({ starts_at, ends_at }: Period, shift: Shift, now: Date): Period | undefined {
  const isRunning = Date.parse(starts_at) <= now.getTime();
  const times = { starts_at: isRunning ? starts_at : shift(starts_at), ends_at: shift(ends_at) };
  return times.ends_at > times.starts_at || ends_at === starts_at ? times : undefined;
}

/**
 * The items and events after a move. What has ended stays as it is; of what is running, a shift
 * changes the end alone. Fields that change count as edited, except those of an item that follows its
 * event, because both move. Questions are opened and closed of all of them, and of no event.
 */
export function planMove(
  items: readonly MovableItem[],
  events: readonly MovableEvent[],
  { move, now, offset }: Clock & { readonly move: AgendaMove },
): PlannedMove {
  if ('questions' in move) {
    return { items: items.map((item) => ({ ...item, ...move })), events: [], exceptions: [] };
  }
  const shift = shiftOf(move, offset);
  const exceptions: { item: MovableItem; reason: MoveException }[] = [];
  const moved: MovableItem[] = [];
  for (const item of items) {
    if (hasEnded(item, now)) {
      exceptions.push({ item, reason: 'ended' });
      continue;
    }
    const times = shift ? shifted(item, shift, now) : item;
    if (!times) {
      exceptions.push({ item, reason: 'ends_too_early' });
      continue;
    }
    if (shift && times.starts_at === item.starts_at) exceptions.push({ item, reason: 'running' });
    moved.push(movedItem({ ...item, starts_at: times.starts_at, ends_at: times.ends_at }, move));
  }
  const ids = new Set(moved.map(({ event_id }) => event_id));
  const ahead = events.filter((event) => ids.has(event.id) && !hasEnded(event, now));
  return {
    items: moved,
    events: ahead.flatMap((event) => movedEvent(event, { move, shift, now })),
    exceptions,
  };
}

/** A move other than that of questions. */
type MoveOfEvents = Exclude<AgendaMove, { readonly questions: unknown }>;

function movedItem(item: MovableItem, move: MoveOfEvents): MovableItem {
  const edited = (fields: readonly string[]) => [...new Set([...item.edited_fields, ...fields])];
  if ('status' in move) {
    const { status } = move;
    return { ...item, status, cancelled_by_import: false, edited_fields: edited(['status']) };
  }
  const changed = 'room' in move ? { ...item, room: move.room } : item;
  // An item with an event keeps following it: the event is marked.
  if (item.event_id !== null) return changed;
  const fields = 'room' in move ? ['room'] : ['starts_at', 'ends_at'];
  return { ...changed, edited_fields: edited(fields) };
}

function movedEvent(
  event: MovableEvent,
  { move, shift, now }: { move: MoveOfEvents; shift: Shift | undefined; now: Date },
): MovedEvent[] {
  const changes = eventChanges(event, { move, shift, now });
  if (!changes) return [];
  const edited = event.source === 'extcal' ? fieldsOf(changes) : [];
  return [{ ...event, ...changes, edited }];
}

function eventChanges(
  event: MovableEvent,
  { move, shift, now }: { move: MoveOfEvents; shift: Shift | undefined; now: Date },
): Partial<MovableEvent> | undefined {
  if ('room' in move) return { venue_name: move.room };
  if ('status' in move) return mayBecome(event.status, move.status) ? move : undefined;
  const times = shift && shifted(event, shift, now);
  if (!times) return undefined;
  const { registration_closes_at: closes } = event;
  const isWhole = times.starts_at !== event.starts_at;
  if (!('shift_days' in move) || closes === null || !isWhole) return times;
  return { ...times, registration_closes_at: shift(closes) };
}

/** A probable mistake, or what a move leaves to the organizers. */
export interface AgendaMoveWarning extends Remark {
  readonly kind: 'room' | 'speaker' | 'capacity' | 'quest' | MoveException;
  /** The moved item; absent of a quest. */
  readonly agenda_item_id?: number;
  /** A quest whose times stay. */
  readonly quest_id?: number;
}

const EXCEPTION_TEXTS: Readonly<Record<MoveException, string>> = {
  ended: 'has ended and stays as it is',
  running: 'is running: only its end moves',
  ends_too_early: 'is running and would end before it starts: it stays as it is',
};

export const exceptionWarnings = ({ exceptions }: PlannedMove): AgendaMoveWarning[] =>
  exceptions.map(({ item, reason: kind }) => ({
    kind,
    agenda_item_id: item.id,
    message: `“${item.title}” ${EXCEPTION_TEXTS[kind]}`,
    code: `item_${kind}`,
    params: { item: item.title },
  }));
