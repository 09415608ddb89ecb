import { tokenIssuer } from '../harness/service.ts';
import { SCREENS } from './plan.ts';

const CALLER = 5;
/**
 * What only the service has, or differs at each request: the ordinary way warns of other favorites only, and
 * not of events that the user attends.
 */
const OWN = new Set(['as_of', 'next_cursor', 'warnings']);

/**
 * Compares what two servers answer to one attendee, field by field. Recommendations are left out:
 * both have the same statement, and the service puts its reasons into words.
 * @throws Error naming the first request whose answers differ
 */
export async function checkSame(urls: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer ${tokenIssuer()(CALLER)}` };
  for (const [name, path] of Object.entries(SCREENS)) {
    const answers = await Promise.all(
      urls.map(async (url) => {
        const res = await fetch(`${url}/api/v1${path}`, { headers });
        return JSON.stringify(comparable(await res.json()));
      }),
    );
    const [first, second] = answers.map((text) => text.slice(0, 2_000));
    if (new Set(answers).size > 1) throw new Error(`${name} differs:\n${first}\n${second}`);
  }
}

/** Keys in order, and instants in one form. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, of]) => [key, comparable(of)]),
  );
}
