import type { Feedback, FeedbackStatus } from './feedback.ts';

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
