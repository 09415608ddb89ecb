import { CircuitBreaker, CircuitOpenError } from '../../../src/lib/circuit-breaker.ts';

let time: number;
let breaker: CircuitBreaker;
let calls: number;

beforeEach(() => {
  [time, calls] = [0, 0];
  breaker = new CircuitBreaker(() => time);
});

const call = (isGood: boolean) =>
  breaker
    .run(async () => {
      calls += 1;
      if (!isGood) throw new Error('failed');
    })
    .then(
      () => 'good',
      (error) => (error instanceof CircuitOpenError ? 'not made' : 'failed'),
    );
async function callAll(outcomes: string) {
  for (const outcome of outcomes) await call(outcome === '+');
}

describe('a circuit breaker', () => {
  it.each([
    ['-----', 'not made'],
    ['----', 'good'],
    ['-+-+-+-+-', 'not made'],
    ['-+-+-+-+++-', 'good'],
    ['----++++++-', 'good'],
  ])('after %s a call is %s', async (outcomes, expected) => {
    await callAll(outcomes);
    expect(await call(true)).toBe(expected);
  });

  it('makes no call for 30 s', async () => {
    await callAll('-----');
    expect(breaker.msLeft()).toBe(30_000);
    time = 29_999;
    expect(await call(true)).toBe('not made');
    expect(calls).toBe(5);
  });

  it('then probes with one call, and closes if it succeeds', async () => {
    await callAll('-----');
    time = 30_000;
    expect(await Promise.all([call(true), call(true)])).toEqual(['good', 'not made']);
    await callAll('----');
    expect(await call(true)).toBe('good');
  });

  it('opens again if the probe fails', async () => {
    await callAll('-----');
    time = 30_000;
    expect(await call(false)).toBe('failed');
    expect(await call(true)).toBe('not made');
    expect(breaker.msLeft()).toBe(30_000);
  });

  it('takes no notice of a call from before it opened', async () => {
    let finish = () => {};
    const slow = breaker.run(() => new Promise<void>((resolve) => (finish = resolve)));
    await callAll('-----');
    finish();
    await slow;
    expect(await call(true)).toBe('not made');
  });
});
