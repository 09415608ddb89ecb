import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { aKey } from '../../support/api-keys.ts';
import { aUser } from '../../support/factories.ts';
import {
  aLumaGuest,
  aPosition,
  FakeLuma,
  FakePretix,
  LUMA_KEY,
  PRETIX_TOKEN,
} from '../../support/fake-shops.ts';
import { SourcesTest } from '../../support/sources.ts';

let test: SourcesTest;
let conference: Conference;

beforeAll(async () => {
  test = await SourcesTest.start();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  conference = await test.conference();
});

const ofPretix = (shop: FakePretix, fields: object = {}) => ({
  ...{ kind: 'pretix', name: 'Tickets', url: shop.url, credential: PRETIX_TOKEN },
  settings: { organizer: 'octo', event: 'conf' },
  publish: 'auto',
  ...fields,
});
const ofLuma = (shop: FakeLuma, fields: object = {}) => ({
  ...{ kind: 'luma', name: 'Luma', url: shop.url, credential: LUMA_KEY },
  settings: { event: 'evt-1' },
  publish: 'auto',
  ...fields,
});
/** A ticket with a secret of its own. */
const ticket = (code: string, given: object = {}) =>
  aPosition(1, { secret: `secret-${code}`, ...given });
const codes = (count: number) => Array.from({ length: count }, (_, n) => `ORDER${n}`);

/** The registrations of the conference, in their order. */
const registrations = () =>
  test.api
    .db('registrations')
    .where({ conference_id: conference.id })
    .orderBy('id')
    .select('id', 'first_name', 'status', 'ticket_type', 'user_id', 'source_id', 'order_hash');
const statuses = async () => (await registrations()).map(({ status }) => status);

/** A user who has claimed the guest of a ticket. */
async function claimed(code: string) {
  const user = await aUser(test.api.db);
  const claim = { code: `secret-${code}`, last_name: 'Lovelace' };
  const path = `/api/v1/conferences/${conference.id}/claim`;
  await test.api.as(user).post(path).send(claim).expect(200);
  return user;
}

async function withdrawn(source: SourceView, registration_ids: readonly number[]) {
  return (await test.post(source, 'withdraw', { registration_ids }).expect(200)).body.results;
}

describe('a guest list of pretix', () => {
  let shop: FakePretix;
  beforeEach(async () => {
    shop = await new FakePretix().start();
    for (const code of codes(12)) shop.put(code, [ticket(code)]);
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  it('waits at first, and then brings the guests with their order and ticket', async () => {
    shop.put('GROUP', [
      aPosition(1, { secret: 'secret-g1' }),
      aPosition(2, { secret: 'secret-g2', attendee_name_parts: { given_name: 'Grace' } }),
    ]);
    const source = await test.create(conference, ofPretix(shop));
    await test.work();
    expect(await registrations()).toEqual([]);
    const { waiting_run_id } = await test.get(source);
    const waiting = await test.run(source, waiting_run_id);
    expect(waiting).toMatchObject({ status: 'waiting', counts: { total: 14, created: 14 } });
    expect(waiting.report?.rows[0]).toEqual({
      ...{
        key: 'ORDER0-1',
        id: null,
        result: 'created',
        title: null,
        starts_at: null,
        changes: [],
      },
    });

    expect(await test.apply(source, waiting_run_id ?? 0)).toMatchObject({ status: 'applied' });
    const rows = await registrations();
    expect(rows).toHaveLength(14);
    expect(rows.every(({ source_id }) => source_id === source.id)).toBe(true);
    expect(rows.slice(0, 1)).toMatchObject([{ first_name: 'Ada', ticket_type: 'Conference' }]);
    const [one, other] = rows.slice(-2);
    expect(one.order_hash).toBe(other.order_hash);
    expect(new Set(rows.map(({ order_hash }) => order_hash)).size).toBe(13);
  });

  it('keeps no name, address, code or token in its reports', async () => {
    shop.put('BAD', [ticket('x', { attendee_email: 'no address', secret: 'abc' })]);
    const source = await test.confirmed(conference, ofPretix(shop));
    shop.put('ORDER0', [ticket('ORDER0', { company: 'Quayside' })]);
    await test.next(source);
    const stored = await test.api.db('source_runs').where({ source_id: source.id });
    const text = JSON.stringify([stored, source]);
    expect(text).not.toMatch(/Ada|Lovelace|example\.org|secret-|no address|Quayside|a-team-token/);
    expect(stored.some(({ report }) => report?.rows.length > 0)).toBe(true);
    expect(source).toMatchObject({ has_credential: true });
  });

  it('reads only what changed, and applies it by itself', async () => {
    const source = await test.confirmed(conference, ofPretix(shop));
    shop.calls.length = 0;
    for (const order of shop.orders.values()) order.last_modified = '2020-01-01T00:00:00Z';
    expect(await test.next(source)).toMatchObject({ status: 'unchanged' });
    expect(shop.calls).toHaveLength(1);

    shop.put('NEW', [ticket('NEW')]);
    expect(await test.next(source)).toMatchObject({
      status: 'applied',
      counts: { total: 1, created: 1 },
    });
    expect(await registrations()).toHaveLength(13);
    // The overlap brings it again.
    expect(await test.next(source)).toMatchObject({ status: 'unchanged' });
  });

  it('keeps its cursor while a run waits, so that nothing is lost', async () => {
    const source = await test.confirmed(conference, ofPretix(shop, { publish: 'review' }));
    const cursor = async () =>
      (await test.api.db('sources').where({ id: source.id }).first('cursor')).cursor;
    const before = await cursor();
    shop.put('NEW', [ticket('NEW')]);
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'waiting' });
    expect(await cursor()).toBe(before);
    await test.post(source, `runs/${run.id}/discard`).expect(200);
    shop.put('NEWER', [ticket('NEWER')]);
    expect((await test.next(source)).report?.rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['NEW-1', 'NEWER-1']),
    );
    expect(await cursor()).toBe(before);
  });

  it('withdraws who cancelled at the shop and has not claimed, and moves the queue', async () => {
    await test.api.db('conferences').where({ id: conference.id }).update({ capacity: 11 });
    const source = await test.confirmed(conference, ofPretix(shop));
    expect((await statuses()).at(-1)).toBe('waitlisted');
    shop.put('ORDER0', [ticket('ORDER0')], { status: 'c' });
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'applied', counts: { withdrawn: 1, to_withdraw: 0 } });
    expect(run.report?.rows).toMatchObject([{ key: 'ORDER0-1', result: 'withdrawn' }]);
    expect(await statuses()).toEqual(['cancelled', ...Array(11).fill('registered')]);
    shop.put('ORDER0', [ticket('ORDER0')], { status: 'e' });
    expect(await test.next(source)).toMatchObject({ status: 'unchanged' });
  });

  it('leaves a claimed or arrived guest to a person, who withdraws them', async () => {
    const source = await test.confirmed(conference, ofPretix(shop));
    const user = await claimed('ORDER0');
    const [, arrived] = await registrations();
    await test.api
      .db('registrations')
      .where({ id: arrived.id })
      .update({ status: 'checked_in', checked_in_at: '2026-06-10T08:00:00Z' });
    for (const code of ['ORDER0', 'ORDER1']) shop.put(code, [ticket(code)], { status: 'c' });
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'waiting', counts: { withdrawn: 0, to_withdraw: 2 } });
    expect(run.report?.brakes).toMatchObject([{ code: 'many_cancelled' }]);
    await test.apply(source, run.id);

    const ids = (run.report?.rows ?? []).map(({ id }) => id ?? 0);
    expect(await withdrawn(source, [ids[0] ?? 0, 999_999])).toEqual([
      { id: ids[0], status: 'withdrawn' },
      expect.objectContaining({ id: 999_999, code: 'NOT_FOUND' }),
    ]);
    expect((await registrations()).some(({ user_id }) => user_id === user.id)).toBe(false);
    const notices = await test.api.db('notifications').where({ user_id: user.id }).pluck('type');
    expect(notices).toContain('seat_taken');
    // Again, nothing is left of it.
    expect(await withdrawn(source, [ids[0] ?? 0])).toMatchObject([{ code: 'NOT_FOUND' }]);
  });

  it('withdraws claimed registrations by itself if its settings say so', async () => {
    const settings = { organizer: 'octo', event: 'conf', withdraw_claimed: true };
    const source = await test.confirmed(conference, ofPretix(shop, { settings }));
    const user = await claimed('ORDER0');
    shop.put('ORDER0', [ticket('ORDER0')], { status: 'c' });
    expect(await test.next(source)).toMatchObject({ counts: { withdrawn: 1, to_withdraw: 0 } });
    expect((await registrations()).some(({ user_id }) => user_id === user.id)).toBe(false);
  });

  it('waits when more than a tenth of its guests cancel', async () => {
    const source = await test.confirmed(conference, ofPretix(shop));
    for (const code of ['ORDER0', 'ORDER1']) shop.put(code, [ticket(code)], { status: 'c' });
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'waiting' });
    expect(run.report?.brakes).toMatchObject([
      { code: 'many_cancelled', params: { count: 2, of: 12 } },
    ]);
    expect(await statuses()).toEqual(Array(12).fill('registered'));
  });

  it('applies only the chosen rows', async () => {
    const source = await test.create(conference, ofPretix(shop));
    await test.work();
    const { waiting_run_id } = await test.get(source);
    await test.apply(source, waiting_run_id ?? 0, { only: ['ORDER3-1', 'ORDER5-1'] });
    expect(await registrations()).toHaveLength(2);
    // The others are offered again: nothing is lost.
    expect((await test.post(source, 'run').expect(202)).body).toMatchObject({ status: 'running' });
    await test.work();
    const [newest] = await test.runs(source);
    expect(await test.run(source, newest?.id)).toMatchObject({ counts: { created: 10 } });
  });

  it('takes over guests of an earlier upload, by the secret of their ticket', async () => {
    await test.api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [{ ticket_code: 'secret-ORDER0', first_name: 'Ada' }] })
      .expect(200);
    const source = await test.confirmed(conference, ofPretix(shop));
    const rows = await registrations();
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({ source_id: source.id, order_hash: expect.any(String) });
  });

  it('leaves out a guest who was erased', async () => {
    const source = await test.confirmed(conference, ofPretix(shop));
    const [first] = await registrations();
    await test.api
      .admin()
      .delete(`/api/v1/admin/conferences/${conference.id}/invitations/${first.id}?erase=true`)
      .expect(200);
    shop.put('ORDER0', [ticket('ORDER0', { company: 'New' })]);
    await test.next(source);
    const [erased] = await registrations();
    expect(erased).toMatchObject({ first_name: null, order_hash: null, status: 'cancelled' });
  });

  it('is switched off after three refusals', async () => {
    const source = await test.create(conference, ofPretix(shop, { credential: 'wrong' }));
    for (const _ of [1, 2, 3]) {
      await test.setDue(source);
      await test.work();
    }
    expect(await test.get(source)).toMatchObject({ is_enabled: false, off_reason: 'refused' });
    const [run] = await test.runs(source);
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('401') });
  });

  it('is read and changed by keys of attendees, not by those of the programme', async () => {
    const source = await test.create(conference, ofPretix(shop));
    const { secret: key } = await aKey(test.api.db, { scopes: ['content:read', 'content:import'] });
    await test.api.admin(key).get(test.pathOf(source)).expect(403);
    await test.post(source, 'run', {}, key).expect(403);
    const scopes = ['attendees:read', 'attendees:import'] as const;
    const { secret: own } = await aKey(test.api.db, { scopes });
    await test.api.admin(own).get(test.pathOf(source)).expect(200);
  });
});

describe('a guest list of Luma', () => {
  let shop: FakeLuma;
  beforeEach(async () => {
    shop = await new FakeLuma().start();
    shop.guests = codes(12).map((code) => aLumaGuest(`gst-${code}`));
  });
  afterEach(() => shop[Symbol.asyncDispose]());

  it('opens the door by the code that the ticket shows', async () => {
    await test.confirmed(conference, ofLuma(shop));
    const answer = await test.api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/check-in`)
      .send({ code: 'https://luma.com/check-in/evt-1?pk=g-gst-ORDER3' })
      .expect(200);
    expect(answer.body).toMatchObject({ invitation: { first_name: 'Grace' } });
  });

  it('withdraws who was declined, and only reports who is missing', async () => {
    const source = await test.confirmed(conference, ofLuma(shop));
    shop.guests = [
      aLumaGuest('gst-ORDER0', { approval_status: 'declined' }),
      aLumaGuest('gst-ORDER1', { approval_status: 'waitlist' }),
      ...shop.guests.slice(3),
      aLumaGuest('gst-never', { approval_status: 'declined' }),
      aLumaGuest('gst-session', { approval_status: 'session' }),
    ];
    const run = await test.next(source);
    expect(run).toMatchObject({
      status: 'applied',
      counts: { withdrawn: 1, to_withdraw: 0, absent: 1, left_out: 2 },
    });
    expect(run.report?.warnings.map(({ message }) => message)).toEqual([
      'Rows that are no guests: 1, because approval_status is waitlist',
      'Rows that are no guests: 1, because approval_status is session',
    ]);
    expect(await statuses()).toEqual(['cancelled', ...Array(11).fill('registered')]);
  });

  it.each([
    ['empty', 0],
    ['shorter than half', 5],
  ])('waits when it is %s', async (_how, count) => {
    const source = await test.confirmed(conference, ofLuma(shop));
    shop.guests = shop.guests.slice(0, count);
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'waiting' });
    expect(run.report?.brakes).toHaveLength(1);
    expect(await statuses()).toEqual(Array(12).fill('registered'));
  });
});

it('tells webhooks how a run ended, and nothing of an unchanged one', async () => {
  await using shop = await new FakePretix().start();
  for (const code of codes(12)) shop.put(code, [ticket(code)]);
  await test.api.db('webhook_endpoints').insert({
    url: 'https://crm.example.org/hallway',
    kinds: ['source.run'],
    secret_encrypted: Buffer.alloc(1),
  });
  const source = await test.confirmed(conference, ofPretix(shop));
  await test.next(source);
  shop.first.push({ status: 500 });
  await test.next(source);
  const changes = await test.api.db('webhook_changes').orderBy('id');
  expect(changes.map(({ item: { status } }) => status)).toEqual(['waiting', 'applied', 'failed']);
  expect(changes[0]).toMatchObject({
    ...{ kind: 'source.run', conference_id: conference.id, scope: 'attendees:read' },
    item: { source_id: source.id },
  });
});
