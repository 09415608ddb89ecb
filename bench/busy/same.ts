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
 * @throws Error naming the requests whose answers differ, with the text around the first difference
 */
export async function checkSame(urls: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer ${tokenIssuer()(CALLER)}` };
  const differences: string[] = [];
  for (const [name, path] of Object.entries(SCREENS)) {
    const answers = await Promise.all(
      urls.map(async (url) => {
        const res = await fetch(`${url}/api/v1${path}`, { headers });
        return JSON.stringify(comparable(await res.json()));
      }),
    );
    if (new Set(answers).size > 1) differences.push(`${name}:\n${firstDifference(answers)}`);
  }
  if (differences.length > 0) throw new Error(`the answers differ\n${differences.join('\n')}`);
}

function firstDifference([first = '', second = '']: readonly string[]): string {
  let at = 0;
  while (first[at] === second[at]) at++;
  return [first, second].map((text) => text.slice(Math.max(0, at - 100), at + 200)).join('\n');
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
