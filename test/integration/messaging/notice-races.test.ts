import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aUser,
  people,
} from '../../support/factories.ts';
import { untilWaiting } from '../../support/queries.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';

let api: TestApi;
let ada: User;
let conference: Conference;
let item: AgendaItem;

beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db, {
    starts_on: '2031-05-14',
    ends_on: '2031-05-16',
    timezone: 'Europe/Berlin',
  });
});
afterAll(() => api.close());

const at = (hour: number) => `2031-05-15T${hour}:00:00.000Z`;

beforeEach(async () => {
  ada = await aUser(api.db, { messenger_reachable: true });
  const times = { starts_at: at(10), ends_at: at(11) };
  item = await anAgendaItem(api.db, conference, { title: 'Looms', room: 'Hall', ...times });
  await keep(ada);
});

const keep = ({ id }: User) =>
  api.db('agenda_favorites').insert({ user_id: id, agenda_item_id: item.id });
const change = async (body: object) => {
  await api.admin().put(`/api/v1/admin/agenda/${item.id}`).send(body).expect(200);
};
const move = async (body: object) => {
  await api
    .admin()
    .post('/api/v1/admin/agenda/bulk')
    .send({ ids: [item.id], ...body })
    .expect(200);
};
const listed = (user = ada) => shownNotifications(api.db, user.id);
const deliveries = () => api.db('deliveries').where({ user_id: ada.id }).orderBy('notification_id');

/** What a worker writes that claims the only message. */
async function claim(trx: Knex): Promise<void> {
  const [{ notification_id }] = await trx('deliveries')
    .where({ user_id: ada.id, status: 'queued' })
    .forNoKeyUpdate()
    .select('notification_id');
  const lease = { run_id: randomUUID(), leased_until: trx.raw(`now() + interval '20 seconds'`) };
  await trx('deliveries')
    .where({ notification_id })
    .update({ status: 'sending', attempts: 1, ...lease });
  const [{ id }] = await trx('bot_messages')
    .insert({ user_id: ada.id, chat_id: ada.id, notification_id, state: 'sending' })
    .returning('id');
  const subject = `agenda_item:${item.id}`;
  await trx('bot_message_subjects').insert({ subject, bot_message_id: id });
}

describe.each([
  ['an edit', (hour: number) => change({ ends_at: at(hour) })],
  ['a move of many', (hour: number) => move({ shift_minutes: (hour - 11) * 60, force: true })],
])('a correction by %s while a worker claims the message before', (_name, correct) => {
  it('sends no second message, because the worker edits the one that it sends', async () => {
    await correct(12);
    await using worker = await beginTransaction(api.db);
    await claim(worker);

    const corrected = correct(13);
    await untilWaiting(api.db);
    await worker.commit();
    await corrected;

    expect(await listed()).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: 'sending' }]);
  });

  it('leaves the worker nothing to claim when it comes first', async () => {
    await correct(12);
    await correct(13);
    const [notice] = await listed();
    expect(await deliveries()).toMatchObject([{ notification_id: notice?.id, status: 'queued' }]);
  });
});

it('an organizer who corrects again and again does not keep the message back', async () => {
  await change({ ends_at: at(12) });
  const [{ due_at }] = await deliveries();
  for (const hour of [13, 14, 15, 16]) await change({ ends_at: at(hour) });

  expect(await deliveries()).toMatchObject([{ due_at, status: 'queued' }]);
  expect(await listed()).toMatchObject([{ data: { changes: { ends_at: { to: at(16) } } } }]);
});

it('corrections of a retry that waits lead to one message', async () => {
  await change({ ends_at: at(12) });
  await claim(api.db);
  const lease = { run_id: null, leased_until: null };
  await deliveries().update({ status: 'queued', ...lease });
  await change({ ends_at: at(13) });

  const [notice] = await listed();
  expect(await deliveries()).toMatchObject([{ notification_id: notice?.id, status: 'queued' }]);
  // The retry takes the row of the attempt.
  expect(await api.db('bot_messages').where({ user_id: ada.id })).toMatchObject([
    { notification_id: notice?.id, state: 'sending' },
  ]);
});

it('moves at once of a session lead to one notice of the truth for attendees and keepers', async () => {
  const [attendee, keeper, both] = await people(api.db, 4, { messenger_reachable: true });
  const times = { starts_at: at(10), ends_at: at(11) };
  const event = await anEvent(api.db, { conference_id: conference.id, title: 'Dyes', ...times });
  item = await anAgendaItem(api.db, conference, { event_id: event.id, title: 'Dyes', ...times });
  for (const user of [attendee, both]) await anAttendance(api.db, [user, event]);
  for (const user of [keeper, both]) await keep(user);

  await Promise.all([15, 30, 45].map((shift_minutes) => move({ shift_minutes })));

  const { starts_at } = await api.db('agenda_items').where({ id: item.id }).first();
  expect(starts_at).toBe(at(11).replace('11:00', '11:30'));
  for (const user of [attendee, keeper, both]) {
    const notices = await listed(user);
    expect(notices).toMatchObject([
      { type: 'programme_changed', args: { lines: [{ title: 'Dyes', starts_at }] } },
    ]);
    expect(await api.db('deliveries').where({ user_id: user.id })).toMatchObject([
      { notification_id: notices[0]?.id, status: 'queued' },
    ]);
  }
});
