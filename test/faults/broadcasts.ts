import { type BroadcastResult, broadcast, type RunningBroadcast } from '../support/broadcasts.ts';
import { FakeBotApi } from '../support/fake-bot-api.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { openSite } from './site.ts';

/** The latency of the fake messenger. */
const LATENCY_MS = 5;

interface Plan {
  readonly recipients: number;
  readonly workers?: number;
  /** Messages per second; by default no limit that matters. */
  readonly rate?: number;
  readonly answerTo?: NonNullable<Parameters<typeof FakeBotApi.start>[0]>['answerTo'];
  readonly disturb: (broadcast: RunningBroadcast, database: FaultProxy) => Promise<void>;
}

/** A broadcast by real processes, with leases of full length. Its database is behind a proxy. */
export async function disturbedBroadcast({
  recipients,
  workers = 1,
  rate,
  answerTo,
  disturb,
}: Plan): Promise<BroadcastResult & { readonly fake: FakeBotApi }> {
  await using site = await openSite();
  await using proxy = await FaultProxy.before(site.databaseUrl);
  await using fake = await FakeBotApi.start({
    latencyMs: LATENCY_MS,
    ...(answerTo && { answerTo }),
  });
  const result = await broadcast({
    databaseUrl: site.databaseUrl,
    serviceDatabaseUrl: proxy.url,
    cwd: site.cwd,
    fake,
    recipients,
    workers,
    ...(rate !== undefined && { rate }),
    disturb: (running) => disturb(running, proxy),
  });
  return { ...result, fake };
}
