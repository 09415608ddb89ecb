import fc from 'fast-check';

/** Values that break careless services: wrong types, edges of ranges, parser traps. */
export const NASTY: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { $gt: 1 }, Object.fromEntries([['__proto__', 1]])],
  ...[0, -0, -1, 1.5, 1e308, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MIN_VALUE, 1, 2, 3],
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udc00\ud800', '\ufeff', '\u202e', '👩‍👩‍👧‍👦', 'ﬃ', 'İ'],
  ...['null', 'true', 'NaN', '1e3', '0x10', '01', ' 1 ', '1', '9007199254740993', '٣', '-1'],
  ...["'", '"', '\\', '%', '_', "1'; drop table users; --", '$1', '?', ':id', '{{x}}', '<b>'],
  ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'a'.repeat(10_000)],
  ...['2026-02-30', '0000-01-01', '2026-05-14', '2026-05-14T09:00:00Z', '2026-05-14T25:00:00Z'],
  ...['+275760-09-13T00:00:00Z', '9999-12-31T23:59:59.999+14:00', 'Europe/Nowhere', 'Etc/GMT+14'],
  ...['http://[::', 'http://127.0.0.1:1/', 'javascript:alert(1)', 'webcal:', 'file:///etc/passwd'],
];

/** Too long, too deep or too many; not in queries, which have a limit of their own. */
const LARGE: readonly unknown[] = [
  ...['ä'.repeat(100_001), '👩‍👩‍👧‍👦'.repeat(5_000), ' '.repeat(50_000), '\u202e'.repeat(3_000)],
  ...[nested(31), nested(32), nested(33), nested(1_000)],
  ...[Array(10_001).fill(1), Array(2_000).fill({}), Array(1_001).fill('x')],
  ...[-(2 ** 31) - 1, 2 ** 31 - 1, 2 ** 53 - 1, 2 ** 63, -1e308, 1e-308, 0.1 + 0.2],
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Like `fc.string({ unit: 'binary' })`, which takes a second to prepare all code points. */
const anyText = fc
  .array(
    fc.nat(0x10ffff).filter((point) => point < 0xd800 || point > 0xdfff),
    { maxLength: 30 },
  )
  .map((points) => String.fromCodePoint(...points));

export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const nastyOrLarge = fc.oneof(
  { weight: 9, arbitrary: nasty },
  { weight: 1, arbitrary: fc.constantFrom(...LARGE) },
);

/** A value with up to three changes: a part of it replaced, removed, wrapped or added. */
export function mutated(original: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'wrap', 'add'),
    value: nastyOrLarge,
  });
  return fc.tuple(original, fc.array(change, { maxLength: 3 })).map(([example, changes]) => {
    const root = { value: structuredClone(example) };
    for (const { at, how, ...change } of changes) {
      const value = structuredClone(change.value);
      const slots = slotsOf(root);
      const slot = slots[at % slots.length];
      if (!slot) break;
      const [holder, key] = slot;
      if (how === 'replace') holder[key] = value;
      else if (how === 'wrap') holder[key] = [holder[key], value];
      else if (how === 'add') holder[typeof value === 'string' ? value : 'added'] = value;
      else delete holder[key];
    }
    return root.value;
  });
}

type Slot = readonly [holder: Record<string, unknown>, key: string];

const slotsOf = (holder: object): Slot[] =>
  Object.entries(holder).flatMap(([key, value]) => [
    [holder as Slot[0], key] as const,
    ...(typeof value === 'object' && value !== null ? slotsOf(value) : []),
  ]);
