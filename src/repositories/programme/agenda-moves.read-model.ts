import { OnDatabase } from '../../db/on-database.ts';

/** A quest with times of its own. */
export interface TimedQuest {
  readonly id: number;
  readonly title: string;
}

export class AgendaMovesReadModel extends OnDatabase {
  /**
   * The quests of these events that have times, by themselves or by a task, and have not ended; with
   * `conference_id`, also those of the conference.
   */
  async listTimedQuests(of: {
    readonly event_ids: readonly number[];
    readonly conference_id: number | null;
    readonly now: string;
    readonly most: number;
  }): Promise<TimedQuest[]> {
    const { rows } = await this.db.raw<{ rows: TimedQuest[] }>(
      `select q.id, q.title
         from quests q
        where (q.event_id = any(:event_ids::bigint[])
               or (q.event_id is null and q.conference_id = :conference_id))
          and q.deleted_at is null and (q.ends_at is null or q.ends_at > :now)
          and (q.starts_at is not null or q.ends_at is not null or exists (
                select from quest_tasks t
                 where t.quest_id = q.id and t.deleted_at is null
                   and (t.opens_at is not null or t.closes_at is not null)))
        order by q.id limit :most`,
      { ...of, event_ids: [...of.event_ids] },
    );
    return rows;
  }
}
