import type { Knex } from 'knex';
import { FEEDBACK_LINKS, type FeedbackLink } from '../../domain/feedback/feedback.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';

/** The feedback of a period, about a conference, an event or an agenda item. */
export interface FeedbackFilter
  extends Readonly<Partial<Record<FeedbackLink, number | undefined>>> {
  /** Those of a limited key; null for all. */
  readonly conference_ids?: readonly number[] | null;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

/** Restricts a query of feedback `f`. */
export function filterFeedback(query: Knex.QueryBuilder, filter: FeedbackFilter): void {
  const { conference_ids, from, to } = filter;
  for (const link of FEEDBACK_LINKS) {
    if (filter[link] !== undefined) query.where(`f.${link}`, filter[link]);
  }
  inConferences(query, 'f.conference_id', conference_ids);
  if (from) query.where('f.created_at', '>=', from);
  if (to) query.where('f.created_at', '<', to);
}
