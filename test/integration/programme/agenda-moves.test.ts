import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aQuest,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';
import { aStandingMessage } from '../../support/standing-messages.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['agenda_items', 'quests', 'events', 'conferences', 'notifications']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db, {
    starts_on: '2030-05-14',
    ends_on: '2030-05-16',
    timezone: 'Europe/Berlin',
  });
});

const at = (time: string) => `2030-05-14T${time}:00.000Z`;
const TEN = { starts_at: at('10:00'), ends_at: at('11:00') };

const move = (body: object) => api.admin().post('/api/v1/admin/agenda/bulk').send(body);
const moved = async (body: object) => (await move(body).expect(200)).body;
const item = (fields: object = {}) =>
  anAgendaItem(api.db, conference, { title: 'Looms', room: 'Dock 1', ...TEN, ...fields });
const eventOf = async (fields: object = {}) => {
  const event = await anEvent(api.db, {
    conference_id: conference.id,
    title: 'Looms',
    venue_name: 'Dock 1',
    ...TEN,
    ...fields,
  });
  return { event, item: await item({ event_id: event.id }) };
};
const keep = (user: User, { id }: AgendaItem) =>
  api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: id });
const itemRow = ({ id }: Pick<AgendaItem, 'id'>) => api.db('agenda_items').where({ id }).first();
const eventRow = ({ id }: Pick<Event, 'id'>) => api.db('events').where({ id }).first();
const starts = async () =>
  (await api.db('agenda_items').orderBy('id').pluck('starts_at')) as string[];
const notices = async () =>
  (await shownNotifications(api.db)).sort((one, other) => one.user_id - other.user_id);
const inRoom = (room: string) => ({ filter: { conference_id: conference.id, room } });

describe('POST /admin/agenda/bulk', () => {
  it('shifts the items of a filter with their events, and records it once', async () => {
    const { event, item: one } = await eventOf();
    const late = await item({
      title: 'Dyes',
      room: 'dock  1',
      starts_at: at('12:00'),
      ends_at: at('13:00'),
    });
    await item({ room: 'Dock 2' });
    const filter = { ...inRoom('DOCK 1').filter, from: at('10:00'), to: at('12:01') };

    const body = await moved({ filter, shift_minutes: 15 });

    expect(body).toEqual({ moved: 2, events_moved: 1, left_out: 0, warnings: [] });
    expect(await starts()).toEqual([at('10:15'), at('12:15'), at('10:00')]);
    expect(await itemRow(one)).toMatchObject({ version: 2, edited_fields: [] });
    expect(await itemRow(late)).toMatchObject({ edited_fields: ['starts_at', 'ends_at'] });
    expect(await eventRow(event)).toMatchObject({ starts_at: at('10:15'), version: 2 });
    expect(await api.db('audit_log')).toMatchObject([
      {
        action: 'agenda.move',
        subject_id: conference.id,
        after: {
          selection: { room: 'DOCK 1' },
          move: { shift_minutes: 15 },
          moved: 2,
        },
      },
    ]);
  });

  it('shifts days, and the registration of events with them', async () => {
    const { event, item: one } = await eventOf({ registration_closes_at: at('08:00') });

    await moved({ ids: [one.id], shift_days: 2 });

    expect(await eventRow(event)).toMatchObject({
      starts_at: '2030-05-16T10:00:00.000Z',
      registration_closes_at: '2030-05-16T08:00:00.000Z',
    });
    expect(await starts()).toEqual(['2030-05-16T10:00:00.000Z']);
  });

  it('moves to a room, which is made if it is unknown', async () => {
    const { event, item: one } = await eventOf({ capacity: 120 });
    const other = await item({ title: 'Dyes', room: 'Pier' });

    const body = await moved({ ids: [one.id], room: ' pier' });

    expect(await itemRow(one)).toMatchObject({ room: 'Pier' });
    expect(await eventRow(event)).toMatchObject({ venue_name: 'Pier' });
    expect(body.warnings).toEqual([
      {
        kind: 'room',
        agenda_item_id: one.id,
        message: '“Looms”: Pier is booked for “Dyes” at the same time',
        code: 'booked',
        params: { name: 'Pier', title: 'Dyes', item: 'Looms' },
      },
    ]);
    await moved({ ids: [one.id, other.id], room: 'Attic' });
    expect(await api.db('agenda_groups').where({ name: 'Attic' })).toHaveLength(1);
  });

  it('cancels items with their events', async () => {
    const { event, item: one } = await eventOf();

    await moved({ ids: [one.id], status: 'cancelled' });

    expect(await itemRow(one)).toMatchObject({ status: 'cancelled', edited_fields: ['status'] });
    expect(await eventRow(event)).toMatchObject({ status: 'cancelled' });
  });

  it('leaves out what has ended, and moves the end alone of what is running', async () => {
    const hours = (ago: number) => new Date(api.now().getTime() - ago * 3_600_000).toISOString();
    const ended = await item({ title: 'Old', starts_at: hours(3), ends_at: hours(2) });
    const running = await item({ title: 'Now', starts_at: hours(1), ends_at: hours(-1) });
    const filter = { conference_id: conference.id, from: hours(0) };

    const body = await moved({ ids: [ended.id, running.id], shift_minutes: 30 });

    expect(body).toMatchObject({ moved: 1, left_out: 1 });
    expect(body.warnings).toMatchObject([
      { kind: 'ended', agenda_item_id: ended.id },
      { kind: 'running', agenda_item_id: running.id },
    ]);
    expect(await itemRow(running)).toMatchObject({ starts_at: running.starts_at });
    expect(Date.parse((await itemRow(running)).ends_at) - Date.parse(running.ends_at)).toBe(
      1_800_000,
    );
    expect(await moved({ filter, shift_minutes: 10 })).toMatchObject({ moved: 1, left_out: 0 });
  });

  it('names quests whose times stay', async () => {
    const { event, item: one } = await eventOf();
    const times = { conference_id: conference.id, starts_at: at('09:00') };
    const ofEvent = await aQuest(api.db, { ...times, event_id: event.id, title: 'Loom hunt' });
    const ofConference = await aQuest(api.db, { ...times, title: 'Hunt' });
    await aQuest(api.db, { conference_id: conference.id, starts_at: null, ends_at: null });

    const questsOf = async (body: object) =>
      (await moved({ ids: [one.id], ...body })).warnings.map(
        ({ quest_id }: { quest_id: number }) => quest_id,
      );

    expect(await questsOf({ shift_minutes: 15 })).toEqual([ofEvent.id]);
    expect(await questsOf({ shift_days: 1 })).toEqual([ofEvent.id, ofConference.id]);
    expect(await questsOf({ room: 'Pier' })).toEqual([]);
  });

  it('notifies each person once of what moved for them, in one notice within 10 minutes', async () => {
    const [keeper, attendee, other] = [
      await aUser(api.db),
      await aUser(api.db),
      await aUser(api.db),
    ];
    const { event, item: one } = await eventOf();
    await anAttendance(api.db, [attendee, event]);
    const two = await item({ title: 'Dyes', starts_at: at('12:00'), ends_at: at('13:00') });
    const three = await item({ title: 'Quilts', room: 'Dock 2' });
    for (const each of [one, two]) await keep(keeper, each);
    await keep(other, three);

    await moved({ ...inRoom('Dock 1'), shift_minutes: 15 });

    const looms = 'Looms: Tue, 14 May 2030, 12:15–13:15 (Europe/Berlin), Dock 1';
    const dyes = 'Dyes: Tue, 14 May 2030, 14:15–15:15 (Europe/Berlin), Dock 1';
    expect(await notices()).toMatchObject([
      { user_id: keeper.id, type: 'programme_changed', body: `${looms}\n${dyes}` },
      { user_id: attendee.id, type: 'programme_changed', body: looms },
    ]);
    await moved({ ids: [two.id, three.id], room: 'Pier' });
    const after = await notices();
    expect(after.map(({ user_id }) => user_id)).toEqual([keeper.id, attendee.id, other.id]);
    expect(after[0]).toMatchObject({
      body: `${looms}\n${dyes.replace('Dock 1', 'Pier')}`,
      data: {
        conference_id: conference.id,
        agenda_item_ids: [one.id, two.id],
        changes: [
          { changes: { starts_at: { from: at('10:00'), to: at('10:15') } } },
          {
            agenda_item_id: two.id,
            changes: {
              starts_at: { from: at('12:00'), to: at('12:15') },
              room: { from: 'Dock 1', to: 'Pier' },
            },
          },
        ],
      },
    });
    const inbox = await api.as(keeper).get('/api/v1/notifications').expect(200);
    expect(inbox.body.data[0].data.changes).toHaveLength(2);
  });

  it('has the moved items in its arguments, the first five and the number of the others', async () => {
    const keeper = await aUser(api.db);
    for (const n of [1, 2, 3, 4, 5, 6]) await keep(keeper, await item({ title: `Talk ${n}` }));
    await moved({ ...inRoom('Dock 1'), shift_minutes: 15 });
    const [notice] = await notices();
    const { args, body } = notice ?? { args: { lines: [] }, body: '' };
    expect(body).toMatch(/\nTalk 5: [^\n]*\nand 1 more$/);
    expect(args.lines).toHaveLength(5);
    expect(args).toMatchObject({ conference: null, more: 1 });
    expect(args.lines[0]).toMatchObject({
      title: 'Talk 1',
      starts_at: at('10:15'),
      ends_at: at('11:15'),
      timezone: 'Europe/Berlin',
      place: 'Dock 1',
      status: 'scheduled',
    });
  });

  it('withdraws what is back where it was, and the notice of which nothing is left', async () => {
    const keeper = await aUser(api.db, { messenger_reachable: true });
    const [one, two] = [await item(), await item({ title: 'Dyes', room: 'Dock 2' })];
    for (const each of [one, two]) await keep(keeper, each);

    await moved({ ids: [one.id, two.id], shift_minutes: 15 });
    await moved({ ids: [one.id], shift_minutes: -15 });
    expect(await notices()).toMatchObject([{ data: { agenda_item_ids: [two.id] } }]);
    expect(await api.db('deliveries')).toHaveLength(1);
    await moved({ ids: [two.id], shift_minutes: -15 });
    expect(await notices()).toEqual([]);
    expect(await api.db('deliveries')).toEqual([]);
  });

  it('sends one message for moves that it has named, and another for a new item or a cancellation', async () => {
    const keeper = await aUser(api.db, { messenger_reachable: true });
    const [one, two] = [await item(), await item({ title: 'Dyes', room: 'Dock 2' })];
    await keep(keeper, one);
    await keep(keeper, two);
    const queued = async () => {
      const ids = await api.db('deliveries').where({ status: 'queued' }).pluck('notification_id');
      const [notice] = await notices();
      const subjects = (notice?.data.agenda_item_ids ?? []).map(
        (id: number) => `agenda_item:${id}`,
      );
      for (const notification_id of ids) {
        await aStandingMessage(api.db, { user_id: keeper.id, notification_id, subjects });
      }
      return ids.length;
    };

    await moved({ ids: [one.id], shift_minutes: 15 });
    expect(await queued()).toBe(1);
    await moved({ ids: [one.id], shift_minutes: 30 });
    expect(await queued()).toBe(0);
    await moved({ ids: [one.id, two.id], shift_minutes: 15 });
    expect(await queued()).toBe(1);
    await moved({ ids: [two.id], shift_minutes: -15 });
    expect(await queued()).toBe(0);
    expect(await notices()).toMatchObject([{ data: { agenda_item_ids: [one.id] } }]);
    await moved({ ids: [one.id], status: 'cancelled' });
    expect(await queued()).toBe(1);
  });

  it('is tried by a dry run, which changes nothing and counts who would be notified', async () => {
    const keeper = await aUser(api.db);
    const one = await item();
    await keep(keeper, one);

    const body = { ids: [one.id], room: 'Pier', dry_run: true };
    expect(await moved(body)).toEqual(await moved(body));
    expect(await moved(body)).toMatchObject({ moved: 1, would_notify: 1 });
    expect(await moved({ ...body, notify: false })).toMatchObject({ would_notify: 0 });

    expect(await itemRow(one)).toMatchObject({ room: 'Dock 1', version: 1 });
    expect(await notices()).toEqual([]);
    expect(await api.db('agenda_groups').pluck('name')).toEqual(['Dock 1']);
    expect(await api.db('audit_log')).toEqual([]);
  });

  it('notifies nobody with notify: false', async () => {
    const one = await item();
    await keep(await aUser(api.db), one);
    await moved({ ids: [one.id], shift_minutes: 15, notify: false });
    expect(await notices()).toEqual([]);
  });

  it('refuses the same move within 10 minutes, except by force or an Idempotency-Key', async () => {
    const [one, two] = [await item(), await item({ room: 'Dock 2' })];
    const body = { ids: [one.id, two.id], shift_minutes: 15 };
    await moved(body);

    const again = await move({ ...body, ids: [two.id, one.id] }).expect(409);
    expect(again.body).toEqual(failure('DUPLICATE_SHIFT'));
    expect(await starts()).toEqual([at('10:15'), at('10:15')]);
    await moved({ ...body, dry_run: true });
    await moved({ ...body, shift_minutes: 10 });
    await moved({ ...body, force: true });
    const keyed = () => move(body).set('Idempotency-Key', 'a-key-of-15').expect(200);
    expect((await keyed()).body).toEqual((await keyed()).body);
    expect(await starts()).toEqual([at('10:55'), at('10:55')]);

    await move(body).expect(409);
    await api.db('agenda_moves').update({ moved_at: api.db.raw(`now() - interval '11 minutes'`) });
    await moved(body);
    expect(await api.db('agenda_moves')).toHaveLength(1);
  });

  it.each([
    ['both ids and a filter', { ids: [1], filter: { conference_id: 1 }, shift_minutes: 15 }],
    ['neither', { shift_minutes: 15 }],
    ['two changes', { ids: [1], shift_minutes: 15, room: 'Pier' }],
    ['no change', { ids: [1] }],
    ['a shift by nothing', { ids: [1], shift_minutes: 0 }],
    ['an id twice', { ids: [1, 1], shift_minutes: 15 }],
    ['another status', { ids: [1], status: 'scheduled' }],
  ])('refuses %s', async (_name, body) => {
    expect((await move(body).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
  });

  it('refuses unknown items and items of two conferences, and more than 1,000', async () => {
    const one = await item();
    const elsewhere = await anAgendaItem(api.db, await aConference(api.db));
    await move({ ids: [one.id, 999_999], shift_minutes: 15 }).expect(404);
    await move({ ids: [one.id, elsewhere.id], shift_minutes: 15 }).expect(400);
    await move({ filter: { conference_id: 999_999 }, shift_minutes: 15 }).expect(404);
    await api.db.raw(
      `insert into agenda_items (conference_id, title, starts_at, ends_at)
       select ?, 'Talk ' || n, timestamptz '2030-05-14' + n * interval '1 minute',
              timestamptz '2030-05-15' from generate_series(1, 1000) n`,
      [conference.id],
    );
    const all = { filter: { conference_id: conference.id }, shift_minutes: 15 };
    await move(all).expect(400);
    await api.db('agenda_items').where({ id: one.id }).delete();
    const many = await countQueries(api.db, async () => {
      expect(await moved(all)).toMatchObject({ moved: 1_000 });
    });
    await api.db('agenda_items').where('title', '<>', 'Talk 1').delete();
    const few = await countQueries(api.db, () => moved({ ...all, shift_minutes: 5 }));
    expect(many).toBe(few);
  });
});

describe('races', () => {
  it('of the same shift: one wins, one gets 409', async () => {
    const one = await item();
    const body = { ids: [one.id], shift_minutes: 15 };

    const answers = await Promise.all([move(body), move(body), move(body)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await starts()).toEqual([at('10:15')]);
  });

  it('with an import of the conference: the moved fields stay', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({
      title: `Talk ${n}`,
      room: 'Dock 1',
      ...TEN,
    }));
    const importAgain = () =>
      api
        .admin()
        .post(`/api/v1/admin/conferences/${conference.id}/agenda/import`)
        .send({ items: rows.map((row) => ({ ...row, description: 'new' })) });
    await importAgain().expect(200);
    await api.db('agenda_items').update({ description: null });

    const [shift, imported] = await Promise.all([
      move({ filter: { conference_id: conference.id }, shift_minutes: 15 }),
      importAgain(),
    ]);

    expect([shift.status, imported.status]).toEqual([200, 200]);
    expect(await starts()).toEqual(rows.map(() => at('10:15')));
    expect(await api.db('agenda_items').whereNull('description')).toEqual([]);
  });

  it('with a calendar import of its events: the moved times stay', async () => {
    const calendar = (title: string) =>
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        'UID:looms@sea.example',
        `SUMMARY:${title}`,
        'LOCATION:Dock 1',
        'DTSTART:20300514T100000Z',
        'DTEND:20300514T110000Z',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n');
    const importCalendar = (title: string) =>
      api
        .admin()
        .post('/api/v1/admin/events/import-all-extcal')
        .attach('file', Buffer.from(calendar(title)), 'programme.ics')
        .field('conference_id', String(conference.id));
    await importCalendar('Looms').expect(200);
    const filter = { conference_id: conference.id };

    const [shift, imported] = await Promise.all([
      move({ filter, shift_minutes: 15 }),
      importCalendar('Power looms'),
    ]);
    await importCalendar('Looms again').expect(200);

    expect([shift.status, imported.status]).toEqual([200, 200]);
    const times = { starts_at: at('10:15'), ends_at: at('11:15'), title: 'Looms again' };
    expect(await api.db('events')).toMatchObject([
      { ...times, edited_fields: ['ends_at', 'starts_at'] },
    ]);
    expect(await api.db('agenda_items')).toMatchObject([times]);
  });

  it('with attendees who leave: no seat is lost', async () => {
    const { event, item: one } = await eventOf({ capacity: 10 });
    const attendees = await people(api.db, 20);
    for (const user of attendees) {
      await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    }

    const leave = (user: User) => api.as(user).delete(`/api/v1/events/${event.id}/attend`);
    const answers = await Promise.all([
      move({ ids: [one.id], shift_minutes: 15 }),
      ...attendees.slice(0, 6).map((user) => leave(user)),
      move({ ids: [one.id], room: 'Pier' }),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const seats = await api
      .db('event_attendances')
      .where({ event_id: event.id, status: 'registered' });
    expect(seats).toHaveLength(10);
    expect(await eventRow(event)).toMatchObject({
      attendee_count: 10,
      starts_at: at('10:15'),
      venue_name: 'Pier',
    });
  });
});
