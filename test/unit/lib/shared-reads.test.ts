import { SharedReads } from '../../../src/lib/shared-reads.ts';

let time: number;
let asked: string[];
let answer: () => Promise<number>;
let reads: SharedReads<string, number>;
let get: (key: string) => Promise<number>;

beforeEach(() => {
  time = 1_000_000;
  asked = [];
  answer = async () => asked.length;
  const read = (key: string) => {
    asked.push(key);
    return answer();
  };
  reads = new SharedReads({ maxAgeMs: 1_000, maxValues: 3, now: () => new Date(time) });
  get = (key) => reads.get(key, () => read(key));
});

it('reads once for calls at once, also while the read runs', async () => {
  const gate = Promise.withResolvers<number>();
  answer = () => gate.promise;
  const calls = [get('a'), get('a')];
  gate.resolve(7);
  expect(await Promise.all([...calls, get('a')])).toEqual([7, 7, 7]);
  expect(asked).toEqual(['a']);
});

it('reads again once the value is too old, or the clock was set back', async () => {
  expect(await get('a')).toBe(1);
  time += 999;
  expect(await get('a')).toBe(1);
  time += 1;
  expect(await get('a')).toBe(2);
  time -= 500;
  expect(await get('a')).toBe(3);
});

it('keeps each key apart', async () => {
  expect([await get('a'), await get('b')]).toEqual([1, 2]);
});

it('shares a failure with the calls that wait for it, and reads again later', async () => {
  answer = () => Promise.reject(new Error('gone'));
  const calls = await Promise.allSettled([get('a'), get('a')]);
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answer = async () => 5;
  expect(await get('a')).toBe(5);
  expect(asked).toEqual(['a', 'a']);
});

it('keeps at most as many values as it may: the one that was requested longest ago makes room', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await get(key);
  await get('b');
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
  await get('a');
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'a']);
});

it('reads a deleted key again, also while it is read', async () => {
  const gate = Promise.withResolvers<number>();
  answer = () => gate.promise;
  const calls = [get('a'), get('b')];
  reads.delete((key) => key === 'a');
  answer = async () => 5;
  const later = [await get('a')];
  gate.resolve(7);
  expect([...(await Promise.all(calls)), ...later, await get('a'), await get('b')]).toEqual([
    7, 7, 5, 5, 7,
  ]);
  expect(asked).toEqual(['a', 'b', 'a']);
});
