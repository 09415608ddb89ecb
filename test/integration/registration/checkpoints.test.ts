import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let ada: User;
let grace: User;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  [ada, grace] = await people(api.db, 2);
  conference = await aConference(api.db, { timezone: 'America/New_York' });
  for (const user of [ada, grace]) await aRegistration(api.db, [user, conference]);
});

const path = (rest = '') => `/api/v1/admin/conferences/${conference.id}${rest}`;
const create = async (given: object) =>
  (
    await api
      .admin()
      .post(path('/checkpoints'))
      .send({ name: 'Main entrance', kind: 'entrance', counts: 'once', ...given })
      .expect(201)
  ).body;
const scan = (user: User, body: object, process = api) =>
  process
    .admin()
    .post(path('/check-in'))
    .send({ user_id: user.id, ...body });
const undo = (user: User, body: object = {}) =>
  api
    .admin()
    .delete(path('/check-in'))
    .send({ user_id: user.id, ...body });
const batch = (check_ins: object[], process = api) =>
  process.admin().post(path('/check-in/batch')).send({ check_ins });
const eventsOf = (user: User) =>
  api
    .db('check_in_events as e')
    .join('registrations as r', 'r.id', 'e.registration_id')
    .where('r.user_id', user.id)
    .orderBy('e.id')
    .select('e.direction', 'e.scanned_at', 'e.undone_at', api.db.raw('e.day::text as day'));
const arrivalOf = async (user: User): Promise<string | null> =>
  (
    await api
      .db('registrations')
      .where({ conference_id: conference.id, user_id: user.id })
      .first('checked_in_at')
  ).checked_in_at;
const statsOf = async () =>
  (await api.admin().get(path('/check-in/stats')).expect(200)).body.checkpoints;
const minutesAgo = (minutes: number) =>
  new Date(api.now().getTime() - minutes * 60_000).toISOString();
const dayOf = (at: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(at));

describe('the checkpoints of a conference', () => {
  it('are created, changed, put in order and deleted', async () => {
    const entrance = await create({});
    const room = await create({ name: 'Dock  1', kind: 'room', counts: 'each' });
    expect(room).toMatchObject({ name: 'Dock 1', position: 1, version: 1 });
    await api
      .admin()
      .put(path(`/checkpoints/${room.id}`))
      .send({ name: 'MAIN entrance' })
      .expect(409);
    const ids = [room.id, entrance.id];
    await api.admin().put(path('/checkpoints/order')).send({ ids }).expect(200);
    await api
      .admin()
      .put(path('/checkpoints/order'))
      .send({ ids: [room.id] })
      .expect(409);

    const { body } = await api.admin().get(path('/checkpoints')).expect(200);
    expect(body.checkpoints.map(({ name }: { name: string }) => name)).toEqual([
      'Dock 1',
      'Main entrance',
    ]);
    await api
      .admin()
      .delete(path(`/checkpoints/${room.id}`))
      .expect(200);
    await api
      .admin()
      .delete(path(`/checkpoints/${room.id}`))
      .expect(404);
    expect(await api.db('checkpoints').where({ id: room.id })).toEqual([]);
  });

  it('keep their counts once people were scanned there, and are retired', async () => {
    const { id: checkpoint_id } = await create({});
    await scan(ada, { checkpoint_id }).expect(200);
    const change = (body: object) =>
      api
        .admin()
        .put(path(`/checkpoints/${checkpoint_id}`))
        .send(body);

    expect((await change({ counts: 'daily' }).expect(409)).body.code).toBe('CONFLICT');
    await change({ counts: 'once', name: 'North' }).expect(200);
    await api
      .admin()
      .delete(path(`/checkpoints/${checkpoint_id}`))
      .expect(200);
    await scan(grace, { checkpoint_id }).expect(404);
    await change({ name: 'South' }).expect(404);
    await create({ name: 'north' });
    expect(await statsOf()).toMatchObject([
      { id: checkpoint_id, name: 'North', days: [{ people: 1, scans: 1 }] },
      { name: 'north', days: [] },
    ]);
  });

  it('are at most 50', async () => {
    const rows = Array.from({ length: 49 }, (_, position) => ({
      ...{ conference_id: conference.id, position, name: `Door ${position}` },
      ...{ kind: 'room', counts: 'each' },
    }));
    await api.db('checkpoints').insert(rows);
    const add = (name: string, process: TestApi) =>
      process.admin().post(path('/checkpoints')).send({ name, kind: 'room', counts: 'each' });

    const answers = await Promise.all([add('One', api), add('Two', other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await add('Three', api)).body.code).toBe('CHECKPOINT_LIMIT');
  });

  it('of another conference are not found, and take no direction where people are counted', async () => {
    const { id: checkpoint_id } = await create({});
    const mine = conference;
    conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    const refused = await scan(ada, { checkpoint_id }).expect(404);
    expect(refused.body).toMatchObject({ error: 'checkpoint_id: checkpoint not found' });
    const { body } = await batch([
      { user_id: ada.id, checkpoint_id, nonce: 'a' },
      { user_id: ada.id, nonce: 'b' },
    ]).expect(200);
    expect(body.results).toMatchObject([
      { nonce: 'a', status: 'refused', code: 'NOT_FOUND' },
      { nonce: 'b', status: 'checked_in' },
    ]);
    conference = mine;
    await scan(ada, { checkpoint_id, direction: 'out' }).expect(400);
    await scan(ada, { direction: 'out' }).expect(400);
  });
});

describe('a scan at a checkpoint', () => {
  it('is the arrival once, and speaks of its checkpoint', async () => {
    const [once, daily] = [await create({}), await create({ name: 'Day', counts: 'daily' })];
    const first = minutesAgo(30);
    const { body } = await scan(ada, { checkpoint_id: once.id, scanned_at: first }).expect(200);
    expect(body).toMatchObject({
      already_checked_in: false,
      attendance: { checked_in_at: first },
      checkpoint: { id: once.id, day: dayOf(first), direction: 'in' },
    });
    const later = await scan(ada, { checkpoint_id: daily.id }).expect(200);
    expect(later.body).toMatchObject({
      already_checked_in: false,
      attendance: { checked_in_at: first },
      checkpoint: { id: daily.id },
    });
    expect((await scan(ada, { checkpoint_id: once.id })).body.already_checked_in).toBe(true);
    expect((await scan(ada, { checkpoint_id: daily.id })).body.already_checked_in).toBe(true);
    expect((await scan(ada, {})).body).toMatchObject({ already_checked_in: true });
    expect(await eventsOf(ada)).toHaveLength(2);
  });

  it('counts in and out, and who is inside', async () => {
    const room = await create({ name: 'Dock 1', kind: 'room', counts: 'each' });
    const at = (user: User, direction: string, minutes: number) =>
      scan(user, { checkpoint_id: room.id, direction, scanned_at: minutesAgo(minutes) });
    for (const [direction, minutes, isKnown] of [
      ['in', 50, false],
      ['in', 40, true],
      ['out', 30, false],
      ['out', 20, true],
      ['in', 10, false],
    ] as const) {
      const { body } = await at(ada, direction, minutes).expect(200);
      expect(body.already_checked_in).toBe(isKnown);
    }
    await at(grace, 'in', 45);
    await at(grace, 'out', 5);
    const [{ days, inside }] = await statsOf();
    expect(inside).toBe(1);
    expect(days.reduce((sum: number, day: { scans: number }) => sum + day.scans, 0)).toBe(5);
  });

  it('that goes out is no arrival', async () => {
    const exit = await create({ name: 'Exit', kind: 'exit', counts: 'each' });
    const { body } = await scan(ada, { checkpoint_id: exit.id }).expect(200);
    expect(body).toMatchObject({
      attendance: { status: 'registered', checked_in_at: null },
      checkpoint: { direction: 'out' },
    });
    expect((await undo(ada, { checkpoint_id: exit.id }).expect(200)).body.attendance.status).toBe(
      'registered',
    );
  });

  it('belongs to the day of the conference, not of UTC', async () => {
    const entrance = await create({ counts: 'daily' });
    await api.db('conferences').where({ id: conference.id }).update({
      starts_on: '2026-05-12',
      ends_on: '2026-05-14',
    });
    const at = (scanned_at: string) => scan(ada, { checkpoint_id: entrance.id, scanned_at });
    // In New York: 23:59 on the 12th, 00:01 and 12:00 on the 13th.
    const answers = [
      await at('2026-05-13T03:59:00Z'),
      await at('2026-05-13T04:01:00Z'),
      await at('2026-05-13T16:00:00Z'),
    ];
    expect(answers.map(({ body }) => [body.checkpoint.day, body.already_checked_in])).toEqual([
      ['2026-05-12', false],
      ['2026-05-13', false],
      ['2026-05-13', true],
    ]);
  });

  it('answers the first result to its own nonce, and refuses that of another person', async () => {
    const { id: checkpoint_id } = await create({});
    const body = { checkpoint_id, nonce: 'n1' };
    for (let time = 0; time < 2; time += 1)
      expect((await scan(ada, body).expect(200)).body.already_checked_in).toBe(false);
    expect((await scan(grace, body).expect(409)).body.code).toBe('CONFLICT');
    expect(await arrivalOf(grace)).toBeNull();
    await undo(ada).expect(200);
    await scan(ada, body).expect(200);
    expect(await arrivalOf(ada)).toBeNull();
  });

  it('of two devices that were offline has the earlier time, whichever is sent first', async () => {
    const { id: checkpoint_id } = await create({});
    const early = minutesAgo(40);
    const scans = (user: User) => [
      { user_id: user.id, checkpoint_id, scanned_at: minutesAgo(20), nonce: `late ${user.id}` },
      { user_id: user.id, checkpoint_id, scanned_at: early, nonce: `early ${user.id}` },
    ];
    const statuses = async (check_ins: object[]) =>
      (await batch(check_ins).expect(200)).body.results.map(
        ({ status }: { status: string }) => status,
      );
    expect(await statuses(scans(ada))).toEqual(['checked_in', 'already_checked_in']);
    expect(await statuses(scans(grace).reverse())).toEqual(['checked_in', 'already_checked_in']);
    for (const user of [ada, grace]) {
      expect(await eventsOf(user)).toMatchObject([{ scanned_at: early }]);
      expect(await arrivalOf(user)).toBe(early);
    }
    // Sent again, each gets its first result.
    expect(await statuses(scans(ada))).toEqual(['checked_in', 'already_checked_in']);
  });

  it('is one row for many devices at once, of two processes', async () => {
    const [once, room] = [
      await create({}),
      await create({ name: 'Dock 1', kind: 'room', counts: 'each' }),
    ];
    for (const checkpoint of [once, room]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          scan(
            ada,
            { checkpoint_id: checkpoint.id, nonce: `${checkpoint.id} ${n}` },
            n % 2 ? api : other,
          ),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const first = answers.filter(({ body }) => !body.already_checked_in);
      expect(first).toHaveLength(1);
    }
    expect(await eventsOf(ada)).toHaveLength(2);
    const arrivals = await api
      .db('audit_log')
      .where({ action: 'conference.check_in', subject_id: conference.id });
    expect(arrivals).toHaveLength(1);
  });

  it('and a change of what is counted, at once: one of them is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ name: `Door ${round}` });
      const [scanned, changed] = await Promise.all([
        scan(ada, { checkpoint_id: id }),
        other
          .admin()
          .put(path(`/checkpoints/${id}`))
          .send({ counts: 'each' }),
      ]);
      expect(scanned.status).toBe(200);
      const row = await api
        .db('check_in_events')
        .where({ checkpoint_id: id })
        .first(api.db.raw('counted_on is null as is_each'));
      expect(row.is_each).toBe(changed.status === 200);
    }
  });

  it('and its retirement at once: it is taken and kept, or not found', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await create({ name: `Door ${round}` });
      const [scanned] = await Promise.all([
        scan(ada, { checkpoint_id: id }),
        other.admin().delete(path(`/checkpoints/${id}`)),
      ]);
      const kept = await api.db('check_in_events').where({ checkpoint_id: id });
      expect([200, 404]).toContain(scanned.status);
      expect(kept).toHaveLength(scanned.status === 200 ? 1 : 0);
    }
  });
});

describe('the undoing of a scan', () => {
  it('takes the latest one, on a day if it is named, and the arrival with the last one', async () => {
    const { id: checkpoint_id } = await create({ name: 'Dock 1', kind: 'room', counts: 'each' });
    const daily = await create({ counts: 'daily' });
    const at = (direction: string, minutes: number) =>
      scan(ada, { checkpoint_id, direction, scanned_at: minutesAgo(minutes) }).expect(200);
    await at('in', 50);
    await at('out', 40);
    await scan(ada, { checkpoint_id: daily.id }).expect(200);

    await undo(ada, { checkpoint_id }).expect(200);
    expect((await eventsOf(ada)).map(({ undone_at }) => undone_at !== null)).toEqual([
      false,
      true,
      false,
    ]);
    expect((await at('out', 30)).body.already_checked_in).toBe(false);
    await undo(ada, { checkpoint_id, day: '2020-01-01' }).expect(200);
    await undo(ada, { checkpoint_id: daily.id, day: dayOf(minutesAgo(0)) }).expect(200);
    await undo(ada, { checkpoint_id }).expect(200);
    expect(await arrivalOf(ada)).not.toBeNull();
    const last = await undo(ada, { checkpoint_id }).expect(200);
    expect(last.body.attendance).toMatchObject({ status: 'registered', checked_in_at: null });
    await undo(ada, { checkpoint_id }).expect(200);
    await undo(ada, { day: '2026-05-14' }).expect(400);
  });

  it('without a checkpoint takes the arrival and all scans, as does giving up the seat', async () => {
    const { id: checkpoint_id } = await create({});
    for (const end of [
      () => undo(ada).expect(200),
      () =>
        api
          .admin()
          .delete(path(`/attendees/${ada.id}`))
          .expect(200),
    ]) {
      await scan(ada, { checkpoint_id }).expect(200);
      await end();
      expect((await eventsOf(ada)).every(({ undone_at }) => undone_at !== null)).toBe(true);
    }
  });
});

it('passes with the arrival of a guest to the registration of their claimant', async () => {
  const [once, daily] = [await create({}), await create({ name: 'Day', counts: 'daily' })];
  const [guest] = await api
    .db('registrations')
    .insert({ conference_id: conference.id, first_name: 'Ida', status: 'waitlisted' })
    .returning('id');
  await api.db('registrations').where({ id: guest.id }).update({ status: 'registered' });
  for (const { id: checkpoint_id } of [once, daily])
    await batch([{ invitation_id: guest.id, checkpoint_id }]).expect(200);
  await scan(ada, { checkpoint_id: once.id }).expect(200);
  await api
    .db('registrations')
    .where({ id: guest.id })
    .update({
      ...{ claimant_id: ada.id, claimed_at: api.now(), status: 'cancelled', checked_in_at: null },
    });

  expect(await eventsOf(ada)).toHaveLength(2);
  expect((await scan(ada, { checkpoint_id: daily.id })).body.already_checked_in).toBe(true);
  const left = await api.db('check_in_events').where({ registration_id: guest.id });
  expect(left.map(({ undone_at }) => undone_at === null)).toEqual([false]);
});

it('names the checkpoint in the roster, the search and the recent check-ins', async () => {
  const { id: checkpoint_id, name } = await create({ counts: 'daily' });
  const roster = async (query: object) =>
    (await api.admin().get(path('/check-in/roster')).query(query).expect(200)).body;
  const rowOf = ({ rows }: { rows: { id: number }[] }) => rows.find(({ id }) => id === ada.id);
  const whole = await roster({ checkpoint_id });
  expect(rowOf(whole)).toMatchObject({ scan: null });
  expect(rowOf(await roster({}))).not.toHaveProperty('scan');

  await scan(ada, { checkpoint_id }).expect(200);
  await scan(ada, {}).expect(200);
  const mark = { day: dayOf(minutesAgo(0)), direction: 'in' };
  const changed = await roster({ checkpoint_id, cursor: whole.cursor });
  expect(changed.starts_over).toBe(false);
  expect(rowOf(changed)).toMatchObject({ status: 'in', scan: mark });
  expect((await roster({ cursor: whole.cursor })).starts_over).toBe(true);
  await api.admin().get(path('/check-in/roster')).query({ checkpoint_id: 0 }).expect(400);
  await api
    .admin()
    .get(path('/check-in/roster'))
    .query({ checkpoint_id: checkpoint_id + 1_000 })
    .expect(404);

  const found = await api
    .admin()
    .get(path('/check-in/search'))
    .query({ q: String(ada.id) })
    .expect(200);
  expect(found.body.data).toMatchObject([{ checkpoint: { id: checkpoint_id, name, ...mark } }]);
  const recent = await api.admin().get(path('/check-ins')).expect(200);
  expect(recent.body.data).toMatchObject([{ checkpoint: { id: checkpoint_id, name } }]);
});

describe('scans as personal data', () => {
  it('are in the export, and gone after an erasure', async () => {
    const { id: checkpoint_id } = await create({ name: 'Dock 1', kind: 'room', counts: 'each' });
    await scan(ada, { checkpoint_id }).expect(200);
    const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(body.check_ins).toMatchObject([
      { conference: { id: conference.id }, checkpoint: 'Dock 1', direction: 'in', undone_at: null },
    ]);
    await api.admin().delete(`/api/v1/admin/users/${ada.id}`).expect(200);
    expect(await eventsOf(ada)).toEqual([]);
  });

  it('of rooms are deleted some time after the conference; the audit log has their numbers', async () => {
    const [entrance, room] = [
      await create({}),
      await create({ name: 'Dock 1', kind: 'room', counts: 'once' }),
    ];
    const before = minutesAgo(0);
    for (const { id: checkpoint_id } of [entrance, room])
      for (const user of [ada, grace]) await scan(user, { checkpoint_id }).expect(200);
    await api
      .db('conferences')
      .where({ id: conference.id })
      .update({ starts_on: '2020-05-14', ends_on: '2020-05-15' });
    for (let time = 0; time < 2; time += 1)
      await api.services.guestRetention.run(AbortSignal.timeout(60_000));

    expect(await eventsOf(ada)).toHaveLength(1);
    const rows = await api
      .db('audit_log')
      .where({ action: 'conference.delete_scans', subject_id: conference.id });
    expect(rows.map((row) => row.before)).toEqual([
      { checkpoints: [{ id: room.id, name: 'Dock 1', day: dayOf(before), people: 2, scans: 2 }] },
    ]);
  });
});

it('is copied with a conference', async () => {
  await create({ name: 'Dock 1', kind: 'room', counts: 'each' });
  const copy = { name: 'Next year', starts_on: '2027-05-14', parts: ['checkpoints'] };
  const { body } = await api.admin().post(path('/duplicate')).send(copy).expect(201);
  expect(body.copied.checkpoints).toBe(1);
  const rows = await api.db('checkpoints').where({ conference_id: body.id });
  expect(rows).toMatchObject([{ name: 'Dock 1', kind: 'room', counts: 'each' }]);
});

describe('a group at the door', () => {
  it('comes with each of its members, and is checked in by a batch', async () => {
    await api.db('conferences').where({ id: conference.id }).update({ guests_per_person: 2 });
    await api
      .as(ada)
      .post(`/api/v1/conferences/${conference.id}/guests`)
      .send({ guests: [{ first_name: 'Ida', last_name: 'Rhodes' }, { first_name: 'Max' }] })
      .expect(201);
    const { body } = await scan(ada, {}).expect(200);
    expect(body.group).toMatchObject([
      { name: 'Ida Rhodes', status: 'registered', user_id: null },
      { name: 'Max', status: 'registered', user_id: null },
    ]);
    const [ida, max] = body.group;
    const taken = await batch([
      { invitation_id: ida.registration_id, nonce: 'a' },
      { user_id: ada.id, nonce: 'b' },
    ]).expect(200);
    expect(taken.body.results[0].status).toBe('checked_in');
    const again = await api
      .admin()
      .post(path('/check-in'))
      .send({ invitation_id: max.registration_id })
      .expect(200);
    expect(
      again.body.group.map(({ status, user_id }: { status: string; user_id: number }) => [
        status,
        user_id,
      ]),
    ).toEqual([
      ['checked_in', ada.id],
      ['checked_in', null],
    ]);
    expect((await scan(grace, {})).body).not.toHaveProperty('group');
  });

  it('is also an order of a ticket shop', async () => {
    const ids = { conference_id: conference.id };
    await api.db('registrations').where(ids).update({ order_hash: 'an order' });
    const { body } = await scan(ada, {}).expect(200);
    expect(body.group).toMatchObject([{ user_id: grace.id, status: 'registered' }]);
  });
});
