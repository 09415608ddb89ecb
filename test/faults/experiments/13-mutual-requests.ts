import { people } from '../../support/factories.ts';
import { type Experiment, exactly } from '../experiment.ts';
import { call, countOf, isServerError, openSite, statusOf } from '../site.ts';

const PAIRS = 500;
/** Pairs whose requests are sent at once. */
const BATCH = 50;

export const experiment: Experiment = {
  fault: `two users request a connection with each other at once, ${PAIRS} pairs over two processes; accepted and rejected at once`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const users = await people(site.db, 4 * PAIRS + 1);
    const idOf = (nth: number) => Number(users[nth]?.messenger_id);
    const request = (process: typeof one, from: number, to: number) =>
      call(process, '/connections', { as: idOf(from), body: { recipient_id: users[to]?.id } });

    const statuses: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += BATCH) {
      const calls = Array.from({ length: BATCH }, (_, nth) => 2 * (pair + nth)).flatMap((a) => [
        request(one, a, a + 1),
        request(other, a + 1, a),
      ]);
      for (const { status } of await Promise.all(calls)) statuses.push(status);
    }
    const both = await site.db('connections').select('status');

    const decided: number[] = [];
    let foreign = 0;
    for (let pair = PAIRS; pair < PAIRS + 100; pair++) {
      const [from, to] = [2 * pair, 2 * pair + 1];
      const { id } = (await (await request(one, from, to)).json()) as { id: number };
      const answer = (process: typeof one, as: number, status: string) =>
        statusOf(process, `/connections/${id}`, { as: idOf(as), method: 'PUT', body: { status } });
      const [accepted, rejected, bySender, byStranger] = await Promise.all([
        answer(one, to, 'accepted'),
        answer(other, to, 'rejected'),
        answer(one, from, 'accepted'),
        answer(other, users.length - 1, 'accepted'),
      ]);
      decided.push(accepted, rejected);
      foreign += countOf([bySender, byStranger], (status) => status !== 403 && status !== 404);
    }
    return [
      exactly('connections', both.length, PAIRS),
      exactly('accepted', both.filter(({ status }) => status === 'accepted').length, PAIRS),
      exactly(
        'decided once',
        countOf(decided, (status) => status === 200),
        100,
      ),
      exactly('answered by a foreign user', foreign, 0),
      exactly('5xx', countOf([...statuses, ...decided], isServerError), 0),
    ];
  },
};
