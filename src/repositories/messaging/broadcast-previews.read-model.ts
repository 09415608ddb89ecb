import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { RenderedSample } from '../../domain/messaging/broadcasts.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import { audienceConference } from '../administration/conference-rows.sql.ts';
import { audienceQuery, type BroadcastAudience } from './audiences.sql.ts';
import { reachedWithinGap } from './broadcast-gaps.sql.ts';
import { joinServedLanguage } from './languages.sql.ts';
import { type RenderRequest, renderedQuery } from './rendering.sql.ts';

/** The number of recipients in a preview. */
const SAMPLES = 3;

/** The users of an audience whom one language serves. */
export interface LanguageCount {
  readonly language: string | null;
  readonly count: number;
  /** The first of them by id. */
  readonly user_id: number;
}

export interface CountedAudience {
  readonly people: number;
  readonly reachable: number;
  readonly too_soon: number;
}

/** SQL for whether a message would reach the user `u`. */
const REACHES = `delivery_skip_reason(
  u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null`;

/** SQL for the conference of an audience, if it has a frequency cap. */
const CAPPED = `
  select c.id, c.broadcast_gap_minutes
    from (select :audience::jsonb as audience) as given
    join conferences c on c.id = ${audienceConference('given')} and c.broadcast_gap_minutes > 0`;

/** What a broadcast would be if it ran now. */
export class BroadcastPreviewsReadModel extends OnDatabase {
  /**
   * Counts the users of an audience, those whom a messenger message would reach, and those of them whom the
   * frequency cap of the conference would spare it.
   */
  async countAudience(to: BroadcastAudience): Promise<CountedAudience> {
    const counted = audienceQuery(this.db, to)
      .leftJoin('notification_settings as s', 's.user_id', 'u.id')
      .joinRaw(`left join (${CAPPED}) as capped on true`, { audience: JSON.stringify(to.audience) })
      .select(
        this.db.raw(
          `count(*) as people, count(*) filter (where ${REACHES}) as reachable,
           count(*) filter (where ${REACHES} and capped.id is not null
             and ${reachedWithinGap({ user: 'u.id', conference: 'capped', now: 'now()' })}) as too_soon`,
          { topic: TOPIC_OF.message },
        ),
      );
    return onlyRow(await counted);
  }

  /** Counts the users of an audience by the language that serves them; none of `languages` is null. */
  async countLanguages(
    to: BroadcastAudience,
    languages: readonly string[],
  ): Promise<LanguageCount[]> {
    const counted = audienceQuery(this.db, to);
    joinServedLanguage(counted, languages);
    return counted
      .groupBy('served.language')
      .select('served.language', this.db.raw('count(*), min(u.id) as user_id'));
  }

  /** Renders the texts of these users of the audience; of its first ones by id without `user_ids`. */
  async listSamples(job: RenderRequest, user_ids?: readonly number[]): Promise<RenderedSample[]> {
    const rendered = renderedQuery(this.db, job).orderBy('u.id');
    return user_ids ? rendered.whereRaw('u.id = any(?)', [[...user_ids]]) : rendered.limit(SAMPLES);
  }
}
