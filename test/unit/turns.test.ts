import { Turns } from '../../src/lib/turns.ts';

describe('turns', () => {
  it('run what is first, let others wait in order, and refuse what is too much', async () => {
    const turns = new Turns('images', { atOnce: 2, maxWaiting: 2 });
    const log: string[] = [];
    const gates = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...Promise.withResolvers<void>() }));
    const runs = gates.map(({ name, promise }) =>
      turns.run(async () => {
        log.push(name);
        await promise;
        return name;
      }),
    );
    await expect(turns.run(async () => log.push('too much'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Too many images are in work, try again',
      headers: { 'Retry-After': expect.stringMatching(/^[2-8]$/) },
    });
    expect(log).toEqual(['a', 'b']);

    gates[1]?.resolve();
    expect(await runs[1]).toBe('b');
    expect(log).toEqual(['a', 'b', 'c']);

    for (const { resolve } of gates) resolve();
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd']);
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it('free the place of work that fails', async () => {
    const turns = new Turns('images', { atOnce: 1, maxWaiting: 1 });
    const failing = () => Promise.reject(new Error('broken'));
    const runs = [turns.run(failing), turns.run(failing)];
    await Promise.all(runs.map((run) => expect(run).rejects.toThrow('broken')));
    expect(await turns.run(async () => 1)).toBe(1);
  });
});
