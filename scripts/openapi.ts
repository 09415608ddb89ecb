import { mkdir, writeFile } from 'node:fs/promises';
import { openApiOf } from '../src/http/openapi.ts';
import { declaredEndpoints } from '../test/support/endpoints.ts';
import { operationRoutes, operationTypes, type Reference } from './client-operations.ts';

/**
 * Writes `docs/openapi.json`, the API reference that the service serves, and what the typed client knows
 * of it. Needs no database.
 */
const reference = openApiOf(declaredEndpoints(), '');
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
const text = JSON.stringify(reference, null, 2);
await writeFile(new URL('openapi.json', docs), `${text}\n`);

const client = new URL('../src/client/', import.meta.url);
const written = JSON.parse(text) as Reference;
await writeFile(new URL('operations.d.ts', client), operationTypes(written));
await writeFile(new URL('routes.ts', client), operationRoutes(written));
