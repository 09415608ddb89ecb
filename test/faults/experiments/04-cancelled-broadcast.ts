import { people } from '../../support/factories.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { until } from '../../support/until.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { openSite, sendBroadcast, statusOf } from '../site.ts';

const RECIPIENTS = 10_000;
const JOBS = '/admin/notifications/jobs';

export const experiment: Experiment = {
  fault: `a broadcast to ${RECIPIENTS} is cancelled at 30 %, then rescheduled`,
  async run() {
    await using site = await openSite();
    await using fake = await FakeBotApi.start({ latencyMs: 5 });
    await people(site.db, RECIPIENTS, { messenger_reachable: true });
    const env = { MESSENGER_API_ROOT: fake.url, MESSENGER_RATE: '1000' };
    await using api = await site.start(env);
    await using _worker = await site.start({ ...env, ROLE: 'worker' });

    const id = await sendBroadcast(api);
    const reschedule = () =>
      statusOf(api, `${JOBS}/${id}/reschedule`, {
        as: 'admin',
        method: 'PUT',
        body: { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() },
      });
    await until(() => fake.calls.length > 0.3 * RECIPIENTS);
    const whileRunning = await reschedule();
    const at = performance.timeOrigin + performance.now();
    const cancelled = await statusOf(api, `${JOBS}/${id}/cancel`, { as: 'admin', method: 'POST' });
    const isSettled = async () => {
      const rows = await site
        .db('deliveries')
        .where({ job_id: id })
        .whereIn('status', ['queued', 'sending']);
      return rows.length === 0;
    };
    await until(isSettled);
    const rows = await site.db('deliveries').where({ job_id: id }).select('status');
    const of = (status: string) => rows.filter((row) => row.status === status).length;
    const last = Math.max(...fake.calls.map((sent) => sent.at));
    return [
      exactly('answer to cancel', cancelled, 200),
      exactly('reschedule of the running job', whileRunning, 409),
      exactly('reschedule of the cancelled job', await reschedule(), 409),
      atMost('last message after the request to cancel', (last - at) / 1_000, 2, 's'),
      exactly('sent and skipped', of('sent') + of('skipped'), RECIPIENTS),
      exactly('recorded as sent but not sent', of('sent') - fake.calls.length, 0),
    ];
  },
};
