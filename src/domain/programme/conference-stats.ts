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
interface Reviews {
  /** Requests for a place in a quest that wait for a decision. */
  readonly registration_requests: number;
  /** Submissions that wait for a review. */
  readonly submissions: number;
}
interface Broadcasts {
  readonly running: number;
  readonly failed: number;
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
