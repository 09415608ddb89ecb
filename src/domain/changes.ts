/** New values for some fields. A field that is absent or undefined does not change. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The fields whose value changes, with their values before and after. */
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

/** Compares column values: scalars, lists and plain objects. The order of keys does not matter. */
const isSame = (one: unknown, other: unknown) =>
  one === other || serialized(one) === serialized(other);

const serialized = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
