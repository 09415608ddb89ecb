import { type Experiment, exactly } from '../experiment.ts';
import { aFutureEvent, atOnce, countOf, openSite, statusOf } from '../site.ts';

export const experiment: Experiment = {
  fault: '50 parallel requests of one user to attend, over two processes',
  async run() {
    await using site = await openSite();
    await using one = await site.start();
    await using other = await site.start();
    const { id } = await aFutureEvent(site);
    const statuses = await atOnce(50, (nth) =>
      statusOf(nth % 2 ? one : other, '/events/attend', { as: 7, body: { event_id: id } }),
    );
    const { attendee_count } = await site.db('events').where({ id }).first();
    const rows = await site.db('event_attendances').where({ event_id: id });
    return [
      exactly('rows', rows.length, 1),
      exactly('attendees counted', attendee_count, 1),
      exactly(
        '201',
        countOf(statuses, (status) => status === 201),
        1,
      ),
      exactly(
        '200',
        countOf(statuses, (status) => status === 200),
        49,
      ),
    ];
  },
};
