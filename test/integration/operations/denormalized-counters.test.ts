import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';

import { recountConferencePeople } from '../../../src/jobs/attendance.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { connectTo } from '../../support/database.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, anEvent, aQuest, aTask, people } from '../../support/factories.ts';
import { redAndBlue } from '../../support/media-files.ts';
import { ops } from '../../support/ops.ts';
import { expectSound } from '../../support/seats.ts';

/** Of each writer. */
const ROUNDS = 6;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await emptyAuditLog(api.db);
  await deleteRows(
    api.db,
    'quests',
    'users',
    'conferences',
    'conference_people',
    'events',
    'media',
  );
});

const attend = (on: TestApi, user: User, { id }: { id: number }) =>
  on.as(user).post('/api/v1/events/attend').send({ event_id: id });
const register = (on: TestApi, user: User, { id }: { id: number }) =>
  on.as(user).post(`/api/v1/conferences/${id}/register`);
const setInterests = (on: TestApi, user: User, interests: readonly string[]) =>
  on.as(user).patch('/api/v1/users/me').send({ interests });

/** Four people with seats, an invitation with one, points and interests. */
async function aBusyConference() {
  const conference = await aConference(api.db, { capacity: 5 });
  const event = await anEvent(api.db, { conference_id: conference.id, capacity: 4 });
  const quest = await aQuest(api.db, { conference_id: conference.id });
  const task = await aTask(api.db, quest, { points: 10 });
  const users = await people(api.db, 4);
  await api.db('registrations').insert({
    conference_id: conference.id,
    messenger_id: 4_242,
    ticket_type: 'VIP',
    status: 'registered',
  });
  await api.db('conferences').where({ id: conference.id }).update({ invited_count: 1 });
  for (const user of users) {
    await register(api, user, conference).expect(201);
    await attend(api, user, event).expect(201);
    await setInterests(api, user, ['Sailing', 'Tea']).expect(200);
    const sent = api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id });
    await sent.expect(201);
  }
  await api.services.matchTerms.rebuild(new AbortController().signal);
  return { conference, event, quest, users };
}

/** What the check says of one number. */
const checked = async (name: string) => {
  const checks = await api.services.denormalizedCounters.check();
  return checks.find((one) => one.name === name);
};

const NEVER = new AbortController().signal;
/** Runs the statements of docs/operations.md that correct a table, as an operator does in psql. */
async function correct(table: string, { id }: { id: number }): Promise<void> {
  const page = await readFile('docs/operations.md', 'utf8');
  const blocks = [...page.matchAll(/```sql\n(begin;.*?)```/gs)].map(([, sql = '']) => sql);
  const sql = blocks.find((block) => new RegExp(`(update|from) ${table}\\b[^;]*:id`).test(block));
  await using operator = await connectTo(api.databaseUrl);
  await operator.query(sql?.replaceAll(':id', String(id)) ?? 'no such statement');
}

describe('npm run ops -- check', () => {
  it('finds every kept number that was changed by hand, and the page has the correction', async () => {
    const { conference, event, quest, users } = await aBusyConference();
    const [ada, bea] = users;
    const run = (...args: string[]) => ops(api.databaseUrl, 'check', ...args);
    const sound = await run();
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(sound.stdout.trimEnd().split('\n')).toEqual(
      [
        'seats of conferences',
        'seats of events',
        'seats of ticket types',
        'people of conferences',
        'participants of quests',
        'points',
        'match terms',
        'users per match term',
        'bytes of media',
      ].map((name) => `${name}: right`),
    );

    await api.db('conferences').where({ id: conference.id }).update({
      attendee_count: 3,
      invited_count: 0,
      over_capacity_count: 2,
    });
    await api.db('events').where({ id: event.id }).update({ attendee_count: 2 });
    const [type] = await api.db('ticket_types').where({ conference_id: conference.id });
    await api.db('ticket_types').update({ seat_count: 3, over_count: 2 });
    await api.db('conference_people').where({ user_id: ada.id }).update({ seats: 5 });
    await api.db('conference_people').where({ user_id: bea.id }).delete();
    const gone = { conference_id: 999_999, user_id: bea.id };
    await api.db('conference_people').insert({ ...gone, seats: 1 });
    await api.db('quests').where({ id: quest.id }).update({ participant_count: 9 });
    await api.db('point_totals').where({ user_id: ada.id, scope: 'quest' }).delete();
    await api.db('users').where({ id: bea.id }).update({ points: 11 });
    await api.db('match_terms').where({ user_id: ada.id, term: 'tea' }).delete();
    await api.db('match_terms').where({ user_id: bea.id }).update({ is_listed: false });
    await api.db('match_term_counts').where({ term: 'tea' }).update({ people: 70 });

    const { code, stdout } = await run();
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    const of = { conference: `  conference ${conference.id}`, event: `  event ${event.id}` };
    expect(lines).toEqual(
      expect.arrayContaining([
        'seats of conferences: 3 differ',
        `${of.conference}: attendee_count: expected 4, found 3`,
        `${of.conference}: invited_count: expected 1, found 0`,
        `${of.conference}: over_capacity_count: expected 0, found 2`,
        'seats of events: 1 differ',
        `${of.event}: attendee_count: expected 4, found 2`,
        'seats of ticket types: 2 differ',
        `  ticket type ${type.id}: over_count: expected 0, found 2`,
        `  ticket type ${type.id}: seat_count: expected 1, found 3`,
        'people of conferences: 3 differ',
        `${of.conference}, user ${ada.id}: seats: expected 2, found 5`,
        `${of.conference}, user ${bea.id}: seats: expected 2, found 0`,
        `  conference 999999, user ${bea.id}: seats: expected 0, found 1`,
        'participants of quests: 1 differ',
        `  quest ${quest.id}: participant_count: expected 4, found 9`,
        `  user, user ${bea.id}: points: expected 10, found 11`,
        'match terms: 2 differ',
        `  user ${ada.id}: missing: expected 0, found 1`,
        `  user ${bea.id}: wrongly_listed: expected 0, found 2`,
        '  i tea: people: expected 2, found 70',
      ]),
    );
    expect(stdout).toMatch(/^points: \d+ differ$/m);
    expect(stdout).toMatch(/^users per match term: 2 differ, which the next hourly run corrects$/m);

    await correct('conferences', conference);
    await correct('events', event);
    await correct('ticket_types', type);
    await correct('quests', quest);
    for (const user of [ada, bea]) await correct('match_terms', user);
    await api.services.matchTerms.rebuild(NEVER);
    await recountConferencePeople.run(api, null, NEVER);
    await api.admin().post('/api/v1/admin/points/check?repair=true').expect(200);
    expect(await run()).toEqual(sound);
  });

  it('refuses the repair of earlier versions, and names the page for it', async () => {
    const { code, stdout, stderr } = await ops(api.databaseUrl, 'check', '--repair');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^check --repair: .*docs\/operations\.md/);
  });

  it.each([
    ['check', '--resend'],
    ['check', 'twice'],
    ['status', '--repair'],
    ['after-restore', '--taken-at=2026-05-14T02:00:00Z', '--repair'],
  ])('refuses %s %s', async (...args) => {
    expect(await ops(api.databaseUrl, ...args)).toMatchObject({ code: 1, stdout: '' });
  });
});

it('compares every column that counts rows of another table', async () => {
  const columns = await api
    .db('information_schema.columns')
    .where({ table_schema: 'public' })
    .where('column_name', 'like', '%\\_count')
    .orderBy(['table_name', 'column_name'])
    .select('table_name', 'column_name');
  expect(columns.map((one) => `${one.table_name}.${one.column_name}`)).toEqual([
    'conferences.attendee_count',
    'conferences.invited_count',
    'conferences.over_capacity_count',
    'events.attendee_count',
    'events.over_capacity_count',
    'quests.participant_count',
    'ticket_types.over_count',
    'ticket_types.seat_count',
  ]);
});

it('a correction by hand leaves a free seat to the waitlist, which gets it with the next change of the event', async () => {
  const event = await anEvent(api.db, { capacity: 2 });
  const [ada, bea] = await people(api.db, 2);
  await attend(api, ada, event).expect(201);
  await api.db('events').where({ id: event.id }).update({ attendee_count: 2 });
  expect((await attend(api, bea, event).expect(201)).body.status).toBe('waitlisted');

  await correct('events', event);
  const path = `/api/v1/admin/events/${event.id}`;
  await api.admin().put(path).send({ description: 'Bring a cup.', notify: false }).expect(200);
  await expectSound(api.db, 'events', event);
  const { body } = await api.as(bea).get('/api/v1/notifications').expect(200);
  expect(body.data).toHaveLength(1);
});

it('reports a count that exceeds its limit, which no correction writes', async () => {
  const quest = await aQuest(api.db, {});
  const task = await aTask(api.db, quest);
  for (const user of await people(api.db, 2)) {
    const sent = api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id });
    await sent.expect(201);
  }
  await api.db('quests').where({ id: quest.id }).update({
    participant_count: 1,
    max_participants: 1,
  });
  await expect(correct('quests', quest)).rejects.toThrow('violates check constraint');
  expect(await checked('participants of quests')).toEqual({
    name: 'participants of quests',
    isDelayed: false,
    count: 1,
    differences: [{ row: `quest ${quest.id}`, field: 'participant_count', expected: 2, found: 1 }],
  });
});

it('reports the sizes of stored files that differ, and a missing one', async () => {
  const [ada] = await people(api.db, 1);
  const upload = async () => {
    const file = await redAndBlue(400, 200).png().toBuffer();
    const sent = api.as(ada).post('/api/v1/images/upload').attach('file', file, 'a.png');
    return (await sent.expect(201)).body as { id: number };
  };
  const [wrong, missing] = [await upload(), await upload()];
  const rowOf = ({ id }: { id: number }) => api.db('media').where({ id }).first();
  const before = await rowOf(wrong);
  expect(await checked('bytes of media')).toMatchObject({ count: 0 });

  const variants = { ...before.variants, 96: { ...before.variants[96], bytes: 7 } };
  await api.db('media').where({ id: wrong.id }).update({ bytes: 5, variants });
  const { key } = await rowOf(missing);
  await rm(path.join(api.mediaDirectory, key.slice(0, 2), key));
  const row = `media ${wrong.id}`;
  const field = 'variants.96.bytes';
  expect(await checked('bytes of media')).toMatchObject({
    count: 3,
    differences: [
      { row, field: 'bytes', expected: before.bytes, found: 5 },
      { row, field, expected: before.variants[96].bytes, found: 7 },
      { row: `media ${missing.id}`, field: 'bytes', expected: null },
    ],
  });
});

it('finds no difference beside writers in two processes, and corrections lose no change of theirs', async () => {
  await using other = await startApi({ on: api });
  const { conference, event, users } = await aBusyConference();
  const writers = [api, other].flatMap((on) =>
    users.map(async (user, n) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await setInterests(on, user, [`Round ${round}`, `Person ${n}`]);
        await on.as(user).delete(`/api/v1/events/${event.id}/attend`);
        await attend(on, user, event);
        await on.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
        await register(on, user, conference);
      }
    }),
  );
  let isWriting = true;
  const written = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  let checks = 0;
  while (isWriting) {
    const found = await other.services.denormalizedCounters.check();
    expect(found.filter(({ count, isDelayed }) => count > 0 && !isDelayed)).toEqual([]);
    await api.db('events').where({ id: event.id }).increment('over_capacity_count', 3);
    await api.db('conferences').where({ id: conference.id }).decrement('invited_count', 1);
    await correct('events', event);
    await correct('conferences', conference);
    checks += 1;
  }
  await written;
  expect(checks).toBeGreaterThan(1);
  expect(await ops(api.databaseUrl, 'check')).toMatchObject({ code: 0, stderr: '' });
  await expectSound(api.db, 'events', event);
  await expectSound(api.db, 'conferences', conference);
  await expectPeopleCounted(api.db);
});
