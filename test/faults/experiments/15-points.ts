import { aQuest, aTask, people } from '../../support/factories.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { call, openSite, statusOf } from '../site.ts';

const USERS = 20;
const TASKS = 30;
const TIMES = 5;

export const experiment: Experiment = {
  fault: `${USERS} users complete ${TASKS} tasks ${TIMES} times at once over two processes, one of them killed in the middle`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    let other = await site.start();
    const quest = await aQuest(site.db, { completion_points: 50 });
    const users = await people(site.db, USERS);
    const tasks = [];
    for (let nth = 0; nth < TASKS; nth++) tasks.push(await aTask(site.db, quest));
    const statuses: number[] = [];
    const complete = (as: number, task_id: number, nth: number) =>
      statusOf(nth % 2 ? one : other, '/quests/tasks/complete', { as, body: { task_id } })
        // The killed process answers nothing.
        .catch(() => 0);
    const ids = users.map(({ messenger_id }) => Number(messenger_id));
    for (const as of ids) await statusOf(one, `/quests/${quest.id}/start`, { as, method: 'POST' });

    for (const [at, task] of tasks.entries()) {
      const calls = ids.flatMap((as) =>
        Array.from({ length: TIMES }, (_, nth) => complete(as, task.id, nth)),
      );
      if (at === TASKS / 2) other.child.kill('SIGKILL');
      statuses.push(...(await Promise.all(calls)));
      if (at === TASKS / 2) other = await site.start();
    }

    const { rows } = await site.db.raw(
      `select u.points, (select sum(points) from quest_tasks t join user_quest_tasks d on d.task_id = t.id
                          where d.user_id = u.id and d.status = 'approved')::int + 50 as earned
         from users u`,
    );
    const leaders = await call(one, '/quests/leaderboard?limit=100');
    const { data } = (await leaders.json()) as { data: { points: number }[] };
    const wrong = rows.filter(
      (row: { points: number; earned: number }) => row.points !== row.earned,
    );
    return [
      exactly('users with other points than their approved tasks', wrong.length, 0),
      exactly(
        'users with points for all tasks',
        data.filter(({ points }) => points === 10 * TASKS + 50).length,
        USERS,
      ),
      exactly('5xx', statuses.filter((status) => status >= 500).length, 0),
      atMost(
        'without an answer, of those in flight at the kill',
        statuses.filter((status) => status === 0).length,
        USERS * TIMES,
      ),
    ];
  },
};
