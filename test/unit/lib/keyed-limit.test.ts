import { setImmediate } from 'node:timers/promises';
import { KeyedLimit } from '../../../src/lib/keyed-limit.ts';

const NEVER_MS = 600_000;

/** A task that runs until `finish` is called. */
function aTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = {
    starts: 0,
    run: () => {
      task.starts += 1;
      return promise;
    },
    finish: () => resolve(),
  };
  return task;
}

const limitOf = (limit: number, waitMs = NEVER_MS) =>
  new KeyedLimit<string>({ limit, waitMs, refusal: (key) => `${key} is busy` });

describe('a limit of tasks by key', () => {
  it('starts waiting tasks in order of arrival, and those of other keys at once', async () => {
    const limit = limitOf(2);
    const tasks = [aTask(), aTask(), aTask(), aTask()] as const;
    const results = tasks.map(({ run }) => limit.run(['a'], run));
    const elsewhere = await limit.run(['b'], async () => 'other');

    const started = () => tasks.map(({ starts }) => starts);
    expect(elsewhere).toBe('other');
    expect(started()).toEqual([1, 1, 0, 0]);
    tasks[1].finish();
    await setImmediate();
    expect(started()).toEqual([1, 1, 1, 0]);
    for (const { finish } of tasks) finish();
    await Promise.all(results);
    expect(started()).toEqual([1, 1, 1, 1]);
  });

  it('can differ by key', async () => {
    const limitOfKey = (key: string) => (key === 'all' ? 2 : 1);
    const limit = new KeyedLimit<string>({
      limit: limitOfKey,
      waitMs: NEVER_MS,
      refusal: () => 'busy',
    });
    const tasks = [aTask(), aTask(), aTask(), aTask()] as const;
    const keys = ['a', 'a', 'b', 'c'].map((own) => [own, 'all']);
    const results = tasks.map(({ run }, n) => limit.run(keys[n] ?? [], run));

    await setImmediate();
    expect(tasks.map(({ starts }) => starts)).toEqual([1, 0, 1, 0]);
    tasks[2].finish();
    await setImmediate();
    expect(tasks.map(({ starts }) => starts)).toEqual([1, 0, 1, 1]);
    for (const { finish } of tasks) finish();
    await Promise.all(results);
    expect(tasks.map(({ starts }) => starts)).toEqual([1, 1, 1, 1]);
  });

  it('refuses a task that waited too long, which then never starts', async () => {
    const limit = limitOf(1, 20);
    const [first, second] = [aTask(), aTask()];
    const running = limit.run(['a'], first.run);

    await expect(limit.run(['b', 'a'], second.run)).rejects.toThrow('a is busy');
    first.finish();
    await running;
    expect(second.starts).toBe(0);
    // The refused task has left its places.
    expect(await limit.run(['b', 'a'], async () => 'next')).toBe('next');
  });

  it('frees the place of a task that fails', async () => {
    const limit = limitOf(1);

    await expect(limit.run(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow();
    expect(await limit.run(['a'], async () => 'next')).toBe('next');
  });
});
