import { mkdir, writeFile } from 'node:fs/promises';
import stringify from 'json-stringify-pretty-compact';
import { openApiOf } from '../src/http/openapi.ts';
import { declaredEndpoints } from '../test/support/endpoints.ts';
import { operationRoutes, type Reference } from './client-operations.ts';

const MAX_LENGTH = 120;

/** The document with each example on one line, so that a change of the contract is not lost among them. */
function printed(reference: object): string {
  const examples: string[] = [];
  const replacer = (key: string, value: unknown) => {
    if (key !== 'value' && !(key === 'examples' && Array.isArray(value))) return value;
    const example = stringify(value, { maxLength: Number.POSITIVE_INFINITY });
    // Of the same length, so that what is around it breaks as if it were there.
    const place = `\u0000${examples.push(example) - 1} `;
    return place.padEnd(Math.min(example.length, MAX_LENGTH));
  };
  const text = stringify(reference, { maxLength: MAX_LENGTH, replacer });
  return text.replace(/"\\u0000(\d+) +"/g, (_, index) => examples[index] ?? '');
}

/**
 * Writes `docs/openapi.json`, the API reference that the service serves, and what the typed client knows
 * of it. Needs no database.
 */
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
const text = printed(openApiOf(declaredEndpoints(), ''));
await writeFile(new URL('openapi.json', docs), `${text}\n`);

const client = new URL('../src/client/', import.meta.url);
await writeFile(new URL('routes.ts', client), operationRoutes(JSON.parse(text) as Reference));
await import('./client-types.ts');
