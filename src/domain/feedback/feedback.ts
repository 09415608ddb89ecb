import { canonicalJson } from '../../lib/canonical-json.ts';

export const FEEDBACK_STATUSES = ['new', 'read', 'done'] as const;
export type FeedbackStatus = (typeof FEEDBACK_STATUSES)[number];

export interface Feedback {
  readonly id: number;
  /** Null for an anonymous or erased sender. */
  readonly user_id: number | null;
  /** Null for a rating without a comment. */
  readonly message: string | null;
  /** 1 to 5; 5 is best. */
  readonly rating: number | null;
  readonly category: string | null;
  /** How to reach the sender, in their own words. */
  readonly contact: string | null;
  /** Data of the client, such as its page and version. */
  readonly context: Readonly<Record<string, string | number>> | null;
  readonly status: FeedbackStatus;
  /** The note of the organizers. */
  readonly note: string | null;
  readonly created_at: string;
  /** The conference that it is about, also that of the event or agenda item. */
  readonly conference_id: number | null;
  /** Null for feedback about no event, or about a deleted one; `agenda_item_id` likewise. */
  readonly event_id: number | null;
  readonly agenda_item_id: number | null;
  /** A rating of an agenda item, at most one of each user. */
  readonly is_rating: boolean;
  /** When an organizer showed the comment of a rating to the speakers; null if none did. */
  readonly shared_at: string | null;
}

/** Feedback that was written, or ratings. */
export const FEEDBACK_KINDS = ['feedback', 'rating'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** What feedback can be about. */
export const FEEDBACK_LINKS = ['conference_id', 'event_id', 'agenda_item_id'] as const;
export type FeedbackLink = (typeof FEEDBACK_LINKS)[number];

/** The fields that a sender gives, with at most one link. */
export type Submission = Pick<
  Feedback,
  'rating' | 'category' | 'contact' | 'context' | FeedbackLink
> & { readonly message: string };

/** The fields that the sender gets back. */
export type FeedbackReceipt = Pick<Feedback, 'id' | 'created_at'>;

/** The known data of the sender. The address only distinguishes anonymous senders. */
export interface Sender {
  readonly user_id: number | null;
  readonly address: string;
}

/** Within this time, the same message of the same sender is a repetition of the first. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

/**
 * Equal for repetitions. For a user, only the message and the link count. Many people share the
 * address of a venue, so for anonymous senders every field counts.
 */
export function repeatKeyOf({ user_id, address }: Sender, submission: Submission): string {
  if (user_id === null) return canonicalJson([address, submission]);
  const { message } = submission;
  return canonicalJson([user_id, message, ...FEEDBACK_LINKS.map((link) => submission[link])]);
}

/** Feedback with its sender, as a read model returns it. */
export interface FeedbackRow extends Feedback {
  /** The name of the conference, or the title of the event or agenda item. */
  readonly about: string | null;
  /** Null without a sender. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
}

/** Feedback as administrators see it. */
export const feedbackView = (row: FeedbackRow) => {
  const { user_id, first_name, last_name, username, ...feedback } = row;
  const user =
    user_id === null ? null : { id: user_id, first_name: first_name ?? '', last_name, username };
  return { ...feedback, user };
};

interface Count {
  readonly count: number;
}

/** Numbers of feedback; a status, rating, category or day without feedback is left out. */
export interface FeedbackStatistics {
  readonly total: number;
  /** Null without a rating. */
  readonly average_rating: number | null;
  readonly by_status: readonly (Count & { readonly status: FeedbackStatus })[];
  /** No rating is null. */
  readonly by_rating: readonly (Count & Pick<Feedback, 'rating'>)[];
  /** The most frequent ones; no category is null. */
  readonly by_category: readonly (Count & Pick<Feedback, 'category'>)[];
  /** The latest days, in the time zone of the conference; in UTC without one. */
  readonly by_day: readonly (Count & { readonly day: string })[];
}
