import type { AttendanceStatus } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import { JWT_SECRET, startApi, type TestApi } from '../support/api.ts';
import { aConference, anAttendance, anEvent, aRegistration, aUser } from '../support/factories.ts';
import { failure } from '../support/failures.ts';

interface Attendable {
  readonly id: number;
}

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: '<Ada>' });
  grace = await aUser(api.db);
});
afterAll(() => api.close());

describe.each([
  {
    noun: 'event',
    letter: 'E',
    attendable: (given: object = {}): Promise<Attendable> => anEvent(api.db, given),
    hidden: async (): Promise<Attendable> => {
      const { id: conference_id } = await aConference(api.db, { status: 'draft' });
      return anEvent(api.db, { conference_id });
    },
    comes: (user: User, event: Attendable, status?: AttendanceStatus) =>
      anAttendance(api.db, [user, event], status),
  },
  {
    noun: 'conference',
    letter: 'C',
    attendable: (given: object = {}): Promise<Attendable> => aConference(api.db, given),
    hidden: (): Promise<Attendable> => aConference(api.db, { status: 'draft' }),
    comes: (user: User, conference: Attendable, status?: AttendanceStatus) =>
      aRegistration(api.db, [user, conference], { status }),
  },
])('the ticket of $noun', ({ noun, letter, attendable, hidden, comes }) => {
  const path = ({ id }: Attendable) => `/api/v1/${noun}s/${id}/ticket`;
  const ticketOf = (user: User, of: Attendable) => api.as(user).get(path(of));

  it.each(['registered', 'checked_in'] as const)('is for who is %s', async (status) => {
    const of = await attendable();
    await comes(ada, of, status);

    const res = await ticketOf(ada, of).expect(200);

    expect(res.body).toEqual({
      [`${noun}_id`]: of.id,
      code: expect.stringMatching(new RegExp(`^${letter}-${of.id}-${ada.id}-[0-9A-F]{14}$`)),
      qr_svg: expect.stringMatching(/^<svg [^>]*>(<path [^>]*\/>)+<\/svg>\s*$/),
      status,
    });
    expect(res.get('Cache-Control')).toBe('private, no-store');
    expect((await ticketOf(ada, of).expect(200)).body).toEqual(res.body);
  });

  it('is another for everybody and everything', async () => {
    const [one, two] = [await attendable(), await attendable()];
    const codes = new Set<string>();
    for (const user of [ada, grace]) {
      for (const each of [one, two]) {
        await comes(user, each);
        codes.add((await ticketOf(user, each).expect(200)).body.code);
      }
    }
    expect(codes.size).toBe(4);
  });

  it('comes with a seat, and not before', async () => {
    const of = await attendable();
    await comes(ada, of, 'waitlisted');
    expect((await ticketOf(ada, of).expect(409)).body).toEqual({
      error: 'You are on the waitlist: a ticket requires a seat',
      code: 'CONFLICT',
    });
  });

  it('is none for who left or never asked to come', async () => {
    const of = await attendable();
    await comes(ada, of, 'cancelled');
    for (const user of [ada, grace]) {
      const { body } = await ticketOf(user, of).expect(404);
      expect(body).toEqual({ error: 'ticket not found', code: 'NOT_FOUND' });
    }
  });

  it('is none to what people may not know of', async () => {
    const of = await hidden();
    await comes(ada, of);
    const unknown = { error: `${noun} not found`, code: 'NOT_FOUND' };
    expect((await ticketOf(ada, of).expect(404)).body).toEqual(unknown);
    expect((await ticketOf(ada, { id: 999_999 }).expect(404)).body).toEqual(unknown);
  });

  it('needs a person, and a number', async () => {
    const of = await attendable();
    await api.anonymous().get(path(of)).expect(401);
    await api.admin().get(path(of)).expect(401);
    const { body } = await api.as(ada).get(`/api/v1/${noun}s/x/ticket`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(noun === 'event' ? 'id: ' : 'conference_id: ');
  });

  it('opens the door still when the secret has changed, until the old one is taken out', async () => {
    const of = await attendable();
    await comes(ada, of);
    const { code } = (await ticketOf(ada, of).expect(200)).body;
    const fresh = 'the-next-jwt-secret-of-the-tests-is-this';
    const checkIn = async (secrets: string) => {
      const other = await startApi({ on: api, env: { JWT_SECRET: secrets } });
      const { status } = await other
        .admin()
        .post(`/api/v1/admin/${noun}s/${of.id}/check-in`)
        .send({ code });
      await other.close();
      return status;
    };

    expect(await checkIn(fresh)).toBe(400);
    expect(await checkIn(`${fresh},${JWT_SECRET}`)).toBe(200);
  });
});
