import { readdir } from 'node:fs/promises';
import {
  type PartnerSandbox,
  startPartnerSandbox,
} from '../../../src/development/partner-sandbox.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { TestApi } from '../../support/api.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { redAndBlue } from '../../support/media-files.ts';
import { CODE, PARTNER } from '../../support/partner.ts';
import { columnsWhere } from '../../support/personal-columns.ts';
import { COMPLETE } from '../../support/quest-calls.ts';
import { findTraces } from '../../support/traces.ts';
import { until } from '../../support/until.ts';

const MESSENGER_ID = 777_000_777;
/** A number with no other meaning. */
const USER_ID = 618_033_988;
const IDS = `\\m(?:${MESSENGER_ID}|${USER_ID})\\M`;
const PRIVATE = 'xmark[a-z]+';

/** The traces that the database contained before the erasure. */
const made = new Set<string>();
/** A word that marks a place, and that searches index unchanged. */
function mark(place: string): string {
  made.add(`xmark${place}`);
  return `xmark${place}`;
}

let sandbox: PartnerSandbox;
let test: DeliveryTest;
let api: TestApi;
let ada: User;
let grace: User;
let conference: Conference;

beforeAll(async () => {
  sandbox = await startPartnerSandbox({ mintMs: 0 });
  test = await DeliveryTest.start({ env: sandbox.env });
  ({ api } = test);
});
afterAll(async () => {
  await test.stopWorkers();
  await test.close();
  await sandbox.stop();
});

const mayStay = new Set(columnsWhere(({ erased }) => erased.startsWith('stays')));
/** The columns with matches, except those that may keep them by a decision. */
const traces = async (pattern: string) =>
  Object.fromEntries(
    [...(await findTraces(api.db, pattern))].filter(([name]) => !mayStay.has(name)),
  );
const marksFound = async () => new Set([...(await findTraces(api.db, PRIVATE)).values()].flat());
/** Whether the worker has done all due work. */
const isIdle = async () => {
  const jobs = api.db('pgboss.job').whereIn('state', ['created', 'retry', 'active']);
  const due = await jobs
    .where('start_after', '<=', api.db.fn.now())
    .whereNot('name', 'like', '\\_\\_%');
  const mints = await api.db('partner_mints').whereNotIn('status', ['minted', 'failed']);
  return due.length + mints.length === 0 && !(await test.hasMessagesInFlight());
};

const admin = (path: string, body: object = {}) =>
  api.admin().post(`/api/v1/admin/${path}`).send(body);
const own = (path: string, body: object = {}) => api.as(ada).post(`/api/v1/${path}`).send(body);
const rowOf = async (table: string) => (await api.db(table).orderBy('id', 'desc').first('id')).id;
const text = () => ({ type: 'text', config: { min_length: 0, max_length: 99 } });

/** Signs in the person, whom an import has named before. */
async function signIn(): Promise<void> {
  await admin(`conferences/${conference.id}/bulk-upload`, {
    attendees: [{ messenger_id: MESSENGER_ID, first_name: mark('invited'), company: mark('firm') }],
  }).expect(200);
  const [{ id }] = await invitationsIn(api.db).select('id');
  const invitation = `conferences/${conference.id}/invitations/${id}`;
  await api
    .admin()
    .patch(`/api/v1/admin/${invitation}`)
    .send({ job_title: mark('job') })
    .expect(200);
  await api.db.raw(`alter table users alter column id restart with ${USER_ID}`);
  const person = {
    id: MESSENGER_ID,
    first_name: mark('first'),
    last_name: mark('last'),
    username: mark('username'),
    photo_url: `https://x.example/${mark('photo')}.png`,
    allows_write_to_pm: true,
  };
  await api.fromMessenger(person).post('/api/v1/messenger/upsert').expect(201);
  ada = await api.db('users').where({ id: USER_ID }).first();
  await api.db.raw('alter table users alter column id restart with 1000');
  grace = await aUser(api.db);
}

async function image(purpose: string): Promise<number> {
  const file = await redAndBlue(40, 20).png().toBuffer();
  const upload = api.as(ada).post('/api/v1/images/upload').field('purpose', purpose);
  return (await upload.attach('file', file, `xmarkfile.png`).expect(201)).body.id;
}

const SIDE_EVENT = {
  starts_at: '2026-05-14T20:00:00+02:00',
  ends_at: '2026-05-14T22:00:00+02:00',
  timezone: 'Europe/Berlin',
};
const sideEvent = (place: string) => ({
  ...SIDE_EVENT,
  title: mark(`${place}title`),
  description: mark(`${place}text`),
  venue: { name: mark(`${place}venue`) },
  contact: mark(`${place}contact`),
});

/** Each entry stores text of the person, or about them, in one place. */
const PLACES: Record<string, () => Promise<unknown>> = {
  'a user import': () =>
    admin('users/bulk-import', {
      users: [{ messenger_id: MESSENGER_ID, company: mark('imported') }],
    }).expect(200),
  'the profile': () =>
    api
      .as(ada)
      .patch('/api/v1/users/me')
      .send({
        first_name: mark('own'),
        headline: mark('headline'),
        bio: mark('bio'),
        looking_for: mark('looking'),
        offering: mark('offering'),
        interests: [mark('interest')],
      }),
  'social links': () =>
    api
      .as(ada)
      .put('/api/v1/users/socials')
      .send({ github: mark('github') }),
  'the step of the onboarding': () =>
    api
      .as(ada)
      .put('/api/v1/users/onboarding')
      .send({ status: 'in_progress', step: mark('step') }),
  'a photo': async () =>
    api
      .as(ada)
      .patch('/api/v1/users/me')
      .send({ photo_media_id: await image('public') }),
  'a correction by an administrator': () =>
    api
      .admin()
      .patch(`/api/v1/admin/users/${USER_ID}`)
      .send({ job_title: mark('corrected') }),
  'the message of a connection': () =>
    own('connections', { recipient_id: grace.id, message: mark('hello') }).expect(201),
  'the message of a stranger': async () => {
    const linus = await aUser(api.db);
    const connections = api.as(linus).post('/api/v1/connections');
    await connections.send({ recipient_id: USER_ID, message: mark('stranger') }).expect(201);
  },
  'a dismissed recommendation': () => own(`users/recommended/${grace.id}/dismiss`),
  'feedback and the note on it': async () => {
    const context = { page: mark('page') };
    await own('feedback', { message: 'More chairs', contact: mark('contact'), context })
      .set('Idempotency-Key', 'feedback-of-the-person')
      .expect(201);
    const feedback = api.admin().patch(`/api/v1/admin/feedback/${await rowOf('feedback')}`);
    await feedback.send({ note: mark('note') }).expect(200);
  },
  'a pending side event': () => own('events/side-event-request', sideEvent('pending')).expect(201),
  'the contact of a published side event': async () => {
    await own('events/side-event-request', sideEvent('published')).expect(201);
    await admin(`events/${await rowOf('events')}/approve`).expect(200);
  },
  'the reason of a rejected side event': async () => {
    await own('events/side-event-request', sideEvent('rejected')).expect(201);
    await admin(`events/${await rowOf('events')}/reject`, { reason: mark('refusal') }).expect(200);
  },
  'a request for a quest': async () => {
    const quest = await aQuest(api.db, { registration_mode: 'approval' });
    await own(`quests/${quest.id}/request-registration`, { message: mark('please') }).expect(201);
    const id = await rowOf('registration_requests');
    const reason = mark('declined');
    await admin(`quests/registration-requests/${id}/reject`, { reason }).expect(200);
  },
  'a text proof and its rejection': async () => {
    const task = await aTask(api.db, await aQuest(api.db), text());
    await own('quests/tasks/complete', { task_id: task.id, text: mark('proof') }).expect(201);
    const id = await rowOf('user_quest_tasks');
    await admin(`quests/tasks/${id}/reject`, { reason: mark('rejection') }).expect(200);
  },
  'bulk rejections': async () => {
    const task = await aTask(api.db, await aQuest(api.db), text());
    await own('quests/tasks/complete', { task_id: task.id, text: mark('second') }).expect(201);
    const reviewed = { ids: [await rowOf('user_quest_tasks')], reason: mark('review') };
    await admin('quests/tasks/bulk-review', { ...reviewed, decision: 'reject' }).expect(200);
    const quest = await aQuest(api.db, { registration_mode: 'approval' });
    await own(`quests/${quest.id}/request-registration`).expect(201);
    const requested = {
      ids: [await rowOf('registration_requests')],
      reason: mark('refused'),
    };
    const bulk = admin('quests/registration-requests/bulk', { ...requested, decision: 'reject' });
    await bulk.expect(200);
  },
  'a photo proof': async () => {
    const task = await aTask(api.db, await aQuest(api.db), { type: 'photo' });
    const media_id = await image('proof');
    await own('quests/tasks/complete', { task_id: task.id, media_id }).expect(201);
  },
  'the reason of points': () =>
    admin('points/adjust', { user_id: USER_ID, delta: 5, reason: mark('points') }).expect(201),
  'an unsigned call': async () => {
    const quest = await aQuest(api.db, { public_api_enabled: true });
    const task = await aTask(api.db, quest, { type: 'external' });
    await called(task.id, 'called');
  },
  'a message of an administrator': () =>
    admin('notifications', { user_id: USER_ID, title: mark('title'), body: mark('body') }).expect(
      201,
    ),
  'a message to several, and a test of one': async () => {
    const message = { user_id: USER_ID, title: mark('several'), body: 'b' };
    await admin('notifications/bulk', { notifications: [message] })
      .set('Idempotency-Key', 'bulk-to-the-person')
      .expect(201);
    await admin('notifications/test', {
      messenger_id: MESSENGER_ID,
      title: mark('test'),
      body: 'b',
    });
  },
  'a seat by messenger id': async () => {
    const { id } = await anEvent(api.db);
    await admin(`events/${id}/attendees`, { messenger_id: MESSENGER_ID }).expect(201);
    await admin(`events/${id}/check-in`, { user_id: USER_ID }).expect(200);
  },
  'a sent spreadsheet broadcast': () => spreadsheet('locker').expect(201),
  'a scheduled spreadsheet broadcast': () =>
    spreadsheet('later', { scheduled_at: '2026-05-15T09:00:00Z' }).expect(201),
  'the audience of a scheduled broadcast': () =>
    admin('notifications/bulk-send', {
      title: 'To some',
      body: 'Hello',
      audience: { messenger_ids: [MESSENGER_ID] },
      scheduled_at: '2026-05-15T09:00:00Z',
    }).expect(201),
  'an account and a mint of the partner': async () => {
    await api.as(ada).post(`${PARTNER}/register`).send({ email: 'xmarkencrypted@example.org' });
    await api.as(ada).post(`${PARTNER}/verify`).send({ code: CODE }).expect(200);
    await api.as(ada).post(`${PARTNER}/pog/mint`).expect(201);
  },
  'an enrichment': () => admin('enrichment/users', { user_ids: [USER_ID] }).expect(202),
  'a favorite': async () => {
    const item = await anAgendaItem(api.db, conference);
    await api.as(ada).put(`/api/v1/agenda/${item.id}/favorite`).expect(200);
  },
  'a calendar link and a ticket of the live stream': async () => {
    await own('users/me/calendar-link').expect(201);
    await own('notifications/stream-ticket').expect(201);
  },
  'muted topics': () =>
    api
      .as(ada)
      .put('/api/v1/notifications/preferences')
      .send({ topics: { connections: false } }),
  'the seat of an event': async () =>
    own('events/attend', { event_id: (await anEvent(api.db)).id }).expect(201),
  'a speaker of the programme': () =>
    admin('speakers', { name: 'Ada', user_id: USER_ID }).expect(201),
  'a block that was lifted': async () => {
    await admin(`users/${USER_ID}/block`).expect(200);
    await admin(`users/${USER_ID}/unblock`).expect(200);
  },
};

const spreadsheet = (place: string, fields: Record<string, string> = {}) => {
  const request = api.admin().post('/api/v1/admin/notifications/bulk-send-excel');
  const form = { title: `At the ${place}`, body: 'Number {{locker}}', ...fields };
  for (const [name, value] of Object.entries(form)) request.field(name, value);
  const csv = `messenger_id,locker\n${MESSENGER_ID},${mark(place)}\n`;
  return request.attach('file', Buffer.from(csv), 'lockers.csv');
};
const called = (task_id: number, place: string) =>
  api
    .anonymous()
    .post(COMPLETE)
    .send({ task_id, messenger_id: MESSENGER_ID, proof: mark(place) })
    .expect(202);

it(`an erasure leaves no trace of a person in ${Object.keys(PLACES).length} places, in any table of any schema`, async () => {
  conference = await aConference(api.db);
  await signIn();
  for (const fill of Object.values(PLACES)) await fill();
  await test.startWorker();
  await until(isIdle);
  await test.stopWorkers();
  // Work that no worker has done when the person is erased.
  const quest = await aQuest(api.db, { public_api_enabled: true });
  await called((await aTask(api.db, quest, { type: 'external' })).id, 'queued');
  await admin('notifications', { user_id: USER_ID, title: mark('unsent'), body: 'b' }).expect(201);

  const found = await marksFound();
  expect([...made].filter((word) => !found.has(word))).toEqual([]);
  await api.as(ada).delete('/api/v1/users/me').expect(200);
  await test.startWorker();
  await until(isIdle);
  await test.stopWorkers();

  expect(await traces(PRIVATE)).toEqual({});
  // The rows of administrators name the emptied account, as they do in `subject_id`.
  const { 'audit_log.before': _, 'audit_log.after': __, ...ids } = await traces(IDS);
  expect(ids).toEqual({});
  expect(await traces(`\\m${MESSENGER_ID}\\M`)).toEqual({});
  const files = await readdir(api.mediaDirectory, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toEqual([]);
});

it('a failed run stores no text and no user in the queue', async () => {
  const user = await aUser(api.db, { messenger_reachable: true });
  // PostgreSQL quotes the row that a check refuses.
  const refuse = `check (status <> 'sending') not valid`;
  await api.db.raw(`alter table deliveries add constraint refuse_all ${refuse}`);
  await test.insertMessages([user]);
  await api.db('pgboss.job').delete();
  await api.store.jobs.add('send-messages', null);
  await test.startWorker();
  const failed = () =>
    api.db('pgboss.job').where({ name: 'send-messages', state: 'retry' }).select('data', 'output');
  await until(async () => (await failed()).length > 0);
  await test.stopWorkers();

  expect(await failed()).toEqual([{ data: null, output: null }]);
});
