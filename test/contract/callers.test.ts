import type { z } from 'zod';
import { loadDemoConference } from '../../src/development/demo-conference.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint, Auth } from '../../src/http/endpoint.ts';
import { examplePath } from '../../src/http/parameter-examples.ts';
import { ADMIN_KEY_ID, type TestApi } from '../support/api.ts';
import { declaredEndpoints, nameOf, readText } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';
import { aNotification, aUser } from '../support/factories.ts';
import { signInitData } from '../support/messenger.ts';
import { PartnerTest } from '../support/partner.ts';

type Headers = Record<string, string>;

/** Every endpoint is called by every caller, so a new endpoint is included by its declaration. */
const ENDPOINTS = declaredEndpoints();
/** In every private text of Mina, to whom the ids of the examples belong. */
const MARK = 'only-mina-knows-this';
/** They end the account or the tokens of the caller, so they come last. */
const LAST = ['signOut', 'deleteMyAccount'];
/** The launch data, or the key, in the example of its body is of no bot, or opens nothing. */
const ALWAYS_REFUSED = [
  'signIn',
  'startAdminSession',
  'signInAdminByMessenger',
  'receiveMessengerUpdate',
];
/** Answers that outside systems cause: no object store, no bot, and calendars at unknown addresses. */
const WITHOUT_OUTSIDE: Readonly<Record<string, number>> = {
  uploadImageToObjectStore: 503,
  uploadVideoToObjectStore: 503,
  importCalendarEvent: 502,
  importCalendar: 502,
  createShareMessage: 503,
};
/** Without credentials, the calendar needs a link and the stream a ticket. */
const REFUSED_TO_ANONYMOUS = ['getMyCalendar', 'streamNotifications'];

let test: PartnerTest;
let api: TestApi;
let mina: User;
let messengerId: string;

beforeAll(async () => {
  test = await PartnerTest.start({ env: { PARTNERA_SANDBOX: 'true' } });
  api = test.api;
  await loadDemoConference(api, api.now());
  mina = await api.db('users').where({ id: 1 }).first();
  messengerId = String(mina.messenger_id);
  await mark();
});
afterAll(() => test.close());

/** Puts the mark into what belongs to Mina alone. */
async function mark(): Promise<void> {
  const { db } = api;
  const of = { user_id: mina.id };
  await aNotification(db, mina, { title: MARK, body: MARK });
  await db('feedback').insert({ ...of, message: MARK, contact: MARK, created_at: api.now() });
  await db('registration_requests').where(of).update({ message: MARK });
  await db('user_quest_tasks').where(of).update({ text: MARK });
  await db('connections').where({ requester_id: mina.id }).update({ message: MARK });
  await db('events').where({ submitted_by: mina.id }).update({ contact: MARK });
  await db('registrations').where(of).update({ ticket_type: MARK });
}

/** All rows of Mina, by table. */
async function rowsOfMina(): Promise<Map<string, readonly string[]>> {
  const { rows: tables } = await api.db.raw<{ rows: { name: string }[] }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'
      order by 1`,
  );
  const found = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    const rows = await api
      .db(`${name} as r`)
      .where({ user_id: mina.id })
      .select(api.db.raw('r::text as row'));
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  const profile = await api
    .db('users as u')
    .where({ id: mina.id })
    .select(api.db.raw('u::text as row'));
  return found.set(
    'users',
    profile.map(({ row }) => row),
  );
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function call(endpoint: AnyEndpoint, headers: Headers): Promise<Answer> {
  const target = examplePath(endpoint);
  const schema: z.ZodType | undefined = endpoint.body;
  const res = await fetch(`${api.url}/api/v1${target}`, {
    method: endpoint.method.toUpperCase(),
    headers: { ...headers, ...(schema && { 'Content-Type': 'application/json' }) },
    ...(schema && { body: JSON.stringify(exampleOf(schema)) }),
  });
  return { status: res.status, text: await readText(res) };
}

/** The answers of all endpoints, those that end the account or its tokens last. */
async function sweep(headers: () => Headers): Promise<[AnyEndpoint, Answer][]> {
  const inOrder = ENDPOINTS.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name));
  const answers: [AnyEndpoint, Answer][] = [];
  for (const endpoint of inOrder) {
    // A token is valid only if it was issued after the second of the last sign-out.
    if (LAST.includes(endpoint.name)) api.advance(1_000);
    answers.push([endpoint, await call(endpoint, headers())]);
  }
  return answers;
}

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const ofUser = ({ id, messenger_id }: User) =>
  bearer(api.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) }).token);
const launch = (id: unknown, at = api.now()): Headers => ({
  'X-Messenger-Auth': signInitData({ id: Number(id), first_name: 'Sam' }, { at }),
});

/** The statuses that refuse a caller, by the `auth` of the endpoint; none: anything but 401 and 5xx. */
type Refusals = Readonly<Record<Exclude<Auth, 'public'>, readonly number[]>>;

const CALLERS: readonly (readonly [string, Refusals, () => Promise<() => Headers>])[] = [
  ['without credentials', { user: [401], optional: [], admin: [401] }, async () => () => ({})],
  [
    'with a broken token',
    { user: [401], optional: [401], admin: [401] },
    async () => () => bearer('broken'),
  ],
  [
    'with launch data that is too old',
    { user: [401], optional: [401], admin: [401] },
    async () => () => launch(messengerId, new Date(api.now().getTime() - 90_000_000)),
  ],
  [
    'with the token of an erased user',
    { user: [401], optional: [401], admin: [403] },
    async () => {
      const gone = await aUser(api.db);
      await api.as(gone).delete('/api/v1/users/me').expect(200);
      return () => ofUser(gone);
    },
  ],
  [
    'with the token of a blocked user',
    { user: [403], optional: [403], admin: [403] },
    async () => {
      const blocked = await aUser(api.db, { is_blocked: true });
      return () => ofUser(blocked);
    },
  ],
  [
    'with the token of another user',
    { user: [], optional: [], admin: [403] },
    async () => {
      const stranger = await aUser(api.db, { messenger_signed_at: api.now() });
      return () => ofUser(stranger);
    },
  ],
  [
    'with the launch data of another user',
    { user: [], optional: [], admin: [401] },
    async () => {
      const { messenger_id } = await aUser(api.db);
      return () => launch(messenger_id);
    },
  ],
];

const isNoFailure = (name: string, status: number): boolean =>
  status < 500 || status === WITHOUT_OUTSIDE[name];

function isAsDeclared(
  { name, auth, allowBlocked }: AnyEndpoint,
  status: number,
  refusals: Refusals,
): boolean {
  if (ALWAYS_REFUSED.includes(name)) return status === 401;
  const refused = auth === 'public' ? [] : refusals[auth as Exclude<Auth, 'public'>];
  const isAnonymous = refusals.user.includes(401) && refusals.optional.length === 0;
  if (isAnonymous && REFUSED_TO_ANONYMOUS.includes(name)) return status === 401;
  const isAllowed = refused.length === 0 || (allowBlocked && refused.includes(403));
  return isAllowed ? isNoFailure(name, status) && status !== 401 : refused.includes(status);
}

describe.each(CALLERS)('a caller %s', (_who, refusals, signIn) => {
  it('gets the declared answer from every endpoint, and no data of Mina', async () => {
    const before = await rowsOfMina();
    const answers = await sweep(await signIn());

    const wrong = answers.flatMap(([endpoint, { status, text }]) => {
      const leaks = text.includes(MARK) || text.includes(`"messenger_id":${messengerId}`);
      const isExpected = isAsDeclared(endpoint, status, refusals);
      return isExpected && !leaks
        ? []
        : [`${nameOf(endpoint)}: ${status}${leaks ? ', leaks' : ''}`];
    });
    expect(wrong).toEqual([]);

    const after = await rowsOfMina();
    for (const [table, rows] of before) {
      expect([table, rows.filter((row) => !after.get(table)?.includes(row))]).toEqual([table, []]);
    }
  });
});

it('Mina herself reads the data that the others must not read', async () => {
  const reads = ENDPOINTS.filter(({ method, auth }) => method === 'get' && auth === 'user');
  const own = new Set<string>();
  for (const endpoint of reads) {
    const { text } = await call(endpoint, ofUser(mina));
    if (text.includes(MARK)) own.add(endpoint.name);
  }
  expect([...own]).toEqual(expect.arrayContaining(['listNotifications', 'exportMyData']));
});

it('an administrator finds no endpoint that fails, and none of a user', async () => {
  const token = bearer(api.tokens.issueForAdmin(ADMIN_KEY_ID).token);
  const wrong = (await sweep(() => token)).flatMap(([endpoint, { status }]) => {
    const ofUsers = endpoint.auth === 'user' || endpoint.auth === 'optional';
    const isExpected = ALWAYS_REFUSED.includes(endpoint.name)
      ? status === 401
      : ofUsers
        ? status === 403
        : isNoFailure(endpoint.name, status) && status !== 401;
    return isExpected ? [] : [`${nameOf(endpoint)}: ${status}`];
  });
  expect(wrong).toEqual([]);
});
