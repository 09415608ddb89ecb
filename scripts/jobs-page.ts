import { JOBS } from '../src/jobs/jobs.ts';

const INTRODUCTION = `# Jobs

Work that a request leaves to a worker. A job is declared once, in \`src/jobs/<name>.job.ts\`; the
queue in PostgreSQL, the worker and this page come from the declaration. A job can run twice, after
a worker died in it, so every job is safe to repeat.

- **singleton**: one run at a time in all workers together.
- **each**: a worker runs its waiting jobs one after the other; workers run side by side.
- **merged**: one run in a worker completes every job that waited for it.

A job with retries is tried again up to 10 times, first after 1 s, then after twice as long each
time. A job without is made up for by its next scheduled run.

This page is written by \`npm run docs\`.

| job | what it does | schedule (UTC) | concurrency | retries |
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
