import { writeFile } from 'node:fs/promises';
import { errorsPage } from './errors-page.ts';

/** Writes `docs/errors.md`. */
await writeFile(new URL('../docs/errors.md', import.meta.url), errorsPage());
