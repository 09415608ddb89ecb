import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { PublicData } from '../../src/domain/operations/public-data.ts';
import { isServed } from '../../src/http/errors-of.ts';
import { stream } from '../../src/http/schemas/common.ts';
import { tagged } from '../../src/http/tagged.ts';
import { toCursor } from '../../src/lib/cursors.ts';
import { CACHE_TAGS, DELAYED_WRITES, SILENT_WRITES } from '../../src/repositories/cache-tags.ts';
import { openStore, type Tx } from '../../src/repositories/store.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aProgramme, type Programme, pathIn } from '../support/cached-reads.ts';
import {
  beginTransaction,
  createDatabase,
  openPool,
  type TestDatabase,
} from '../support/database.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { type Call, callsOn } from '../support/recorded-sql/calls.ts';
import { insertRows } from '../support/recorded-sql/rows.ts';

const endpoint = tagged('Events');

/** The data that each table is part of. Those of no data must not be read by a cached answer. */
const DATA_OF: Readonly<Record<string, PublicData>> = {
  agenda_groups: 'agenda',
  conference_pages: 'pages',
  page_marks: 'pages',
  agenda_item_speakers: 'agenda',
  agenda_items: 'agenda',
  conference_speakers: 'speakers',
  conferences: 'conferences',
  events: 'events',
  form_questions: 'conferences',
  quest_tasks: 'quests',
  question_votes: 'questions',
  session_questions: 'questions',
  quests: 'quests',
  speakers: 'speakers',
  // Their seats are in them.
  ticket_types: 'conference_seats',
};
/**
 * Read by cached answers and no data of their own: triggers write `gone_rows` together with the rows
 * that are gone, and `as_of` of a cached answer may be older than that of a new one.
 */
const IRRELEVANT = ['gone_rows', 'pg_stat_activity'];

/** The columns of `conferences` and `events` that count seats: data of their own. */
const SEATS = ['attendee_count', 'invited_count', 'over_capacity_count'];
const SEATS_OF: Readonly<Record<string, PublicData>> = {
  conferences: 'conference_seats',
  events: 'event_seats',
};

/** The seats that a statement reads, by the aliases of their tables. */
function seatsReadIn(sql: string): PublicData[] {
  const aliases = sql.matchAll(/\b(?:from|join)\s+"?(conferences|events)"?\s+(?:as\s+)?"?(\w+)"?/g);
  return [...aliases].flatMap(([, table = '', alias]) => {
    const column = new RegExp(`\\b${alias}"?\\."?(${SEATS.join('|')})\\b`);
    const data = SEATS_OF[table];
    return data && column.test(sql) ? [data] : [];
  });
}

const ENDPOINTS = declaredEndpoints();
const CACHED = ENDPOINTS.filter(({ cachedUntil }) => cachedUntil);

describe('every endpoint whose answers are cached', () => {
  let api: TestApi;
  let programme: Programme;

  beforeAll(async () => {
    api = await startApi();
    programme = await aProgramme(api);
  });
  afterAll(() => api.close());

  it.each(CACHED.map((one) => [nameOf(one), one] as const))(
    '%s declares the data of every table that it reads',
    async (_name, { path, query, cachedUntil }) => {
      const parameters = query && 'shape' in query ? Object.keys(query.shape as object) : [];
      const read = new Set<string>();
      const seats = new Set<string>();
      const record = ({ sql }: { sql: string }) => {
        for (const data of seatsReadIn(sql)) seats.add(data);
        for (const [, table = ''] of sql.matchAll(READS)) {
          if (table in DATA_OF || !IRRELEVANT.includes(table)) read.add(table);
        }
      };
      api.db.on('query', record);
      const url = pathIn(programme, path);
      await api.anonymous().get(url).expect(200);
      for (const name of parameters) {
        const value = path.includes('agenda') && name === 'kind' ? 'talk' : PARAMETERS[name];
        expect({ name, value }).toEqual({ name, value: expect.any(String) });
        await api
          .anonymous()
          .get(url)
          .query({ [name]: value })
          .expect(200);
      }
      api.db.removeListener('query', record);
      const tables = [...read].filter((table) => !NO_TABLES.includes(table));
      const data = tables.map((table) => DATA_OF[table] ?? table);
      expect(new Set([...data, ...seats])).toEqual(new Set(cachedUntil));
    },
  );

  it('is every public read of the programme', () => {
    const isPublicRead = ({ method, auth, holdsProfiles, holdsSecret }: (typeof CACHED)[number]) =>
      method === 'get' && auth === 'public' && !holdsProfiles && !holdsSecret;
    // Files are streamed from their store.
    const reads = ENDPOINTS.filter((one) => isPublicRead(one) && !isServed(one)).map(nameOf);
    expect(CACHED.map(nameOf)).toEqual(expect.arrayContaining(reads));
  });
});

/** A value of each query parameter of a cached endpoint. */
const PARAMETERS: Readonly<Record<string, string>> = {
  alarm: '15',
  conference_id: '1',
  cursor: toCursor(['2026-05-14T09:00:00.000Z', 1]),
  day: '2026-05-15',
  event_id: '1',
  featured: 'true',
  from: '2026-05-14T09:00:00.000Z',
  is_featured: 'true',
  kind: 'side',
  limit: '5',
  page: '1',
  past: 'true',
  q: 'loom',
  room: 'Hall 1',
  sort: 'new',
  state: 'all',
  tag: 'craft',
  to: '2026-06-14T09:00:00.000Z',
  track: 'Main',
  upcoming: 'true',
  updated_since: '2026-05-14T09:00:00.000Z',
};
/** The names after `from` or `join` that are not tables. */
const NO_TABLES = ['lateral', 'unnest', 'as', 'g', 'compared', 'found', 'select'];

const READS = /\b(?:from|join)\s+"?([a-z_]+)"?/g;

describe('every write method of a repository', () => {
  let database: TestDatabase;
  let changes: readonly Change[];

  beforeAll(async () => {
    database = await createDatabase();
    changes = await changesOfCalls(database.url);
  });
  afterAll(() => database.drop());

  it('reports the data that PostgreSQL changes, triggers and cascades included', () => {
    const isReported = ({ name, method, data }: Change) =>
      CACHE_TAGS[name]?.includes(data) && !SILENT_WRITES[name]?.includes(method);
    const isDelayed = ({ name, method }: Change) => DELAYED_WRITES[name]?.includes(method);
    // An answer with seats declares the whole of their table, too.
    const isWhole = ({ name, data }: Change) =>
      Object.entries(SEATS_OF).some(
        ([table, seats]) => data === seats && CACHE_TAGS[name]?.includes(table as PublicData),
      );
    expect(
      changes.filter((change) => !isReported(change) && !isDelayed(change) && !isWhole(change)),
    ).toEqual([]);
    // A listed repository that changes nothing would show that the test sees too little.
    const names = new Set(changes.map(({ name }) => name));
    expect([...names].sort()).toEqual(Object.keys(CACHE_TAGS).sort());
  });

  it('starts with a word by which the store recognizes it', () => {
    const strays = changes.filter(({ method }) => !/^(insert|upsert|update|delete)/.test(method));
    expect(strays).toEqual([]);
  });
});

interface Change {
  readonly name: string;
  readonly method: string;
  readonly data: PublicData;
}
type Methods = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

const WRITES = /\b(?:insert into|update|delete from) "?([a-z_]+)"?/g;

/** Calls every method of every repository; each in a transaction that rolls back. */
async function changesOfCalls(databaseUrl: string): Promise<Change[]> {
  await using db = openPool(databaseUrl, { poolSize: 2 });
  const queue = { send: async () => {} };
  const { read, ...repositories } = callsOn(await insertRows(db, openStore(db, queue)));
  const changes: Change[] = [];
  for (const [name, methods] of Object.entries(repositories)) {
    for (const [method, calls] of Object.entries(methods)) {
      for (const call of calls as readonly Call<unknown[]>[]) {
        const { args, before } = Array.isArray(call) ? { args: call } : call;
        await using trx = await beginTransaction(db);
        // The store asks for its size.
        trx.client.pool = db.client.pool;
        const tx = openStore(trx, queue) as unknown as Tx & Record<string, Methods>;
        await before?.(tx);
        const earlier = await countsOf(trx);
        const earlierContents = await contentsOf(trx);
        const written = new Set<PublicData>();
        // A statement may find no row to write; cascades and triggers are not in its text.
        trx.on('query', ({ sql }: { sql: string }) => {
          for (const data of writtenIn(sql)) written.add(data);
        });
        await tx[name]?.[method]?.(...args);
        const contents = await contentsOf(trx);
        for (const [table, count] of await countsOf(trx)) {
          if (count <= (earlier.get(table) ?? 0)) continue;
          const seats = SEATS_OF[table];
          const data = seats && contents[table] === earlierContents[table] ? seats : DATA_OF[table];
          if (data) written.add(data);
        }
        await trx.rollback();
        for (const data of written) changes.push({ name, method, data });
      }
    }
  }
  return changes;
}

/** The data that the text of a statement writes: seats alone, where it sets nothing else. */
function writtenIn(sql: string): PublicData[] {
  return [...sql.matchAll(WRITES)].flatMap(({ 1: table = '', index }) => {
    const seats = SEATS_OF[table];
    const first = sql.slice(index).match(/\bset "?(\w+)"? =/)?.[1] ?? '';
    const data = seats && SEATS.includes(first) ? seats : DATA_OF[table];
    return data ? [data] : [];
  });
}

/** The rows of the tables with seats, without their seats. */
async function contentsOf(trx: Knex): Promise<Readonly<Record<string, string>>> {
  const { rows } = await trx.raw<{ rows: { table: string; rows: string }[] }>(
    Object.keys(SEATS_OF)
      .map(
        (table) =>
          `select '${table}' as table, md5(string_agg((to_jsonb(t) - ?::text[])::text, ',' order by id)) as rows from ${table} t`,
      )
      .join(' union all '),
    Object.keys(SEATS_OF).map(() => SEATS),
  );
  return Object.fromEntries(rows.map(({ table, rows: content }) => [table, content]));
}

/** How many rows of each table the transaction inserted, updated and deleted. */
async function countsOf(trx: Knex): Promise<ReadonlyMap<string, number>> {
  const { rows } = await trx.raw<{ rows: { relname: string; count: number }[] }>(
    'select relname, n_tup_ins + n_tup_upd + n_tup_del as count from pg_stat_xact_user_tables',
  );
  return new Map(rows.map(({ relname, count }) => [relname, count]));
}

describe('endpoints that may lag', () => {
  it('are lists and profiles of users, without seats, tickets and shared reads', () => {
    const lagging = declaredEndpoints().filter(({ allowReplica }) => allowReplica);

    expect(lagging.map(({ name }) => name).sort()).toEqual([
      'getMyProfile',
      'getMyState',
      'getUserProfile',
      'listConferenceAttendees',
      'listConnections',
      'listEventAttendees',
      'listMyAgenda',
      'listMyEvents',
      'listMyPoints',
      'listMyQuests',
      'listNotifications',
      'listReceivedConnectionRequests',
      'listRecommendedUsers',
      'listSentConnectionRequests',
      'listSpeakerRatings',
      'listUsers',
      'listUsersPaginated',
    ]);
  });

  it('are refused by the compiler where a late answer would be wrong', () => {
    const of = { name: 'x', summary: 'x', allowReplica: true } as const;
    const responses = { 200: z.object({}) };
    const handle = async () => ({ status: 200, body: {} }) as const;
    const read = { ...of, route: 'GET /x', responses, handle } as const;
    const admin = { ...read, auth: 'admin', scope: 'any', conferences: 'all' } as const;
    const declared = [
      endpoint({ ...read, auth: 'user' }),
      endpoint({ ...read, auth: 'public', knowsSender: true }),
      // @ts-expect-error an administrator edits what they read
      endpoint(admin),
      // @ts-expect-error nobody knows what an unknown caller wrote
      endpoint({ ...read, auth: 'public' }),
      // @ts-expect-error it may write
      endpoint({ ...read, auth: 'user', route: 'POST /x' }),
      // @ts-expect-error writes renew a cached answer
      endpoint({ ...read, auth: 'optional', cachedUntil: ['events'] }),
      // @ts-expect-error a secret is valid at once, and no longer at once
      endpoint({ ...read, auth: 'user', holdsSecret: true }),
      // @ts-expect-error the data of a stream is read after the handler
      endpoint({
        ...of,
        route: 'GET /x',
        auth: 'user',
        responses: { 200: stream('text/csv') },
        handle: async () => ({ status: 200, body: Readable.from([]) }),
      }),
    ];
    expect(declared).toHaveLength(8);
  });
});

it('an answer that differs between callers is refused by the compiler where it would be cached', () => {
  const of = { name: 'x', summary: 'x' } as const;
  const responses = { 200: z.object({}) };
  const handle = async () => ({ status: 200, body: {} }) as const;
  const cached = { ...of, route: 'GET /x', responses, handle, cachedUntil: ['events'] } as const;
  const declared = [
    endpoint({ ...cached, auth: 'public' }),
    endpoint({ ...cached, auth: 'optional' }),
    // @ts-expect-error it is of its caller
    endpoint({ ...cached, auth: 'user' }),
    // @ts-expect-error it depends on its sender
    endpoint({ ...cached, auth: 'public', knowsSender: true }),
    // @ts-expect-error it holds profiles
    endpoint({ ...cached, auth: 'public', holdsProfiles: true }),
    // @ts-expect-error each read counts
    endpoint({ ...cached, auth: 'public', readsPeople: true }),
    // @ts-expect-error each request counts
    endpoint({ ...cached, auth: 'public', limits: [] }),
    // @ts-expect-error headers are not in the key
    endpoint({ ...cached, auth: 'public', headers: z.object({ 'last-event-id': z.string() }) }),
    // @ts-expect-error it writes
    endpoint({ ...cached, auth: 'public', route: 'POST /x' }),
  ];
  expect(declared).toHaveLength(9);
});
