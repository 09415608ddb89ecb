import type { Figure } from '../goals.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import type { Run } from '../run.ts';
import { ask, cpuMs, headersOf } from './client.ts';
import { SMALLER_CONFERENCE } from './data.ts';

const LARGEST_CONFERENCE = 1;
const PAGE = 10;
const ROUNDS = 3;
const REQUESTS = 10;
/** After a request that takes this long, one a round is enough. */
const LONG_MS = 200;
/** Less than this is some ticks of the kernel, and no ratio. */
const LEAST_MS = 2;

type List = { readonly path: string; readonly auth: 'optional' | 'admin' };

const LISTS: readonly List[] = [
  { path: '/users', auth: 'optional' },
  { path: '/users?interest=engines', auth: 'optional' },
  { path: '/users?q=first', auth: 'optional' },
  { path: '/users?q=frist lsat', auth: 'optional' },
  { path: '/admin/users', auth: 'admin' },
  { path: '/admin/users?q=first', auth: 'admin' },
  ...['created_at', 'first_name', '-last_seen_at'].map((sort) => ({
    path: `/admin/users?sort=${sort}`,
    auth: 'admin' as const,
  })),
];

/** People of the conference with 100,000 beside those of one with 10,000, in turn. */
export async function compareConferences(run: Run, server: ServerProcess): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const list of LISTS) {
    for (const [kind, page] of [
      ['first page', 1],
      [`page ${PAGE}`, PAGE],
    ] as const) {
      figures.push(await ratioOf(run, server, list, { kind, suffix: `&page=${page}` }));
    }
    figures.push(await cursorFigure(run, server, list));
  }
  return figures;
}

const targetOf = ({ path }: List, conference: number, suffix: string): string =>
  `${encodeURI(path)}${path.includes('?') ? '&' : '?'}conference_id=${conference}&limit=20${suffix}`;

/** Milliseconds of CPU time of one request. */
async function costOf(run: Run, server: ServerProcess, list: List, target: string) {
  const headers = headersOf(list);
  const times = (count: number) =>
    cpuMs(run, server, async () => {
      for (let n = 0; n < count; n++) {
        const { status } = await ask(server, { target, isEndless: false }, headers);
        if (status !== 200 && status !== 503) throw new Error(`${target}: ${status}`);
      }
    });
  const firstMs = await times(1);
  return firstMs > LONG_MS ? firstMs : (await times(REQUESTS)) / REQUESTS;
}

async function ratioOf(
  run: Run,
  server: ServerProcess,
  list: List,
  { kind, suffix }: { kind: string; suffix: string },
): Promise<Figure> {
  const costs: Record<'small' | 'large', number[]> = { small: [], large: [] };
  for (let n = 0; n < ROUNDS; n++) {
    costs.small.push(await costOf(run, server, list, targetOf(list, SMALLER_CONFERENCE, suffix)));
    costs.large.push(await costOf(run, server, list, targetOf(list, LARGEST_CONFERENCE, suffix)));
  }
  const [small, large] = [median(costs.small), median(costs.large)];
  return {
    title: `People of a conference, \`${list.path}\`, ${kind}`,
    value: Math.max(large, LEAST_MS) / Math.max(small, LEAST_MS),
    goal: { better: 'less', unit: '×', must: 1.5, stretch: 1.5 },
    detail: `${small.toFixed(1)} ms of CPU with 10,000 people, ${large.toFixed(1)} with 100,000`,
  };
}

/** A page far behind the first, by cursor. */
async function cursorFigure(run: Run, server: ServerProcess, list: List): Promise<Figure> {
  const page = targetOf(list, LARGEST_CONFERENCE, `&page=${PAGE}`);
  const { body } = await ask(server, { target: page, isEndless: false }, headersOf(list));
  const cursor = body?.pagination?.next_cursor;
  const costs: number[] = [];
  const target = targetOf(list, LARGEST_CONFERENCE, `&cursor=${cursor}`);
  for (let n = 0; cursor && n < ROUNDS; n++) costs.push(await costOf(run, server, list, target));
  return {
    title: `People of a conference, \`${list.path}\`, by cursor`,
    value: costs.length > 0 ? median(costs) : Number.POSITIVE_INFINITY,
    goal: { better: 'less', unit: 'ms', must: 10, stretch: 10 },
    detail: 'CPU with 100,000 people',
  };
}
