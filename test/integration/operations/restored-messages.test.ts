import { DeliveryTest } from '../../support/deliveries.ts';
import { aConference, anAgendaItem, anEvent } from '../../support/factories.ts';
import { countsIn, ops } from '../../support/ops.ts';
import { aStandingMessage } from '../../support/standing-messages.ts';

const HOUR_MS = 3_600_000;

let test: DeliveryTest;
beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(() => test.reset());
afterAll(() => test.close());

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const anEventIn = (hours: number) =>
  anEvent(test.api.db, {
    starts_at: inHours(hours),
    ends_at: inHours(hours + 1),
    venue_name: 'Room 2',
  });

async function aNotification(user_id: number, event: Awaited<ReturnType<typeof anEvent>>) {
  const { title, starts_at, ends_at, timezone, status, venue_name: place } = event;
  const venue = { name: place, address: null, latitude: null, longitude: null };
  const subject = `event:${event.id}`;
  const [{ id }] = await test.api
    .db('notifications')
    .insert({
      user_id,
      type: 'event_updated',
      title: '',
      body: '',
      data: { event_id: event.id },
      before: { [subject]: { status, starts_at, ends_at, venue: { ...venue, name: 'Room 1' } } },
      args: {
        [subject]: { title, starts_at, ends_at, timezone, all_day: false, place, status, venue },
      },
    })
    .returning('id');
  await test.api.db('deliveries').insert({ notification_id: id, user_id });
  return id;
}

const afterRestore = async () => {
  const { rows } = await test.api.db.raw('select now() as now');
  return ops(test.api.databaseUrl, 'after-restore', `--taken-at=${rows[0].now}`);
};
const due = () =>
  test.api.db('bot_messages').whereNotNull('edit_due_at').orderBy('id').pluck('notification_id');

it('what was edited after the backup says again what the backup says', async () => {
  const { db } = test.api;
  const [ada] = await test.reachableUsers(1);
  const event = await anEventIn(24);
  await aNotification(ada.id, event);
  await test.sendAll();
  const kept = await db('bot_messages').first();
  const move = (venue_name: string) => db('events').where({ id: event.id }).update({ venue_name });
  await move('Room 8');
  await test.sendAll();
  await db('bot_messages').update({ edit_due_at: db.fn.now() });
  await test.sendAll();
  const chat = () =>
    JSON.stringify(test.fake.sandbox.chat(Number(ada.messenger_id)).map(({ runs }) => runs));
  expect(chat()).toContain('Room 8');

  await move('Room 2');
  await db('changed_subjects').delete();
  const { id, ...row } = kept;
  await db('bot_messages').where({ id }).update(row);
  await test.sendAll();
  expect(chat()).toContain('Room 8');
  expect(countsIn(await afterRestore())).toMatchObject({ 'messages in chats': 1 });
  await ops(test.api.databaseUrl, 'resume');
  await test.sendAll();

  expect(chat()).toContain('Room 2');
  expect(chat()).not.toContain('Room 8');
  expect(await due()).toEqual([]);
});

it('of messages that stand in chats, those about what lies ahead become due', async () => {
  const { db } = test.api;
  const [ada] = await test.reachableUsers(1);
  const [ahead, over] = [await anEventIn(24), await anEventIn(-24)];
  const conference = await aConference(db, { timezone: 'UTC' });
  const times = { starts_at: inHours(1), ends_at: inHours(2) };
  const item = await anAgendaItem(db, conference, times);
  const rows = [
    { subjects: [`event:${ahead.id}`], isDue: true },
    { subjects: [`event_seat:${ahead.id}`], isDue: true },
    { subjects: [`event:${over.id}`, `agenda_item:${item.id}`], isDue: true },
    { subjects: [`event:${over.id}`], isDue: false },
    { subjects: [`event_seat:${over.id}`, 'event:999999999'], isDue: false },
    { subjects: [`event:${ahead.id}`], isDue: false, state: 'gone' as const },
  ];
  const expected: number[] = [];
  for (const { isDue, ...message } of rows) {
    const notification_id = await aNotification(ada.id, ahead);
    await aStandingMessage(db, { user_id: ada.id, notification_id, ...message });
    if (isDue) expected.push(notification_id);
  }
  expect(countsIn(await afterRestore())).toMatchObject({ 'messages in chats': expected.length });

  expect(await due()).toEqual(expected);
});
