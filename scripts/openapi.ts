import { mkdir, writeFile } from 'node:fs/promises';
import stringify from 'json-stringify-pretty-compact';
import { openApiOf } from '../src/http/openapi.ts';
import { declaredEndpoints } from '../test/support/endpoints.ts';
import { operationRoutes, type Reference } from './client-operations.ts';

/**
 * Writes `docs/openapi.json`, the API reference that the service serves, and what the typed client knows
 * of it. Needs no database.
 */
const reference = openApiOf(declaredEndpoints(), '');
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
const text = stringify(reference, { maxLength: 120 });
await writeFile(new URL('openapi.json', docs), `${text}\n`);

const client = new URL('../src/client/', import.meta.url);
await writeFile(new URL('routes.ts', client), operationRoutes(JSON.parse(text) as Reference));
await import('./client-types.ts');
