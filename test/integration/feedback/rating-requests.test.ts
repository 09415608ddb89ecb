import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { aConference, anAgendaItem, aRegistration } from '../../support/factories.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

let test: DeliveryTest;
let conference: Conference;
let day: string;
let sessions: AgendaItem[];

beforeAll(async () => {
  test = await DeliveryTest.start();
});
afterAll(() => test.close());

/** A day of two sessions, whose last one ended 20 minutes ago where the conference is. */
beforeEach(async () => {
  const { db } = test.api;
  await test.reset();
  await db('conferences').delete();
  // A zone in which it is afternoon, so that the day is one day.
  const hour = new Date().getUTCHours();
  const offset = (((18 - hour + 36) % 24) - 12) as number;
  const timezone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  day = new Date(Date.now() + offset * HOUR_MS).toISOString().slice(0, 10);
  conference = await aConference(db, {
    ...{ name: 'Harbor Days', status: 'published', starts_on: day, ends_on: day, timezone },
  });
  sessions = [
    await anAgendaItem(db, conference, { starts_at: inHours(-3), ends_at: inHours(-2) }),
    await anAgendaItem(db, conference, { starts_at: inHours(-1), ends_at: inHours(-1 / 3) }),
  ];
});

async function attendee(keeps: readonly AgendaItem[], status: 'registered' | 'checked_in') {
  const { db } = test.api;
  const [user] = await test.reachableUsers(1);
  await aRegistration(db, [user, conference], { status });
  for (const { id } of keeps) {
    await db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: id });
  }
  return user;
}

const rate = (as: User, item: AgendaItem | undefined) =>
  test.api.as(as).put(`/api/v1/agenda/${item?.id}/rating`).send({ stars: 4 }).expect(200);
const run = () => test.api.services.ratingRequests.run();
const askedUsers = () =>
  test.api
    .db('notifications')
    .where({ type: 'rating_request' })
    .orderBy('user_id')
    .pluck('user_id');

it('asks who is checked in and rated fewer than half of theirs, once', async () => {
  const silent = await attendee(sessions, 'checked_in');
  const keen = await attendee(sessions, 'checked_in');
  await rate(keen, sessions[0]);
  await attendee(sessions, 'registered');
  await attendee([], 'checked_in');

  expect(await Promise.all([run(), run()])).toContainEqual({ asked: 1 });
  expect(await run()).toEqual({ asked: 0 });
  expect(await askedUsers()).toEqual([silent.id]);
  const { body } = await test.api.as(silent).get('/api/v1/notifications').expect(200);
  expect(body.data).toMatchObject([
    {
      type: 'rating_request',
      data: { conference_id: conference.id, day },
      start: { kind: 'conference', id: conference.id },
      body: 'Harbor Days: your stars help the speakers and the organizers.',
    },
  ]);
});

it('sends a message after those to single users, until noon of the next day', async () => {
  const asked = await attendee(sessions, 'checked_in');
  await run();
  expect(await test.api.db('deliveries').where({ user_id: asked.id })).toMatchObject([
    { is_reminder: true, status: 'queued' },
  ]);
  await test.sendAll();
  expect(await test.api.db('deliveries').pluck('status')).toEqual(['sent']);

  const late = await attendee(sessions, 'checked_in');
  await test.api.db('conferences').update({ ratings_asked_on: null });
  await run();
  const yesterday = new Date(Date.parse(day) - 48 * HOUR_MS).toISOString().slice(0, 10);
  await test.api
    .db('notifications')
    .where({ user_id: late.id })
    .update({ data: JSON.stringify({ conference_id: conference.id, day: yesterday }) });
  await test.sendAll();
  const rows = await test.api.db('deliveries').where({ user_id: late.id }).pluck('reason');
  expect(rows).toEqual(['outdated']);
});

it.each([
  ['the conference does not ask', { rating_ask: 'off' }, {}],
  ['the conference is a draft', { status: 'draft' }, {}],
  ['a session of the day is still running', {}, { ends_at: inHours(1) }],
  ['the last session ended 10 minutes ago', {}, { ends_at: inHours(-1 / 6) }],
])('asks nobody while %s', async (_title, ofConference, ofItem) => {
  const { db } = test.api;
  await attendee(sessions, 'checked_in');
  if (Object.keys(ofConference).length > 0) await db('conferences').update(ofConference);
  if (Object.keys(ofItem).length > 0) {
    await db('agenda_items').where({ id: sessions[1]?.id }).update(ofItem);
  }
  expect(await run()).toEqual({ asked: 0 });
});
