import { StatementNames } from '../../../src/db/statement-names.ts';

const textsOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix} ${n}`);

describe('the names of prepared statements', () => {
  it('are given at the second use and stay', () => {
    const names = new StatementNames(500);
    const uses = ['a', 'b', 'a', 'a', 'b', 'a'].map((text) => names.nameOf(text));

    expect(uses).toEqual([undefined, undefined, 's1', 's1', 's2', 's1']);
  });

  it('are at most as many as allowed', () => {
    const names = new StatementNames(3);
    const given = ['a', 'b', 'c', 'd', 'e'].flatMap((text) => {
      names.nameOf(text);
      return names.nameOf(text) ?? [];
    });

    expect(given).toEqual(['s1', 's2', 's3']);
    expect(names.nameOf('a')).toBe('s1');
  });

  it('are not used up by texts that never come again', () => {
    const names = new StatementNames(3);
    for (const text of textsOf('once', 1_000)) names.nameOf(text);
    names.nameOf('a');

    expect(names.nameOf('a')).toBe('s1');
    expect(names.nameOf('once 0')).toBeUndefined();
  });
});
