import { readFile, writeFile } from 'node:fs/promises';
import { operationTypes } from './client-operations.ts';

/**
 * Writes `src/client/operations.d.ts`, the types that the client has of the committed API reference. Git
 * does not track them: what compiles or edits the client runs this first.
 */
const reference = new URL('../docs/openapi.json', import.meta.url);
const types = new URL('../src/client/operations.d.ts', import.meta.url);
await writeFile(types, operationTypes(JSON.parse(await readFile(reference, 'utf8'))));
