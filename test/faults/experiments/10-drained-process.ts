import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load } from '../load.ts';
import { aFutureEvent, call, openSite } from '../site.ts';

const CLIENTS = 50;
const HEALTH_CHECK_MS = 500;

export const experiment: Experiment = {
  fault: `SIGTERM of one of two processes under ${CLIENTS} clients; a proxy that asks /healthz each 0.5 s and retries nothing`,
  async run() {
    await using site = await openSite();
    await using one = await site.start({ DRAIN_DELAY: '3' });
    await using other = await site.start();
    const { id } = await aFutureEvent(site);
    let upstream = one;
    await using load = new Load(CLIENTS, (nth) =>
      call(upstream, '/events/attend', { as: 1_000_000 + nth, body: { event_id: id } }),
    );
    await until(() => load.answers.length >= CLIENTS);
    const stopping = performance.now();
    one.child.kill('SIGTERM');
    while ((await fetch(`${one.url}/healthz`)).ok) await sleep(HEALTH_CHECK_MS);
    upstream = other;
    const code = await one.ended;
    const seconds = (performance.now() - stopping) / 1_000;
    await sleep(1_000);
    await load.stop();

    await other[Symbol.asyncDispose]();
    await using twice = await site.start({ DRAIN_DELAY: '15' });
    twice.child.kill('SIGTERM');
    while ((await fetch(`${twice.url}/healthz`)).ok) await sleep(20);
    const second = performance.now();
    twice.child.kill('SIGTERM');
    await twice.ended;
    return [
      exactly('failed', load.answers.filter(({ status }) => status !== 201).length, 0),
      exactly('exit code', code ?? -1, 0),
      atMost('ended after', seconds, 15, 's'),
      atMost('ended after a second signal', (performance.now() - second) / 1_000, 2, 's'),
    ];
  },
};
