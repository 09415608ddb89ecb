/** Twice the input may take three times as long, so four times the input nine times as long. */
const MAX_GROWTH = 9;
/** Collected garbage, compiled code and the resolution of the clock: 4 ms on some kernels. */
const NOISE_MS = 30;
const ATTEMPTS = 3;

/** Processor time of this thread, which does not depend on other work of the machine. */
async function costOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * Whether the time for four times the input is more than nine times that for an input of `size`, in
 * each of three attempts. A quadratic reader takes sixteen times as long; choose a size for which
 * that is more than 100 ms.
 */
export async function growsTooFast<T>(
  read: (input: T) => unknown,
  inputOf: (size: number) => T,
  size: number,
): Promise<boolean> {
  const [small, large] = [inputOf(size), inputOf(4 * size)];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const largeMs = await costOf(() => read(large));
    if (largeMs <= NOISE_MS) return false;
    const smallMs = await costOf(() => read(small));
    if (largeMs <= MAX_GROWTH * smallMs + NOISE_MS) return false;
  }
  return true;
}

/** Texts for which patterns, parsers and normalization take long when they repeat. */
const UNITS = [
  ...[' ', '\t', '\n ', '-', 'a', 'a b ', 'ü', '😀', '\u00a0', '\u0301\u0316', '%41', '_x000D_'],
  ...['<', '<b>', '<p><', '</', '<a href="', '<!--', '<table><tr><td>', '&', '&amp;', '&lt;', '&#'],
  ...['{{', '{', '{{a|', '{{a}}', '"', '""', ',', ';', ':', '=', '\\', '\\n ', "^'", ';X="1'],
  ...['/', '@', '.', '(', '[', 'https://', 'x;x='],
];

const repeated = (unit: string, bytes: number) =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));

/**
 * Texts of any size. The last ones open brackets without closing them, then close ones that are not
 * open.
 */
export const HOSTILE_TEXTS: ReadonlyMap<string, (bytes: number) => string> = new Map([
  ...UNITS.map((unit) => [JSON.stringify(unit), (bytes: number) => repeated(unit, bytes)] as const),
  ...[
    ['<b>', '</i>'],
    ['{{', '}}'],
    ['"', ','],
  ].map(
    ([open = '', close = '']) =>
      [
        `${open}… ${close}…`,
        (bytes: number) => repeated(open, bytes / 2) + repeated(close, bytes / 2),
      ] as const,
  ),
]);

/** The names of the hostile texts for which a reader takes more than linear time. */
export async function slowTexts(read: (text: string) => unknown, size: number): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, textOf] of HOSTILE_TEXTS) {
    if (await growsTooFast(read, textOf, size)) slow.push(name);
  }
  return slow;
}
