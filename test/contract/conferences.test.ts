import { z } from 'zod';
import { SCOPES, type Scope } from '../../src/domain/administration/scopes.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aKey } from '../support/api-keys.ts';
import {
  type ConferenceRows,
  insertConferenceRows,
  insertSharedRows,
  pathOf,
  withRow,
} from '../support/conference-rows.ts';
import { declaredEndpoints, nameOf, readText } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';
import { workbookRows } from '../support/workbooks.ts';

/** Every administrators' endpoint, so a new one is included by its declaration; deletions come last. */
const ENDPOINTS = declaredEndpoints()
  .filter(({ auth }) => auth === 'admin')
  .toSorted((a, b) => orderOf(a) - orderOf(b));
/** In every text of conference B, and of the rows without a conference. */
const MARK = 'Whisperwind';
/** Written by any request, whatever its answer is. */
const BOOKKEEPING = ['audit_log', 'rate_limit_counters', 'idempotency_keys', 'api_keys'];
/** What a key of A gets for its own rows, where that is no success. */
const A_EXPECTED: Readonly<Record<string, number>> = {
  // It takes a form.
  uploadAdminImage: 415,
  // The example names no conference.
  importCalendarEvent: 403,
  // The calendar of the example is at no address.
  importCalendar: 502,
  // Without a quest or a conference.
  getAdminLeaderboard: 403,
  // It waits for a worker, since `runSource`.
  applySourceRun: 409,
  // The item is of no source.
  followSource: 404,
  // It is a programme.
  withdrawFromSource: 409,
  // It became the default before.
  deleteReminderTemplate: 409,
  // The example does not have the whole lineup.
  orderSpeakers: 409,
  // The example does not have all tasks.
  orderQuestTasks: 409,
  // Without `force`.
  deleteConference: 409,
  // The ids of the example are not all of the conference.
  orderRooms: 409,
  orderCheckpoints: 409,
  orderConferencePages: 409,
  orderTicketTypes: 409,
  orderTracks: 409,
  // The broadcast is scheduled.
  deleteBroadcastDraft: 409,
  retryBroadcast: 409,
  recallBroadcast: 409,
  // It is pinned, and the example has variables.
  updateBroadcast: 400,
  // The key belongs to no administrator.
  testBroadcastOnMe: 409,
  // Called with a key, which has no session.
  getAdminSession: 404,
  endAdminSession: 404,
};

let api: TestApi;
let a: ConferenceRows;
let b: ConferenceRows;
let none: ConferenceRows;
/** The secret of a key of conference A, with every scope. */
let key: string;

beforeAll(async () => {
  // Claim links need the address of the mini app.
  api = await startApi({ env: { MESSENGER_APP_URL: 'https://t.me/hallway_bot/app' } });
  a = await insertConferenceRows(api, { mark: 'Alder', hasConference: true });
  b = await insertConferenceRows(api, { mark: MARK, hasConference: true });
  await insertSharedRows(api, { a, b }, MARK);
  none = await insertConferenceRows(api, { mark: MARK, hasConference: false });
  const scopes = Object.keys(SCOPES) as Scope[];
  key = (await aKey(api.db, { scopes, conference_ids: [a.conference] })).secret;
});
afterAll(() => api.close());

/** The deepest rows are deleted first, a conference last. */
function orderOf({ method, path }: AnyEndpoint): number {
  if (method !== 'delete' || path.endsWith('/check-in')) return 0;
  return path.startsWith('/admin/conferences/:id') ? 100 : 50 - path.split('/').length;
}

interface Sent {
  readonly path: ConferenceRows;
  readonly body: ConferenceRows;
  readonly query?: string;
}

const bodyOf = (endpoint: AnyEndpoint, rows: ConferenceRows): unknown => {
  const schema: z.ZodType | undefined = endpoint.body;
  if (!schema) return undefined;
  const replaced = JSON.stringify(exampleOf(schema), (field, value) =>
    withRow(endpoint, rows, [field, value]),
  );
  return JSON.parse(replaced);
};

/** Whether the body of an endpoint names rows of a conference. */
const namesRows = (endpoint: AnyEndpoint) =>
  JSON.stringify(bodyOf(endpoint, a)) !== JSON.stringify(bodyOf(endpoint, b));

async function call(endpoint: AnyEndpoint, { path, body, query = '' }: Sent) {
  const sent = bodyOf(endpoint, body);
  const res = await fetch(`${api.url}/api/v1${pathOf(endpoint, path)}${query}`, {
    method: endpoint.method.toUpperCase(),
    headers: {
      'X-API-Key': key,
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  });
  return { status: res.status, text: await textOf(res) };
}

/** The text of an answer, also that of an XLSX file. */
async function textOf(res: Response): Promise<string> {
  if (!res.headers.get('Content-Type')?.includes('spreadsheet')) return readText(res);
  return JSON.stringify(workbookRows(new Uint8Array(await res.arrayBuffer())));
}

/** The queries of an endpoint that look for rows of B, and its other formats. */
function queriesOf({ query }: AnyEndpoint): string[] {
  const shape = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const wanted = { q: MARK, conference_id: b.conference, event_id: b.event, quest_id: b.quest };
  const searches = Object.entries(wanted).filter(([name]) => shape.includes(name));
  const forced = shape.includes('force') ? ['?force=true'] : [];
  const formats = shape.includes('format') ? ['csv', 'xlsx', 'html'] : [];
  return [
    '',
    ...searches.map(([name, value]) => `?${name}=${value}`),
    ...formats.map((format) => `?format=${format}`),
    ...forced,
  ];
}

/** All rows by table, as text. */
async function allRows(): Promise<Map<string, string[]>> {
  const { rows: tables } = await api.db.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables.filter(({ name }) => !BOOKKEEPING.includes(name))) {
    const rows = await api.db(`${name} as r`).select(api.db.raw('r::text as row'));
    found.set(name, rows.map(({ row }) => row).sort());
  }
  return found;
}

/** The rows of B and of no conference. */
const markedRows = async () =>
  [...(await allRows())].flatMap(([table, rows]) =>
    rows.filter((row) => row.includes(MARK)).map((row) => `${table}: ${row}`),
  );

it('a key of A finds and changes nothing of B, or of no conference', async () => {
  const before = await allRows();
  const wrong: string[] = [];
  for (const endpoint of ENDPOINTS) {
    const others = [b, none].flatMap((rows) => [
      ...(endpoint.params ? [{ path: rows, body: a }] : []),
      ...(namesRows(endpoint) ? [{ path: a, body: rows }] : []),
    ]);
    for (const sent of others) {
      const { status, text } = await call(endpoint, sent);
      const isBulk =
        (endpoint.conferences === 'filtered' || endpoint.namesUsersInside) && status === 200;
      const isRefused = status === (endpoint.conferences === 'all' ? 403 : 404) || status === 403;
      if ((isRefused || isBulk) && !text.includes(MARK)) continue;
      wrong.push(`${nameOf(endpoint)}: ${status} ${text.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
  const after = await allRows();
  for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows]);
});

it('no answer to a key of A contains a text of B, and its own rows answer', async () => {
  const before = await markedRows();
  expect(before.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const endpoint of ENDPOINTS) {
    for (const query of queriesOf(endpoint)) {
      const { status, text } = await call(endpoint, { path: a, body: a, query });
      const expected = endpoint.conferences === 'all' ? 403 : A_EXPECTED[endpoint.name];
      // A query can name rows of B, or a format that the endpoint does not have.
      const isFine = status < 400 || (query !== '' && status < 500);
      const isExpected =
        status === expected || (isFine && (expected === undefined || query !== ''));
      if (isExpected && !text.includes(MARK)) continue;
      wrong.push(`${nameOf(endpoint)}${query}: ${status} ${text.slice(0, 200)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await markedRows()).toEqual(before);
});
