import fc from 'fast-check';
import type { Scope } from '../../../src/domain/administration/scopes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { connectTo } from '../../support/database.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aTask,
  people,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { nodesOf, plansOf, rowsReadBy } from '../../support/plans.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';
import {
  aParticipation,
  aQuestRequest,
  aSubmission,
  oneCrowdedQuest,
} from '../../support/quests.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SEQUENCES = casesOf({ least: 2, per: 4_000 });
const STEPS = 30;

let api: TestApi;
let conference: Conference;
let other: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(
    api.db,
    'conferences',
    'events',
    'users',
    'quests',
    'notification_jobs',
    'feedback',
  );
  // Nothing that an earlier test read is kept.
  api.advance(MINUTE_MS);
  [conference, other] = [await aConference(api.db), await aConference(api.db)];
});

const request = (query: object = {}, key?: string) =>
  api.admin(key).get(`/api/v1/admin/conferences/${conference.id}/stats`).query(query);
const stats = async (query: object = {}, key?: string) =>
  (await request(query, key).expect(200)).body;
const aKeyWith = async (scopes: readonly Scope[], conference_ids: number[] | null = null) =>
  (await aKey(api.db, { scopes, conference_ids })).secret;

async function aBroadcast(status: 'running' | 'failed' | 'scheduled', audience: object) {
  await api.db('notification_jobs').insert({
    title: 'Doors open',
    body: 'Good morning',
    audience: JSON.stringify(audience),
    channels: ['in_app'],
    scheduled_at: api.now().toISOString(),
    status,
    ...(status !== 'scheduled' && { started_at: api.now().toISOString() }),
    ...(status === 'failed' && {
      finished_at: api.now().toISOString(),
      failure_reason: 'error',
    }),
  });
}

describe('GET /admin/conferences/:id/stats', () => {
  it('has every number of the conference, and none of another one', async () => {
    const users = await people(api.db, 6);
    for (const [n, status] of (
      ['registered', 'checked_in', 'waitlisted', 'cancelled'] as const
    ).entries()) {
      const ticket_type = n === 1 ? 'vip' : null;
      await aRegistration(api.db, [users[n] as User, conference], { status, ticket_type });
    }
    await aRegistration(api.db, [users[4] as User, other]);
    await api.db('registrations').insert([
      { conference_id: conference.id, messenger_id: 1, status: 'registered', ticket_type: 'vip' },
      { conference_id: conference.id, messenger_id: 2, status: 'waitlisted' },
      { conference_id: other.id, messenger_id: 3, status: 'registered' },
    ]);
    const [event] = [await anEvent(api.db, { conference_id: conference.id })];
    await anEvent(api.db, { conference_id: conference.id, kind: 'side', status: 'pending' });
    await anEvent(api.db, { conference_id: conference.id, status: 'cancelled' });
    await anEvent(api.db, { conference_id: other.id });
    // With a seat at an event only.
    await anAttendance(api.db, [users[5] as User, event]);
    await aConnection(api.db, [users[0] as User, users[5] as User]);
    await aConnection(api.db, [users[0] as User, users[4] as User]);
    await aConnection(api.db, [users[1] as User, users[5] as User], 'pending');
    const quest = await aQuest(api.db, { conference_id: conference.id });
    await aQuestRequest(api.db, [users[0] as User, quest]);
    await aQuestRequest(api.db, [users[1] as User, quest], { status: 'approved' });
    await aParticipation(api.db, [users[2] as User, quest]);
    for (const deleted_at of [null, api.now().toISOString()]) {
      const task = await aTask(api.db, quest, { deleted_at });
      await aSubmission(api.db, [users[2] as User, task], { status: 'pending' });
    }
    await api
      .db('feedback')
      .insert([
        { message: 'Chairs', conference_id: conference.id },
        { message: 'Light', conference_id: conference.id, status: 'read' },
        { message: 'Tea', conference_id: other.id },
        { message: 'Hello' },
      ]);
    await aBroadcast('running', { conference_ids: [conference.id] });
    await aBroadcast('running', { event_ids: [event.id], conference_ids: [other.id] });
    await aBroadcast('failed', { quest_id: quest.id, quest_status: 'completed' });
    await aBroadcast('running', { all: true });
    await aBroadcast('scheduled', { conference_ids: [conference.id] });

    expect(await stats()).toEqual({
      conference_id: conference.id,
      as_of: api.now().toISOString(),
      attendance: {
        totals: { seats: 2, arrived: 1, waitlisted: 1, invited: 1 },
        by_ticket_type: [
          { ticket_type: 'vip', seats: 1, arrived: 1, waitlisted: 0, invited: 1 },
          { ticket_type: null, seats: 1, arrived: 0, waitlisted: 1, invited: 0 },
        ],
      },
      programme: { events: 1, pending_side_events: 1 },
      quests: { registration_requests: 1, submissions: 1 },
      feedback: { new: 1 },
      broadcasts: { running: 2, failed: 1, missed: 0 },
      connections: { accepted: 1, as_of: api.now().toISOString() },
      waiting: expect.arrayContaining([{ kind: 'report', count: 0, oldest_at: null }]),
    });
  });

  it('counts the connections of the days of the conference in its time zone', async () => {
    await api.db('conferences').update({ timezone: 'Pacific/Kiritimati' });
    const users = await people(api.db, 5);
    for (const user of users) await aRegistration(api.db, [user, conference]);
    for (const [n, responded_at] of [
      '2026-05-13T09:59:59.999Z',
      '2026-05-13T10:00:00.000Z',
      '2026-05-16T09:59:59.999Z',
      '2026-05-16T10:00:00.000Z',
    ].entries()) {
      await aConnection(api.db, [users[0], users[n + 1] as User]);
      await api
        .db('connections')
        .where({ recipient_id: users[n + 1]?.id })
        .update({ responded_at });
    }
    expect((await stats()).connections.accepted).toBe(2);
  });

  it.each<[readonly Scope[], readonly string[]]>([
    [['attendees:read'], ['attendance', 'connections']],
    [['door:read'], ['attendance']],
    [['content:read'], ['programme']],
    [['quests:read'], ['quests']],
    [['broadcasts:read'], ['broadcasts']],
    [['feedback:read'], ['feedback']],
    [['media:read'], []],
  ])('shows a key with %j the groups %j', async (scopes, groups) => {
    const secret = await aKeyWith(scopes, [conference.id]);
    const { conference_id: _, as_of: __, waiting: ___, ...shown } = await stats({}, secret);
    expect(Object.keys(shown)).toEqual(groups);
  });

  it('shows the door who has a seat and who arrived, and no more', async () => {
    const secret = await aKeyWith(['door:read']);
    const { attendance, series } = await stats({ bucket: 'hour' }, secret);
    expect(attendance).toEqual({ totals: { seats: 0, arrived: 0 }, by_ticket_type: [] });
    expect(Object.keys(series.points[0])).toEqual(['at', 'arrivals']);
  });

  it('counts no broadcast that names another conference for a key of some conferences', async () => {
    await aBroadcast('failed', { conference_ids: [conference.id] });
    await aBroadcast('failed', { conference_ids: [conference.id, other.id] });
    const limited = await aKeyWith(['broadcasts:read'], [conference.id]);
    expect((await stats({}, limited)).broadcasts.failed).toBe(1);
    expect((await stats()).broadcasts.failed).toBe(2);
    const elsewhere = await aKeyWith(['broadcasts:read'], [other.id]);
    await request({}, elsewhere).expect(404, failure('NOT_FOUND', 'conference not found'));
  });

  it('answers 404 for a conference that does not exist', async () => {
    await api
      .admin()
      .get('/api/v1/admin/conferences/999999/stats')
      .expect(404, failure('NOT_FOUND', 'conference not found'));
  });

  it('counts a guest who arrived as a seat, in the numbers of the door, too', async () => {
    await api.db('registrations').insert([
      { conference_id: conference.id, messenger_id: 1, status: 'registered', ticket_type: 'vip' },
      {
        conference_id: conference.id,
        messenger_id: 2,
        status: 'checked_in',
        ticket_type: 'vip',
        checked_in_at: api.now().toISOString(),
      },
    ]);
    const numbers = { seats: 1, arrived: 1, waitlisted: 0, invited: 2 };
    expect((await stats()).attendance).toEqual({
      totals: numbers,
      by_ticket_type: [{ ticket_type: 'vip', ...numbers }],
    });
    const door = (await stats({}, await aKeyWith(['door:read']))).attendance;
    expect(door.totals).toEqual({ seats: 1, arrived: 1 });
  });

  it('sends at most 8 statements, those for a stored key included', async () => {
    const ask = (key?: string) => countQueries(api.db, () => stats({ bucket: 'hour' }, key));
    expect(await ask(await aKeyWith(['*' as Scope]))).toBeLessThanOrEqual(8);
    api.advance(MINUTE_MS);
    expect(await ask()).toBe(6);
    expect(await ask()).toBe(0);
  });

  it('is read once by all consoles of a second, and connections once a minute', async () => {
    const [ada, grace] = await people(api.db, 2);
    for (const user of [ada, grace]) await aRegistration(api.db, [user, conference]);
    const ask = () => Promise.all([stats(), stats(), stats()]);
    expect(await countQueries(api.db, ask)).toBe(5);
    await aConnection(api.db, [ada, grace]);
    await aBroadcast('failed', { conference_ids: [conference.id] });

    api.advance(SECOND_MS - 1);
    expect((await stats()).broadcasts.failed).toBe(0);
    api.advance(1);
    expect(await countQueries(api.db, ask)).toBe(4);
    expect(await stats()).toMatchObject({
      broadcasts: { failed: 1 },
      connections: { accepted: 0 },
    });
    api.advance(MINUTE_MS - SECOND_MS);
    expect((await stats()).connections).toEqual({ accepted: 1, as_of: api.now().toISOString() });
  });
});

describe('a series', () => {
  it('has each bucket of the clock of the conference, also the empty ones', async () => {
    await api.db('conferences').update({ timezone: 'Asia/Kolkata' });
    const [ada, grace, linus] = await people(api.db, 3);
    const quest = await aQuest(api.db, { conference_id: conference.id });
    for (const [user, at] of [
      [ada, '2026-05-14T06:29:59.999Z'],
      [grace, '2026-05-14T06:30:00.000Z'],
      [linus, '2026-05-14T08:29:59.999Z'],
    ] as const) {
      await aRegistration(api.db, [user, conference], { status: 'checked_in' });
      await api
        .db('registrations')
        .where({ user_id: user.id })
        .update({ checked_in_at: at, registered_at: at });
      await aParticipation(api.db, [user, quest], { status: 'completed', completed_at: at });
    }
    await aConnection(api.db, [ada, grace]);
    await api.db('connections').update({ responded_at: '2026-05-14T07:30:00.000Z' });

    const { series } = await stats({
      bucket: 'hour',
      from: '2026-05-14T12:10:00+05:30',
      to: '2026-05-14T08:30:00Z',
    });
    const empty = { registrations: 0, arrivals: 0, connections: 0, quest_completions: 0 };
    const full = { registrations: 1, arrivals: 1, connections: 0, quest_completions: 1 };
    expect(series).toEqual({
      bucket: 'hour',
      from: '2026-05-14T06:30:00.000Z',
      to: '2026-05-14T08:30:00.000Z',
      points: [
        { at: '2026-05-14T06:30:00.000Z', ...full },
        { at: '2026-05-14T07:30:00.000Z', ...full, connections: 1 },
      ],
    });
    const { series: earlier } = await stats({ bucket: '5min', to: '2026-05-14T05:00:00Z' });
    expect(earlier.points).toHaveLength(288);
    expect(earlier.points.at(-1)).toEqual({ at: '2026-05-14T04:55:00.000Z', ...empty });
  });

  it.each([
    [{ bucket: '5min', from: '2026-05-12T00:00:00Z', to: '2026-05-14T00:00:00Z' }, 'from'],
    [{ bucket: 'hour', from: '2026-05-14T00:00:00Z', to: '2026-05-14T00:00:00Z' }, 'to'],
    [{ from: '2026-05-14T00:00:00Z' }, 'bucket'],
    [{ bucket: 'week' }, 'bucket'],
    [{ bucket: 'hour', from: 'yesterday' }, 'from'],
  ])('refuses %j, naming %s', async (query, field) => {
    const { body } = await request(query).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });
});

describe('after any sequence of changes', () => {
  let users: User[];
  let event: Event;
  let quest: Quest;
  let task: QuestTask;

  /** A full conference, an event, and a quest whose participants are admitted and reviewed. */
  async function reset(): Promise<void> {
    await deleteRows(api.db, 'conferences', 'events', 'users', 'quests');
    users = await people(api.db, 4);
    conference = await aConference(api.db, { capacity: 4 });
    event = await anEvent(api.db, { conference_id: conference.id, capacity: 2 });
    quest = await aQuest(api.db, { conference_id: conference.id, registration_mode: 'approval' });
    task = await aTask(api.db, quest, {
      type: 'text',
      config: { min_length: 0, max_length: 100 },
    });
  }

  const one = (n: number): User => users[n % users.length] as User;
  const desk = (method: 'post' | 'put' | 'delete', path: string, body?: object) =>
    api.admin()[method](`/api/v1/admin/${path}`).send(body);
  const atConference = (path: string) => `conferences/${conference.id}/${path}`;
  const decideRequest = async (n: number, decision: string) => {
    const { id } = (await api.db('registration_requests').where('user_id', one(n).id))[0] ?? {};
    await desk('post', `quests/registration-requests/${id ?? 1}/${decision}`, { reason: 'a' });
  };
  const review = async (n: number, decision: string) => {
    const { id } = (await api.db('user_quest_tasks').where('user_id', one(n).id))[0] ?? {};
    await desk('post', `quests/tasks/${id ?? 1}/${decision}`, { reason: 'a reason' });
  };

  /** Refusals are fine: what is compared are the numbers with the rows. */
  const OPERATIONS: Readonly<Record<string, (n: number) => PromiseLike<unknown>>> = {
    register: (n) => api.as(one(n)).post(`/api/v1/conferences/${conference.id}/register`),
    cancel: (n) => api.as(one(n)).delete(`/api/v1/conferences/${conference.id}/register`),
    attend: (n) => api.as(one(n)).post('/api/v1/events/attend').send({ event_id: event.id }),
    leave: (n) => api.as(one(n)).delete(`/api/v1/events/${event.id}/attend`),
    checkIn: (n) => desk('post', atConference('check-in'), { user_id: one(n).id }),
    guest: async (n) => {
      const [{ id } = { id: 1 }] = await invitationsIn(api.db).where(
        'messenger_id',
        900_000 + (n % 5),
      );
      await desk('post', atConference('check-in'), { invitation_id: id });
    },
    undo: (n) => desk('delete', atConference('check-in'), { user_id: one(n).id }),
    invite: (n) =>
      desk('post', atConference('bulk-upload'), {
        attendees: [
          { messenger_id: 900_000 + (n % 5), first_name: 'Guest', ticket_type: `t${n % 3}` },
        ],
      }),
    claim: (n) =>
      api.fromMessenger({ id: 900_000 + (n % 5), first_name: 'Guest' }).get('/api/v1/users/me'),
    request: (n) => api.as(one(n)).post(`/api/v1/quests/${quest.id}/request-registration`).send({}),
    admit: (n) => decideRequest(n, 'approve'),
    refuse: (n) => decideRequest(n, 'reject'),
    start: (n) => api.as(one(n)).post(`/api/v1/quests/${quest.id}/start`),
    submit: (n) =>
      api
        .as(one(n))
        .post('/api/v1/quests/tasks/complete')
        .send({ task_id: task.id, text: 'A poem' }),
    approve: (n) => review(n, 'approve'),
    reject: (n) => review(n, 'reject'),
    connect: (n) =>
      api
        .as(one(n))
        .post('/api/v1/connections')
        .send({ recipient_id: one(n + 1 + (n % 2)).id }),
    propose: (n) =>
      api
        .as(one(n))
        .post('/api/v1/events/side-event-request')
        .send({
          title: 'A walk',
          description: 'Along the quay.',
          conference_id: conference.id,
          starts_at: '2026-05-15T09:00:00Z',
          ends_at: '2026-05-15T10:00:00Z',
          timezone: 'Europe/Berlin',
          venue: { name: 'The quay' },
          contact: '@ada',
        }),
  };

  /** The numbers, counted row by row. */
  async function counted() {
    const { id } = conference;
    const { db } = api;
    const seats = ['registered', 'checked_in'];
    const attendances = () =>
      db('registrations').where({ conference_id: id }).whereNotNull('user_id');
    const length = async (rows: PromiseLike<readonly unknown[]>) => (await rows).length;
    const ofQuest = { quest_id: quest.id, status: 'pending' };
    const hasSeat = new Set<number>([
      ...(await attendances().whereIn('status', seats).pluck('user_id')),
      ...(await db('event_attendances').whereIn('status', seats).pluck('user_id')),
    ]);
    const connections = await db('connections').where({ status: 'accepted' });
    const guests = await length(
      invitationsIn(db).whereNull('claimed_at').whereNotNull('checked_in_at'),
    );
    return {
      seats: guests + (await length(attendances().whereIn('status', seats))),
      arrived: guests + (await length(attendances().whereNotNull('checked_in_at'))),
      waitlisted: await length(attendances().where('status', 'waitlisted')),
      invited: await length(invitationsIn(db).where('has_seat', true)),
      events: await length(db('events').where('status', 'approved')),
      pending_side_events: await length(db('events').where('status', 'pending')),
      registration_requests: await length(db('registration_requests').where(ofQuest)),
      submissions: await length(db('user_quest_tasks').where(ofQuest)),
      accepted: connections.filter(
        ({ requester_id, recipient_id }) => hasSeat.has(requester_id) && hasSeat.has(recipient_id),
      ).length,
    };
  }

  const summed = (types: readonly Record<string, number>[], name: string) =>
    types.reduce((sum, type) => sum + (type[name] ?? 0), 0);

  const OPERATION = fc.record({
    name: fc.constantFrom(...Object.keys(OPERATIONS), 'register', 'invite', 'submit'),
    n: fc.nat({ max: 100 }),
  });

  /** Makes each number positive. */
  const EXAMPLE = Object.entries({
    invite: [0, 1],
    claim: [1],
    register: [0, 1, 2],
    checkIn: [0],
    guest: [0],
    attend: [3],
    connect: [1, 3],
    request: [0, 1],
    admit: [0],
    start: [0],
    submit: [0],
    propose: [2],
  }).flatMap(([name, each]) => each.map((n) => ({ name, n })));

  it('equals the rows', async () => {
    const sums: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.array(OPERATION, { minLength: STEPS, maxLength: STEPS }),
        async (steps) => {
          await reset();
          for (const { name, n } of steps) await OPERATIONS[name]?.(n);
          api.advance(MINUTE_MS);
          const { attendance, programme, quests, connections } = await stats();
          const rows = await counted();
          expect({ ...attendance.totals, ...programme, ...quests, ...connections }).toEqual({
            ...rows,
            as_of: connections.as_of,
          });
          for (const name of Object.keys(attendance.totals)) {
            expect(summed(attendance.by_ticket_type, name)).toBe(attendance.totals[name]);
          }
          for (const [name, n] of Object.entries(rows)) sums[name] = (sums[name] ?? 0) + n;
        },
      ),
      { numRuns: SEQUENCES, endOnFailure: true, examples: [[EXAMPLE]] },
    );
    expect(Object.entries(sums).filter(([, sum]) => sum === 0)).toEqual([]);
  });
});

it('reads each waiting submission and request once, however many quests the conference has', async () => {
  const WAITING = 3_000;
  await people(api.db, WAITING);
  await using client = await connectTo(api.databaseUrl);
  const [, other] = await oneCrowdedQuest(client, conference);
  await client.query(
    `insert into registration_requests (quest_id, user_id, status, source, requested_at)
     select $1, id, 'pending', 'self', now() from users`,
    [other],
  );
  await client.query('analyze');
  const [statement] = await statementsDuring(api.db, () =>
    api.store.read.conferenceStats.listWaiting(conference.id, [
      'registration_request',
      'submission',
    ]),
  );
  if (!statement) throw new Error('no statement');

  for (const plan of await plansOf(client, statement)) {
    const read = nodesOf(plan).filter((node) =>
      /^(user_quest_tasks|registration_requests)$/.test(node['Relation Name'] ?? ''),
    );
    expect(read.length).toBeGreaterThan(0);
    for (const node of read) expect(rowsReadBy(node)).toBeLessThanOrEqual(WAITING);
  }
});
