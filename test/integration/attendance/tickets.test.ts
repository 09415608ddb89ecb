import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { ENCRYPTION_KEY } from '../../support/service.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: '<Ada>' });
  grace = await aUser(api.db);
});
afterAll(() => api.close());

describe.each(ATTENDABLE_KINDS)('GET /$table/…/ticket', (kind) => {
  const { noun, table } = kind;
  const create = () => kind.create(api.db);
  const add = (user: User, attendable: Attendable, status?: AttendanceStatus) =>
    kind.addAttendance(api.db, [user, attendable], { status });
  const path = ({ id }: Attendable) => `/api/v1/${table}/${id}/ticket`;
  const ticketOf = (user: User, attendable: Attendable) => api.as(user).get(path(attendable));

  it.each(['registered', 'checked_in'] as const)(
    'answers the ticket of an attendee who is %s',
    async (status) => {
      const attendable = await create();
      await add(ada, attendable, status);

      const res = await ticketOf(ada, attendable).expect(200);

      expect(res.body).toEqual({
        [`${noun}_id`]: attendable.id,
        code: expect.stringMatching(
          new RegExp(`^${noun === 'event' ? 'EB' : 'CB'}-${attendable.id}-${ada.id}-[0-9A-F]{14}$`),
        ),
        qr_svg: expect.stringMatching(/^<svg [^>]*>(<path [^>]*\/>)+<\/svg>\s*$/),
        status,
      });
      expect(res.get('Cache-Control')).toBe('private, no-store, no-transform');
      expect((await ticketOf(ada, attendable).expect(200)).body).toEqual(res.body);
    },
  );

  it('has a different code for each user and each attendable', async () => {
    const [one, two] = [await create(), await create()];
    const codes = new Set<string>();
    for (const user of [ada, grace]) {
      for (const each of [one, two]) {
        await add(user, each);
        codes.add((await ticketOf(user, each).expect(200)).body.code);
      }
    }
    expect(codes.size).toBe(4);
  });

  it('answers 409 on the waitlist', async () => {
    const attendable = await create();
    await add(ada, attendable, 'waitlisted');
    expect((await ticketOf(ada, attendable).expect(409)).body).toEqual({
      error: 'You are on the waitlist: a ticket requires a seat',
      code: 'CONFLICT',
    });
  });

  it('answers 404 after a cancellation and for a user who never attended', async () => {
    const attendable = await create();
    await add(ada, attendable, 'cancelled');
    for (const user of [ada, grace]) {
      const { body } = await ticketOf(user, attendable).expect(404);
      expect(body).toEqual({ error: 'ticket not found', code: 'NOT_FOUND' });
    }
  });

  it('answers 404 for an attendable that is a draft or unknown', async () => {
    const attendable = await kind.createDraft(api.db);
    await add(ada, attendable);
    const unknown = { error: `${noun} not found`, code: 'NOT_FOUND' };
    expect((await ticketOf(ada, attendable).expect(404)).body).toEqual(unknown);
    expect((await ticketOf(ada, { id: 999_999 }).expect(404)).body).toEqual(unknown);
  });

  it('requires a user and a numeric id', async () => {
    const attendable = await create();
    await api.anonymous().get(path(attendable)).expect(401);
    await api.admin().get(path(attendable)).expect(401);
    const { body } = await api.as(ada).get(`/api/v1/${table}/x/ticket`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(noun === 'event' ? 'id: ' : 'conference_id: ');
  });

  it('stays valid after a change of ENCRYPTION_KEY, until the old key is removed', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const { code } = (await ticketOf(ada, attendable).expect(200)).body;
    const newKey = Buffer.from('the next encryption key of these').toString('base64');
    const checkIn = async (keys: string) => {
      await using other = await startApi({ on: api, env: { ENCRYPTION_KEY: keys } });
      const { status } = await other
        .admin()
        .post(`/api/v1/admin/${table}/${attendable.id}/check-in`)
        .send({ code });
      return status;
    };

    expect(await checkIn(newKey)).toBe(400);
    expect(await checkIn(`${newKey},${ENCRYPTION_KEY}`)).toBe(200);
  });
});
