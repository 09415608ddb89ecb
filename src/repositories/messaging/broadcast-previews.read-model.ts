import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { RenderedSample } from '../../domain/messaging/broadcasts.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import { audienceQuery, type BroadcastAudience } from './audiences.sql.ts';
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

/** What a broadcast would be if it ran now. */
export class BroadcastPreviewsReadModel extends OnDatabase {
  /** Counts the users of an audience, and those whom a messenger message would reach. */
  async countAudience(to: BroadcastAudience): Promise<{ people: number; reachable: number }> {
    const counted = audienceQuery(this.db, to)
      .leftJoin('notification_settings as s', 's.user_id', 'u.id')
      .select(
        this.db.raw(
          `count(*) as people, count(*) filter (where delivery_skip_reason(
             u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
           ) as reachable`,
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
