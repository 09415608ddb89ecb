import type { EntitySnapshot } from '../programme/subject-changes.ts';
import type { ConferenceCancellationReason, NotificationContent } from './notifications.ts';

export type { EntitySnapshot };

/** Changed fields with their values before and after. An equal pair is a change that was undone. */
export type ArgChanges = {
  readonly [F in
    | 'status'
    | 'starts_at'
    | 'ends_at'
    | 'venue'
    | 'room'
    | 'starts_on'
    | 'ends_on'
    | 'timezone'
    | 'city']?: { readonly from: unknown; readonly to: unknown };
};

interface ThingArgs {
  readonly thing: EntitySnapshot;
  readonly changes: ArgChanges;
}

interface PersonArgs {
  /** As `shortName` gives it. */
  readonly name: string;
}

interface DecidedArgs {
  readonly title: string;
  readonly reason: string | null;
}

interface QuestArgs {
  readonly title: string;
  readonly points: number;
}

/** The most names or lines that the text of one notice has. Its `data` has all. */
export const MAX_ARG_NAMES = 3;
export const MAX_ARG_LINES = 5;

interface SeatArgs {
  /** At most `MAX_ARG_NAMES` events or conferences. */
  readonly names: readonly string[];
  /** The number of the others. */
  readonly more: number;
  readonly status: string;
  /** Those that its message carries, since they were due before it was sent. */
  readonly welcomes?: readonly OrganizersText[];
}

/** The text of organizers, which no catalog has. `notifications.args` of these types is null. */
interface OrganizersText {
  readonly title: string;
  readonly body: string;
}

/**
 * The values in the text of each type of notice, frozen when the notice is written. Texts in all
 * languages are rendered from them.
 */
export interface NotificationArgsOf {
  readonly connection_request: PersonArgs & { readonly message: string | null };
  /** `is_met`: the two met, and neither of them asked. */
  readonly connection_accepted: PersonArgs & { readonly is_met?: boolean };
  readonly event_approved: { readonly title: string };
  readonly event_rejected: DecidedArgs;
  readonly registration_rejected: DecidedArgs;
  readonly guest_lapsed: { readonly name: string; readonly guests: string };
  readonly transfer_returned: { readonly name: string };
  readonly event_promoted: { readonly name: string };
  readonly event_updated: ThingArgs;
  readonly event_cancelled: ThingArgs;
  readonly programme_changed: {
    /** The conference whose agenda an import changed: the reader looks at it again. */
    readonly conference: string | null;
    /** At most `MAX_ARG_LINES`. */
    readonly lines: readonly EntitySnapshot[];
    /** The number of the others. */
    readonly more: number;
  };
  readonly conference_updated: {
    readonly name: string;
    /** A day, as `ends_on`. */
    readonly starts_on: string;
    readonly ends_on: string;
    readonly place: string | null;
    readonly changes: ArgChanges;
  };
  readonly conference_cancelled: {
    readonly name: string;
    readonly reason: ConferenceCancellationReason;
  };
  readonly conference_promoted: { readonly name: string };
  readonly agenda_item_updated: ThingArgs;
  readonly agenda_item_cancelled: ThingArgs;
  readonly seat_given: SeatArgs;
  readonly seat_taken: SeatArgs;
  readonly warning: Readonly<Record<never, never>>;
  readonly partner_minted: Readonly<Record<never, never>>;
  /** `count` is the number of tasks that one run of the worker approved; absent after a review. */
  readonly quest_task_approved: QuestArgs & { readonly count?: number };
  readonly quest_task_rejected: DecidedArgs;
  readonly quest_registration_approved: DecidedArgs;
  readonly quest_registration_rejected: DecidedArgs;
  readonly quest_completed: QuestArgs;
  readonly points_adjusted: { readonly delta: number; readonly reason: string };
  /** What begins in the same minute. */
  readonly session_reminder: {
    readonly lines: readonly (Pick<EntitySnapshot, 'title' | 'starts_at' | 'timezone' | 'place'> & {
      /** What the line states, as `event:12`: first the one whose start it is. */
      readonly subjects: readonly string[];
    })[];
  };
  /** `day` as `2026-05-14`. */
  readonly rating_request: { readonly name: string; readonly day: string };
  readonly quest_reminder: OrganizersText;
  readonly welcome: OrganizersText;
  readonly seat_check: OrganizersText;
  readonly message: OrganizersText;
}

export type NotificationEventType = keyof NotificationArgsOf;
export type NotificationArgs<T extends NotificationEventType = NotificationEventType> =
  NotificationArgsOf[T];

type Data<T> = (NotificationContent & { readonly type: T })['data'];

/** A notice before it is written. Its texts are rendered from `args`. */
export type NotificationEvent = {
  readonly [T in NotificationContent['type']]: {
    readonly type: T;
    readonly args: NotificationArgs<T>;
    readonly data: Data<T>;
    readonly action_url?: string | null;
  };
}[NotificationContent['type']];

/** The arguments of a list of names, of which the text has the first. */
export const listedNames = (
  names: readonly string[],
): { readonly names: readonly string[]; readonly more: number } => ({
  names: names.slice(0, MAX_ARG_NAMES),
  more: Math.max(0, names.length - MAX_ARG_NAMES),
});

const MAX_NAME = 64;

/** Between letters, so that a messenger does not turn `example.com` into a link. */
const WORD_JOINER = '\u2060';

/** A user's name in a notification title: one line of at most 64 characters, no link. */
export function shortName(names: readonly (string | null)[]): string {
  const line = names
    .filter(Boolean)
    .join(' ')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = [...line];
  const short =
    characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : line;
  return short.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${WORD_JOINER}`);
}
