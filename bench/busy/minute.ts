import { fork } from 'node:child_process';
import { once } from 'node:events';
import { databaseMicros } from '../harness/cpu.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Run } from '../run.ts';
import type { Outcome, Plan } from './plan.ts';

/** What a plan cost, and how it was answered. */
export interface Minute extends Outcome {
  /** CPU milliseconds per attendee. */
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Sends the requests of a plan from a process of its own, whose CPU time does not count. */
export async function measureMinute(
  { cluster, cleanup, placement }: Run,
  servers: readonly ServerProcess[],
  plan: Omit<Plan, 'urls'>,
): Promise<Minute> {
  const generator = fork(new URL('generator.ts', import.meta.url), { execArgv: [] });
  const stop = cleanup.add(() => generator.kill());
  if (generator.pid !== undefined) await placement.release(generator.pid);
  const cpu = async () => {
    const all = await Promise.all(servers.map((server) => server.cpuMicros()));
    return {
      server: all.reduce((sum, micros) => sum + micros, 0),
      database: await databaseMicros(cluster.postmaster),
    };
  };
  const answered = once(generator, 'message') as Promise<[Outcome]>;
  const before = await cpu();
  generator.send({ ...plan, urls: servers.map(({ url }) => url) } satisfies Plan);
  const ended = once(generator, 'exit').then(() => {
    throw new Error('the generator ended early');
  });
  const [outcome] = await Promise.race([answered, ended]);
  const after = await cpu();
  generator.send('close');
  await ended.catch(() => {});
  await stop();
  const perAttendee = (micros: number) => micros / 1_000 / outcome.attendees;
  return {
    ...outcome,
    serverMs: perAttendee(after.server - before.server),
    databaseMs: perAttendee(after.database - before.database),
  };
}
