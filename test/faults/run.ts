import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { buildBundle, removeBundle } from '../support/bundle.ts';
import { prepareDatabases, removeDatabases } from '../support/cluster.ts';
import { endServices } from '../support/service.ts';
import { type Experiment, isKept, textOf } from './experiment.ts';

/**
 * Runs the experiments whose file names contain one of the words, all without a word, one after the
 * other. Exits with 1 if one misses its criterion. With `--write`, the rows of those that ran replace
 * theirs in `docs/faults.md`.
 */
const PAGE = 'docs/faults.md';
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

interface Row {
  readonly number: number;
  readonly fault: string;
  readonly result: 'pass' | 'miss' | 'skipped';
  readonly text: string;
}

const files = globSync('experiments/*.ts', { cwd: import.meta.dirname })
  .sort()
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

async function rowOf(file: string): Promise<Row> {
  const { experiment }: { experiment: Experiment } = await import(`./${file}`);
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

const lineOf = ({ number, fault, result, text }: Row): string =>
  `| ${number} | ${fault} | ${text.replaceAll('|', '/').replaceAll('\n', ' ')} | ${result} | ${today}, ${commit().trim()} |`;
const today = new Date().toISOString().slice(0, 10);

async function write(row: Row): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const lines = page.split('\n');
  const isRow = (line: string) => /^\| \d/.test(line);
  const first = lines.findIndex((line) => /^\|---/.test(line)) + 1;
  const kept = new Map(lines.filter(isRow).map((line) => [Number(line.split('|')[1]), line]));
  kept.set(row.number, lineOf(row));
  const sorted = [...kept].sort(([a], [b]) => a - b).map(([, line]) => line);
  const after = lines.slice(first).filter((line) => !isRow(line));
  await writeFile(PAGE, [...lines.slice(0, first), ...sorted, ...after].join('\n'));
}

await Promise.all([prepareDatabases(), buildBundle()]);
const rows: Row[] = [];
try {
  console.log(`${cpus().length} cores, ${files.length} experiments`);
  for (const file of files) {
    const started = performance.now();
    const row = await rowOf(file);
    rows.push(row);
    if (process.argv.includes('--write')) await write(row);
    const seconds = Math.round((performance.now() - started) / 1_000);
    console.log(`${row.number}. ${row.result}, ${seconds} s: ${row.fault}: ${row.text}`);
  }
} finally {
  await endServices();
  await removeBundle();
  await removeDatabases();
}
// A connection that an experiment left open does not hold the run.
process.exit(rows.some(({ result }) => result === 'miss') ? 1 : 0);
