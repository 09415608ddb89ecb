export type Json = Readonly<Record<string, unknown>>;

/** The object, or an empty one in place of anything else. */
export const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, a number, or the first text of several languages. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value === 'number') return String(value);
  const [first] = Object.values(recordOf(value));
  return typeof first === 'string' ? first.trim() || null : null;
}
