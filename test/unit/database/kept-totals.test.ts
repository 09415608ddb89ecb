import { KeptTotals } from '../../../src/db/kept-totals.ts';
import { totalOf } from '../../../src/db/pages.ts';

const of = (by: Readonly<Record<string, unknown>>) =>
  ({ list: 'users', by, data: ['people', 'attendees'] }) as const;

describe('kept totals', () => {
  it('have a limit, beyond which the oldest is deleted', async () => {
    const totals = new KeptTotals();
    for (let n = 0; n < 2_001; n++) await totals.of(of({ n }), async () => totalOf(n));
    expect(totals.size).toBe(2_000);
    expect(await totals.of(of({ n: 1 }), async () => totalOf(0))).toEqual(totalOf(1));
    expect(await totals.of(of({ n: 0 }), async () => totalOf(7))).toEqual(totalOf(7));
  });

  it('do not keep a failed count', async () => {
    const totals = new KeptTotals();
    await expect(totals.of(of({}), () => Promise.reject(new Error('lost')))).rejects.toThrow(
      'lost',
    );
    expect(await totals.of(of({}), async () => totalOf(3))).toEqual(totalOf(3));
  });

  it('do not share a count that started before a write with later requests', async () => {
    const totals = new KeptTotals();
    const before = Promise.withResolvers<ReturnType<typeof totalOf>>();
    const early = totals.of(of({}), () => before.promise);
    totals.wrote(['people']);
    const late = totals.of(of({}), async () => totalOf(2));
    before.resolve(totalOf(1));
    expect([await early, await late]).toEqual([totalOf(1), totalOf(2)]);
    expect(await totals.of(of({}), async () => totalOf(3))).toEqual(totalOf(2));
  });
});
