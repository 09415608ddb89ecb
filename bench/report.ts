import { cpus } from 'node:os';
import type { Comparison, Sample } from './compare.ts';
import { type Figure, type Goal, verdictOf } from './goals.ts';

export interface Results {
  readonly comparisons: readonly Comparison[];
  readonly figures: readonly Figure[];
  readonly growth: readonly Figure[];
}

export interface Circumstances {
  readonly quick: boolean;
  readonly placement: string;
  readonly postgresVersion: string;
  /** The load average of the machine before the run: above 0, others disturb it. */
  readonly load: number;
  readonly commit: string;
  readonly date: Date;
}

type Cells = readonly (string | number)[];

/** The results as Markdown, which is also readable on a terminal. */
export function reportOf(results: Results, circumstances: Circumstances): string {
  const { comparisons, figures, growth } = results;
  return [
    '# Benchmark results',
    `Written by \`npm run bench\`${circumstances.quick ? ' with `--quick`' : ''}; [README.md](README.md) explains the tables.`,
    machineTable(circumstances),
    ...(comparisons.length > 0
      ? ['## Paths', cpuTable(comparisons), '## Load', loadTable(comparisons)]
      : []),
    ...(figures.length > 0 ? ['## Process and bulk', figureTable(figures)] : []),
    ...(growth.length > 0 ? ['## Ten times the rows', figureTable(growth)] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function machineTable({ placement, postgresVersion, load, commit, date }: Circumstances): string {
  const cores = cpus();
  return table(
    ['machine', ''],
    [
      ['CPU', `${cores[0]?.model.trim() ?? 'unknown'}, ${cores.length} cores`],
      ['placement', placement],
      ['Node.js', process.version],
      ['PostgreSQL', `${postgresVersion}, embedded, default settings`],
      ['load average before', load.toFixed(1)],
      ['commit', commit],
      ['date', date.toISOString().slice(0, 10)],
    ],
  );
}

const cpuTable = (comparisons: readonly Comparison[]) =>
  table(
    [
      'path',
      'bare: server / PG µs',
      'service: server / PG µs',
      'server ratio',
      'must / stretch',
      'result',
      'PG ratio',
    ],
    comparisons.map(({ path, bare, service, ratio }) => [
      path.title,
      microsOf(bare),
      microsOf(service),
      `**${ratio.toFixed(2)}**`,
      bounds(path.goal),
      wordOf(path.goal, ratio),
      path.uncached ? (service.databaseMicros / bare.databaseMicros).toFixed(2) : '–',
    ]),
  );

const loadTable = (comparisons: readonly Comparison[]) =>
  table(
    ['path', 'bare: req/s', 'p50 / p99 ms', 'service: req/s', 'p50 / p99 ms', 'rounds'],
    comparisons.map(({ path, bare, service, rounds }) => [
      path.title,
      bare.requestsPerSecond.toFixed(0),
      `${bare.p50} / ${bare.p99}`,
      service.requestsPerSecond.toFixed(0),
      `${service.p50} / ${service.p99}`,
      rounds,
    ]),
  );

const figureTable = (figures: readonly Figure[]) =>
  table(
    ['figure', 'measured', 'must / stretch', 'result', ''],
    figures.map(({ title, value, goal, detail }) => [
      title,
      `**${amount(value, goal)}**`,
      bounds(goal),
      wordOf(goal, value),
      detail,
    ]),
  );

const microsOf = ({ serverMicros, databaseMicros }: Sample) =>
  `${serverMicros.toFixed(0)} / ${databaseMicros.toFixed(0)}`;

function amount(value: number, { unit }: Goal): string {
  if (!Number.isFinite(value)) return 'no answer';
  return unit === '×'
    ? `${value.toFixed(2)} ×`
    : `${value.toFixed(unit === 's' || unit === '%' ? 2 : 0)} ${unit}`;
}

const bounds = ({ better, must, stretch, unit }: Goal) =>
  `${better === 'less' ? '≤' : '≥'} ${must === stretch ? must : `${must} / ${stretch}`}${unit === '×' ? '' : ` ${unit}`}`;

const WORDS = { stretch: 'stretch met', must: 'must met', missed: '**missed**' } as const;

/** Where there is no separate stretch, `met`. */
function wordOf(goal: Goal, value: number): string {
  const verdict = verdictOf(goal, value);
  return verdict === 'stretch' && goal.must === goal.stretch ? 'met' : WORDS[verdict];
}

const table = (head: Cells, rows: readonly Cells[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
