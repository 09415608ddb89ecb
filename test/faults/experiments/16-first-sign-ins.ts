import { type Experiment, exactly } from '../experiment.ts';
import { atOnce, countOf, openSite, statusOf } from '../site.ts';

const USERS = 100;
/** The rate limit of one user is 30 sign-ins a minute. */
const TIMES = 30;

export const experiment: Experiment = {
  fault: `${TIMES} first sign-ins of one user at once over two processes, ${USERS} users`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const statuses: number[] = [];
    for (let user = 1; user <= USERS; user++) {
      const signIn = (nth: number) =>
        statusOf(nth % 2 ? one : other, '/auth/login', { as: user, method: 'POST' });
      statuses.push(...(await atOnce(TIMES, signIn)));
    }
    const rows = await site.db('users').select('messenger_id');
    return [
      exactly('users', rows.length, USERS),
      exactly(
        'answers but 200',
        countOf(statuses, (status) => status !== 200),
        0,
      ),
    ];
  },
};
