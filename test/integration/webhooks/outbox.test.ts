import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { WEBHOOK_KIND_NAMES } from '../../../src/domain/webhooks/webhook-kinds.ts';
import type { TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  aTask,
  aUser,
  people,
} from '../../support/factories.ts';
import { aWebhook, startWebhookApi, takeOutbox } from '../../support/webhooks.ts';

const ADMIN = '/api/v1/admin';
const URL = 'http://127.0.0.1:9000/hook';

let api: TestApi;
let ada: User;
let grace: User;
let conference: Conference;
let other: Conference;
const admin = () => api.admin();

beforeAll(async () => {
  api = await startWebhookApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('webhook_endpoints').delete();
  [ada, grace] = await people(api.db, 2);
  conference = await aConference(api.db);
  other = await aConference(api.db);
  await takeOutbox(api.db);
});

const listen = (given: { kinds?: readonly string[]; conference_id?: number | null } = {}) =>
  aWebhook(api, { url: URL, kinds: WEBHOOK_KIND_NAMES, conference_id: conference.id, ...given });
const outbox = () => takeOutbox(api.db);
/** The items of a kind, of the conference. */
async function itemsOf(kind: string) {
  const rows = (await outbox()).filter((row) => row.kind === kind);
  expect(rows.map(({ conference_id }) => conference_id)).toEqual(rows.map(() => conference.id));
  return rows.map(({ item }) => item);
}
const register = (user: User, { id } = conference) =>
  api.as(user).post(`/api/v1/conferences/${id}/register`).send({}).expect(201);
const registrationOf = async (user: User, { id } = conference) =>
  (await api.db('registrations').where({ conference_id: id, user_id: user.id }).first('id')).id;

describe('without an endpoint', () => {
  it('nothing is written', async () => {
    await register(ada);
    await admin().put(`${ADMIN}/conferences/${conference.id}`).send({ venue: 'Quay' }).expect(200);
    await api.anonymous().post('/api/v1/feedback').send({ message: 'More chairs' }).expect(201);
    expect(await outbox()).toEqual([]);
  });

  it.each(['off', 'another kind', 'another conference'])(
    'that listens, nothing is written: %s',
    async (how) => {
      if (how === 'off') {
        const { id } = await listen();
        await admin().patch(`${ADMIN}/webhooks/${id}`).send({ status: 'off' }).expect(200);
      }
      if (how === 'another kind') await listen({ kinds: ['event.changed'] });
      if (how === 'another conference') await listen({ conference_id: other.id });
      await register(ada);
      const event = await anEvent(api.db, { conference_id: conference.id });
      await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
      const rows = await outbox();
      expect(rows.filter(({ kind }) => kind !== 'event.changed')).toEqual([]);
    },
  );
});

describe('attendance.changed', () => {
  beforeEach(() => listen());

  it('has a seat at a conference, its cancellation and its return', async () => {
    await register(ada);
    const registration_id = await registrationOf(ada);
    const seat = { registration_id, user_id: ada.id, ticket_type: null };
    expect(await itemsOf('attendance.changed')).toEqual([
      { ...seat, status: 'registered', has_seat: true },
    ]);
    await api.as(ada).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    expect(await itemsOf('attendance.changed')).toEqual([
      { ...seat, status: 'cancelled', has_seat: false },
    ]);
    await register(ada);
    expect(await itemsOf('attendance.changed')).toEqual([
      { ...seat, status: 'registered', has_seat: true },
    ]);
  });

  it('has the seats of an event, and the user who moves up from the waitlist', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, capacity: 1 });
    await outbox();
    for (const user of [ada, grace]) {
      await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    }
    await api.as(ada).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    const of = (user: User, status: string, has_seat: boolean) => ({
      ...{ event_id: event.id, user_id: user.id, status, has_seat },
    });
    expect(await itemsOf('attendance.changed')).toEqual([
      of(ada, 'registered', true),
      of(grace, 'waitlisted', false),
      of(ada, 'cancelled', false),
      of(grace, 'registered', true),
    ]);
  });

  it('has no item for what changes none of its fields', async () => {
    await aRegistration(api.db, [ada, conference]);
    await outbox();
    await admin()
      .patch(`${ADMIN}/conferences/${conference.id}/attendees/${ada.id}`)
      .send({ desk_note: 'Needs a lift' })
      .expect(200);
    expect(await outbox()).toEqual([]);
  });

  it('has guests without a user, and the same registration once they have claimed it', async () => {
    const upload = await admin()
      .post(`${ADMIN}/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [{ username: 'linus_t', ticket_type: 'Speaker' }, { username: 'ken_t' }] })
      .expect(200);
    expect(upload.body.created).toBe(2);
    const [first, second] = await itemsOf('attendance.changed');
    const guest = { user_id: null, status: 'registered', has_seat: true };
    expect(first).toMatchObject({ ...guest, ticket_type: 'Speaker' });
    expect(second).toMatchObject({ ...guest, ticket_type: null });
    const linus = { id: 990_001, first_name: 'Linus', username: 'linus_t' };
    const me = await api.fromMessenger(linus).get('/api/v1/users/me').expect(200);
    expect(await itemsOf('attendance.changed')).toEqual([{ ...first, user_id: me.body.id }]);
  });

  it('has registrations that are deleted', async () => {
    await aRegistration(api.db, [ada, conference], { ticket_type: 'Staff' });
    const registration_id = await registrationOf(ada);
    await outbox();
    await api.db('registrations').where({ id: registration_id }).delete();
    expect(await itemsOf('attendance.changed')).toEqual([
      {
        ...{ registration_id, user_id: ada.id, ticket_type: 'Staff' },
        ...{ status: 'deleted', has_seat: false },
      },
    ]);
  });

  it('has each row of a statement of many, and no conference that nobody listens to', async () => {
    const crowd = await people(api.db, 30);
    await api.db('registrations').insert(
      crowd.flatMap(({ id }) =>
        [conference, other].map((one) => ({
          conference_id: one.id,
          user_id: id,
          status: 'registered',
          registered_at: '2026-05-01T12:00:00.000Z',
        })),
      ),
    );
    const items = await itemsOf('attendance.changed');
    expect(items.map(({ user_id }) => user_id)).toEqual(crowd.map(({ id }) => id));
  });

  it('of an event without a conference goes to endpoints of all conferences alone', async () => {
    const event = await anEvent(api.db);
    await outbox();
    const attend = (user: User) =>
      api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await attend(ada);
    expect(await outbox()).toEqual([]);
    await listen({ conference_id: null, kinds: ['attendance.changed'] });
    await attend(grace);
    expect(await outbox()).toMatchObject([{ conference_id: null, item: { user_id: grace.id } }]);
  });
});

describe('check_in.changed', () => {
  beforeEach(() => listen());

  it('has the arrival at a conference, and that it was undone', async () => {
    await aRegistration(api.db, [ada, conference]);
    const registration_id = await registrationOf(ada);
    await outbox();
    const checkIns = `${ADMIN}/conferences/${conference.id}/check-in`;
    await admin().post(checkIns).send({ user_id: ada.id }).expect(200);
    const of = { registration_id, user_id: ada.id };
    const rows = await outbox();
    expect(rows).toMatchObject([
      { kind: 'attendance.changed', item: { ...of, status: 'checked_in', has_seat: true } },
      { kind: 'check_in.changed', item: { ...of, checked_in_at: api.now().toISOString() } },
    ]);
    await admin().delete(checkIns).send({ user_id: ada.id }).expect(200);
    expect(await itemsOf('check_in.changed')).toEqual([{ ...of, checked_in_at: null }]);
  });

  it('has the arrival at an event', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await outbox();
    await admin()
      .post(`${ADMIN}/events/${event.id}/check-in`)
      .send({ user_id: ada.id })
      .expect(200);
    expect(await itemsOf('check_in.changed')).toEqual([
      { event_id: event.id, user_id: ada.id, checked_in_at: api.now().toISOString() },
    ]);
  });
});

describe('what organizers edit', () => {
  beforeEach(() => listen());

  it('conference.changed: an edit and the end, but no counted seat', async () => {
    await register(ada);
    expect((await outbox()).map(({ kind }) => kind)).toEqual(['attendance.changed']);
    const path = `${ADMIN}/conferences/${conference.id}`;
    const { body } = await admin().put(path).send({ status: 'archived' }).expect(200);
    expect(await itemsOf('conference.changed')).toEqual([
      {
        ...{ id: conference.id, status: 'archived', version: body.version, is_deleted: false },
        ...{ starts_at: '2026-05-13T22:00:00.000Z', ends_at: '2026-05-16T22:00:00.000Z' },
      },
    ]);
    await listen({ conference_id: null });
    const empty = await aConference(api.db);
    await api.db('conferences').where({ id: empty.id }).delete();
    const rows = await outbox();
    expect(rows.map(({ item }) => item.is_deleted)).toEqual([false, true]);
    expect(rows.map(({ conference_id }) => conference_id)).toEqual([empty.id, empty.id]);
  });

  it('event.changed: pending side events, decisions, edits, and a move to another conference', async () => {
    const request = {
      conference_id: conference.id,
      title: 'Dinner',
      description: 'Bring a loom.',
      venue: { name: 'Inn' },
      starts_at: '2026-05-15T18:00:00.000Z',
      ends_at: '2026-05-15T20:00:00.000Z',
      timezone: 'Europe/Berlin',
    };
    const asked = await api
      .as(ada)
      .post('/api/v1/events/side-event-request')
      .send(request)
      .expect(201);
    const { id } = asked.body;
    const item = {
      ...{ id, status: 'pending', version: 1, is_deleted: false },
      ...{ starts_at: request.starts_at, ends_at: request.ends_at },
    };
    expect(await itemsOf('event.changed')).toEqual([item]);
    await admin().post(`${ADMIN}/events/${id}/approve`).send({}).expect(200);
    expect(await itemsOf('event.changed')).toEqual([{ ...item, status: 'approved', version: 2 }]);
    await admin().put(`${ADMIN}/events/${id}`).send({ conference_id: other.id }).expect(200);
    const moved = await outbox();
    expect(
      moved.map(({ conference_id, item: { is_deleted } }) => [conference_id, is_deleted]),
    ).toEqual([
      [conference.id, true],
      [other.id, false],
    ]);
  });

  it('agenda_item.changed: created, edited, deleted', async () => {
    const { body } = await admin()
      .post(`${ADMIN}/agenda`)
      .send({
        conference_id: conference.id,
        title: 'Looms',
        starts_at: '2026-05-14T10:00:00.000Z',
        ends_at: '2026-05-14T11:00:00.000Z',
      })
      .expect(201);
    await admin().put(`${ADMIN}/agenda/${body.id}`).send({ status: 'cancelled' }).expect(200);
    await admin().delete(`${ADMIN}/agenda/${body.id}`).expect(200);
    const found = await itemsOf('agenda_item.changed');
    expect(found.map(({ status, version, is_deleted }) => [status, version, is_deleted])).toEqual([
      ['scheduled', 1, false],
      ['cancelled', 2, false],
      ['cancelled', 2, true],
    ]);
  });

  it('speaker.changed: an edit, and a deletion for each of the conferences', async () => {
    const speaker = await aSpeaker(api.db, {}, [conference, other]);
    await outbox();
    await admin().put(`${ADMIN}/speakers/${speaker.id}`).send({ title: 'Analyst' }).expect(200);
    const item = { id: speaker.id, status: 'published', version: 2 };
    // The sender looks up the conferences.
    expect(await outbox()).toEqual([
      { kind: 'speaker.changed', conference_id: null, item: { ...item, is_deleted: false } },
    ]);
    await admin().delete(`${ADMIN}/speakers/${speaker.id}`).expect(200);
    expect(await outbox()).toEqual([
      {
        kind: 'speaker.changed',
        conference_id: conference.id,
        item: { ...item, is_deleted: true },
      },
    ]);
  });

  it('speaker.changed: a merge deletes one of the two', async () => {
    const [one, two] = [
      await aSpeaker(api.db, {}, [conference]),
      await aSpeaker(api.db, {}, [conference]),
    ];
    await outbox();
    await admin().post(`${ADMIN}/speakers/${one.id}/merge`).send({ into: two.id }).expect(200);
    const rows = (await outbox()).map(({ item }) => [item.id, item.is_deleted]);
    expect(rows).toContainEqual([one.id, true]);
    expect(rows).not.toContainEqual([two.id, true]);
  });

  it('nothing for what has no version: the interest of an item', async () => {
    const item = await anAgendaItem(api.db, conference);
    await outbox();
    await api.db('agenda_items').where({ id: item.id }).update({ interest: 'high' });
    expect(await outbox()).toEqual([]);
  });
});

describe('quests', () => {
  beforeEach(() => listen());

  it('submission.changed and quest.completed, also when they are taken back', async () => {
    const quest = await aQuest(api.db, { conference_id: conference.id });
    const task = await aTask(api.db, quest, {
      type: 'text',
      config: { min_length: 1, max_length: 100 },
    });
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    const sent = await api
      .as(ada)
      .post('/api/v1/quests/tasks/complete')
      .send({ task_id: task.id, text: 'Here' })
      .expect(201);
    const submission_id = sent.body.user_quest_task_id;
    const of = { quest_id: quest.id, user_id: ada.id };
    const item = { submission_id, task_id: task.id, ...of };
    expect(await itemsOf('submission.changed')).toEqual([{ ...item, status: 'pending' }]);
    const review = (decision: string) =>
      admin()
        .post(`${ADMIN}/quests/tasks/${submission_id}/${decision}`)
        .send({ reason: 'Another harbor' })
        .expect(200);
    await review('approve');
    const approved = await outbox();
    expect(approved).toEqual([
      {
        ...{ kind: 'submission.changed', conference_id: conference.id },
        item: { ...item, status: 'approved' },
      },
      {
        ...{ kind: 'quest.completed', conference_id: conference.id },
        item: { ...of, status: 'completed' },
      },
    ]);
    await review('reopen');
    expect((await outbox()).map(({ kind, item }) => [kind, item.status])).toEqual([
      ['submission.changed', 'pending'],
      ['quest.completed', 'in_progress'],
    ]);
  });

  it('registration_request.changed: asked and decided', async () => {
    const quest = await aQuest(api.db, {
      conference_id: conference.id,
      registration_mode: 'approval',
    });
    const { body } = await api
      .as(ada)
      .post(`/api/v1/quests/${quest.id}/request-registration`)
      .send({ message: 'Please' })
      .expect(201);
    await admin()
      .post(`${ADMIN}/quests/registration-requests/${body.id}/approve`)
      .send({})
      .expect(200);
    const item = { request_id: body.id, user_id: ada.id, quest_id: quest.id };
    const rows = await api.db('webhook_changes').where({ kind: 'registration_request.changed' });
    expect(rows.map(({ scope }) => scope)).toEqual(['quests:read', 'quests:read']);
    expect(await itemsOf('registration_request.changed')).toEqual([
      { ...item, status: 'pending' },
      { ...item, status: 'approved' },
    ]);
  });
});

describe('feedback.changed', () => {
  beforeEach(() => listen({ kinds: ['feedback.changed'] }));

  it('is written once for a message that is repeated, and for a new status', async () => {
    const given = { message: 'More chairs', rating: 2, conference_id: conference.id };
    const send = () => api.as(ada).post('/api/v1/feedback').send(given);
    const { body } = await send().expect(201);
    await send().expect(200);
    const item = { id: body.id, is_rating: false, rating: 2, agenda_item_id: null };
    expect(await itemsOf('feedback.changed')).toEqual([{ ...item, status: 'new' }]);
    const path = `${ADMIN}/feedback/${body.id}`;
    await admin().patch(path).send({ note: 'Ordered' }).expect(200);
    expect(await outbox()).toEqual([]);
    await admin().patch(path).send({ status: 'done' }).expect(200);
    await admin()
      .post(`${ADMIN}/feedback/bulk`)
      .send({ ids: [body.id], status: 'read' })
      .expect(200);
    const statuses = (await itemsOf('feedback.changed')).map(({ status }) => status);
    expect(statuses).toEqual(['done', 'read']);
  });

  it('has the stars of a session, and that they were withdrawn', async () => {
    const item = await anAgendaItem(api.db, conference, {
      // Sessions are rated by the time of the database.
      starts_at: new Date(Date.now() - 3_600_000).toISOString(),
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    await aRegistration(api.db, [ada, conference], { status: 'checked_in' });
    const path = `/api/v1/agenda/${item.id}/rating`;
    await api.as(ada).put(path).send({ stars: 5, comment: 'Of looms' }).expect(200);
    await api.as(ada).delete(path).expect(200);
    const found = await itemsOf('feedback.changed');
    expect(
      found.map(({ status, rating, is_rating, agenda_item_id }) => [
        ...[status, rating, is_rating, agenda_item_id],
      ]),
    ).toEqual([
      ['new', 5, true, item.id],
      ['deleted', null, true, item.id],
    ]);
    expect(JSON.stringify(found)).not.toContain('looms');
  });
});

describe('broadcast.changed', () => {
  beforeEach(() => listen({ kinds: ['broadcast.changed'] }));

  const send = (given: object) =>
    admin()
      .post(`${ADMIN}/notifications/bulk-send`)
      .send({
        ...{ title: 'Doors', body: 'At nine', channels: ['in_app'] },
        ...{ audience: { conference_ids: [conference.id] } },
        ...given,
      })
      .expect(201);
  const statuses = async () => (await itemsOf('broadcast.changed')).map(({ status }) => status);

  it('follows a draft to its end', async () => {
    const text = {
      ...{ title: 'Doors', body: 'At nine', channels: ['in_app'] },
      audience: { conference_ids: [conference.id] },
    };
    const jobs = `${ADMIN}/notifications/jobs`;
    const { body } = await admin().post(jobs).send(text).expect(201);
    const path = `${jobs}/${body.id}`;
    expect(await itemsOf('broadcast.changed')).toEqual([{ id: body.id, status: 'draft' }]);
    await admin()
      .put(path)
      .send({ ...text, body: 'At ten' })
      .expect(200);
    expect(await statuses()).toEqual([]);
    await admin().delete(path).expect(200);
    expect(await statuses()).toEqual(['deleted']);
  });

  it('follows a broadcast through its start, its end and its recall', async () => {
    await aRegistration(api.db, [ada, conference]);
    const { body } = await send({});
    await api.services.broadcastFanout.run(body.id, new AbortController().signal);
    expect(await statuses()).toEqual(['scheduled', 'running', 'completed']);
    const later = await send({ title: 'Later', scheduled_at: '2026-05-14T12:00:00.000Z' });
    const path = `${ADMIN}/notifications/jobs/${later.body.id}`;
    await admin()
      .put(`${path}/reschedule`)
      .send({ scheduled_at: '2026-05-14T13:00:00.000Z' })
      .expect(200);
    await admin().post(`${path}/cancel`).expect(200);
    expect(await statuses()).toEqual(['scheduled', 'cancelled']);
  });

  it('of all people, or of two conferences, goes to endpoints of all conferences alone', async () => {
    await send({ audience: { conference_ids: [conference.id, other.id] } });
    expect(await outbox()).toEqual([]);
    await listen({ conference_id: null, kinds: ['broadcast.changed'] });
    await send({ title: 'All', audience: { all: true } });
    expect((await outbox()).map(({ conference_id }) => conference_id)).toEqual([null]);
  });
});

describe('user.erased', () => {
  it('is written for each conference of the person that is listened to, and once for all', async () => {
    const third = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    await aRegistration(api.db, [ada, other]);
    const kinds = ['attendance.changed'];
    for (const conference_id of [conference.id, third.id]) await listen({ kinds, conference_id });
    const erasures = async () =>
      (await outbox())
        .filter(({ kind }) => kind === 'user.erased')
        .map(({ conference_id, item }) => [conference_id, item]);
    await outbox();
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await erasures()).toEqual([[conference.id, { user_id: ada.id }]]);
    await listen({ kinds: ['event.changed'], conference_id: null });
    await aRegistration(api.db, [grace, other]);
    await api.as(grace).delete('/api/v1/users/me').expect(200);
    expect(await erasures()).toEqual([]);
    const ken = await aUser(api.db);
    await listen({ kinds: ['quest.completed'], conference_id: null });
    await api
      .as(ken as User)
      .delete('/api/v1/users/me')
      .expect(200);
    expect(await erasures()).toEqual([[null, { user_id: ken.id }]]);
  });

  it('is rolled back with the erasure', async () => {
    await listen({ kinds: ['attendance.changed'], conference_id: null });
    await api.db.raw(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$;
      create trigger refused before update of erased_at on users
        for each row execute function refuse()`);
    await api.as(ada).delete('/api/v1/users/me').expect(500);
    await api.db.raw('drop trigger refused on users; drop function refuse');
    expect(await outbox()).toEqual([]);
  });
});

describe('the sequence of a resource', () => {
  it('grows in the order of its changes, also when many change it at once', async () => {
    await listen({ kinds: ['attendance.changed'] });
    const event = await anEvent(api.db, { conference_id: conference.id, capacity: 5 });
    const crowd = await people(api.db, 20);
    await Promise.all(
      crowd.flatMap((user) => [
        api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }),
        api.as(user).delete(`/api/v1/events/${event.id}/attend`),
      ]),
    );
    const rows = await api
      .db('webhook_changes')
      .orderBy('id')
      .select<{ item: { user_id: number; status: string } }[]>('item');
    const last = new Map(rows.map(({ item }) => [item.user_id, item.status]));
    const now = await api
      .db('event_attendances')
      .where({ event_id: event.id })
      .select('user_id', 'status');
    expect([...last].toSorted(([a], [b]) => a - b)).toEqual(
      now.map(({ user_id, status }) => [user_id, status]).toSorted(([a], [b]) => a - b),
    );
    await outbox();
  });
});
