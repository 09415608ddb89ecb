import { atMost, type Experiment, exactly } from '../experiment.ts';
import { atOnce, countOf, openSite, statusOf } from '../site.ts';

/** The limit `admin-key-failures`. */
const FAILURES = 20;

export const experiment: Experiment = {
  fault:
    '200 wrong API keys of one address at once over two processes, with right ones between them',
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const wrong: number[] = [];
    const right: number[] = [];
    await atOnce(200, async (nth) => {
      const process = nth % 2 ? one : other;
      const headers = { 'X-API-Key': `a-wrong-key-of-thirty-two-characters-${nth}` };
      wrong.push(await statusOf(process, '/admin/users', { headers }));
      right.push(await statusOf(process, '/admin/users?limit=1', { as: 'admin' }));
      return 0;
    });
    return [
      atMost(
        'wrong keys answered 401',
        countOf(wrong, (status) => status === 401),
        FAILURES,
      ),
      exactly(
        'answers but 401 and 429',
        countOf(wrong, (status) => status !== 401 && status !== 429),
        0,
      ),
      exactly(
        'right keys refused',
        countOf(right, (status) => status !== 200),
        0,
      ),
      exactly('users refused', (await statusOf(one, '/users/me', { as: 7 })) === 200 ? 0 : 1, 0),
    ];
  },
};
