import { aQuest, aTask, aUser } from '../../support/factories.ts';
import { type Experiment, exactly } from '../experiment.ts';
import { atOnce, countOf, isServerError, openSite, statusOf } from '../site.ts';

const TASKS = '/admin/quests/tasks';

export const experiment: Experiment = {
  fault:
    '50 parallel approvals of one task, and 25 approvals with 25 rejections of another, over two processes',
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const quest = await aQuest(site.db, { completion_points: 0 });
    const review = async (verdictOf: (nth: number) => 'approve' | 'reject') => {
      const user = await aUser(site.db);
      const task = await aTask(site.db, quest, {
        type: 'text',
        config: { min_length: 1, max_length: 100 },
      });
      const body = { task_id: task.id, text: 'A poem' };
      await statusOf(one, `/quests/${quest.id}/start`, {
        as: Number(user.messenger_id),
        method: 'POST',
      });
      await statusOf(one, '/quests/tasks/complete', { as: Number(user.messenger_id), body });
      const { id } = await site.db('user_quest_tasks').where({ user_id: user.id }).first();
      const statuses = await atOnce(50, (nth) =>
        statusOf(nth % 2 ? one : other, `${TASKS}/${id}/${verdictOf(nth)}`, {
          as: 'admin',
          body: {},
        }),
      );
      const { status } = await site.db('user_quest_tasks').where({ id }).first();
      const ledger = await site.db('point_ledger').where({ user_id: user.id }).select('delta');
      const points = ledger.reduce((sum, { delta }) => sum + delta, 0);
      return { statuses, points, expected: status === 'approved' ? 10 : 0 };
    };
    const same = await review(() => 'approve');
    const mixed = await review((nth) => (nth % 4 < 2 ? 'approve' : 'reject'));
    const all = [...same.statuses, ...mixed.statuses];
    return [
      exactly('points of the approved task', same.points, 10),
      exactly('points against the status of the other', mixed.points - mixed.expected, 0),
      exactly(
        'answers but 200 and 409',
        countOf(all, (status) => status !== 200 && status !== 409),
        0,
      ),
      exactly('5xx', countOf(all, isServerError), 0),
    ];
  },
};
