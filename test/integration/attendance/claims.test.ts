import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { ClaimCodesService } from '../../../src/services/attendance/seat-codes.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { signInitData } from '../../support/messenger.ts';
import { expectSound } from '../../support/seats.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const APP_URL = 'https://t.me/hallway_bot/app';
const SHORT = 'ABCDE-1';
const LONG = 'q7w5z1kqq9p4l0mmxc2b';

let api: TestApi;
/** Another process on the same database, with the limits of production. */
let other: TestApi;
let codes: ClaimCodesService;
let conference: Conference;
let ada: User;
let bea: User;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: APP_URL } });
  other = await startApi({
    on: api,
    limits: POOL_LIMITS,
    env: { MESSENGER_APP_URL: APP_URL },
  });
  codes = new ClaimCodesService({ secrets: api.configWith({}).ticketSecrets });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('rate_limit_counters').delete();
  conference = await aConference(api.db, { capacity: 5 });
  [ada, bea] = await people(api.db, 2);
});

const admin = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const invite = async (...attendees: readonly object[]): Promise<number[]> => {
  await api.admin().post(admin('bulk-upload')).send({ attendees }).expect(200);
  return invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id').pluck('id');
};
const linkOf = async (invitation_id: number) => {
  const { claim_epoch: epoch } = await invitationsIn(api.db)
    .where({ id: invitation_id })
    .first('claim_epoch');
  return `i_${codes.codeOf({ invitation_id, epoch })}`;
};
const claim = (user: User, code: string, words: object = {}, on = api) =>
  on
    .as(user)
    .post(`/api/v1/conferences/${conference.id}/claim`)
    .send({ code, ...words });
const attendance = async (user: User) =>
  (await api.as(user).get(`/api/v1/conferences/${conference.id}/attendance`).expect(200)).body;
const invitation = (id: number) => invitationsIn(api.db).where({ id }).first();
const isRefused =
  (code: string) =>
  ({ body }: { body: unknown }) =>
    expect(body).toEqual(failure(code));
const mark = async (user: User) =>
  (
    await api
      .db('registrations')
      .where({ conference_id: conference.id, user_id: user.id })
      .first('claimed_by')
  )?.claimed_by;
const checkedIn = {
  status: 'checked_in',
  checked_in_at: '2026-05-14T08:00:00.000Z',
  check_in_nonce: 'a scan',
  check_in_device: 'door 2',
};

describe('a claim', () => {
  it('gives the seat, the ticket type and the mark of a link, once and again', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT, first_name: 'G', ticket_type: 'vip' });
    const code = await linkOf(id);

    const { body } = await claim(ada, code).expect(200);
    expect(body).toMatchObject({
      conference_id: conference.id,
      status: 'registered',
      ticket_type: 'vip',
      attendee_count: 1,
      spots_left: 4,
    });
    await claim(ada, code.slice(2)).expect(200, body);
    expect(await invitation(id)).toMatchObject({ claimed_by: ada.id, claimed_with: 'link' });
    expect(await mark(ada)).toBe('link');
    await expectSound(api.db, 'conferences', conference);
    expect(await api.db('users').where({ id: ada.id }).first('company', 'first_name')).toEqual({
      company: ada.company,
      first_name: ada.first_name,
    });
  });

  it.each([
    ['a short ticket code with the last name', SHORT, { last_name: ' NUNEZ' }],
    ['a short ticket code with the address', SHORT, { email: 'Guest@Example.com ' }],
    ['a ticket code that nobody guesses', LONG, {}],
    ['a ticket code with spaces', ` ${LONG.slice(0, 4)} ${LONG.slice(4)}`, {}],
  ])('takes %s', async (_, code, words) => {
    const row = { last_name: 'Núñez', email: 'guest@example.com' };
    const [id = 0] = await invite({ ...row, ticket_code: code.replace(/\s/g, '') });

    await claim(ada, code, words).expect(200);
    expect(await invitation(id)).toMatchObject({ claimed_by: ada.id, claimed_with: 'ticket_code' });
    expect(await mark(ada)).toBe('ticket_code');
  });

  it('answers 409 for a link of another person, and for a second seat, which stays free', async () => {
    const [first = 0, second = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    await claim(ada, await linkOf(first)).expect(200);

    await claim(bea, await linkOf(first))
      .expect(409)
      .expect(isRefused('ALREADY_CLAIMED'));
    await claim(ada, await linkOf(second))
      .expect(409)
      .expect(isRefused('ALREADY_HAS_SEAT'));
    await claim(ada, LONG).expect(409).expect(isRefused('ALREADY_HAS_SEAT'));
    expect(await invitation(second)).toMatchObject({ claimed_at: null, has_seat: true });
    await claim(bea, await linkOf(second)).expect(200);
    await expectSound(api.db, 'conferences', conference);
  });

  it('answers all else alike', async () => {
    const [withdrawn = 0, short = 0, taken = 0, revoked = 0] = await invite(
      { ticket_code: 'W-100-1' },
      { ticket_code: SHORT, last_name: 'Guest' },
      { ticket_code: LONG },
      { ticket_code: 'R-100-1' },
    );
    await api
      .admin()
      .delete(admin(`invitations/${withdrawn}`))
      .expect(200);
    await claim(bea, await linkOf(taken)).expect(200);
    const ofOldEpoch = await linkOf(revoked);
    await api.db('registrations').where({ id: revoked }).update({ claim_epoch: 1 });
    const elsewhere = await aConference(api.db);
    const link = await linkOf(short);

    const wrong: [string, object?][] = [
      ['NO-SUCH-CODE'],
      [`i_${'A'.repeat(40)}`],
      [await linkOf(withdrawn)],
      [ofOldEpoch],
      [SHORT],
      [SHORT, { last_name: 'Other' }],
      [SHORT, { email: 'other@example.com' }],
      [LONG],
    ];
    const bodies = new Set<string>();
    for (const [code, words] of wrong) {
      await api.db('rate_limit_counters').delete();
      const { body } = await claim(ada, code, words).expect(404).expect(isRefused('NOT_FOUND'));
      bodies.add(JSON.stringify(body));
    }
    await api
      .as(ada)
      .post(`/api/v1/conferences/${elsewhere.id}/claim`)
      .send({ code: link })
      .expect(404)
      .expect(isRefused('NOT_FOUND'))
      .expect(({ body }) => bodies.add(JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    expect(await attendance(ada)).toMatchObject({ status: 'none' });
  });

  it('raises a waitlisted user, and gives a seat back to one who cancelled', async () => {
    const [first = 0, second = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    await api.admin().put(admin('').slice(0, -1)).send({ capacity: 2 }).expect(200);
    await api.as(ada).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await api.as(bea).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await api.as(bea).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    expect(await attendance(ada)).toMatchObject({ status: 'waitlisted' });

    await claim(ada, await linkOf(first)).expect(200);
    await claim(bea, await linkOf(second)).expect(200);
    expect(await attendance(ada)).toMatchObject({ status: 'registered' });
    expect(await attendance(bea)).toMatchObject({ status: 'registered' });
    await expectSound(api.db, 'conferences', conference);
  });

  it('frees the second seat of one who had registered, for the next in the queue', async () => {
    await api.admin().put(admin('').slice(0, -1)).send({ capacity: 2 }).expect(200);
    const [id = 0] = await invite({ ticket_code: SHORT, ticket_type: 'vip' });
    await api.as(ada).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await api.as(bea).post(`/api/v1/conferences/${conference.id}/register`).expect(201);

    await claim(ada, await linkOf(id)).expect(200);
    expect(await attendance(ada)).toMatchObject({ status: 'registered', ticket_type: 'vip' });
    expect(await attendance(bea)).toMatchObject({ status: 'registered' });
    expect(await mark(ada)).toBe('link');
    await expectSound(api.db, 'conferences', conference);
  });

  it('leaves one who has checked in as they are, and frees the second seat', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT, ticket_type: 'vip' });
    await api.as(ada).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    const scan = { user_id: ada.id };
    const { body: door } = await api.admin().post(admin('check-in')).send(scan).expect(200);

    const { body } = await claim(ada, await linkOf(id)).expect(200);
    const { checked_in_at } = door.attendance;
    expect(body).toMatchObject({ status: 'checked_in', ticket_type: 'vip', checked_in_at });
    await expectSound(api.db, 'conferences', conference);
  });

  it.each(['a link', 'a sign-in by username'])(
    'brings the check-in of a guest, by %s',
    async (by) => {
      const username = 'the_guest';
      const [id = 0] = await invite({ ticket_code: SHORT, username });
      await api.db('registrations').where({ id }).update(checkedIn);

      let user = ada;
      if (by === 'a link') await claim(ada, await linkOf(id)).expect(200);
      else {
        const launch = { id: 8_100, first_name: 'G', username };
        user = (await api.fromMessenger(launch).get('/api/v1/users/me').expect(200)).body;
      }
      const row = await api.db('registrations').where({ user_id: user.id }).first();
      expect(row).toMatchObject({ status: 'checked_in', check_in_nonce: 'a scan' });
      expect(row.checked_in_at.toISOString?.() ?? row.checked_in_at).toBe(checkedIn.checked_in_at);
      expect(await invitation(id)).toMatchObject({ checked_in_at: null, check_in_nonce: null });
      await expectSound(api.db, 'conferences', conference);
    },
  );

  it('claims at a sign-in by a signed link, and says whether the link is of use', async () => {
    const [id = 0, second = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    const code = await linkOf(id);
    const start = async (user: User, parameter: string) =>
      (await api.as(user).get(`/api/v1/start/${parameter}`).expect(200)).body.start;
    expect(await start(ada, code)).toMatchObject({ kind: 'claim', id, available: true });

    const launch = { id: ada.messenger_id as number, first_name: 'Ada' };
    const { body } = await api
      .anonymous()
      .post('/api/v1/messenger/upsert')
      .set('X-Messenger-Auth', signInitData(launch, { at: api.now(), start_param: code }))
      .expect(200);
    expect(body.start).toMatchObject({ kind: 'claim', available: true });
    expect(await attendance(ada)).toMatchObject({ status: 'registered' });
    expect(
      await api.db('notifications').where({ user_id: ada.id, type: 'seat_given' }),
    ).toHaveLength(1);

    expect(await start(ada, code)).toMatchObject({ available: true });
    expect(await start(bea, code)).toMatchObject({ available: false });
    // A code that does not fit signs in all the same.
    const other = await linkOf(second);
    const refused = await api
      .anonymous()
      .post('/api/v1/messenger/upsert')
      .set('X-Messenger-Auth', signInitData(launch, { at: api.now(), start_param: other }))
      .expect(200);
    expect(refused.body.start).toMatchObject({ kind: 'claim' });
    expect(await invitation(second)).toMatchObject({ claimed_at: null });
  });

  it('is given back by an organizer, who bars the account', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    const code = await linkOf(id);
    await claim(ada, code).expect(200);

    await api
      .admin()
      .delete(admin(`attendees/${ada.id}`))
      .query({ reopen: 'true' })
      .expect(200);
    expect(await invitation(id)).toMatchObject({
      claimed_by: null,
      claimed_with: null,
      has_seat: true,
    });
    await claim(ada, code).expect(404).expect(isRefused('NOT_FOUND'));
    await claim(bea, code).expect(200);
    await expectSound(api.db, 'conferences', conference);
  });

  it('is opened again by an erasure, whose person is barred for good', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    const code = await linkOf(id);
    await claim(ada, code).expect(200);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    api.advance(MINUTE_MS);

    expect(await invitation(id)).toMatchObject({ claimed_by: null, has_seat: true });
    const launch = { id: ada.messenger_id as number, first_name: 'Ada' };
    await api.fromMessenger(launch).post('/api/v1/messenger/upsert').expect(201);
    await api
      .fromMessenger(launch)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code })
      .expect(404)
      .expect(isRefused('NOT_FOUND'));
    await claim(bea, code).expect(200);
    await expectSound(api.db, 'conferences', conference);
  });
});

describe('wrong codes', () => {
  it('are ten in an hour for a person, over all processes, ten at once', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    const link = await linkOf(id);
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, n) => claim(ada, `WRONG-${n}`, {}, n % 2 ? api : other)),
    );
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(404), ...Array(5).fill(429)]);

    const refused = await claim(ada, link).expect(429).expect(isRefused('RATE_LIMITED'));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // A new account of the same person has no more.
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    api.advance(MINUTE_MS);
    const launch = { id: ada.messenger_id as number, first_name: 'Ada' };
    await api
      .fromMessenger(launch)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code: link })
      .expect(429)
      .expect(isRefused('RATE_LIMITED'));
    await claim(bea, link).expect(200);
  });

  it('count, and right ones do not', async () => {
    const [first = 0, second = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    const link = await linkOf(first);
    for (let n = 0; n < 12; n += 1) await claim(ada, link).expect(200);
    for (let n = 0; n < 12; n += 1) {
      await claim(ada, await linkOf(second))
        .expect(409)
        .expect(isRefused('ALREADY_HAS_SEAT'));
    }
    expect(await api.db('rate_limit_counters').where('key', 'like', 'claims%').sum('hits')).toEqual(
      [{ sum: 0 }],
    );
  });

  it('refuse at their address only those who sent one, after 100 there', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    await claim(ada, 'WRONG-1').expect(404);
    await api
      .db('rate_limit_counters')
      .where('key', 'like', 'claims-by-address:%')
      .update({ hits: 100 });

    await claim(ada, await linkOf(id))
      .expect(429)
      .expect(isRefused('RATE_LIMITED'));
    await claim(bea, await linkOf(id)).expect(200);
  });

  it('do not count while the address or the conference is refused', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    await claim(ada, 'WRONG-1').expect(404);
    const counters = () =>
      api.db('rate_limit_counters').where('key', 'like', 'claims%').orderBy('key').pluck('hits');
    for (const counter of ['address', 'conference']) {
      const keys = api.db('rate_limit_counters').where('key', 'like', `claims-by-${counter}:%`);
      await keys.clone().update({ hits: 300 });
      const before = await counters();
      for (let n = 0; n < 12; n += 1) await claim(ada, SHORT).expect(429);
      expect(await counters()).toEqual(before);
      await keys.update({ hits: 1 });
    }
    await claim(ada, await linkOf(id)).expect(200);
  });

  it('do not count when the database fails', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    const link = await linkOf(id);
    await api.db.raw('alter table registrations rename to unreachable');
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await claim(ada, link)).status);
    await api.db.raw('alter table unreachable rename to registrations');
    expect(statuses).toEqual(Array(12).fill(500));
    await claim(ada, link).expect(200);
  });

  it('let ticket codes of the conference rest after 300, while links work', async () => {
    const [first = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    await api.db('rate_limit_counters').insert({
      key: `claims-by-conference:${conference.id}`,
      hits: 300,
      expires_at: new Date(Date.now() + HOUR_MS),
    });
    await claim(ada, LONG).expect(429).expect(isRefused('RATE_LIMITED'));
    await claim(bea, await linkOf(first)).expect(200);
  });
});

describe('claim links', () => {
  const links = (body: object = {}, format = 'json') =>
    api.admin().post(admin('invitations/claim-links')).query({ format }).send(body);

  it('are the same in each export, and claim', async () => {
    const [id = 0] = await invite({ ticket_code: LONG, first_name: 'G', company: 'Quay' });
    const { body } = await links().expect(200);
    expect(body.has_more).toBe(false);
    expect(body.data).toEqual([
      expect.objectContaining({
        invitation_id: id,
        first_name: 'G',
        company: 'Quay',
        ticket_code_end: LONG.slice(-4),
        claim_link: `${APP_URL}?startapp=${await linkOf(id)}`,
      }),
    ]);
    await links().expect(200, body);
    const csv = await links({}, 'csv').expect(200);
    expect(csv.text).toContain(body.data[0].claim_link);

    await claim(ada, body.data[0].claim_link.split('startapp=')[1]).expect(200);
    await links().expect(200, { data: [], has_more: false });
    const actions = await api.db('audit_log').pluck('action');
    expect(actions).toContain('conference.export_claim_links');
  });

  it('are revoked by ids, and new ones answered', async () => {
    const [first = 0, second = 0] = await invite({ ticket_code: SHORT }, { ticket_code: LONG });
    const [old, kept] = [await linkOf(first), await linkOf(second)];
    const { body } = await links({ ids: [first], revoke: true }).expect(200);
    expect(body.data).toHaveLength(1);
    await claim(ada, old).expect(404);
    await claim(ada, body.data[0].claim_link.split('startapp=')[1]).expect(200);
    await claim(bea, kept).expect(200);
  });

  it('come in the own list of the organizer, as it was', async () => {
    const [id = 0, byMail = 0] = await invite(
      { ticket_code: SHORT },
      { email: 'bea@example.com', first_name: 'Bea' },
    );
    const list =
      'Order code,Attendee name,Secret,E-mail\r\nX1,"Núñez, Ada",abcde-1,\r\nX2,Ada,ABCDE-1,ada@example.com\r\nX3,Bea,,BEA@example.com\r\n';
    const { text } = await api
      .admin()
      .post(admin('invitations/claim-links'))
      .query({ format: 'csv' })
      .field('columns', JSON.stringify({ ticket_code: 'Secret', email: 'E-mail' }))
      .attach('file', Buffer.from(list), 'guests.csv')
      .expect(200);
    const lines = text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toEqual([
      'Order code,Attendee name,Secret,E-mail,claim_link',
      'X1,"Núñez, Ada",abcde-1,,',
      `X2,Ada,ABCDE-1,ada@example.com,${APP_URL}?startapp=${await linkOf(id)}`,
      `X3,Bea,,BEA@example.com,${APP_URL}?startapp=${await linkOf(byMail)}`,
    ]);
  });

  it('name what is wrong', async () => {
    const fields = async (body: object) => (await links(body).expect(400)).body.error;
    expect(await fields({ ids: [] })).toMatch(/^ids/);
    expect((await links({}, 'pdf').expect(400)).body.error).toMatch(/^format/);
    expect(await fields({ preset: 'pretix' })).toMatch(/^preset/);
    const path = admin('invitations/claim-links').replace(/\d+/, '999999');
    await api.admin().post(path).send({}).expect(404);
  });
});

describe('the desk', () => {
  const merge = (id: number, body: object) =>
    api
      .admin()
      .patch(admin(`invitations/${id}`))
      .send(body);

  it('merges a second ticket into the seat of its buyer', async () => {
    const [first = 0, second = 0] = await invite(
      { ticket_code: SHORT },
      { ticket_code: LONG, ticket_type: 'vip' },
    );
    await claim(ada, await linkOf(first)).expect(200);
    await api.db('registrations').where({ id: second }).update(checkedIn);

    const request = { merge_into_user_id: ada.id };
    const { body } = await merge(second, request).expect(200);
    expect(body).toMatchObject({ user: { id: ada.id }, status: 'checked_in' });
    await merge(second, request).expect(200);
    expect(await invitation(second)).toMatchObject({ claimed_by: ada.id, has_seat: false });
    await merge(second, { merge_into_user_id: bea.id }).expect(409);
    await merge(first, { ...request, company: 'Quay' }).expect(400);
    await expectSound(api.db, 'conferences', conference);
  });

  it('merges at most one of two at once, and an unknown user into none', async () => {
    const [id = 0] = await invite({ ticket_code: SHORT });
    await merge(id, { merge_into_user_id: 999_999 }).expect(404);
    const answers = await Promise.all([
      merge(id, { merge_into_user_id: ada.id }),
      claim(bea, await linkOf(id), {}, other),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await expectSound(api.db, 'conferences', conference);
  });
});

describe('at once, over two processes', () => {
  it('one of ten people claims a link, and one person claims one of two links', async () => {
    const [first = 0, second = 0, third = 0] = await invite(
      { ticket_code: SHORT },
      { ticket_code: LONG },
      { ticket_code: 'third-code-1' },
    );
    const users = await people(api.db, 10);
    const link = await linkOf(first);
    const answers = await Promise.all(
      users.map((user, n) => claim(user, link, {}, n % 2 ? api : other)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const two = await Promise.all([
      claim(ada, await linkOf(second)),
      claim(ada, await linkOf(third), {}, other),
    ]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expectSound(api.db, 'conferences', conference);
  });

  it('claims, withdrawals, registrations, imports and removals leave exact counts', async () => {
    for (let round = 0; round < 4; round += 1) {
      await api.admin().put(admin('').slice(0, -1)).send({ capacity: 6 }).expect(200);
      const ids = await invite(
        ...[1, 2, 3, 4, 5].map((n) => ({ ticket_code: `round-${round}-code-${n}` })),
      );
      const fresh = ids.slice(-5);
      const users = await people(api.db, 8);
      const linked = await Promise.all(fresh.map(linkOf));
      const statuses = await Promise.all([
        ...linked.map((link, n) => claim(users[n] as User, link, {}, n % 2 ? api : other)),
        api.admin().delete(admin(`invitations/${fresh[0]}`)),
        other
          .admin()
          .delete(admin(`invitations/${fresh[1]}`))
          .query({ erase: 'true' }),
        ...users
          .slice(5)
          .map((user) => api.as(user).post(`/api/v1/conferences/${conference.id}/register`)),
        other
          .admin()
          .post(admin('bulk-upload'))
          .send({ attendees: [{ ticket_code: `round-${round}-code-9` }] }),
        api.as(users[2] as User).delete('/api/v1/users/me'),
        other
          .admin()
          .delete(admin(`attendees/${users[3]?.id}`))
          .query({ reopen: 'true' }),
      ]);
      expect(statuses.filter(({ status }) => status >= 500)).toEqual([]);
      await expectSound(api.db, 'conferences', conference);
    }
  });
});
