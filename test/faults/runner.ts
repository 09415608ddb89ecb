import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { buildBundle, removeBundle } from '../support/bundle.ts';
import { endServices } from '../support/service.ts';
import { type Experiment, isKept, textOf } from './experiment.ts';

interface Run {
  /** Has the experiments in its folder `experiments`. */
  readonly directory: string;
  /** The page whose table has a row for each experiment. */
  readonly page: string;
  /** What all experiments need besides the bundle. */
  readonly prepare?: () => Promise<void>;
  readonly remove?: () => Promise<void>;
}

interface Row {
  readonly number: number;
  readonly fault: string;
  readonly result: 'pass' | 'miss' | 'skipped';
  readonly text: string;
}

/**
 * Runs the experiments whose file names contain one of the words of the command line, all without a word, one after
 * the other, and ends the process: with 1 if one misses its criterion. With `--write`, the rows of those that ran
 * replace theirs on the page.
 */
export async function runExperiments({ directory, page, prepare, remove }: Run): Promise<never> {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  const files = globSync('experiments/*.ts', { cwd: directory })
    .sort()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  // An interrupted run still ends what it started, when the process exits.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

  await Promise.all([prepare?.(), buildBundle()]);
  const rows: Row[] = [];
  try {
    console.log(`${cpus().length} cores, ${files.length} experiments`);
    for (const file of files) {
      const started = performance.now();
      const row = await rowOf(path.join(directory, file));
      rows.push(row);
      if (process.argv.includes('--write')) await write(page, row);
      const seconds = Math.round((performance.now() - started) / 1_000);
      console.log(`${row.number}. ${row.result}, ${seconds} s: ${row.fault}: ${row.text}`);
    }
  } finally {
    await endServices();
    await removeBundle();
    await remove?.();
  }
  // A connection that an experiment left open does not hold the run.
  process.exit(rows.some(({ result }) => result === 'miss') ? 1 : 0);
}

async function rowOf(file: string): Promise<Row> {
  const { experiment }: { experiment: Experiment } = await import(file);
  const { fault, missing, run } = experiment;
  const row = { number: Number.parseInt(path.basename(file), 10), fault };
  const reason = missing?.();
  if (reason) return { ...row, result: 'skipped', text: `skipped because ${reason}` };
  try {
    const figures = await run();
    const isPassed = figures.length > 0 && figures.every(isKept);
    return { ...row, result: isPassed ? 'pass' : 'miss', text: figures.map(textOf).join(', ') };
  } catch (error) {
    // An experiment that cannot finish has missed; the others still run.
    console.error(error);
    return { ...row, result: 'miss', text: `ended with an error: ${(error as Error).message}` };
  } finally {
    await endServices();
  }
}

const commit = () => execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });

const today = new Date().toISOString().slice(0, 10);
const lineOf = ({ number, fault, result, text }: Row): string =>
  `| ${number} | ${fault} | ${text.replaceAll('|', '/').replaceAll('\n', ' ')} | ${result} | ${today}, ${commit().trim()} |`;

async function write(page: string, row: Row): Promise<void> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  const isRow = (line: string) => /^\| \d/.test(line);
  const first = lines.findIndex((line) => /^\|---/.test(line)) + 1;
  const kept = new Map(lines.filter(isRow).map((line) => [Number(line.split('|')[1]), line]));
  kept.set(row.number, lineOf(row));
  const sorted = [...kept].sort(([a], [b]) => a - b).map(([, line]) => line);
  const after = lines.slice(first).filter((line) => !isRow(line));
  await writeFile(page, [...lines.slice(0, first), ...sorted, ...after].join('\n'));
}
