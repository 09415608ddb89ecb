import type { Knex } from 'knex';
import {
  FEEDBACK_LINKS,
  type FeedbackKind,
  type FeedbackLink,
} from '../../domain/feedback/feedback.ts';
import { NO_COMMENT } from '../../domain/feedback/ratings.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';

/** The feedback of a period, about a conference, an event or an agenda item. */
export interface FeedbackFilter
  extends Readonly<Partial<Record<FeedbackLink, number | undefined>>> {
  readonly kind?: FeedbackKind | undefined;
  /** Those of a limited key; null for all. */
  readonly conference_ids?: readonly number[] | null;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

/** SQL for the message of feedback `f`; null for a rating without a comment. */
export const MESSAGE = `case when not f.is_rating or f.message <> '${NO_COMMENT}' then f.message end as message`;

/** SQL for the time from which the agenda item `i` is rated no more. */
export const RATING_CLOSES_AT = `i.ends_at + interval '7 days'`;

/** SQL for whether a rating is not withdrawn, but kept for its group. */
export const SAYS_SOMETHING = `(not f.is_rating or f.rating is not null or f.message <> '${NO_COMMENT}')`;

/** Restricts a query of feedback `f`. */
export function filterFeedback(query: Knex.QueryBuilder, filter: FeedbackFilter): void {
  const { conference_ids, from, to, kind } = filter;
  query.whereRaw(SAYS_SOMETHING);
  if (kind) query.where('f.is_rating', kind === 'rating');
  for (const link of FEEDBACK_LINKS) {
    if (filter[link] !== undefined) query.where(`f.${link}`, filter[link]);
  }
  inConferences(query, 'f.conference_id', conference_ids);
  if (from) query.where('f.created_at', '>=', from);
  if (to) query.where('f.created_at', '<', to);
}
