import { type Administrator, missingScope } from '../administration/administrators.ts';
import type { Scope } from '../administration/scopes.ts';

/** The parts of the statistics, each with the scopes of which one shows it. */
const SCOPES_OF = {
  attendance: ['attendees:read', 'door:read'],
  waiting: ['attendees:read'],
  programme: ['content:read'],
  quests: ['quests:read'],
  feedback: ['feedback:read'],
  broadcasts: ['broadcasts:read'],
  connections: ['attendees:read'],
  reports: ['reports:read'],
} as const satisfies Readonly<Record<string, readonly Scope[]>>;

export type StatsPart = keyof typeof SCOPES_OF;

/** The caller's key: what it sees depends on its scopes and conferences. */
export type StatsCaller = Pick<Administrator, 'scopes' | 'conference_ids'>;

/** The parts that a key may see. */
export const visibleParts = ({ scopes }: Pick<StatsCaller, 'scopes'>): StatsPart[] =>
  (Object.keys(SCOPES_OF) as StatsPart[]).filter((part) =>
    SCOPES_OF[part].some((scope) => missingScope(scopes, [scope]) === undefined),
  );

/** The numbers that the door needs. */
interface Arrivals {
  /** Attendees with a seat, arrived or not, and guests who arrived. */
  readonly seats: number;
  readonly arrived: number;
}
export interface AttendanceCounts extends Arrivals {
  readonly waitlisted: number;
  /** Seats of invitations that nobody has claimed, also of guests who arrived. */
  readonly invited: number;
}
interface OfTicketType {
  /** Null for attendees without one. */
  readonly ticket_type: string | null;
}

/** The totals, and the ticket types with the most people, whose rest only the totals count. */
export interface AttendanceStats<Counts = AttendanceCounts> {
  readonly totals: Counts;
  readonly by_ticket_type: readonly (OfTicketType & Counts)[];
}

interface Programme {
  /** Approved events. */
  readonly events: number;
  readonly pending_side_events: number;
}

/** What organizers decide, by the part of the statistics that shows it. */
export const DECISIONS = {
  side_event: 'programme',
  registration_request: 'quests',
  /** Of the conference and its events. */
  seat_request: 'waiting',
  submission: 'quests',
  feedback: 'feedback',
  report: 'reports',
  /** Runs that wait: of programmes, and of guest lists. */
  programme_source: 'programme',
  guest_source: 'waiting',
} as const satisfies Readonly<Record<string, StatsPart>>;
export type Decision = keyof typeof DECISIONS;

/** Decisions of one kind that wait. */
export interface WaitingDecisions {
  readonly kind: Decision;
  readonly count: number;
  /** Since when the oldest one waits; null for none. */
  readonly oldest_at: string | null;
}

/** The session of a room, with the number of people who have it in their agenda. */
interface RoomSession {
  readonly id: number;
  readonly title: string;
  readonly track: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly people: number;
}
export interface RoomNow {
  readonly room: string;
  readonly capacity: number | null;
  readonly now: RoomSession | null;
  /** Within 12 hours. */
  readonly next: RoomSession | null;
}

/** A key of the door, by what it checked in at the conference. */
export interface DoorDevice {
  readonly key: string;
  readonly name: string;
  readonly arrivals: number;
  readonly last_scan_at: string | null;
  /** The last request of the key, at most some minutes old. */
  readonly last_seen_at: string | null;
}
interface Reviews {
  /** Requests for a place in a quest that wait for a decision. */
  readonly registration_requests: number;
  /** Submissions that wait for a review. */
  readonly submissions: number;
}
interface Broadcasts {
  readonly running: number;
  readonly failed: number;
  /** Drafts that missed their relative time. */
  readonly missed: number;
}

/** The numbers that the statements of the statistics return. A part that is not read is absent. */
export interface ConferenceCounts {
  readonly attendance?: AttendanceStats | undefined;
  readonly programme?: Programme | undefined;
  readonly quests?: Reviews | undefined;
  /** Feedback that nobody has read. */
  readonly feedback?: { readonly new: number } | undefined;
  readonly broadcasts?: Broadcasts | undefined;
  readonly connections?: { readonly accepted: number; readonly as_of: string } | undefined;
  readonly waiting: readonly WaitingDecisions[];
}

/** As `ConferenceCounts`, with the fields of attendance that the key may see. */
export interface VisibleCounts extends Omit<ConferenceCounts, 'attendance'> {
  readonly attendance?: AttendanceStats<Arrivals & Partial<AttendanceCounts>> | undefined;
}

/** Leaves out who waits and who is invited, unless the key may see them. */
export function visibleCounts(
  counts: ConferenceCounts,
  parts: readonly StatsPart[],
): VisibleCounts {
  const { attendance } = counts;
  if (!attendance || parts.includes('waiting')) return counts;
  const arrivals = ({ seats, arrived }: Arrivals) => ({ seats, arrived });
  return {
    ...counts,
    attendance: {
      totals: arrivals(attendance.totals),
      by_ticket_type: attendance.by_ticket_type.map((of) => ({
        ticket_type: of.ticket_type,
        ...arrivals(of),
      })),
    },
  };
}
