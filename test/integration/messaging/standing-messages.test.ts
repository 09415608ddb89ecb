import type { User } from '../../../src/domain/people/users.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import {
  aConference,
  aConnection,
  anAgendaItem,
  anEvent,
  aQuest,
} from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let test: DeliveryTest;
let ada: User;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(async () => {
  await test.reset();
  [ada] = await test.reachableUsers(1);
});
afterAll(() => test.close());

type Event = Awaited<ReturnType<typeof anEvent>>;

const anEventIn = (ms: number) => {
  const starts_at = new Date(Date.now() + ms).toISOString();
  const ends_at = new Date(Date.now() + ms + HOUR_MS).toISOString();
  return anEvent(test.api.db, { starts_at, ends_at, timezone: 'UTC', venue_name: 'Room 2' });
};

/** Queues the notice that the place of an event changed from Room 1 to the present one. */
async function notificationOf(event: Event, user = ada): Promise<number> {
  const { title, starts_at, ends_at, timezone, status } = event;
  const place = event.venue_name;
  const venue = { name: place, address: null, latitude: null, longitude: null };
  const subject = `event:${event.id}`;
  const [{ id }] = await test.api
    .db('notifications')
    .insert({
      user_id: user.id,
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
  await test.api.db('deliveries').insert({ notification_id: id, user_id: user.id });
  return id;
}

/** What the person sees: the visible texts, oldest first. */
const seenBy = ({ messenger_id }: User) =>
  test.fake.sandbox.chat(Number(messenger_id)).map(({ runs }) =>
    runs
      .map(({ text }) => text)
      .join('')
      .replaceAll('\n\n', ' | '),
  );

const moveTo = (event: Event, venue_name: string) =>
  test.api.db('events').where({ id: event.id }).update({ venue_name });

/** As if the time of the wait had passed. */
async function sendWaited(): Promise<void> {
  await test.sendAll();
  await test.api
    .db('bot_messages')
    .whereNotNull('edit_due_at')
    .update({ edit_due_at: test.api.db.fn.now() });
  await test.sendAll();
}

const messages = () =>
  test.api
    .db('bot_messages')
    .orderBy('id')
    .select('state', 'message_id', 'edit_due_at', 'attempts');
const callsOf = (method: string) =>
  test.fake.sandbox.calls.filter((call) => call.method === method).length;

describe('a message about an event', () => {
  it('has what is true when it is sent, not when it was written', async () => {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await moveTo(event, 'Room 9');
    await test.sendAll();

    expect(seenBy(ada)).toEqual([expect.stringContaining('Room 9')]);
    expect(await messages()).toEqual([
      { state: 'standing', message_id: expect.any(Number), edit_due_at: null, attempts: 0 },
    ]);
  });

  it('is edited after a correction, once the wait is over, also one without a notice', async () => {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await test.sendAll();
    await moveTo(event, 'Room 8');
    await test.sendAll();
    expect(callsOf('editMessageText')).toBe(0);

    await sendWaited();
    expect(seenBy(ada)).toEqual([expect.stringContaining('Room 8')]);
    expect(callsOf('editMessageText')).toBe(1);
    expect(callsOf('sendMessage')).toBe(1);
  });

  it('is edited where only the time changes that the messenger shows, not the text', async () => {
    const onTheMinute = Math.ceil((Date.now() + DAY_MS) / 60_000) * 60_000;
    const event = await anEventIn(DAY_MS);
    await test.api
      .db('events')
      .where({ id: event.id })
      .update({ starts_at: new Date(onTheMinute) });
    await notificationOf(event);
    await test.sendAll();
    const [before] = seenBy(ada);
    const timesOf = () =>
      test.fake.sandbox
        .chat(Number(ada.messenger_id))
        .flatMap(({ runs }) => runs.flatMap(({ time }) => time?.unix_time ?? []));
    expect(timesOf()[0]).toBe(onTheMinute / 1_000);

    const later = new Date(onTheMinute + 30_000);
    await test.api.db('events').where({ id: event.id }).update({ starts_at: later });
    await sendWaited();
    expect(seenBy(ada)).toEqual([before]);
    expect(timesOf()[0]).toBe(later.getTime() / 1_000);
    expect(callsOf('editMessageText')).toBe(1);
    await sendWaited();
    expect(callsOf('editMessageText')).toBe(1);
  });

  it('says so when all is as before', async () => {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await test.sendAll();
    await moveTo(event, 'Room 1');
    await sendWaited();

    expect(seenBy(ada)).toEqual([expect.stringMatching(/as before \| Back to .*Room 1/)]);
  });

  it('is cancelled at once with its event, and with one that is deleted', async () => {
    const [cancelled, deleted] = [await anEventIn(DAY_MS), await anEventIn(DAY_MS)];
    const [grace] = await test.reachableUsers(1);
    await notificationOf(cancelled);
    await notificationOf(deleted, grace);
    await test.sendAll();
    await test.api.db('events').where({ id: cancelled.id }).update({ status: 'cancelled' });
    await test.api.db('events').where({ id: deleted.id }).delete();
    await test.sendAll();

    for (const user of [ada, grace])
      expect(seenBy(user)).toEqual([expect.stringContaining('does not take place')]);
  });

  it('becomes one line when a newer message says more', async () => {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await test.sendAll();
    await moveTo(event, 'Room 9');
    await notificationOf({ ...event, venue_name: 'Room 9' });
    await sendWaited();

    expect(seenBy(ada)).toEqual(['Changed again: see below', expect.stringContaining('Room 9')]);
  });

  it('is not sent once the event has ended, and costs no call', async () => {
    await notificationOf(await anEventIn(-2 * HOUR_MS));
    await test.sendAll();

    expect(test.fake.sandbox.calls).toEqual([]);
    expect(await test.deliveryTo(ada)).toEqual({
      status: 'skipped',
      reason: 'outdated',
      attempts: 0,
    });
    expect(await messages()).toEqual([]);
  });

  it('is edited whatever the person has muted', async () => {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await test.sendAll();
    await test.api.db('users').where({ id: ada.id }).update({ notifications_enabled: false });
    await moveTo(event, 'Room 8');
    await sendWaited();

    expect(seenBy(ada)).toEqual([expect.stringContaining('Room 8')]);
  });

  it('gets a correction that commits while it is being sent', async () => {
    const event = await anEventIn(DAY_MS);
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    test.answerTo(ada, () => ({ until: late, answer: 'ok' }));
    await notificationOf(event);
    const run = test.sendAll();
    await until(() => test.callsTo(ada) === 1);
    await Promise.all([moveTo(event, 'Room 7'), moveTo(event, 'Room 8')]);
    // A claim of another process takes the changes.
    const stopping = new AbortController();
    const other = test.createSender().run(stopping.signal);
    await until(async () => (await messages()).some(({ edit_due_at }) => edit_due_at !== null));
    stopping.abort();
    await other;
    answer();
    await run;
    await sendWaited();

    const { venue_name } = await test.api.db('events').where({ id: event.id }).first('venue_name');
    expect(seenBy(ada)).toEqual([expect.stringContaining(venue_name)]);
  });
});

describe('a message about several agenda items', () => {
  it('has each of them in its own line after one is deleted, whatever their ids', async () => {
    const { db } = test.api;
    const conference = await aConference(db, { timezone: 'UTC' });
    // As text, 1000 comes before 999.
    await db.raw(`select setval(pg_get_serial_sequence('agenda_items', 'id'), 998)`);
    const starts_at = new Date(Date.now() + DAY_MS).toISOString();
    const ends_at = new Date(Date.now() + DAY_MS + HOUR_MS).toISOString();
    const times = { starts_at, ends_at, room: 'Attic' };
    const first = await anAgendaItem(db, conference, { ...times, title: 'First' });
    const second = await anAgendaItem(db, conference, { ...times, title: 'Second' });
    const items = [first, second];
    const states = items.map(({ id, title, room, status }) => {
      return [
        `agenda_item:${id}`,
        { title, starts_at, ends_at, timezone: 'UTC', place: room, room, status },
      ];
    });
    const [{ id: notification_id }] = await db('notifications')
      .insert({
        user_id: ada.id,
        type: 'programme_changed',
        title: '',
        body: '',
        data: { conference_id: conference.id },
        before: Object.fromEntries(states.map(([subject]) => [`${subject}`, { room: 'Cellar' }])),
        args: Object.fromEntries(states),
      })
      .returning('id');
    await db('deliveries').insert({ notification_id, user_id: ada.id });
    await test.sendAll();
    await db('agenda_items').where({ id: second.id }).delete();
    await sendWaited();

    const [text] = seenBy(ada);
    expect(text).toMatch(/First: .*Attic\nCancelled: Second$/);
  });
});

describe('a message about an agenda item of an event', () => {
  const inTwoDays = (hours: number) => new Date(Date.now() + 2 * DAY_MS + hours * HOUR_MS);

  /** An item that Ada keeps; she knows that it moved to the cellar. */
  async function keptItem() {
    const { db } = test.api;
    const conference = await aConference(db, { timezone: 'UTC' });
    const times = { starts_at: inTwoDays(0).toISOString(), ends_at: inTwoDays(1).toISOString() };
    const event = await anEvent(db, { ...times, conference_id: conference.id });
    const item = await anAgendaItem(db, conference, {
      ...times,
      event_id: event.id,
      room: 'Attic',
    });
    await db('agenda_favorites').insert({ user_id: ada.id, agenda_item_id: item.id });
    const path = `/api/v1/admin/agenda/${item.id}`;
    await test.api.admin().put(path).send({ room: 'Cellar' }).expect(200);
    await db('deliveries').update({ due_at: db.fn.now() });
    await test.sendAll();
    expect(seenBy(ada)).toEqual([expect.stringMatching(/^A session has changed .*Cellar$/)]);
    return { event, item };
  }

  it('says that it is cancelled, when its event is', async () => {
    const { event } = await keptItem();
    const path = `/api/v1/admin/events/${event.id}`;
    await test.api.admin().put(path).send({ status: 'cancelled' }).expect(200);
    await sendWaited();

    expect(seenBy(ada)).toEqual([
      'Changed again: see below',
      expect.stringMatching(/^A session is cancelled /),
    ]);
  });

  it('is edited when its conference is cancelled without a notice', async () => {
    const { event } = await keptItem();
    const { conference_id: id } = event;
    await test.api.db('conferences').where({ id }).update({ status: 'cancelled' });
    await sendWaited();
    expect(seenBy(ada)).toEqual([expect.stringMatching(/^A session is cancelled /)]);
  });

  it('is edited when its event is cancelled without a notice, and when it is no longer shown', async () => {
    const { event } = await keptItem();
    const path = `/api/v1/admin/events/${event.id}`;
    await test.api.admin().put(path).send({ status: 'cancelled', notify: false }).expect(200);
    await sendWaited();
    expect(seenBy(ada)).toEqual([expect.stringMatching(/^A session is cancelled /)]);

    const row = test.api.db('events').where({ id: event.id });
    await row.clone().update({ status: 'approved' });
    await sendWaited();
    expect(seenBy(ada)).toEqual([expect.stringMatching(/^A session has changed .*Cellar$/)]);

    await row.clone().update({ status: 'rejected' });
    await sendWaited();
    expect(seenBy(ada)).toEqual([expect.stringMatching(/^A session is cancelled /)]);
  });
});

it('a reminder of a quest is not sent once the quest has ended', async () => {
  const { db } = test.api;
  const ends_at = new Date(Date.now() - HOUR_MS).toISOString();
  const { id } = await aQuest(db, { ends_at });
  const [job] = await db('notification_jobs')
    .insert({
      type: 'quest_reminder',
      quest_id: id,
      title: 't',
      body: 'b',
      audience: { user_ids: [ada.id] },
      channels: ['messenger'],
      status: 'running',
      scheduled_at: ends_at,
      started_at: ends_at,
    })
    .returning('id');
  for (const job_id of [null, job.id]) {
    const [{ id: notification_id }] = await db('notifications')
      .insert({
        user_id: ada.id,
        type: 'quest_reminder',
        title: 'Go on',
        body: 'Two of three',
        data: { quest_id: id },
        job_id,
      })
      .returning('id');
    await db('deliveries').insert({ notification_id, user_id: ada.id, job_id });
  }
  await test.sendAll();

  expect(callsOf('sendMessage')).toBe(0);
  const rows = await db('deliveries').where({ user_id: ada.id }).select('status', 'reason');
  expect(rows).toEqual(Array(2).fill({ status: 'skipped', reason: 'outdated' }));
});

describe('an edit', () => {
  async function aStaleMessage(): Promise<Event> {
    const event = await anEventIn(DAY_MS);
    await notificationOf(event);
    await test.sendAll();
    await moveTo(event, 'Room 8');
    await test.sendAll();
    return event;
  }
  const failWith = (...behaviors: Parameters<typeof test.fake.sandbox.answerTo>[1][]) => {
    const [first] = behaviors;
    if (first) test.fake.sandbox.answerTo({ method: 'editMessageText' }, first);
  };

  it.each(['server_error', 'cut', 'nonsense'] as const)(
    'is repeated as an edit after %s',
    async (failure) => {
      await aStaleMessage();
      failWith((nth) => (nth === 1 ? failure : 'ok'));
      await sendWaited();

      expect(callsOf('editMessageText')).toBe(2);
      expect(callsOf('sendMessage')).toBe(1);
      expect(seenBy(ada)).toEqual([expect.stringContaining('Room 8')]);
      expect(await messages()).toMatchObject([
        { state: 'standing', edit_due_at: null, attempts: 0 },
      ]);
    },
  );

  it('of a message that is gone is a new message, while the event lies ahead', async () => {
    await aStaleMessage();
    failWith(() => ({ error_code: 400, description: 'Bad Request: message to edit not found' }));
    await sendWaited();

    expect(callsOf('sendMessage')).toBe(2);
    expect(await messages()).toMatchObject([{ state: 'gone' }, { state: 'standing' }]);
  });

  it('of a message that is gone is nothing once the event has ended', async () => {
    const event = await aStaleMessage();
    const ended = new Date(Date.now() - HOUR_MS);
    await test.api
      .db('events')
      .where({ id: event.id })
      .update({ starts_at: ended, ends_at: ended });
    failWith(() => ({ error_code: 400, description: "Bad Request: message can't be edited" }));
    await sendWaited();

    expect(callsOf('sendMessage')).toBe(1);
    expect(await messages()).toMatchObject([{ state: 'gone' }]);
  });

  it('after 403 sends nothing, and the user is unreachable', async () => {
    await aStaleMessage();
    failWith(() => 'blocked');
    await sendWaited();

    expect(callsOf('sendMessage')).toBe(1);
    expect(await messages()).toMatchObject([{ state: 'gone' }]);
    const user = await test.api.db('users').where({ id: ada.id }).first('messenger_reachable');
    expect(user).toEqual({ messenger_reachable: false });
  });

  it('after a 429 pauses its chat only, and one from another chat closes the gate', async () => {
    const [grace, mina] = await test.reachableUsers(2);
    const event = await anEventIn(DAY_MS);
    for (const user of [ada, grace]) await notificationOf(event, user);
    await test.sendAll();
    await moveTo(event, 'Room 8');
    failWith(() => ({ retry_after: 30 }));
    const { db } = test.api;
    await db('bot_messages').where({ user_id: grace.id }).update({ state: 'gone' });
    // Before the sender starts: it could have read when the next change is due.
    await db('bot_messages').where({ user_id: ada.id }).update({ edit_due_at: db.fn.now() });
    const stopping = new AbortController();
    const run = test.createSender().run(stopping.signal);
    await until(() => callsOf('editMessageText') === 1);
    await test.insertMessages([mina]);
    await until(() => test.callsTo(mina) === 1);
    await db('bot_messages')
      .where({ user_id: grace.id })
      .update({ state: 'standing', edit_due_at: db.fn.now() });
    await until(
      async () =>
        (await db('messenger_gate').whereRaw('paused_until > now()').pluck('is_only')).length > 0,
    );
    stopping.abort();
    await run;

    expect(callsOf('editMessageText')).toBe(2);
  });

  it('is made again by another process when its worker died', async () => {
    await aStaleMessage();
    const { db } = test.api;
    await db('bot_messages').update({
      edit_due_at: null,
      content_hash: null,
      run_id: '00000000-0000-4000-8000-000000000000',
      leased_until: db.raw(`now() - interval '1 second'`),
    });
    await test.sendAll();

    expect(seenBy(ada)).toEqual([expect.stringContaining('Room 8')]);
    expect(callsOf('sendMessage')).toBe(1);
  });
});

describe('the message of a connection request', () => {
  async function aRequest(): Promise<{ id: number; requester: User }> {
    const [requester] = await test.reachableUsers(1);
    await aConnection(test.api.db, [requester, ada], 'pending');
    const { id } = await test.api
      .db('connections')
      .where({ requester_id: requester.id })
      .first('id');
    const [notification] = await test.api
      .db('notifications')
      .insert({
        user_id: ada.id,
        type: 'connection_request',
        title: '“Grace” wants to connect',
        body: 'You can say yes or no.',
        data: {
          connection_id: id,
          actor: { id: requester.id, first_name: 'Grace', photo_url: null },
        },
        args: { name: 'Grace', message: null },
      })
      .returning('id');
    await test.api.db('deliveries').insert({ notification_id: notification.id, user_id: ada.id });
    await test.sendAll();
    expect(seenBy(ada)).toHaveLength(1);
    return { id, requester };
  }

  it('is deleted when the request is withdrawn with its notification', async () => {
    const { id } = await aRequest();
    await test.api
      .db('connections')
      .where({ id })
      .update({ status: 'withdrawn', responded_at: new Date() });
    await test.api.db('notifications').delete();
    await test.sendAll();

    expect(seenBy(ada)).toEqual([]);
    expect(await messages()).toMatchObject([{ state: 'gone' }]);
  });

  it('becomes a line when the request is over after 48 hours', async () => {
    const { id } = await aRequest();
    await test.api.db('bot_messages').update({ sent_at: new Date(Date.now() - 3 * DAY_MS) });
    await test.api
      .db('connections')
      .where({ id })
      .update({ status: 'rejected', responded_at: new Date() });
    await test.sendAll();

    expect(seenBy(ada)).toEqual(['This request is no longer open.']);
  });

  it('becomes its result when the request is accepted', async () => {
    const { id } = await aRequest();
    await test.api
      .db('connections')
      .where({ id })
      .update({ status: 'accepted', responded_at: new Date() });
    await test.sendAll();

    expect(seenBy(ada)).toEqual([expect.stringContaining('“Grace”')]);
  });

  it('is deleted with the account of the requester, and when they are blocked', async () => {
    const { requester } = await aRequest();
    await test.api.as(requester).delete('/api/v1/users/me').expect(200);
    await test.sendAll();
    expect(seenBy(ada)).toEqual([]);

    const { requester: other } = await aRequest();
    await test.api.db('users').where({ id: other.id }).update({ is_blocked: true });
    await test.sendAll();
    expect(seenBy(ada)).toEqual([]);
  });
});

it('two messages reach one chat at least a second apart', async () => {
  await test.insertMessages([ada, ada]);
  await test.sendAll();

  const [first, second] = test.fake.calls.map(({ at }) => at);
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1_000);
});

it('a change of what begins before the quiet hours end passes them, unless they are strict', async () => {
  const { db } = test.api;
  const [grace, mina] = await test.reachableUsers(2);
  for (const { id } of [ada, grace, mina]) {
    await db.raw(
      `insert into notification_settings (user_id, quiet_start, quiet_end, quiet_timezone, quiet_strict)
       select ?, at - interval '1 hour', at + interval '2 hours', 'UTC', ?
         from (select (now() at time zone 'UTC')::time as at) as there`,
      [id, id === grace.id],
    );
  }
  const soon = new Date(Date.now() + HOUR_MS);
  await test.insertMessages([ada, grace], { concerns_at: soon });
  await test.insertMessages([mina], { concerns_at: new Date(Date.now() + 4 * HOUR_MS) });
  await test.sendAll();

  expect([ada, grace, mina].map((user) => test.callsTo(user))).toEqual([1, 0, 0]);
});

it('the sweep deletes messages of more than 90 days, and those whose answer was lost a day ago', async () => {
  const { db } = test.api;
  const [grace] = await test.reachableUsers(1);
  await test.insertMessages([ada, grace]);
  await test.sendAll();
  const old = new Date(Date.now() - 91 * DAY_MS);
  await db('bot_messages').where({ user_id: ada.id }).update({ sent_at: old });
  await db('bot_messages').insert({
    user_id: ada.id,
    chat_id: Number(ada.messenger_id),
    state: 'sending',
    run_id: '00000000-0000-4000-8000-000000000000',
    leased_until: new Date(Date.now() - 2 * DAY_MS),
  });
  await db('changed_subjects').insert([
    { subject: 'event:1', is_urgent: false, changed_at: new Date(Date.now() - 2 * DAY_MS) },
    { subject: 'event:2', is_urgent: false },
  ]);

  expect(await test.api.store.botMessages.deleteOld()).toBe(3);
  expect(await db('bot_messages').pluck('user_id')).toEqual([grace.id]);
  expect(await db('changed_subjects').pluck('subject')).toEqual(['event:2']);
});
