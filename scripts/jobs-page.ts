import { JOBS } from '../src/jobs/jobs.ts';

const INTRODUCTION = `# Jobs

Jobs are work that workers do outside a request. A job is declared once, in
\`src/jobs/<capability>.jobs.ts\`; the queue in PostgreSQL, the worker and this page derive from the
declaration. After a worker's death its jobs run again, so every job is safe to repeat.

- **singleton**: one run at a time across all workers.
- **each**: a worker runs its jobs one after the other; several workers run in parallel.
- **merged**: one run in a worker completes all jobs that were waiting.

A failed job with retries is retried up to 10 times, first after 1 s, then with exponential backoff. The last failure
is logged as \`job failed for good\` at level 50, and the job stays in the queue \`dead-jobs\` for 14 days. A job without
retries relies on its next run; its fifth failure in a row is logged at level 50.

\`npm run generate\` writes this page.

| job | effect | schedule (UTC) | concurrency | retries |
|---|---|---|---|---|
`;

/** The text of `docs/jobs.md`. */
export function jobsPage(): string {
  const rows = [...JOBS]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(
      ({ name, summary, schedule, concurrency, retry }) =>
        `| \`${name}\` | ${summary} | ${schedule ? `\`${schedule}\`` : 'on demand'} | ${concurrency} | ${retry ? 'yes' : 'no'} |\n`,
    );
  return INTRODUCTION + rows.join('');
}
