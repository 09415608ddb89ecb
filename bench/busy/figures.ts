import type { Minute } from './minute.ts';

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All requests without a 2xx but those that a rate limit refused. */
export const failuresOf = ({ failures }: Minute): number =>
  sumOf(Object.fromEntries(Object.entries(failures).filter(([name]) => !name.endsWith(' 429'))));

export const costOf = ({ serverMs, databaseMs }: Pick<Minute, 'serverMs' | 'databaseMs'>) =>
  `server ${serverMs.toFixed(1)} + PG ${databaseMs.toFixed(1)} ms`;

export const microsOf = (minute: Minute | undefined): string =>
  [minute?.serverMs, minute?.databaseMs]
    .map((ms) => ((ms ?? Number.NaN) * 1_000).toFixed(0))
    .join(' + ');

/** Attendees, failed requests, and whether the generator kept its rate. */
export function shortOf({ attendees, failures, refused, late }: Minute): string {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => `${count} × ${name}`);
  return [
    `${attendees} attendees`,
    ...list(failures),
    ...list(refused).map((text) => `refused by ${text}`),
    `generator late by ${late.p99.toFixed(0)} ms (99 %)`,
  ].join(', ');
}

export const restOf = ({ times }: Minute): string =>
  Object.entries(times)
    .filter(([name]) => name !== 'login')
    .map(([name, { p99 }]) => `${name} ${p99.toFixed(0)}`)
    .join(', ')
    .concat(' ms');
