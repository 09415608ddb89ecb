import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import type {
  Latest,
  UserFeedback,
  UserMedia,
  UserMessage,
  UserQuest,
} from '../../domain/people/admin-users.ts';
import { MESSAGE, SAYS_SOMETHING } from '../feedback/feedback.sql.ts';

/** The rows of each kind that a user is shown with. */
const MOST_ROWS = 20;

/** What a user did and received, for administrators: the latest of each kind, by one statement. */
export class AdminUserDetailsReadModel extends OnDatabase {
  /** The quests in which the user takes part, by their latest activity. */
  async findQuests(user_id: number): Promise<Latest<UserQuest>> {
    const quests = this.db('user_quests as uq')
      .join('quests as q', 'q.id', 'uq.quest_id')
      .leftJoin('point_totals as p', (on) => {
        on.on('p.user_id', 'uq.user_id')
          .andOn('p.scope_id', 'uq.quest_id')
          .andOnVal('p.scope', 'quest')
          .andOnVal('p.period', 'all');
      })
      .where('uq.user_id', user_id)
      .whereNull('q.deleted_at')
      .orderByRaw('uq.active_at desc, uq.quest_id desc')
      .select('uq.quest_id', 'q.title', 'uq.status', 'uq.started_at', 'uq.completed_at')
      .select(this.db.raw('coalesce(p.points, 0) as points'));
    return latestOf<UserQuest>(quests);
  }

  async findFeedback(user_id: number): Promise<Latest<UserFeedback>> {
    const feedback = this.db('feedback as f')
      .where('f.user_id', user_id)
      .whereRaw(SAYS_SOMETHING)
      .orderByRaw('f.created_at desc, f.id desc')
      .select('f.id', 'f.rating', 'f.category', 'f.status', 'f.created_at', this.db.raw(MESSAGE))
      .select('f.conference_id', 'f.event_id', 'f.agenda_item_id');
    return latestOf<UserFeedback>(feedback);
  }

  /**
   * Notifications in the app and by the messenger. Those of
   * the service can name other users.
   */
  async findMessages(user_id: number): Promise<Latest<UserMessage>> {
    const messages = this.db('notifications as n')
      .leftJoin('deliveries as d', 'd.notification_id', 'n.id')
      .where('n.user_id', user_id)
      .orderByRaw('n.created_at desc, n.id desc')
      .select('n.id', 'n.type', 'n.job_id', 'n.created_at')
      .select(this.db.raw('case when n.job_id is not null then n.title end as title'))
      .select('d.status as delivery_status', 'd.reason', 'd.answered_at');
    return latestOf<UserMessage>(messages);
  }

  async findMedia(user_id: number): Promise<Latest<UserMedia>> {
    const media = this.db('media as m')
      .where({ 'm.user_id': user_id, 'm.status': 'ready' })
      .orderBy('m.id', 'desc')
      .select('m.id', 'm.kind', 'm.purpose', 'm.bytes', 'm.created_at');
    return latestOf<UserMedia>(media);
  }
}

/**
 * The first rows, and the number of all. It is counted by itself, since a window would read all columns of
 * all rows.
 */
async function latestOf<Row extends object>(query: Knex.QueryBuilder): Promise<Latest<Row>> {
  const counted = query.clone().clearSelect().clearOrder().count();
  const rows: (Row & { readonly count: number })[] = await query
    .select(counted.as('count'))
    .limit(MOST_ROWS);
  return {
    count: rows[0]?.count ?? 0,
    latest: rows.map(({ count: _, ...row }) => row as unknown as Row),
  };
}
