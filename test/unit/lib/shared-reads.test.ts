import { SharedReads } from '../../../src/lib/shared-reads.ts';

let time: number;
let asked: string[];
let answer: () => Promise<number>;
let reads: SharedReads<string, number>;

beforeEach(() => {
  time = 0;
  asked = [];
  answer = async () => asked.length;
  const read = (key: string) => {
    asked.push(key);
    return answer();
  };
  reads = new SharedReads(read, { maxAgeMs: 1_000, now: () => new Date(time) });
});

it('reads once for calls at once, also while the read runs', async () => {
  const gate = Promise.withResolvers<number>();
  answer = () => gate.promise;
  const calls = [reads.get('a'), reads.get('a')];
  gate.resolve(7);
  expect(await Promise.all([...calls, reads.get('a')])).toEqual([7, 7, 7]);
  expect(asked).toEqual(['a']);
});

it('reads again once the value is too old, or the clock was set back', async () => {
  expect(await reads.get('a')).toBe(1);
  time = 999;
  expect(await reads.get('a')).toBe(1);
  time = 1_000;
  expect(await reads.get('a')).toBe(2);
  time = 500;
  expect(await reads.get('a')).toBe(3);
});

it('keeps each key apart, and deletes values that are too old', async () => {
  expect([await reads.get('a'), await reads.get('b')]).toEqual([1, 2]);
  expect(reads.size).toBe(2);
  time = 1_000;
  await reads.get('c');
  expect(reads.size).toBe(1);
});

it('shares a failure with the calls that wait for it, and reads again later', async () => {
  answer = () => Promise.reject(new Error('gone'));
  const calls = await Promise.allSettled([reads.get('a'), reads.get('a')]);
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = async () => 5;
  expect(await reads.get('a')).toBe(5);
  expect(asked).toEqual(['a', 'a']);
});
