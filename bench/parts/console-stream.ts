import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { newPublicId, newSecret } from '../../src/lib/api-key-secrets.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { databaseMicros } from '../harness/cpu.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const CONSOLES = 20;
const CHECK_INS_A_SECOND = 1_000 / 60;
/** Pairs of rounds: with consoles, and without. */
const PAIRS = { whole: 6, quick: 2 };
const ROUND_SECONDS = 10;
/** The changes of a second are reported at its end, and streams check their keys every 5 s. */
const SETTLE_MS = 1_500;
const CHECK_INS = Math.round(ROUND_SECONDS * CHECK_INS_A_SECOND);
const PATH = '/api/v1/admin/conferences/1/check-in';

/**
 * What the live streams of 20 consoles cost beside 1,000 check-ins a minute, each with a key of its own:
 * the CPU time of the service and PostgreSQL, less that of the same check-ins without consoles.
 */
export async function measureConsoleStream(run: Run): Promise<Figure[]> {
  const pairs = run.options.quick ? PAIRS.quick : PAIRS.whole;
  const database = await run.cluster.create('bench_console_stream');
  // A round more warms up.
  const keys = await withClient(database, (client) =>
    createData(client, CHECK_INS * (2 * pairs + 1)),
  );
  const server = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  let first = 1;
  const round = async (consoles: readonly string[]): Promise<number> => {
    const share = await shareOf(run, server, { consoles, first });
    first += CHECK_INS;
    return share;
  };
  await round(keys);
  const shares: { with: number; without: number }[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    // In turn, so that neither is always the first.
    if (pair % 2 === 0) shares.push({ with: await round(keys), without: await round([]) });
    else shares.push({ without: await round([]), with: await round(keys) });
  }
  await server.stop();
  await run.cluster.drop('bench_console_stream');
  return [figureOf(shares)];
}

function figureOf(shares: readonly { readonly with: number; readonly without: number }[]): Figure {
  const differences = shares.map((pair) => pair.with - pair.without);
  const percent = (share: number) => `${share.toFixed(2)} %`;
  const [least, most] = [Math.min(...differences), Math.max(...differences)];
  const alone = median(shares.map(({ without }) => without));
  return {
    title: '20 consoles on the live stream beside 1,000 check-ins a minute, CPU of a core',
    value: median(differences),
    goal: { better: 'less', unit: '%', must: 1, stretch: 0.5 },
    detail: `median of ${shares.length} pairs, ${percent(least)} to ${percent(most)}; the check-ins alone ${percent(alone)}`,
  };
}

interface Round {
  readonly consoles: readonly string[];
  /** The first user who checks in. */
  readonly first: number;
}

/** The share of a core that the service and PostgreSQL take in a round, in percent. */
async function shareOf(
  { cluster }: Run,
  server: ServerProcess,
  { consoles, first }: Round,
): Promise<number> {
  const opened = await Promise.all(consoles.map((key) => Console.open(server.url, key)));
  await sleep(SETTLE_MS);
  const micros = async () =>
    (await server.cpuMicros()) + (await databaseMicros(cluster.postmaster));
  const before = await micros();
  const startedAt = performance.now();
  await checkIn(server, first);
  const left = startedAt + ROUND_SECONDS * 1_000 + SETTLE_MS - performance.now();
  await sleep(Math.max(0, left));
  const seconds = (performance.now() - startedAt) / 1_000;
  const spent = (await micros()) - before;
  for (const one of opened) one.close();
  const missed = opened.filter(({ checkedIn }) => checkedIn !== CHECK_INS).length;
  if (missed > 0) throw new Error(`${missed} consoles did not receive ${CHECK_INS} check-ins`);
  await sleep(SETTLE_MS);
  return (spent / 1e6 / seconds) * 100;
}

/** Sends the check-ins of a round at a steady rate, however late the answers are. */
async function checkIn({ url }: ServerProcess, first: number): Promise<void> {
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < CHECK_INS; n++) {
    const due = startedAt + (n * 1_000) / CHECK_INS_A_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    sent.push(checkInOf(url, first + n));
  }
  await Promise.all(sent);
}

async function checkInOf(url: string, user_id: number): Promise<void> {
  const response = await fetch(url + PATH, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_id }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`check-in: ${response.status} ${body}`);
}

/** A console that follows the conference, and counts the check-ins that it is shown. */
class Console {
  checkedIn = 0;
  readonly #res: IncomingMessage;

  static open(url: string, key: string): Promise<Console> {
    return new Promise((resolve, reject) => {
      const path = '/api/v1/admin/stream?conference_id=1';
      get(url + path, { agent: false, headers: { 'X-API-Key': key } }, (res) => {
        if (res.statusCode === 200) resolve(new Console(res));
        else reject(new Error(`stream: ${res.statusCode}`));
      }).on('error', reject);
    });
  }

  private constructor(res: IncomingMessage) {
    this.#res = res;
    let rest = '';
    res.setEncoding('utf8').on('data', (text: string) => {
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.#read(event);
    });
    // A destroyed stream raises an error here.
    res.on('error', () => {});
  }

  close(): void {
    this.#res.destroy();
  }

  #read(event: string): void {
    if (!event.includes('event: check_in')) return;
    this.checkedIn += Number(/"count":(\d+)/.exec(event)?.[1]);
  }
}

/** A conference and its attendees, and a key for each console. */
async function createData(client: pg.Client, attendees: number): Promise<string[]> {
  for (const statement of [
    `insert into users (messenger_id, messenger_first_name, last_seen_at)
     select n, 'Person ' || n, now() from generate_series(1, ${attendees}) n`,
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
     values ('c1', 'Conference', current_date, current_date + 2, 'UTC', 'published', now())`,
    `insert into registrations (conference_id, user_id, status, registered_at)
     select 1, n, 'registered', now() from generate_series(1, ${attendees}) n`,
  ])
    await client.query(statement);
  const keys: string[] = [];
  for (let n = 0; n < CONSOLES; n++) keys.push(await createKey(client, [1]));
  await client.query('vacuum analyze');
  return keys;
}

async function createKey(client: pg.Client, conference_ids: readonly number[]): Promise<string> {
  const publicId = newPublicId();
  const secret = newSecret(publicId);
  await client.query(
    `with key as (
       insert into api_keys (public_id, name, scopes, conference_ids)
       values ($1, 'bench', '{*}', $2) returning id)
     insert into api_key_secrets (key_id, hash) select id, $3 from key`,
    [publicId, conference_ids, createHash('sha256').update(secret).digest()],
  );
  return secret;
}
