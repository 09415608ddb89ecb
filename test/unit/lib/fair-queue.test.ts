import { setImmediate } from 'node:timers/promises';
import { FairQueue } from '../../../src/lib/fair-queue.ts';

const BUSY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many images are in progress; try again later',
  headers: { 'Retry-After': expect.stringMatching(/^[2-8]$/) },
};
const LIMITS = { atOnce: 2, largeAtOnce: 1, maxWaiting: 20, maxWaitingPerKey: 8 };

/** Starts work by name; the first letter is its key, a capital one stands for large work. */
function scene(limits: Partial<typeof LIMITS> = {}) {
  const queue = new FairQueue<string>('images', { ...LIMITS, ...limits });
  const log: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const runs = new Map<string, Promise<string>>();
  return {
    queue,
    log,
    async start(...names: readonly string[]) {
      for (const name of names) {
        const gate = Promise.withResolvers<void>();
        gates.set(name, gate);
        const key = name.charAt(0).toLowerCase();
        const isLarge = name.charAt(0) !== key;
        const work = async () => {
          log.push(name);
          await gate.promise;
          return name;
        };
        const run = queue.run(key, work, { isLarge });
        run.catch(() => {});
        runs.set(name, run);
      }
      await setImmediate();
    },
    async end(...names: readonly string[]) {
      for (const name of names) {
        gates.get(name)?.resolve();
        await runs.get(name);
      }
      await setImmediate();
    },
    refusalOf: (name: string) =>
      runs.get(name)?.then(
        () => 'not refused',
        (error) => error,
      ),
  };
}

describe('a fair queue', () => {
  it('run the first work, let other work wait in order, and refuse work over the limit', async () => {
    const { start, end, log, refusalOf } = scene({ maxWaitingPerKey: 2 });
    await start('a1', 'a2', 'a3', 'a4', 'a5');
    expect(await refusalOf('a5')).toMatchObject(BUSY);
    expect(log).toEqual(['a1', 'a2']);
    await end('a2');
    expect(log).toEqual(['a1', 'a2', 'a3']);
    await end('a1', 'a3', 'a4');
    expect(log).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('free the place of work that fails', async () => {
    const { queue } = scene({ atOnce: 1 });
    const failing = () => Promise.reject(new Error('broken'));
    const runs = [queue.run('a', failing), queue.run('a', failing)];
    await Promise.all(runs.map((run) => expect(run).rejects.toThrow('broken')));
    expect(await queue.run('a', async () => 1)).toBe(1);
  });

  it('let a key with one piece of work pass the queue of another', async () => {
    const { start, end, log } = scene();
    await start('a1', 'a2', 'a3', 'a4', 'a5', 'b1');
    await end('a1');
    expect(log).toEqual(['a1', 'a2', 'b1']);
  });

  it('serve five keys one after the other, whatever the length of their queues', async () => {
    const { start, end, log } = scene({ atOnce: 1 });
    await start('a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'd1', 'd2', 'e1');
    for (let served = 0; served < 11; served += 1) await end(log[served] ?? 'none');
    expect(
      log
        .slice(0, 5)
        .map((name) => name.charAt(0))
        .toSorted(),
    ).toEqual([...'abcde']);
    expect(
      log
        .slice(5, 9)
        .map((name) => name.charAt(0))
        .toSorted(),
    ).toEqual([...'abcd']);
    expect(log.slice(9).toSorted()).toEqual(['a3', 'b3']);
  });

  it('run one large piece at once, and let small ones overtake waiting large ones', async () => {
    const { start, end, log } = scene();
    await start('A1', 'B1', 'C1', 'd1', 'd2');
    expect(log).toEqual(['A1', 'd1']);
    await end('d1');
    expect(log).toEqual(['A1', 'd1', 'd2']);
    await end('A1');
    expect(log).toEqual(['A1', 'd1', 'd2', 'B1']);
    await end('d2', 'B1', 'C1');
    expect(log.at(-1)).toBe('C1');
  });

  it('refuse the newest work of the longest queue, not a newcomer', async () => {
    const { start, end, refusalOf } = scene({ maxWaiting: 4 });
    await start('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1');
    expect(await refusalOf('a5')).toMatchObject(BUSY);
    await start('a6');
    expect(await refusalOf('a6')).toMatchObject(BUSY);
    await start('b2');
    expect(await refusalOf('b2')).toMatchObject(BUSY);
    await end('a1', 'a2', 'b1', 'c1', 'a3', 'a4');
    expect(await refusalOf('c1')).toBe('not refused');
  });
});
