import { execFileSync } from 'node:child_process';

const SLOW = [String.raw`\s*\n\s*`, String.raw`\{\{(.*?)\}\}`, '-+$', '^(a+)+$'];
const FAST = [String.raw`\s+`, '-$', String.raw`^[\w-]+(?=[:;])`];

const checked = JSON.parse(
  execFileSync(process.execPath, ['test/support/regular-expressions.ts', ...SLOW, ...FAST], {
    encoding: 'utf8',
  }),
);

describe('a regular expression that takes quadratic time', () => {
  it('is recognized', () => {
    expect(checked.slowExamples).toEqual(SLOW);
  });

  it('is nowhere in src', () => {
    expect(checked.literals).toBeGreaterThan(80);
    expect(checked.slow).toEqual([]);
  });

  it('is in no format of zod that src uses', () => {
    expect(checked.formats).toEqual(expect.arrayContaining(['date', 'datetime', 'ipv6']));
    expect(checked.slowFormats).toEqual([]);
  });

  it('is not made at run time, where this test cannot check it', () => {
    expect(checked.constructors).toEqual([]);
  });
});

describe('Unicode normalization, which takes quadratic time for a run of combining marks', () => {
  /** Files that normalize, and why they may. */
  const MAY: Readonly<Record<string, string>> = {
    'src/db/slugs.ts': 'cuts titles to 300 characters before',
    'src/lib/normalized.ts': 'limits the marks',
    'src/lib/unmarked.ts': 'normalizes names first, whose marks are limited',
  };

  it('is done only after the marks are limited', () => {
    expect(checked.normalizing.toSorted()).toEqual(Object.keys(MAY));
  });
});
