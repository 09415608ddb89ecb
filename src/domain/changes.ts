/** The fields of something that a caller may change; absent or undefined leaves one as it is. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** What would really change: the fields whose value differs, as they are and as they become. */
export function differences<T extends object>(
  current: T,
  wanted: Changes<T>,
): { readonly before: Partial<T>; readonly after: Partial<T> } {
  const before: Partial<T> = {};
  const after: Partial<T> = {};
  for (const key in wanted) {
    const value = wanted[key];
    if (value === undefined || isSame(value, current[key])) continue;
    before[key] = current[key];
    after[key] = value;
  }
  return { before, after };
}

/** Values of columns are scalars, lists and plain objects, whose keys have no order. */
const isSame = (one: unknown, other: unknown) => ordered(one) === ordered(other);

const ordered = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
