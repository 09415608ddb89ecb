import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { FunnelTask, ParticipantCounts } from '../../domain/quests/admin-quests.ts';

/** The counts of a quest, by task and by status. */
export class QuestFunnelsReadModel extends OnDatabase {
  async countParticipants(quest_id: number): Promise<ParticipantCounts> {
    const { rows } = await this.db.raw<{ rows: ParticipantCounts[] }>(
      `select count(*) filter (where status = 'admitted') as admitted,
              count(*) filter (where status = 'in_progress') as in_progress,
              count(*) filter (where status = 'completed') as completed
         from user_quests where quest_id = :quest_id`,
      { quest_id },
    );
    return onlyRow(rows);
  }

  /** Reads each submission of the quest once. */
  async listTasks(quest_id: number): Promise<FunnelTask[]> {
    const { rows } = await this.db.raw<{ rows: FunnelTask[] }>(
      `select t.id as task_id, t.title, t.type, t.position, t.is_required,
              coalesce(s.submitted, 0) as submitted, coalesce(s.pending, 0) as pending,
              coalesce(s.approved, 0) as approved, coalesce(s.rejected, 0) as rejected
         from quest_tasks t
         left join (select task_id, count(*) as submitted,
                           count(*) filter (where status = 'pending') as pending,
                           count(*) filter (where status = 'approved') as approved,
                           count(*) filter (where status = 'rejected') as rejected
                      from user_quest_tasks where quest_id = :quest_id group by task_id) s
                on s.task_id = t.id
        where t.quest_id = :quest_id and t.deleted_at is null
        order by t.position, t.id`,
      { quest_id },
    );
    return rows;
  }
}
