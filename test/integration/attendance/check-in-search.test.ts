import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db);
});

const path = (rest: string, id = conference.id) => `/api/v1/admin/conferences/${id}/${rest}`;
const search = async (q: string) =>
  (await api.admin().get(path('check-in/search')).query({ q }).expect(200)).body.data;
const named = (person: { user: object | null; invitation: object | null }) => {
  const { first_name, last_name } = (person.user ?? person.invitation) as Record<string, string>;
  return `${first_name} ${last_name}`;
};
const namesOf = async (q: string) => (await search(q)).map(named);
const guest = async (fields: object) =>
  (await api.admin().post(path('attendees')).send(fields).expect(201)).body;

describe('GET …/check-in/search', () => {
  it('finds attendees, guests and walk-ins, whom the check-in takes by their ids', async () => {
    const ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Weaver' });
    await aRegistration(api.db, [ada, conference], { ticket_type: 'speaker' });
    await guest({ first_name: 'Grace', last_name: 'Weaver', company: 'Quay', ticket_type: 'day' });
    const attendees = [{ username: 'maxw', first_name: 'Max', last_name: 'Weaver' }];
    await api.admin().post(path('bulk-upload')).send({ attendees }).expect(200);

    const found = await search('weaver');
    expect(found.map(named)).toEqual(['Ada Weaver', 'Grace Weaver', 'Max Weaver']);
    expect(found[0]).toEqual({
      user: {
        id: ada.id,
        first_name: 'Ada',
        last_name: 'Weaver',
        company: ada.company,
        job_title: ada.job_title,
        is_blocked: false,
      },
      invitation: null,
      status: 'registered',
      waitlist_position: null,
      ticket_type: 'speaker',
      checked_in_at: null,
      claimed_by: null,
      checkpoint: null,
    });
    expect(found[1]).toMatchObject({
      user: null,
      invitation: { is_walk_in: true, company: 'Quay' },
      status: 'invited',
      ticket_type: 'day',
    });
    expect(JSON.stringify(found)).not.toMatch(/maxw|username|messenger_id/);
    for (const { user, invitation } of found) {
      const who = user ? { user_id: user.id } : { invitation_id: invitation.id };
      await api.admin().post(path('check-in')).send(who).expect(200);
    }
    for (const { checked_in_at } of await search('weaver')) expect(checked_in_at).not.toBeNull();
  });

  it('forgives typing errors, accents and case, and ranks whole names first', async () => {
    await guest({ first_name: 'Annabel', last_name: 'Müller' });
    await guest({ first_name: 'Anna', last_name: 'Quist' });
    await guest({ first_name: 'Zed', last_name: 'Anna', company: 'Muller & Sons' });
    expect(await namesOf('anna')).toEqual(['Zed Anna', 'Anna Quist', 'Annabel Müller']);
    expect(await namesOf('muller')).toEqual(['Annabel Müller', 'Zed Anna']);
    expect(await namesOf('Anabel Mulelr')).toEqual(['Annabel Müller']);
    expect(await namesOf('nobody of them')).toEqual([]);
  });

  it('has at most 20, and only of this conference', async () => {
    await api.db.raw(
      `insert into registrations (conference_id, first_name, status, is_walk_in)
       select ?, 'Bea', 'registered', true from generate_series(1, 30)`,
      [conference.id],
    );
    expect(await namesOf('bea')).toHaveLength(20);
    conference = await aConference(api.db);
    expect(await namesOf('bea')).toEqual([]);
  });

  it('finds nobody without words, and needs the right of the door and the conference', async () => {
    await guest({ first_name: 'Bea' });
    const { body } = await api.admin().get(path('check-in/search')).expect(200);
    expect(body).toEqual({ data: [] });
    await api
      .admin()
      .get(path('check-in/search'))
      .query({ q: 'x'.repeat(101) })
      .expect(400);
    const reader = await aKey(api.db, { scopes: ['attendees:read'] });
    await api.admin(reader.secret).get(path('check-in/search')).query({ q: 'bea' }).expect(403);
    const missing = await api.admin().get(path('check-in/search', 999_999)).query({ q: 'bea' });
    expect(missing.body).toEqual(failure('NOT_FOUND'));
  });
});

describe('include of the attendee lists', () => {
  const list = async (query: object) =>
    (await api.admin().get(path('attendees')).query(query).expect(200)).body;

  it('guests adds open invitations, as status=all', async () => {
    const ada = await aUser(api.db);
    await aRegistration(api.db, [ada, conference]);
    await guest({ first_name: 'Grace' });
    expect((await list({})).data).toHaveLength(1);
    expect(await list({ include: 'guests' })).toEqual(await list({ status: 'all' }));
    const query = { include: 'guests', status: 'registered' };
    const { body } = await api.admin().get(path('attendees')).query(query).expect(400);
    expect(body).toEqual(refusal('include'));
    const unknown = await api.admin().get(path('attendees')).query({ include: 'all' }).expect(400);
    expect(unknown.body.error).toMatch(/^include/);
  });

  it('ticket_code adds codes that the door accepts, as an export', async () => {
    const [ada, ben] = [await aUser(api.db), await aUser(api.db)];
    await aRegistration(api.db, [ada, conference]);
    await aRegistration(api.db, [ben, conference], { status: 'cancelled' });
    const walkIn = await guest({ first_name: 'Grace' });
    const { data } = await list({ include: 'guests,ticket_code' });
    expect(data).toHaveLength(3);
    const codes = data.map(({ ticket_code }: { ticket_code: string | null }) => ticket_code);
    expect(codes[1]).toBeNull();
    expect(codes[2]).toBe(walkIn.guest_code);
    const ticket = await api.as(ada).get(`/api/v1/conferences/${conference.id}/ticket`);
    expect(codes[0]).toBe(ticket.body.code);

    const include = 'guests,ticket_code';
    const csv = await api.admin().get(path('attendees')).query({ include, format: 'csv' }).buffer();
    const [header, ...lines] = csv.text.trim().split('\r\n');
    expect(header).toMatch(/,ticket_code$/);
    expect(lines[2]).toContain(walkIn.guest_code);
    const audit = await api
      .db('audit_log')
      .where({ action: 'conference.export_attendees', subject_id: conference.id })
      .orderBy('id');
    expect(audit.map(({ after }) => after)).toEqual([
      { format: 'json', status: 'all', include: 'ticket_code' },
      { format: 'csv', status: 'all', include: 'ticket_code' },
    ]);
    const reader = await aKey(api.db, { scopes: ['attendees:read'] });
    await api.admin(reader.secret).get(path('attendees')).query({ include }).expect(403);
    await api.admin(reader.secret).get(path('attendees')).expect(200);
  });
});
