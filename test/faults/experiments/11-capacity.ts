import { type Experiment, exactly } from '../experiment.ts';
import { aFutureEvent, atOnce, countOf, isServerError, openSite, statusOf } from '../site.ts';

const CAPACITY = 50;
const USERS = 500;
const ROUNDS = 20;

export const experiment: Experiment = {
  fault: `${USERS} users attend an event of ${CAPACITY} seats at once over two processes, every third cancels, ${ROUNDS} rounds`,
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const of = (nth: number) => (nth % 2 === 0 ? one : other);
    let notFull = 0;
    let overfull = 0;
    let serverErrors = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aFutureEvent(site, { capacity: CAPACITY });
      const body = { event_id: id };
      const attended = await atOnce(USERS, (nth) =>
        statusOf(of(nth), '/events/attend', { as: 10_000 + nth, body }),
      );
      const registered = async () => {
        const rows = await site
          .db('event_attendances')
          .where({ event_id: id, status: 'registered' });
        const { attendee_count } = await site.db('events').where({ id }).first();
        return rows.length === attendee_count ? rows.length : Number.NaN;
      };
      if ((await registered()) !== CAPACITY) notFull++;
      // Free seats go to the waitlist while others cancel.
      const cancelled = await atOnce(USERS, async (nth) =>
        nth % 3 > 0
          ? 0
          : statusOf(of(nth + 1), `/events/${id}/attend`, { as: 10_000 + nth, method: 'DELETE' }),
      );
      if ((await registered()) !== CAPACITY) overfull++;
      serverErrors += countOf([...attended, ...cancelled], isServerError);
    }
    return [
      exactly(`rounds without exactly ${CAPACITY} registered`, notFull, 0),
      exactly('after the cancellations', overfull, 0),
      exactly('5xx', serverErrors, 0),
    ];
  },
};
