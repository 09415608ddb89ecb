import type { FeedbackStatus } from './feedback.ts';

/** The message of a rating without a comment: `feedback.message` is not null. Answers leave it out. */
export const NO_COMMENT = '–';

/** Who is asked to rate the sessions of a day, after its last one: nobody, or attendees who are checked in. */
export const RATING_ASKS = ['off', 'evening'] as const;
export type RatingAsk = (typeof RATING_ASKS)[number];

/** A person's rating of an agenda item. Both are null after a withdrawal. */
export interface Rating {
  readonly agenda_item_id: number;
  /** 1 to 5; 5 is best. */
  readonly stars: number | null;
  readonly comment: string | null;
  /** Null after a withdrawal. */
  readonly updated_at: string | null;
}

/** An absent field stays as it is; null empties it. */
export type RatingInput = { readonly [K in 'stars' | 'comment']?: Rating[K] | undefined };

/** A rating as it is stored, without its keys. */
export type StoredRating = Pick<Rating, 'stars' | 'comment'> & { readonly status: FeedbackStatus };

/**
 * The rating after a change. A new comment is `new` in the inbox of the organizers; stars alone are
 * `read` from the start.
 */
export function ratingAfter(current: StoredRating | undefined, given: RatingInput): StoredRating {
  const { stars = current?.stars ?? null, comment = current?.comment ?? null } = given;
  if (comment === null) return { stars, comment, status: 'read' };
  const isKnown = current?.comment === comment;
  return { stars, comment, status: isKnown ? current.status : 'new' };
}

/** The numbers of the ratings of one agenda item, as organizers see them. */
export interface ItemRatings {
  readonly agenda_item_id: number;
  readonly title: string;
  readonly track: string | null;
  readonly room: string | null;
  readonly starts_at: string;
  /** The ratings with stars. */
  readonly count: number;
  readonly mean: number | null;
  /** The number of ratings with 1 star, 2 stars, … 5 stars. */
  readonly by_stars: readonly number[];
  readonly comments: number;
  readonly favorites: number;
  /** The seats at its event, and those who arrived there; null without an event. */
  readonly seats: number | null;
  readonly arrived: number | null;
}

/** The ratings of one agenda item, as its speakers see them. */
export interface SpeakerRatings
  extends Pick<ItemRatings, 'agenda_item_id' | 'title' | 'starts_at' | 'mean' | 'favorites'> {
  readonly conference_id: number;
  /** A multiple of five; null, as the mean, below five. */
  readonly count: number | null;
  /** The comments that organizers shared. */
  readonly comments: readonly string[];
}
