import { setTimeout as sleep } from 'node:timers/promises';
import { attendLoad } from '../faults/attend-load.ts';
import { atMost, exactly, type Figure } from '../faults/experiment.ts';
import { type Answer, Load } from '../faults/load.ts';
import { hasEnded } from '../faults/process.ts';
import { aFutureEvent, openSite, type Site, sendBroadcast } from '../faults/site.ts';
import { people } from '../support/factories.ts';
import { FakeBotApi } from '../support/fake-bot-api.ts';
import type { LogLine, Service } from '../support/service.ts';
import { until } from '../support/until.ts';
import { PatroniCluster, TTL } from './patroni-cluster.ts';
import { Streams } from './streams.ts';

/** Sent in half a minute or more, so that the failover comes in the middle of it. */
const RECIPIENTS = 800;
const RATE = 25;
/** The pause of each client: all processes of the experiment share the cores of one machine. */
const PAUSE_MS = 100;
const HEALTH_CHECK_MS = 250;
/** The time from the fault until it is repaired. */
const AWAY_MS = 60_000;

/**
 * Two API processes and a worker on a cluster whose primary changes, under writes, live streams and a broadcast.
 */
export async function failover(
  disturb: (cluster: PatroniCluster) => Promise<void>,
): Promise<readonly Figure[]> {
  await using cluster = await PatroniCluster.start();
  await using site = await openSite(cluster.databaseUrl);
  await using fake = await FakeBotApi.start({ latencyMs: 5 });
  const apis = [await site.start(), await site.start()] as const;
  const env = { MESSENGER_API_ROOT: fake.url, MESSENGER_RATE: `${RATE}` };
  const services = [...apis, await site.start({ ...env, ROLE: 'worker' })];
  await people(site.db, RECIPIENTS, { messenger_reachable: true });
  const jobId = await sendBroadcast(apis[0]);
  const { id: eventId } = await aFutureEvent(site);
  const attending = attendLoad({ apis, eventId, pauseMs: PAUSE_MS });
  await using writes = attending.load;
  await using health = new Load(1, () => fetch(`${apis[0].url}/healthz`), HEALTH_CHECK_MS);
  using streams = await Streams.open(apis);
  await streams.untilEvents();
  await until(() => fake.calls.length > RATE);

  const down = performance.now();
  await disturb(cluster);
  const recovered = await writes.recovered(down);
  const back = performance.now();
  const others = await Promise.all([
    secondsUntil('an event in both streams', streams.untilEvents()),
    secondsUntil('a job', untilAJobRuns(site, apis[0])),
    secondsUntil(
      '/healthz 200',
      until(() => health.answers.at(-1)?.status === 200),
    ),
  ]);
  await sleep(Math.max(0, down + AWAY_MS - performance.now()));
  cluster.startNodes();
  const whole = await secondsUntil('a standby again', cluster.untilWhole(), 60);
  const messages = await sentBy(jobId, site, fake);
  await writes.stop();
  return [
    ...figuresOf(writes),
    atMost('writes back after', recovered, TTL + 5, 's'),
    exactly('failed later', writes.during(back).filter(isFailure).length, 0),
    exactly('acknowledged writes lost', await attending.lost(site.db), 0),
    ...others,
    ...messages,
    whole,
    exactly('processes that ended', services.filter(hasEnded).length, 0),
    exactly('lines at level 50', services.flatMap(({ log }) => log()).filter(isAlert).length, 0),
  ];
}

const isFailure = ({ status }: Answer): boolean => status === 0 || status >= 500;
const isAlert = ({ level }: LogLine) => level >= 50;

function figuresOf({ answers }: Load): Figure[] {
  const failed = answers.filter(isFailure);
  return [
    exactly('500 or no answer', failed.filter(({ status }) => status <= 500).length, 0),
    exactly('errors without code', failed.filter(({ isWellFormed }) => !isWellFormed).length, 0),
  ];
}

async function secondsUntil(what: string, event: Promise<void>, limit = 10): Promise<Figure> {
  const started = performance.now();
  await event;
  return atMost(what, (performance.now() - started) / 1_000, limit, 's');
}

/** A job of the queue: the start of a second broadcast. */
async function untilAJobRuns(site: Site, api: Service): Promise<void> {
  const [user] = await people(site.db, 1);
  const id = await sendBroadcast(api, { user_ids: [user.id] });
  await until(async () => {
    const job = await site.db('notification_jobs').where({ id }).first('status');
    return job.status !== 'scheduled';
  });
}

/** The messages of a broadcast, when it has ended. */
async function sentBy(jobId: number, { db }: Site, fake: FakeBotApi): Promise<Figure[]> {
  const deliveries = () => db('deliveries').where({ job_id: jobId });
  await until(async () => !(await deliveries().whereIn('status', ['queued', 'sending']).first()));
  const recorded = await deliveries().where({ status: 'sent' }).pluck('user_id');
  const chats: string[] = await db('users').whereIn('id', recorded).pluck('messenger_id');
  const times = chats.map((chat) => fake.sentTo(Number(chat)));
  return [
    exactly('messages recorded as sent', recorded.length, RECIPIENTS),
    exactly('not sent', times.filter((count) => count === 0).length, 0),
    exactly('sent twice', times.filter((count) => count > 1).length, 0),
  ];
}
