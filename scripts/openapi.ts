import { mkdir, writeFile } from 'node:fs/promises';
import { openApiOf } from '../src/http/openapi.ts';
import { declaredEndpoints } from '../test/support/endpoints.ts';

/** Writes `docs/openapi.json`, the API reference that the service serves. Needs no database. */
const reference = openApiOf(declaredEndpoints(), '');
const docs = new URL('../docs/', import.meta.url);
await mkdir(docs, { recursive: true });
await writeFile(new URL('openapi.json', docs), `${JSON.stringify(reference, null, 2)}\n`);
