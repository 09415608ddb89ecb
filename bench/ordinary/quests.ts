import { type PageRequest, pageOf, type Row, rowsOf } from './pool.ts';

/** The quests of a user, with their progress: a page of quests, then all their tasks. */
export async function myQuests(userId: number, page: PageRequest): Promise<object> {
  const from = `from user_quests uq join quests q on q.id = uq.quest_id
    left join conferences c on c.id = q.conference_id
    where uq.user_id = $1 and q.deleted_at is null`;
  const { rows, pagination } = await pageOf<Row & { id: number }>(
    {
      list: `select q.id, q.slug, q.title, q.description, q.image_url, q.conference_id, q.event_id,
               q.is_active, q.is_featured, q.starts_at, q.ends_at,
               coalesce(c.timezone, 'UTC') as timezone, q.registration_mode, q.access,
               q.max_participants, q.public_api_enabled, q.completion_points, q.participant_count,
               q.created_at, q.updated_at, uq.status, uq.started_at, uq.completed_at
             ${from} order by uq.active_at desc, q.id desc`,
      count: `select count(*) as total ${from}`,
    },
    [userId],
    page,
  );
  const tasks = await rowsOf<Row & { quest_id: number; status: string; task_points: number }>(
    `select t.quest_id, t.id as task_id, s.id as user_quest_task_id,
            coalesce(s.status, 'none') as status, coalesce(l.delta, 0) as points, s.text, s.media_id,
            s.option_ids, s.reason, s.submitted_at, s.decided_at, null as tries_left,
            t.points as task_points
       from quest_tasks t
       left join user_quest_tasks s on s.task_id = t.id and s.user_id = $1
       left join point_ledger l on l.task_id = t.id and l.user_id = $1
      where t.quest_id = any($2) and t.deleted_at is null order by t.position, t.id`,
    [userId, rows.map(({ id }) => id)],
  );
  const byQuest = Map.groupBy(tasks, ({ quest_id }) => quest_id);
  return {
    data: rows.map(({ status, started_at, completed_at, ...quest }) => {
      const own = byQuest.get(quest.id) ?? [];
      const points = own.reduce((sum, { task_points }) => sum + task_points, 0);
      return {
        quest: {
          ...quest,
          state: quest.is_active ? 'running' : 'inactive',
          share_url: null,
          task_count: own.length,
          total_points: points + Number(quest.completion_points),
        },
        progress: {
          status,
          completed_tasks: own.filter((task) => task.status === 'approved').length,
          total_tasks: own.length,
          points: own.reduce((sum, task) => sum + Number(task.points), 0),
          started_at,
          completed_at,
          registration: null,
          tasks: own.map(({ quest_id: _, task_points: _points, ...task }) => task),
        },
      };
    }),
    pagination,
  };
}
