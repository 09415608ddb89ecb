import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { aConference, anAgendaItem, anEvent } from '../../support/factories.ts';
import {
  from,
  giveSeats,
  keep,
  minuteIn,
  plannedBy,
  planner,
} from '../../support/session-reminders.ts';
import { until } from '../../support/until.ts';

let test: DeliveryTest;
let ada: User;
let grace: User;
let conference: Conference;
/** So soon that everyone with reminders is reminded now. */
let soon: string;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(async () => {
  await test.reset();
  const { db } = test.api;
  for (const table of ['events', 'conferences']) await db(table).delete();
  [ada, grace] = await test.reachableUsers(2);
  conference = await aConference(db);
  soon = await minuteIn(db, 4);
});
afterEach(() => test.stopWorkers());
afterAll(() => test.close());

const event = (given: Partial<Record<keyof Event, unknown>> = {}) =>
  anEvent(test.api.db, { ...from(soon), conference_id: conference.id, ...given });
const item = (given: Partial<Record<keyof AgendaItem, unknown>> = {}) =>
  anAgendaItem(test.api.db, conference, { ...from(soon), ...given });
const seat = (of: Event, users = [ada], status?: AttendanceStatus) =>
  giveSeats(test.api.db, users, of, status);
const seatAtWorkshop = async () => seat(await event({ title: 'Workshop' }));
const favorite = (of: AgendaItem, users = [ada]) => keep(test.api.db, users, of);
const plan = () => plannedBy(planner(test.api));
const prefer = (reminders: object, user = ada) =>
  test.api.as(user).put('/api/v1/notifications/preferences').send({ reminders }).expect(200);
const textsTo = ({ messenger_id }: User) =>
  test.fake.calls.filter(({ chat_id }) => chat_id === messenger_id).map(({ text }) => text);
const reminders = ({ id }: User) =>
  test.api
    .db('notifications as n')
    .join('deliveries as d', 'd.notification_id', 'n.id')
    .where({ 'n.user_id': id, type: 'session_reminder' })
    .orderBy('n.id')
    .select('body', 'data', 'status', 'reason', 'due_at');

describe('a reminder', () => {
  it('names what begins in the same minute with its room, once, and is in no inbox', async () => {
    const keynote = await item({ title: 'Keynote', room: 'Great Hall' });
    const workshop = await event({ title: 'Workshop', venue_name: 'Attic' });
    const talk = await event({ title: 'Weaving', venue_name: 'Quay 7' });
    await item({ title: 'Weaving', room: 'Room 4', event_id: talk.id });
    const [talkItem]: AgendaItem[] = await test.api.db('agenda_items').where({ event_id: talk.id });
    if (talkItem) await favorite(talkItem);
    await favorite(keynote);
    await seat(workshop);
    await seat(talk);

    expect(await plan()).toBe(1);
    expect(await test.sendAll()).toMatchObject({ sent: 1 });

    expect(textsTo(ada)).toHaveLength(1);
    expect(textsTo(ada)[0]).toMatch(/^Starts .*\n\n/);
    const [reminder] = await reminders(ada);
    expect(reminder.body.split('\n').toSorted()).toEqual([
      'Keynote, Great Hall',
      'Weaving, Room 4',
      'Workshop, Attic',
    ]);
    expect(reminder.data.sessions).toContainEqual({
      event_id: talk.id,
      agenda_item_id: talkItem?.id,
    });
    const inbox = await test.api.as(ada).get('/api/v1/notifications').expect(200);
    expect(inbox.body).toMatchObject({ data: [], unread_count: 0, unseen_count: 0 });

    expect(await plan()).toBe(0);
    expect(await test.sendAll()).toMatchObject({ sent: 0 });
  });

  it('is one for each minute', async () => {
    await favorite(await item({ title: 'First' }));
    await favorite(await item({ title: 'Second', ...from(await minuteIn(test.api.db, 5)) }));

    expect(await plan()).toBe(2);
    expect((await reminders(ada)).map(({ body }) => body)).toEqual(['First', 'Second']);
  });

  it('is planned once by two runs at once, and again by none', async () => {
    const users = await test.reachableUsers(50);
    await seat(await event(), users);
    await favorite(await item(), users);

    const planned = await Promise.all([plan(), plan(), plan(), plan()]);
    expect(planned.reduce((sum, count) => sum + count)).toBe(50);
    expect(await plan()).toBe(0);
    await test.sendAll();
    expect(users.map((user) => test.callsTo(user))).toEqual(users.map(() => 1));
  });

  it('comes as early as the user wants, 10 minutes without settings', async () => {
    const { db } = test.api;
    const dueOf = async (user: User) =>
      (await reminders(user)).map(({ due_at }) =>
        Math.round((Date.parse(soon) - Date.parse(due_at)) / 60_000),
      );
    soon = await minuteIn(db, 14);
    const later = await event();
    await seat(later, [ada, grace]);
    await prefer({ minutes: 30 }, grace);
    expect(await plan()).toBe(1);
    expect(await dueOf(ada)).toEqual([]);
    expect(await dueOf(grace)).toEqual([30]);

    soon = await minuteIn(db, 8);
    await db('events').where({ id: later.id }).update(from(soon));
    await prefer({ minutes: 5 }, grace);
    expect(await plan()).toBe(1);
    expect(await dueOf(ada)).toEqual([10]);
  });

  it('comes only for what the user wants to be reminded of', async () => {
    const [lin, mina] = await test.reachableUsers(2);
    const everyone = [ada, grace, lin, mina];
    await seat(await event({ title: 'Seat' }), everyone);
    await favorite(await item({ title: 'Favorite' }), everyone);
    await prefer({ for: ['seats'] }, ada);
    await prefer({ for: ['favorites'] }, grace);
    await prefer({ for: [] }, lin);
    await prefer({ minutes: 0 }, mina);

    expect(await plan()).toBe(2);
    const bodies = await Promise.all(everyone.map((user) => reminders(user)));
    expect(bodies.map((of) => of.map(({ body }) => body))).toEqual([
      ['Seat'],
      ['Favorite'],
      [],
      [],
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['of a place on the waitlist', async () => seat(await event(), [ada], 'waitlisted')],
    ['of a seat that was given up', async () => seat(await event(), [ada], 'cancelled')],
    ['of a pending event', async () => seat(await event({ status: 'pending' }))],
    ['of a cancelled event', async () => seat(await event({ status: 'cancelled' }))],
    ['of an event of a whole day', async () => seat(await event({ all_day: true }))],
    ['of a cancelled item', async () => favorite(await item({ status: 'cancelled' }))],
    [
      'of an item whose event is rejected',
      async () => favorite(await item({ event_id: (await event({ status: 'rejected' })).id })),
    ],
    [
      'of an item whose event lasts the whole day',
      async () => favorite(await item({ event_id: (await event({ all_day: true })).id })),
    ],
    [
      'of a draft, cancelled or archived conference',
      async () => {
        for (const status of ['draft', 'cancelled', 'archived']) {
          conference = await aConference(test.api.db, { status: 'published' });
          await test.api
            .db('conferences')
            .where({ id: conference.id })
            .update({ status, published_at: soon });
          await seat(await event());
          await favorite(await item());
        }
      },
    ],
    [
      'of what has begun',
      async () => {
        soon = await minuteIn(test.api.db, 0);
        await seat(await event());
        await favorite(await item());
      },
    ],
  ])('does not come %s', async (_what, arrange) => {
    await arrange();
    expect(await plan()).toBe(0);
  });

  it.each([
    ['blocked', { is_blocked: true }],
    ['unreachable', { messenger_reachable: false }],
    ['without messages', { notifications_enabled: false }],
  ])(
    'does not come to a user who is %s, neither before nor after it is planned',
    async (_who, change) => {
      await seat(await event(), [ada, grace]);
      await test.api.db('users').where({ id: ada.id }).update(change);
      expect(await plan()).toBe(1);
      await test.api.db('users').where({ id: grace.id }).update(change);

      expect(await test.sendAll()).toMatchObject({ sent: 0 });
      expect(await reminders(ada)).toEqual([]);
      expect(await reminders(grace)).toMatchObject([{ status: 'skipped' }]);
    },
  );

  it('does not come to an erased user, whose reminders are deleted', async () => {
    const { db } = test.api;
    const workshop = await event();
    await seat(workshop, [ada, grace]);
    await test.api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await plan()).toBe(1);
    await test.api.as(grace).delete('/api/v1/users/me').expect(200);

    expect(await db('session_reminders')).toEqual([]);
    expect(await test.sendAll()).toMatchObject({ sent: 0 });
  });

  it('is muted by the button under it', async () => {
    await seat(await event(), [ada, grace]);
    await test.api.services.notificationSettings.muteReminders(ada.id);
    expect(await plan()).toBe(1);
    await test.api.services.notificationSettings.muteReminders(grace.id);

    await test.sendAll();
    expect(await reminders(grace)).toMatchObject([{ status: 'skipped', reason: 'muted' }]);
    const { body } = await test.api.as(ada).get('/api/v1/notifications/preferences').expect(200);
    expect(body.topics).toMatchObject({ reminders: false, events: true });
  });

  it('is exported', async () => {
    await favorite(await item({ title: 'Keynote' }));
    await plan();

    const { body } = await test.api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(body.notifications).toMatchObject([{ type: 'session_reminder', body: 'Keynote' }]);
  });
});

describe('a reminder that is planned', () => {
  it('is not sent once the seat is given up or the item is no longer kept', async () => {
    const workshop = await event();
    const keynote = await item();
    await seat(workshop, [ada]);
    await favorite(keynote, [grace]);
    expect(await plan()).toBe(2);
    await test.api.as(ada).delete(`/api/v1/events/${workshop.id}/attend`).expect(200);
    await test.api.as(grace).delete(`/api/v1/agenda/${keynote.id}/favorite`);

    expect(await test.sendAll()).toMatchObject({ sent: 0 });
    const withdrawn = [{ status: 'skipped', reason: 'withdrawn' }];
    expect(await reminders(ada)).toMatchObject(withdrawn);
    expect(await reminders(grace)).toMatchObject(withdrawn);
  });

  it.each(['cancelled', 'draft', 'archived'])(
    'is not sent once the conference is %s',
    async (status) => {
      await favorite(await item());
      await plan();
      await test.api.db('conferences').update({ status, published_at: soon });

      await test.sendAll();
      expect(await reminders(ada)).toMatchObject([{ status: 'skipped', reason: 'withdrawn' }]);
    },
  );

  it('is not sent after the start, and counted', async () => {
    const { db } = test.api;
    await favorite(await item());
    await plan();
    const begun = { starts_at: await minuteIn(db, 0) };
    await db('agenda_items').update(begun);
    await db('session_reminders').update(begun);

    await test.sendAll();
    expect(await reminders(ada)).toMatchObject([{ status: 'skipped', reason: 'outdated' }]);
    const { body } = await test.api.admin().get('/api/v1/admin/operations/sending').expect(200);
    expect(body).toMatchObject({ outdated_reminders: 1 });
  });

  it('is sent once for the new time of what is moved, whether the old one was sent or not', async () => {
    const { db } = test.api;
    const keynote = await item({ title: 'Keynote', room: 'Attic' });
    await favorite(keynote, [ada]);
    expect(await plan()).toBe(1);
    await test.sendAll();
    await favorite(keynote, [grace]);
    expect(await plan()).toBe(1);
    await db('agenda_items').update(from(await minuteIn(db, 5)));

    expect([await plan(), await plan()]).toEqual([2, 0]);
    await test.sendAll();
    expect((await reminders(ada)).map(({ status }) => status)).toEqual(['sent', 'sent']);
    const texts = test.fake.sandbox.chats
      .all(Number(ada.messenger_id))
      .map(({ runs }) => runs.map(({ text }) => text).join(''));
    expect(texts).toEqual([
      expect.stringMatching(/^A session has changed\n\nKeynote: .*, Attic$/),
      expect.stringMatching(/^Starts .*\n\nKeynote, Attic$/),
    ]);
    expect(await reminders(grace)).toMatchObject([
      { status: 'skipped', reason: 'withdrawn' },
      { status: 'sent' },
    ]);
    // Back at its first time, of which Ada has been reminded.
    await db('agenda_items').update(from(soon));
    expect(await plan()).toBe(0);
  });
});

describe('a reminder that stands in the chat', () => {
  it.each([
    ['event', seatAtWorkshop],
    ['agenda item', () => item({ title: 'Workshop' }).then(favorite)],
  ])('becomes a cancellation once the conference of its %s is cancelled', async (_kind, kept) => {
    await kept();
    await plan();
    await test.sendAll();
    await test.api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ status: 'cancelled', notify: false })
      .expect(200);
    // No other change is waited for.
    await test.api.db('changed_subjects').update({ is_urgent: true });

    await test.sendAll();
    const [reminder] = test.fake.sandbox.chats.all(Number(ada.messenger_id));
    expect(reminder?.runs.map(({ text }) => text).join('')).toMatch(
      /^An? .* is cancelled\n\nThis .* does not take place: Workshop$/,
    );
  });
});

describe('quiet hours', () => {
  const sleep = async (user: User, strict = false) => {
    const { db } = test.api;
    await db.raw(
      `insert into notification_settings (user_id, quiet_start, quiet_end, quiet_timezone, quiet_strict)
       select ?, at - interval '1 hour', at + interval '2 hours', 'Asia/Kolkata', ?
         from (select (now() at time zone 'Asia/Kolkata')::time as at) as there`,
      [user.id, strict],
    );
  };

  it('hold back the reminder of a favorite, not that of a seat', async () => {
    const talk = await event();
    await favorite(await item(), [ada]);
    await favorite(await item({ event_id: talk.id }), [grace]);
    await seat(talk, [grace]);
    await sleep(ada);
    await sleep(grace);
    await plan();

    await test.sendAll();
    expect(await reminders(ada)).toMatchObject([{ status: 'queued', reason: 'quiet_hours' }]);
    expect(await reminders(grace)).toMatchObject([{ status: 'sent' }]);
    await test.api.db('deliveries').update({ due_at: test.api.db.fn.now() });
    await test.api.db('session_reminders').update({ starts_at: await minuteIn(test.api.db, 0) });
    await test.api.db('notification_settings').delete();
    await test.sendAll();
    expect(await reminders(ada)).toMatchObject([{ status: 'skipped', reason: 'outdated' }]);
  });

  it('hold back both if they are strict', async () => {
    await seat(await event());
    await sleep(ada, true);
    await plan();

    await test.sendAll();
    expect(await reminders(ada)).toMatchObject([{ status: 'queued', reason: 'quiet_hours' }]);
  });
});

describe('the lead of a crowded start', () => {
  const secondsBefore = async () => {
    const { rows } = await test.api.db.raw<{ rows: { due: number }[] }>(
      `select extract(epoch from concerns_at - due_at)::float8 as due from deliveries order by due desc`,
    );
    return rows.map(({ due }) => due);
  };

  it('is the time that its reminders take at 0.8 of the rate, over which they are spread', async () => {
    const users = await test.reachableUsers(80);
    await seat(await event(), users);
    await plannedBy(planner(test.api, 10));

    const due = await secondsBefore();
    expect(due[0]).toBeCloseTo(600 + 10, 2);
    expect(due.slice(0, -1).map((at, n) => at - (due[n + 1] ?? 0))).toEqual(
      due.slice(1).map(() => expect.closeTo(1 / 8, 2)),
    );
  });

  it('counts those who have other minutes, and those who were reminded before', async () => {
    const users = await test.reachableUsers(80);
    const workshop = await event();
    await seat(workshop, users.slice(0, 40));
    for (const { id: user_id } of users.slice(0, 40))
      await test.api.db('notification_settings').insert({ user_id, reminder_minutes: 5 });
    await plannedBy(planner(test.api, 10));
    expect((await secondsBefore())[0]).toBeCloseTo(300 + 5, 2);

    await seat(workshop, users.slice(40));
    await plannedBy(planner(test.api, 10));
    const due = await secondsBefore();
    expect(due).toHaveLength(80);
    expect(due[0]).toBeCloseTo(600 + 10, 2);
  });

  it('is at most 30 minutes', async () => {
    soon = await minuteIn(test.api.db, 38);
    const users = await test.reachableUsers(50);
    await seat(await event(), users);
    // At this rate they take more than an hour: those whose time is more than a minute away are not planned.
    expect(await plannedBy(planner(test.api, 1 / 60))).toBeGreaterThan(0);

    const due = await secondsBefore();
    expect(due[0]).toBeCloseTo(2_400, 2);
    expect(due.length).toBeLessThan(10);
  });
});

describe('reminders that fill the rate', () => {
  it('let a connection request pass', async () => {
    const rate = 20;
    const users = await test.reachableUsers(6 * rate);
    await seat(await event(), users);
    await plan();
    await test.startWorker({ rate });
    await until(() => test.fake.calls.length >= rate);
    const before = test.fake.calls.length;
    await test.api.as(grace).post('/api/v1/connections').send({ recipient_id: ada.id }).expect(201);
    await until(() => test.callsTo(ada) > 0);

    const calls = test.fake.calls.map(({ chat_id }) => chat_id);
    // What was in flight, and the seconds until the request is claimed.
    expect(calls.indexOf(Number(ada.messenger_id)) - before).toBeLessThan(3 * rate);
  });
});
