import { writeFile } from 'node:fs/promises';
import { dashboard } from './dashboard.ts';
import { errorsPage } from './errors-page.ts';
import { jobsPage } from './jobs-page.ts';
import { messagesPage } from './messages-page.ts';
import { metricsPage } from './metrics-page.ts';

/** Writes the pages of `docs/` that are generated from code, and the dashboard. */
await writeFile(new URL('../docs/errors.md', import.meta.url), errorsPage());
await writeFile(new URL('../docs/jobs.md', import.meta.url), jobsPage());
await writeFile(new URL('../docs/messages.md', import.meta.url), messagesPage());
await writeFile(new URL('../docs/metrics.md', import.meta.url), metricsPage());
await writeFile(new URL('../deploy/grafana/dashboard.json', import.meta.url), dashboard());
