import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { aFutureEvent, atOnce, call, countOf, isServerError, openSite } from '../site.ts';

const CAPACITY = 50;
const USERS = 500;
const ROUNDS = 20;
/** A client gives up after this number of refusals. */
const ATTEMPTS = 20;

export const experiment: Experiment = {
  fault: `${USERS} users attend an event of ${CAPACITY} seats at once over two processes, every third cancels, ${ROUNDS} rounds; who gets 503 tries again when it says`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const of = (nth: number) => (nth % 2 === 0 ? one : other);
    let refused = 0;
    /** The status of the last attempt. */
    const untilAnswered = async (...request: Parameters<typeof call>): Promise<number> => {
      for (let attempt = 1; ; attempt++) {
        const response = await call(...request);
        await response.arrayBuffer();
        if (response.status !== 503 || attempt === ATTEMPTS) return response.status;
        refused++;
        await sleep(Number(response.headers.get('retry-after')) * 1_000);
      }
    };
    let wrongCounts = 0;
    let notFull = 0;
    let serverErrors = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aFutureEvent(site, { capacity: CAPACITY });
      const body = { event_id: id };
      const count = async () => {
        const rows = await site
          .db('event_attendances')
          .where({ event_id: id, status: 'registered' });
        const { attendee_count } = await site.db('events').where({ id }).first();
        if (rows.length !== attendee_count) wrongCounts++;
        if (rows.length !== CAPACITY) notFull++;
      };
      const attended = await atOnce(USERS, (nth) =>
        untilAnswered(of(nth), '/events/attend', { as: 10_000 + nth, body }),
      );
      await count();
      // Free seats go to the waitlist while others cancel.
      const cancelled = await atOnce(USERS, async (nth) =>
        nth % 3 > 0
          ? 0
          : untilAnswered(of(nth + 1), `/events/${id}/attend`, {
              as: 10_000 + nth,
              method: 'DELETE',
            }),
      );
      await count();
      serverErrors += countOf([...attended, ...cancelled], isServerError);
    }
    return [
      exactly('counts that differ from the rows', wrongCounts, 0),
      exactly(`counts but ${CAPACITY}`, notFull, 0),
      exactly('5xx at last', serverErrors, 0),
      atMost('503 on the way', refused, ROUNDS * USERS * ATTEMPTS),
    ];
  },
};
