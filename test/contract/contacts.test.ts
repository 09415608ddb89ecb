import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { loadDemoConference } from '../../src/development/demo-conference.ts';
import { SCOPES } from '../../src/domain/administration/scopes.ts';
import type { User } from '../../src/domain/people/users.ts';
import { openTable } from '../../src/formats/tables/table-file.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { openApiOf } from '../../src/http/openapi.ts';
import { EXAMPLE_MESSAGE_ID, examplePath } from '../../src/http/parameter-examples.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aKey } from '../support/api-keys.ts';
import { holdsPlanted, plantContacts } from '../support/contacts.ts';
import { declaredEndpoints, readText } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';

/** Every endpoint for administrators is called, so a new one is included by its declaration. */
const ALL_ENDPOINTS = declaredEndpoints();
const ENDPOINTS = ALL_ENDPOINTS.filter(({ auth }) => auth === 'admin');
const REFERENCE = openApiOf(ALL_ENDPOINTS, 'http://127.0.0.1') as unknown as Reference;
const READS = ENDPOINTS.filter(({ method }) => method === 'get');
const CHANGES = ENDPOINTS.filter(({ method }) => method !== 'get');
/** Changes that others need the rows of come last. */
const METHODS = ['post', 'patch', 'put', 'delete'];
/** The reads whose answers hold contacts: by the API reference, and in the values of changes. */
const WITH_CONTACTS = [...READS.filter(declaresContacts), readNamed('listAuditLog')];
/** A key in a header has no session. */
const WITHOUT_ROW = ['getAdminSession'];
const OTHER_SCOPES = (Object.keys(SCOPES) as (keyof typeof SCOPES)[]).filter(
  (scope) => scope !== 'people:contacts',
);

const folder = mkdtempSync(join(tmpdir(), 'contacts-'));
let api: TestApi;
let withContacts: string;
let without: string;
/** Words by which a search finds a person by their contacts. */
let contacts: readonly string[];

beforeAll(async () => {
  api = await startApi();
  await loadDemoConference(api, api.now());
  await insertMissing();
  expect(await plantContacts(api.db)).toEqual([
    'administrators.email',
    'administrators.messenger_id',
    'events.contact',
    'feedback.contact',
    'registrations.messenger_id',
    'registrations.username',
    'users.messenger_id',
    'users.username',
  ]);
  const mina = await api.db('users').where({ id: 1 }).first();
  await plantValues(mina);
  contacts = [mina.username, `@${mina.username}`, String(mina.messenger_id), 'planted'];
  withContacts = (await aKey(api.db, { scopes: [...OTHER_SCOPES, 'people:contacts'] })).secret;
  without = (await aKey(api.db, { scopes: OTHER_SCOPES })).secret;
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Rows that the demo conference has none of. */
async function insertMissing(): Promise<void> {
  await api.db('administrators').insert({ name: 'Noa', email: 'noa@example.org' });
  await api
    .db('registrations')
    .insert({ conference_id: 1, username: 'imani', queue_number: 99, status: 'waitlisted' });
  const door = { name: 'Dock 1', kind: 'room', counts: 'each', position: 0 };
  await api.db('checkpoints').insert({ conference_id: 1, ...door });
  await api.db('partner_accounts').insert({ user_id: 1, status: 'none' });
  await api.db('partner_mints').insert({ user_id: 1 });
  await api.db('session_questions').insert({
    agenda_item_id: 1,
    user_id: 1,
    text: 'Is there coffee?',
    status: 'waiting',
    created_at: api.now(),
  });
  await api.db('feedback').insert({ user_id: 1, message: 'Good coffee', created_at: api.now() });
  await api.db('webhook_endpoints').insert({
    url: 'https://badges.example.org',
    kinds: ['event.changed'],
    secret_encrypted: Buffer.alloc(1),
  });
  const webhook = { id: EXAMPLE_MESSAGE_ID, kind: 'event.changed', body: '{}' };
  await api.db('webhook_messages').insert({ ...webhook, created_at: api.now() });
  await api.db('webhook_deliveries').insert({ message_id: webhook.id, endpoint_id: 1 });
}

/** Contacts in the values of the audit log, and in a broadcast that Mina has received. */
async function plantValues({ username, messenger_id }: User): Promise<void> {
  await api.db('audit_log').insert({
    actor: 'key 3f1a9c07',
    action: 'user.update',
    subject_type: 'user',
    subject_id: 1,
    request_id: 'r',
    before: { username, contact: username },
    after: { people: [{ messenger_id, email: username }] },
  });
  await api
    .db('notification_jobs')
    .where({ id: 1 })
    .update({ audience: { messenger_ids: [messenger_id] } });
  const sent = { user_id: 1, job_id: 1, type: 'message', title: 'Hello', body: 'Hello' };
  await api.db('notifications').insert(sent);
}

interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: object }>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** Whether the reference declares contacts in an answer, or in what it refers to. */
function declaresContacts({ path, method }: AnyEndpoint): boolean {
  const texts = new Map<string, string>();
  const visit = (ref: string, value: unknown): void => {
    if (texts.has(ref)) return;
    const text = JSON.stringify(value);
    texts.set(ref, text);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      visit(`${kind}/${name}`, REFERENCE.components[kind]?.[name]);
    }
  };
  visit('', REFERENCE.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method]?.responses);
  return [...texts.values()].some((text) => text.includes('Absent without the scope'));
}

function readNamed(name: string): AnyEndpoint {
  const found = READS.find((one) => one.name === name);
  if (!found) throw new Error(`no read is named ${name}`);
  return found;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function call(
  endpoint: AnyEndpoint,
  key: string,
  { query = '', headers }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { method } = endpoint;
  const schema: z.ZodType | undefined = endpoint.upload?.begin ? undefined : endpoint.body;
  const target = examplePath(endpoint);
  const res = await fetch(`${api.url}/api/v1${target}${query}`, {
    method: method.toUpperCase(),
    headers: {
      'X-API-Key': key,
      ...headers,
      ...(schema && { 'Content-Type': 'application/json' }),
    },
    ...(schema && { body: JSON.stringify(exampleOf(schema)) }),
  });
  const isWorkbook = res.headers.get('Content-Type')?.includes('spreadsheetml');
  return { status: res.status, text: isWorkbook ? await workbookText(res) : await readText(res) };
}

async function workbookText(res: Response): Promise<string> {
  const file = join(folder, 'export.xlsx');
  writeFileSync(file, Buffer.from(await res.arrayBuffer()));
  await using table = await openTable(file, { maxRows: 10_000 });
  const rows: unknown[] = [table.columns];
  for await (const row of table.rows) rows.push(row);
  return JSON.stringify(rows);
}

/** The values of a parameter, from its schema. */
const parameterOf = ({ query }: AnyEndpoint, name: string): z.ZodType | undefined =>
  (query as z.ZodObject | undefined)?.shape[name] as z.ZodType | undefined;

/** The requests that read everything: each format, every status and the largest page. */
function queriesOf(endpoint: AnyEndpoint): string[] {
  const formats = ['json', 'csv', 'xlsx', 'html'].filter(
    (format) => parameterOf(endpoint, 'format')?.safeParse(format).success,
  );
  const others = Object.entries({ status: 'all', limit: '100' })
    .filter(([name, value]) => parameterOf(endpoint, name)?.safeParse(value).success)
    .map(([name, value]) => `${name}=${value}`);
  const all = formats.length > 0 ? formats.map((format) => `format=${format}`) : [''];
  return all.map((format) => `?${[format, ...others].filter(Boolean).join('&')}`);
}

const isRead = ({ name }: AnyEndpoint, { status }: Answer): boolean =>
  status === 200 || (status === 404 && WITHOUT_ROW.includes(name));

describe('with people:contacts', () => {
  const answering = WITH_CONTACTS.map((one) => [one.name, one] as const);
  test.each(answering)('%s answers contacts, in each format', async (_, endpoint) => {
    for (const query of queriesOf(endpoint)) {
      const answer = await call(endpoint, withContacts, { query });
      expect([answer.status, query, holdsPlanted(answer.text)]).toEqual([200, query, true]);
    }
  });

  test.each(['listAdminUsers', 'listAdminConferenceAttendees', 'listAdminEventAttendees'])(
    '%s finds a person by their contacts',
    async (name) => {
      const endpoint = readNamed(name);
      for (const q of contacts) {
        const { text } = await call(endpoint, withContacts, {
          query: `?q=${encodeURIComponent(q)}`,
        });
        expect([q, JSON.parse(text).data.length]).not.toEqual([q, 0]);
      }
    },
  );
});

describe('without people:contacts', () => {
  it('no read answers a contact, in any format', async () => {
    const wrong: string[] = [];
    for (const endpoint of READS) {
      for (const query of queriesOf(endpoint)) {
        const answer = await call(endpoint, without, { query });
        if (!isRead(endpoint, answer)) wrong.push(`${endpoint.name}${query}: ${answer.status}`);
        if (holdsPlanted(answer.text)) wrong.push(`${endpoint.name}${query} answers contacts`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('no search finds a person by a contact', async () => {
    const searches = READS.filter((one) => parameterOf(one, 'q'));
    expect(searches.length).toBeGreaterThan(5);
    const wrong: string[] = [];
    for (const endpoint of searches) {
      const status = parameterOf(endpoint, 'status')?.safeParse('all').success;
      for (const q of contacts) {
        for (const more of status ? ['', '&status=all', '&status=invited'] : ['']) {
          const query = `?q=${encodeURIComponent(q)}${more}`;
          const { text } = await call(endpoint, without, { query });
          const { data, pagination } = JSON.parse(text);
          if (data?.length !== 0 || (pagination?.total ?? 0) !== 0)
            wrong.push(endpoint.name + query);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a search still finds names and ids', async () => {
    const users = readNamed('listAdminUsers');
    const { first_name } = await api.db('users').where({ id: 1 }).first();
    for (const q of [first_name, '1']) {
      const { data } = JSON.parse((await call(users, without, { query: `?q=${q}` })).text);
      expect(data.map(({ id }: { id: number }) => id)).toContain(1);
    }
  });

  it('no answer to users is declared to lack contacts', () => {
    const ofUsers = ALL_ENDPOINTS.filter(({ auth }) => auth !== 'admin');
    expect(ofUsers.filter(declaresContacts).map(({ name }) => name)).toEqual([]);
  });

  it('no resource of a failed precondition shows a contact', async () => {
    const versioned = CHANGES.filter((one) => one.versioned);
    expect(versioned).not.toEqual([]);
    for (const endpoint of versioned) {
      const { status, text } = await call(endpoint, without, {
        headers: { 'If-Match': '"1.999"' },
      });
      expect([endpoint.name, status, holdsPlanted(text)]).toEqual([endpoint.name, 412, false]);
    }
  });

  it('no parameter of an administrators’ list is a contact', () => {
    const contact = /^(contact|email|messenger_ids?|phone|username)$/;
    const names = READS.flatMap((one) => Object.keys((one.query as z.ZodObject)?.shape ?? {}));
    expect(names.filter((name) => contact.test(name))).toEqual([]);
  });

  it('no change answers a contact', async () => {
    const wrong: string[] = [];
    let done = 0;
    const inOrder = CHANGES.toSorted(
      (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
    );
    for (const endpoint of inOrder) {
      const { status, text } = await call(endpoint, without);
      if (status < 300) done += 1;
      if (holdsPlanted(text)) wrong.push(`${endpoint.name} answers contacts`);
    }
    expect(wrong).toEqual([]);
    // The others need a file, an outside system, or a row that an earlier change deleted.
    expect(done).toBeGreaterThan(CHANGES.length / 2);
  });
});
