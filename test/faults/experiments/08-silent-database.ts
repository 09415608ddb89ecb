import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { disturbedBroadcast } from '../broadcasts.ts';
import { atMost, type Experiment, exactly } from '../experiment.ts';
import { Load, longest } from '../load.ts';
import { aFutureEvent, call, openSite } from '../site.ts';

const SILENCE_MS = 30_000;
const RECIPIENTS = 10_000;

export const experiment: Experiment = {
  fault: `30 s without a byte from the database, under writes and half of a broadcast to ${RECIPIENTS}`,
  run: async () => [...(await silenceWrites()), ...(await silenceABroadcast())],
};

async function silenceWrites() {
  await using site = await openSite();
  const event = await aFutureEvent(site);
  await using proxy = await FaultProxy.before(site.databaseUrl);
  await using api = await site.start({ DATABASE_URL: proxy.url });
  await using load = new Load(8, (nth) =>
    call(api, '/events/attend', { as: 1_000_000 + nth, body: { event_id: event.id } }),
  );
  await sleep(2_000);
  proxy.silence();
  const silent = performance.now();
  await sleep(SILENCE_MS);
  proxy.resume();
  const heard = performance.now();
  const recovered = await load.recovered(heard);
  await load.stop();

  const [counted] = await site.db('event_attendances').count({ count: '*' });
  const acknowledged = load.answers.filter(({ status }) => status === 201).length;
  const during = load.during(silent, heard);
  return [
    exactly('500 or no answer', load.answers.filter(({ status }) => status % 500 === 0).length, 0),
    atMost('longest answer', longest(during) / 1_000, 10, 's'),
    atMost('writes back after', recovered, 10, 's'),
    atMost('acknowledged writes lost', Math.max(0, acknowledged - Number(counted?.count)), 0),
  ];
}

async function silenceABroadcast() {
  const { lost, duplicates, states } = await disturbedBroadcast({
    recipients: RECIPIENTS,
    async disturb({ untilSent }, proxy) {
      await untilSent(0.5);
      proxy.silence();
      await sleep(SILENCE_MS);
      proxy.resume();
    },
  });
  return [
    exactly('messages lost', lost, 0),
    exactly('recorded as sent', states.sent ?? 0, RECIPIENTS),
    atMost('sent twice', duplicates, 0),
  ];
}
