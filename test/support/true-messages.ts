import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { ChatMessage } from '../../src/development/bot-chats.ts';
import { plainText } from '../../src/development/bot-contents.ts';
import type { BotSandbox } from '../../src/development/bot-sandbox.ts';
import { whenAndWhere } from '../../src/domain/messaging/notification-texts.ts';
import { calendarDays } from '../../src/lib/local-times.ts';
import { withoutMarks } from '../../src/lib/marked-times.ts';
import { connectTo } from './database.ts';
import { BOT_TOKEN } from './messenger.ts';
import { type Service, startService } from './service.ts';
import { until } from './until.ts';

const ADMIN_API_KEY = 'the-admin-key-of-the-true-messages';
const PEOPLE = [7_001, 7_002, 7_003];
const HOUR_MS = 3_600_000;
/** The latency of the sandbox: a kill can leave its calls in flight for so long. */
export const LATENCY_MS = 50;

interface Plan {
  readonly databaseUrl: string;
  readonly cwd: string;
  readonly sandbox: BotSandbox;
  readonly seed: number;
  readonly edits: number;
  readonly kills: number;
}

export interface LivedThrough {
  /** The edits that the API accepted. */
  readonly edits: number;
  readonly refused: number;
  /** Sentences that are untrue, or missing, in what people see at the end. */
  readonly untrue: readonly string[];
  /** Copies of a message beyond the first one. */
  readonly doubles: number;
  /** Messages in chats that the service does not know. */
  readonly orphans: number;
  /** Messages and edits in flight at the kills. */
  readonly inFlight: number;
  readonly messages: number;
  readonly folded: number;
  readonly mostInAnySecond: number;
  readonly shortestGapMs: number;
}

type Random = (below: number) => number;

/** What a person reads about, with the sentence that is true of it now. */
interface ResourceNoun {
  readonly table: 'events' | 'agenda_items' | 'conferences';
  readonly id: number;
  readonly title: string;
}

/** Organizers edit at random while the worker sends and is killed; then the chats are read. */
export async function liveThrough(plan: Plan): Promise<LivedThrough> {
  await using sql = await connectTo(plan.databaseUrl);
  const things = await aProgramme(sql);
  const truthsOfAll = async () => {
    const truths = [];
    for (const thing of things) truths.push(await truthsOf(sql, thing));
    return truths;
  };
  const before = await truthsOfAll();
  const random = randomOf(plan.seed);
  const start = (role: 'api' | 'worker') =>
    startService({ cwd: plan.cwd, env: settings(plan, role) });
  await using api = await start('api');
  let worker = await start('worker');
  const organizer = new Organizer({ sql, api, random, things });
  let inFlight = 0;
  for (let edit = 0; edit < plan.edits; edit++) {
    await organizer.edit();
    await sleep(random(120));
    if ((edit + 1) % Math.ceil(plan.edits / (plan.kills + 1)) === 0) {
      inFlight += await killed(worker, plan, sql);
      worker = await start('worker');
    }
  }
  await untilQuiet(sql);
  worker.child.kill('SIGTERM');
  await worker.ended;
  const ids = await knownMessages(sql);
  const { sandbox } = plan;
  const messages = PEOPLE.flatMap((chatId) => sandbox.chats.all(chatId));
  const orphans = messages.filter(
    ({ message_id, deleted_at }) => deleted_at === null && !ids.has(message_id),
  );
  const known = messages.filter((message) => !orphans.includes(message));
  const reading = { things, known, truths: await truthsOfAll() };
  return {
    edits: organizer.accepted,
    refused: organizer.refused,
    untrue: [...untrueSentences(reading), ...missingMessages(reading, before, organizer.loud)],
    doubles: doublesIn(messages),
    orphans: orphans.length,
    inFlight,
    messages: messages.length,
    folded: known.filter((message) => textIn(message) === 'Changed again: see below').length,
    mostInAnySecond: sandbox.mostInAnySecond(),
    shortestGapMs: Math.round(sandbox.shortestGapMs()),
  };
}

const settings = ({ databaseUrl, sandbox }: Plan, ROLE: 'api' | 'worker'): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ROLE,
  DATABASE_URL: databaseUrl,
  JWT_SECRET: 'the-jwt-secret-of-the-true-messages-01',
  ADMIN_API_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MESSENGER_API_ROOT: sandbox.url,
  MESSENGER_APP_URL: 'https://t.me/hallway_sandbox_bot/app',
  MESSENGER_CHANGE_WAIT: '1',
  MESSENGER_RATE: '1000',
  RATE_LIMIT_ENABLED: 'false',
  DRAIN_DELAY: '0',
});

/** Three people with seats at three events, and four agenda items of a conference that they keep. */
async function aProgramme(sql: pg.Client): Promise<readonly ResourceNoun[]> {
  await sql.query(`
    truncate users, conferences, events cascade;
    insert into users (messenger_id, messenger_first_name, messenger_reachable, last_seen_at)
      select id, 'Person ' || id, true, now() from unnest(array[${PEOPLE}]) id;
    insert into conferences (slug, name, starts_on, ends_on, timezone, venue, status)
      values ('sea', 'Conference-S', current_date, current_date + 9, 'Europe/Berlin', 'Museum Quay', 'published');
    insert into events (slug, title, status, starts_at, ends_at, timezone, source, venue_name)
      select 'event-' || n, 'Event-' || n, 'approved', at, at + interval '1 hour', 'Europe/Berlin', 'admin', 'Pier ' || n
        from (select n, date_trunc('hour', now()) + n * interval '26 hours' as at from generate_series(1, 3) n) e;
    insert into agenda_items (conference_id, title, starts_at, ends_at, room)
      select c.id, 'Item-' || n, at, at + interval '1 hour', 'Room ' || n
        from conferences c, (select n, date_trunc('hour', now()) + interval '2 hours' + (n - 1) * interval '30 hours' as at
                               from generate_series(1, 4) n) i;
    insert into event_attendances (event_id, user_id, status, registered_at)
      select e.id, u.id, 'registered', now() from events e, users u;
    insert into registrations (conference_id, user_id, status, registered_at)
      select c.id, u.id, 'registered', now() from conferences c, users u;
    insert into agenda_favorites (user_id, agenda_item_id) select u.id, a.id from users u, agenda_items a;
    update events set attendee_count = 3;
    update conferences set attendee_count = 3`);
  const { rows } = await sql.query<ResourceNoun>(`
    select 'events' as table, id::int, title from events
    union all select 'agenda_items', id::int, title from agenda_items
    union all select 'conferences', id::int, name from conferences`);
  return rows;
}

/** A worker ends in the middle of a call; its leases end at once, when its calls have arrived. */
async function killed({ child, ended }: Service, plan: Plan, sql: pg.Client): Promise<number> {
  const { calls } = plan.sandbox;
  const { length } = calls;
  // The next call is in flight for the latency of the sandbox. There may be none for a while.
  for (let tries = 0; tries < 200 && calls.length === length; tries++) await sleep(5);
  // Some kills hit before the effect, others after it, before the result is recorded.
  await sleep(calls.length % 3 === 0 ? LATENCY_MS : 0);
  child.kill('SIGKILL');
  await ended;
  await sleep(4 * LATENCY_MS);
  const { rows } = await sql.query(`
    with sent as (update deliveries set leased_until = now() where status = 'sending' returning 1),
         edited as (update bot_messages set leased_until = now() where leased_until > now() returning 1)
    select ((select count(*) from sent) + (select count(*) from edited))::int as count`);
  return rows[0].count;
}

/** Waits until nothing is to be sent or edited. */
async function untilQuiet(sql: pg.Client): Promise<void> {
  await until(async () => {
    const { rows } = await sql.query(`
      select (select count(*) from deliveries where status in ('queued', 'sending')) as deliveries,
             (select count(*) from bot_messages where edit_due_at is not null or state = 'sending') as edits,
             (select count(*) from changed_subjects) as subjects`);
    return Object.values(rows[0]).every((count) => Number(count) === 0);
  });
}

async function knownMessages(sql: pg.Client): Promise<ReadonlySet<number>> {
  const { rows } = await sql.query('select message_id::int as id from bot_messages');
  return new Set(rows.map(({ id }) => id));
}

/** Changes things at random through the API, as organizers do. */
class Organizer {
  accepted = 0;
  refused = 0;
  /** The titles of things that only notified edits have changed. */
  readonly loud = new Set<string>();
  readonly #silent = new Set<string>();
  readonly #sql: pg.Client;
  readonly #api: Service;
  readonly #random: Random;
  readonly #things: readonly ResourceNoun[];
  #isDeleted = { events: false, agenda_items: false };
  /** What undoes the last edit. */
  #undo: (() => Promise<void>) | undefined;

  constructor(given: {
    sql: pg.Client;
    api: Service;
    random: Random;
    things: readonly ResourceNoun[];
  }) {
    this.#sql = given.sql;
    this.#api = given.api;
    this.#random = given.random;
    this.#things = given.things;
  }

  async edit(): Promise<void> {
    const notify = this.#random(5) > 0;
    const kind = this.#random(12);
    if (kind === 0) return this.#shiftMany(notify);
    if (kind === 1 && this.#undo) return this.#undo();
    if (kind === 2) return this.#passTime();
    const thing = this.#things[this.#random(this.#things.length)] as ResourceNoun;
    if (kind === 3 && thing.table !== 'conferences' && !this.#isDeleted[thing.table]) {
      this.#isDeleted[thing.table] = true;
      return this.#send('DELETE', `${pathOf(thing)}?notify=${notify}`, { thing, notify });
    }
    await this.#change(thing, notify);
  }

  /** After 10 minutes a change is a new message. */
  async #passTime(): Promise<void> {
    await this.#sql.query(
      `update bot_messages set sent_at = sent_at - interval '11 minutes' where state = 'standing'`,
    );
  }

  async #shiftMany(notify: boolean): Promise<void> {
    const items = this.#things.filter(({ table }) => table === 'agenda_items');
    for (const thing of items) this.#note(thing, notify);
    const conference_id = this.#things.find(({ table }) => table === 'conferences')?.id;
    const shift_minutes = 5 + this.#random(30);
    const body = { filter: { conference_id }, shift_minutes, force: true, notify };
    await this.#send('POST', '/admin/agenda/bulk', { body });
  }

  async #change(thing: ResourceNoun, notify: boolean): Promise<void> {
    const before = await rowOf(this.#sql, thing);
    if (!before) return;
    const after = changeOf(thing, before, this.#random);
    const back = Object.fromEntries(
      Object.keys(after).map((name) => [
        name,
        name === 'venue' && thing.table === 'events' ? { name: before.venue_name } : before[name],
      ]),
    );
    const send = (fields: object) =>
      this.#send('PUT', pathOf(thing), { thing, notify, body: { ...fields, notify } });
    this.#undo = () => send(back);
    await send(after);
  }

  #note({ title }: ResourceNoun, notify: boolean): void {
    if (!notify) this.#silent.add(title);
    if (this.#silent.has(title)) this.loud.delete(title);
    else this.loud.add(title);
  }

  async #send(
    method: string,
    path: string,
    { thing, notify = true, body }: { thing?: ResourceNoun; notify?: boolean; body?: object },
  ): Promise<void> {
    const res = await fetch(`${this.#api.url}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await res.text();
    if (res.ok) {
      this.accepted += 1;
      if (thing) this.#note(thing, notify);
    } else if (res.status === 404 || res.status === 409 || res.status === 400) this.refused += 1;
    else throw new Error(`${method} ${path}: ${res.status} ${answer}`);
  }
}

const pathOf = ({ table, id }: ResourceNoun) =>
  `/admin/${table === 'agenda_items' ? 'agenda' : table}/${id}`;

type Row = Readonly<Record<string, unknown>>;

/** Undefined for a thing that is deleted. */
async function rowOf(sql: pg.Client, { table, id }: ResourceNoun): Promise<Row | undefined> {
  const { rows } = await sql.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id]);
  return rows[0]?.row;
}

function changeOf({ table }: ResourceNoun, before: Row, random: Random): Row {
  if (table === 'conferences') {
    const day = (name: string, days: number) =>
      new Date(Date.parse(`${before[name]}`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
    if (random(3) === 0) return { venue: `Quay ${random(5)}` };
    return { ends_on: day('ends_on', 1 + random(2)) };
  }
  const choice = random(6);
  const statuses = table === 'events' ? ['approved', 'cancelled'] : ['scheduled', 'cancelled'];
  if (choice === 0) return { status: statuses[before.status === 'cancelled' ? 0 : 1] };
  if (choice < 3) {
    const name = `Place ${random(4)}`;
    return table === 'events' ? { venue: { name } } : { room: name };
  }
  const byMs = (random(9) - 3) * 5 * 60_000;
  const moved = (name: string) => new Date(Date.parse(`${before[name]}`) + byMs).toISOString();
  return { starts_at: moved('starts_at'), ends_at: moved('ends_at') };
}

interface Reading {
  readonly things: readonly ResourceNoun[];
  /** The true sentences of each thing, in the order of the things. */
  readonly truths: readonly (readonly string[])[];
  readonly known: readonly ChatMessage[];
}

/** The sentences in chats that are not true of the things as they are now. */
function untrueSentences({ things, truths, known }: Reading): string[] {
  return things.flatMap((thing, index) =>
    PEOPLE.flatMap((chatId) => {
      const about = known.filter(
        (message) => message.chat_id === chatId && spokeOf(message, thing),
      );
      const standing = about.filter(({ deleted_at }) => deleted_at === null);
      const isTrue = (text: string) => truths[index]?.some((truth) => text.includes(truth));
      const sentences = standing.flatMap((message) =>
        textIn(message)
          .split('\n')
          .filter((text) => text.includes(thing.title) && !isTrue(text)),
      );
      const newest = about.at(-1);
      if (newest && !textIn(newest).includes(thing.title)) {
        sentences.push(`the newest is "${textIn(newest)}"`);
      }
      return sentences.map((text) => `${chatId} ${thing.title} ${truths[index]?.[0]}: ${text}`);
    }),
  );
}

/** A thing that only notified edits have changed, and that is not as it was, is in each chat. */
function missingMessages(
  { things, truths, known }: Reading,
  before: Reading['truths'],
  loud: ReadonlySet<string>,
): string[] {
  return things.flatMap((thing, index) => {
    const isAsBefore = truths[index]?.[0] === before[index]?.[0];
    if (isAsBefore || !loud.has(thing.title)) return [];
    return PEOPLE.filter(
      (chatId) => !known.some((one) => one.chat_id === chatId && spokeOf(one, thing)),
    ).map((chatId) => `${chatId} ${thing.title}: no message`);
  });
}

/** What a sentence about the thing must contain to be true: one of these. */
async function truthsOf(sql: pg.Client, thing: ResourceNoun): Promise<readonly string[]> {
  const { title, table } = thing;
  const row = await rowOf(sql, thing);
  if (!row || row.status === 'cancelled') {
    return [`does not take place: ${title}`, `Cancelled: ${title}`];
  }
  if (table === 'conferences') {
    const days = calendarDays(String(row.starts_on), String(row.ends_on));
    return [`${title}: ${days}, ${row.venue}`, `Back to ${days}, ${row.venue}: ${title}`];
  }
  const { rows } = await sql.query('select timezone from conferences');
  const when = withoutMarks(
    whenAndWhere(
      {
        starts_at: String(row.starts_at),
        ends_at: String(row.ends_at),
        timezone: String(row.timezone ?? rows[0].timezone),
        place: String(row.venue_name ?? row.room),
      },
      'en',
    ),
  );
  return [`${title}: ${when}`, `Back to ${when}: ${title}`];
}

/** Whether the message speaks of the thing, or did before an edit. */
const spokeOf = ({ runs, earlier }: ChatMessage, { title }: ResourceNoun) =>
  [{ runs }, ...earlier].some((content) => plainText(content.runs).includes(title));

const textIn = ({ runs }: ChatMessage) => plainText(runs);

/** Messages with the first button and the first text of another one in the chat. */
function doublesIn(messages: readonly ChatMessage[]): number {
  const keys = messages.flatMap(({ chat_id, earlier, keyboard, runs }) => {
    const [[button] = []] = earlier[0]?.keyboard ?? keyboard;
    const text = plainText(earlier[0]?.runs ?? runs);
    return button?.url ? [`${chat_id} ${button.url} ${text}`] : [];
  });
  return keys.length - new Set(keys).size;
}

/** Numbers from 0, the same for the same seed. */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0;
  };
}
