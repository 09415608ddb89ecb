import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { loadDemoConference } from '../../../src/development/demo-conference.ts';
import { DEMO_PEOPLE } from '../../../src/development/demo-data.ts';
import { buildReference } from '../../../src/development/reference.ts';
import { TASK_TYPES } from '../../../src/domain/quests/task-types/task-type.ts';
import type { AnyEndpoint } from '../../../src/http/endpoint.ts';
import { EXAMPLE_MESSAGE_ID, examplePath } from '../../../src/http/parameter-examples.ts';
import { ADMIN_API_KEY, JWT_SECRET, type TestApi } from '../../support/api.ts';
import { createDatabase } from '../../support/database.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import { exampleOf } from '../../support/examples.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { PartnerTest } from '../../support/partner.ts';
import { endServices, startService } from '../../support/service.ts';

const [mina] = DEMO_PEOPLE;
if (!mina) throw new Error('the demo conference has no users');

describe('"Try it out" on the docs page', () => {
  /** Endpoints whose example cannot succeed, and why. */
  const EXCEPTIONS: Readonly<Record<string, string>> = {
    'POST /auth/login': 'launch data is signed by the messenger',
    'POST /conferences/:conference_id/guests': 'the demo conference has no guests of attendees',
    'PATCH /conferences/:conference_id/guests/:registration_id': 'the person has no guest',
    'DELETE /conferences/:conference_id/guests/:registration_id': 'the person has no guest',
    'POST /conferences/:conference_id/transfer': 'the demo conference has no transfers',
    'PATCH /events/my/:id': 'the person hosts no event',
    'DELETE /events/my/:id': 'the person hosts no event',
    'POST /events/my/:id/check-in': 'the person hosts no event',
    'POST /events/my/:id/requests/bulk': 'the person hosts no event',
    'PUT /conferences/:conference_id/answers': 'the person has no seat yet',
    'PUT /events/:id/answers': 'the person has no seat yet',
    'POST /messenger/webhook': 'needs the secret of the webhook',
    'POST /admin/auth/messenger': 'launch data is signed by the messenger',
    'POST /admin/session': 'needs a key, which no example may hold',
    'DELETE /admin/session': 'needs the cookie of a session, not a key',
    'PATCH /admin/api-keys/:id': 'the demo conference has no key',
    'PATCH /admin/administrators/:id': 'the demo conference has no administrator',
    'POST /auth/refresh': 'needs a bearer token, not launch data',
    'POST /admin/notifications/bulk-send-excel': 'needs a file',
    'POST /admin/images': 'needs a file',
    'POST /images/upload': 'needs a file',
    'POST /images/objstore/upload': 'needs a file',
    'POST /videos/upload': 'needs a file',
    'POST /videos/objstore/upload': 'needs a file',
    'POST /admin/events/import-extcal': 'needs a calendar on the internet',
    'POST /admin/events/import-all-extcal': 'needs a calendar on the internet',
    'POST /admin/conferences/:conference_id/attendee-imports/:import_id/undo':
      'needs an import; its ids are random',
    'POST /admin/conferences/:conference_id/invitations/claim-links':
      'needs the address of the mini app',
    'POST /conferences/:conference_id/claim': 'needs the code of an invitation',
    'POST /connections/meet': 'needs the code of a user',
    'PUT /users/:id/block': 'the example is the id of the caller',
    'POST /users/:id/report': 'the example is the id of the caller',
    'PATCH /events/side-event-request/:id': 'Mina has not requested one',
    'DELETE /events/side-event-request/:id': 'Mina has not requested one',
    'POST /admin/partner/mints/:id/retry': 'needs a mint that failed three times',
    'PUT /admin/conferences/:conference_id/speakers/order': 'needs the ids of the whole lineup',
    'PUT /admin/conferences/:conference_id/rooms/order': 'needs the ids of all rooms',
    'PUT /admin/conferences/:conference_id/tracks/order': 'needs the ids of all tracks',
    'PUT /admin/conferences/:conference_id/checkpoints/:checkpoint_id':
      'the demo has no checkpoints',
    'PUT /admin/conferences/:conference_id/checkpoints/order': 'needs the ids of all checkpoints',
    'PUT /admin/conferences/:conference_id/pages/order': 'needs the ids of all pages',
    'PUT /admin/conferences/:conference_id/ticket-types/order': 'needs the ids of all ticket types',
    'POST /admin/conferences/:conference_id/sources/:source_id/run':
      'the source of the demo is off',
    'POST /admin/conferences/:conference_id/sources/:source_id/runs/:id/apply':
      'the run of the demo does not wait',
    'POST /admin/conferences/:conference_id/sources/:source_id/runs/:id/discard':
      'the run of the demo does not wait',
    'POST /admin/conferences/:conference_id/sources/:source_id/follow':
      'the items of the demo are of no source',
    'POST /admin/conferences/:conference_id/sources/:source_id/withdraw':
      'the source of the demo has no guests',
    'POST /admin/webhooks/:id/rotate': 'the secret of the webhook is none',
    'POST /admin/webhooks/:id/test': 'needs the secret of the webhook',
    'POST /share-messages': 'needs a bot',
    'PUT /admin/conferences/:conference_id/tracks/:id': 'the id is that of a room',
    'DELETE /admin/conferences/:conference_id/tracks/:id': 'the id is that of a room',
    'DELETE /admin/conferences/:conference_id/rooms/:id': 'refused while the room is in use',
    'DELETE /admin/notifications/jobs/:id': 'the broadcast of the demo is no draft',
    'PATCH /admin/notifications/jobs/:id/pin': 'the text of the broadcast has variables',
    'POST /admin/notifications/jobs/:id/retry': 'the broadcast of the demo has not started',
    'POST /admin/notifications/jobs/:id/recall': 'the broadcast of the demo has not started',
    'POST /admin/notifications/test-to-me': 'the key of the settings belongs to no administrator',
    'POST /admin/operations/jobs/:id/cancel': 'no id of a job is known before',
    'POST /admin/operations/jobs/:id/retry': 'no id of a job is known before',
    'PUT /admin/quests/:id/tasks/order': 'needs the ids of all tasks',
    'PUT /agenda/:id/rating': 'the session of the demo has not begun',
    'DELETE /agenda/:id/rating': 'the session of the demo has not begun',
    'POST /agenda/:id/questions': 'the session of the demo has not begun',
    'DELETE /questions/:id': 'Mina has asked none',
    'PUT /questions/:id/vote': 'the session of the demo has not begun',
    'DELETE /questions/:id/vote': 'the session of the demo has not begun',
    'PATCH /admin/questions/:id': 'the question is not as the example says',
    'DELETE /admin/conferences/:id': 'refused while the conference has events, unless forced',
  };
  let test: PartnerTest;
  let api: TestApi;

  beforeAll(async () => {
    const { files } = await buildReference();
    test = await PartnerTest.start({
      env: { PARTNERA_SANDBOX: 'true' },
      referenceFiles: async () => files,
    });
    api = test.api;
    await loadDemoConference(api, api.now());
    await insertWebhook();
  });
  afterAll(() => test.close());

  /** The demo has none, since nothing would receive it. */
  async function insertWebhook(): Promise<void> {
    await api.db('webhook_endpoints').insert({
      url: 'https://badges.example.org',
      kinds: ['event.changed'],
      secret_encrypted: Buffer.alloc(1),
    });
    const message = { id: EXAMPLE_MESSAGE_ID, kind: 'event.changed', body: '{}' };
    await api.db('webhook_messages').insert({ ...message, created_at: api.now() });
    await api.db('webhook_deliveries').insert({ message_id: message.id, endpoint_id: 1 });
  }

  /** Sends the request that the page would send with one click, as Mina or as an organizer. */
  async function tryOut(endpoint: AnyEndpoint): Promise<Response> {
    const target = examplePath(endpoint);
    const schema: z.ZodType | undefined = endpoint.body;
    const credentials: Record<string, string> =
      endpoint.auth === 'admin'
        ? { 'X-API-Key': ADMIN_API_KEY }
        : { 'X-Messenger-Auth': signInitData({ ...mina } as never, { at: api.now() }) };
    return fetch(`${api.url}/api/v1${target}`, {
      method: endpoint.method.toUpperCase(),
      headers: { ...credentials, ...(schema && { 'Content-Type': 'application/json' }) },
      ...(schema && { body: JSON.stringify(exampleOf(schema)) }),
    });
  }

  // The key of a file is random, so no example can name one. The page sends keys, not cookies. The person of the page
  // hosts another event than that of the examples.
  const UNREADABLE = [
    'getMediaFile',
    'getAdminSession',
    'listHostedAttendees',
    'listHostedRequests',
  ];
  const reads = declaredEndpoints().filter(
    ({ method, name }) => method === 'get' && !UNREADABLE.includes(name),
  );

  it.each(reads.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s answers 200',
    async (_name, endpoint) => {
      const res = await tryOut(endpoint);
      // Not read, since the notification stream never ends.
      await res.body?.cancel();
      expect(res.status).toBe(200);
    },
  );

  it('is on a page that may change no base address and send no form', async () => {
    const { headers } = await api.anonymous().get('/api/v1/docs').expect(200);
    expect(headers['content-security-policy']?.split('; ')).toEqual(
      expect.arrayContaining(["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]),
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect((await api.anonymous().post('/api/v1/docs').expect(405)).headers.allow).toBe(
      'GET, HEAD',
    );
  });

  it('is on a page that loads one script and one style, which never change, and nothing else', async () => {
    const { text } = await api.anonymous().get('/api/v1/docs');
    const named = [...text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, name = '']) => name);
    expect(named).toEqual([expect.stringMatching(/\.css$/), expect.stringMatching(/\.js$/)]);
    for (const name of named) {
      const { headers } = await api.anonymous().get(`/api/v1/${name}`).expect(200);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    for (const name of ['none.js', 'index.html', '..%2findex.html', '..%2f..%2fpackage.json']) {
      const { body } = await api.anonymous().get(`/api/v1/docs/assets/${name}`).expect(404);
      expect(body.code).toBe('ROUTE_NOT_FOUND');
    }
  });

  it('has a running quest to play, with a task of each type and users on its board', async () => {
    const get = async (target: string) =>
      (await (await fetch(`${api.url}/api/v1${target}`)).json()) as Record<string, unknown>;
    const quest = await get('/quests/1');
    const board = await get('/quests/leaderboard?quest_id=1');

    expect(quest).toMatchObject({
      state: 'running',
      tasks: TASK_TYPES.map((type, index) => ({ id: index + 1, type })),
    });
    expect(board.data).toHaveLength(4);
  });

  it('of every other endpoint succeeds, except where it cannot', async () => {
    const METHODS = ['put', 'patch', 'post', 'delete'];
    // They delete what other examples need.
    const LAST = [
      'removeEventAttendee',
      'removeConferenceAttendee',
      'deleteEvent',
      'deleteQuest',
      'deleteConference',
      'deleteMyAccount',
      'eraseUser',
    ];
    const rank = ({ name, method }: AnyEndpoint) =>
      LAST.includes(name) ? METHODS.length : METHODS.indexOf(method);
    const writes = declaredEndpoints()
      .filter(({ method }) => method !== 'get')
      .sort((one, other) => rank(one) - rank(other));
    const failed: string[] = [];
    for (const endpoint of writes) {
      const res = await tryOut(endpoint);
      if (!res.ok) failed.push(nameOf(endpoint));
      await res.body?.cancel();
    }

    expect(failed.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });
});

describe('the sign-in buttons of the docs page', () => {
  let cwd: string;
  /** In development, of both tests that read. */
  let development: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'hallway-docs-'));
    development = await start('development');
  });
  afterAll(async () => {
    await development?.[Symbol.asyncDispose]();
    await endServices();
    await rm(cwd, { recursive: true });
  });

  /** Starts the service as an operator does, on a database of its own. */
  async function start(NODE_ENV: string) {
    await using stack = new AsyncDisposableStack();
    const database = stack.use(await createDatabase());
    const service = await startService({
      env: {
        NODE_ENV,
        DATABASE_URL: database.url,
        JWT_SECRET,
        ADMIN_API_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        ROLE: 'api',
      },
      cwd,
    });
    stack.use(service);
    const opened = stack.move();
    return {
      api: `${service.url}/api/v1`,
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    };
  }

  /** With headers that fetch does not let a caller set. */
  const statusOf = (url: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      httpRequest(url, { headers }, (res) => resolve(res.resume().statusCode))
        .on('error', reject)
        .end();
    });

  it('give working credentials of Mina and of an organizer, in development', async () => {
    const { api } = development;
    const page = await (await fetch(`${api}/docs`)).text();
    const credentialOf = async (index: number) => {
      const res = await fetch(`${api}/docs/sign-in/${index}.json`);
      expect(res.headers.get('Cache-Control')).toBe('no-store');
      return (await res.json()) as { scheme: string; value: string };
    };
    const [user, organizer] = [await credentialOf(0), await credentialOf(1)];
    const me = await fetch(`${api}/users/me`, { headers: { 'X-Messenger-Auth': user.value } });
    const users = await fetch(`${api}/admin/users`, { headers: { 'X-API-Key': organizer.value } });

    expect(page).toContain('>Sign in as Mina</button>');
    expect(page).toContain('>Sign in as organizer</button>');
    expect([user.scheme, organizer.scheme]).toEqual(['messenger', 'apiKey']);
    expect(await me.json()).toMatchObject({ id: 1, first_name: 'Mina' });
    expect(users.status).toBe(200);
  });

  it('give them to no other page, host or machine', async () => {
    const { api } = development;
    const url = `${api}/docs/sign-in/1.json`;
    const elsewhere = await fetch(url, { headers: { Origin: 'https://evil.example' } });

    expect(elsewhere.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await statusOf(url, {})).toBe(200);
    expect(await statusOf(url, { 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await statusOf(url, { 'Sec-Fetch-Site': 'cross-site' })).toBe(404);
    expect(await statusOf(url, { Host: 'rebound.example' })).toBe(404);
    expect(await statusOf(url, { 'X-Forwarded-For': '192.0.2.1' })).toBe(404);
  });

  it('do not exist in production', async () => {
    await using service = await start('production');
    const { api } = service;
    expect((await fetch(`${api}/docs/sign-in/0.json`)).status).toBe(404);
  });
});
