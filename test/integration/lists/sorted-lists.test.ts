import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS } from '../../support/attendables.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { idsIn, pagesOf, peopleIn } from '../../support/lists.ts';

let api: TestApi;
let ada: User;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['feedback', 'events', 'conferences', 'users']) {
    await api.db(table).delete();
  }
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' });
  conference = await aConference(api.db, { timezone: 'Asia/Seoul' });
});

const get = (path: string) => api.admin().get(`/api/v1/admin${path}`);
const list = async (path: string) => (await get(path).expect(200)).body;
const titles = async (path: string) =>
  (await list(path)).data.map(({ title }: { title: string }) => title);

describe('sort', () => {
  const rated = async (ratings: readonly (number | null)[]) => {
    for (const [minute, rating] of ratings.entries()) {
      await api.db('feedback').insert({
        message: `Rated ${rating}`,
        rating,
        created_at: `2026-05-14T09:0${minute}:00Z`,
      });
    }
  };
  interface Ratings {
    readonly data: readonly { readonly id: number; readonly rating: number | null }[];
  }
  const ratings = ({ data }: Ratings) => data.map(({ rating }) => rating);

  it.each([
    ['rating', [null, null, 1, 3, 5, 5]],
    ['-rating', [5, 5, 3, 1, null, null]],
  ])(
    '%s puts rows without a value at one end, and lists each row once by cursor',
    async (sort, expected) => {
      await rated([5, null, 1, 5, null, 3]);

      const found = [];
      const path = `/api/v1/admin/feedback?sort=${sort}&limit=1`;
      for await (const page of pagesOf<Ratings>(api.admin(), path, idsIn)) {
        found.push(...ratings(page));
      }

      expect(found).toEqual(expected);
    },
  );

  it.each([
    ['another key', 'sort=rating'],
    ['the other direction', 'sort=created_at'],
  ])('a cursor is refused with %s', async (_, sort) => {
    await rated([1, 2]);
    const { pagination } = await list('/feedback?sort=-created_at&limit=1');

    const { body } = await get(`/feedback?${sort}&cursor=${pagination.next_cursor}`).expect(400);

    expect(body).toEqual(
      failure('VALIDATION_ERROR', 'cursor: expected a next_cursor of this list'),
    );
  });

  it.each([
    ['of another type', ['-created_at', 5, 1]],
    ['no time', ['-created_at', 'soon', 1]],
  ])('a forged cursor whose value is %s is refused', async (_, position) => {
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
    await get(`/feedback?cursor=${cursor}`).expect(400);
  });

  it('a key that is not listed is refused in words that name the others', async () => {
    const { body } = await get('/conferences?sort=slug').expect(400);
    expect(body).toEqual(
      failure(
        'VALIDATION_ERROR',
        'sort: expected one of id, -id, starts_on, -starts_on, name, -name',
      ),
    );
  });

  it('a file has the rows in the order of the table', async () => {
    await rated([2, 1, 3]);
    const { text } = await get('/feedback?format=csv&sort=rating').expect(200);
    const messages = text.split('\r\n').map((line) => /Rated \d/.exec(line)?.[0]);
    expect(messages.filter(Boolean)).toEqual(['Rated 1', 'Rated 2', 'Rated 3']);
  });

  it('the events with the most attendees come first within a conference', async () => {
    const [quiet, busy] = [
      await anEvent(api.db, { conference_id: conference.id, title: 'Quiet' }),
      await anEvent(api.db, { conference_id: conference.id, title: 'Busy' }),
    ];
    await anAttendance(api.db, [ada, busy]);

    const of = `conference_id=${conference.id}`;
    expect(await titles(`/events?sort=-attendee_count&${of}`)).toEqual(['Busy', 'Quiet']);
    expect(await titles(`/events?sort=attendee_count&${of}`)).toEqual(['Quiet', 'Busy']);
    const { body } = await get('/events?sort=attendee_count').expect(400);
    expect(body).toEqual(
      failure('VALIDATION_ERROR', 'sort: expected a conference_id beside attendee_count'),
    );
    expect(quiet.attendee_count).toBe(0);
  });

  it('the last attendees come first, with their places on the waitlist', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    await anAttendance(api.db, [ada, event]);
    for (const first_name of ['Bo', 'Cy']) {
      await anAttendance(api.db, [await aUser(api.db, { first_name }), event], 'waitlisted');
    }

    const { data } = await list(`/events/${event.id}/attendees?sort=-registered_at`);

    expect(
      data.map(({ user, waitlist_position }: { user: User; waitlist_position: number | null }) => [
        user.first_name,
        waitlist_position,
      ]),
    ).toEqual([
      ['Cy', 2],
      ['Bo', 1],
      ['Ada', null],
    ]);
  });
});

describe.each(ATTENDABLE_KINDS)('attendees by checked_in_at, $noun', (kind) => {
  const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
  let path: string;

  beforeEach(async () => {
    const attendable = await kind.create(api.db);
    path = `/${kind.table}/${attendable.id}/attendees`;
    for (const [n, first_name] of NAMES.entries()) {
      const user = await aUser(api.db, { first_name });
      await kind.addAttendance(api.db, [user, attendable], {});
      // Bo, Di and Flo have arrived; Di and Flo at the same moment.
      if (n % 2 === 0) continue;
      const checked_in_at = n === 1 ? '2026-05-14T09:30:00Z' : '2026-05-14T09:10:00.123Z';
      await api
        .db(kind.attendances)
        .where({ user_id: user.id })
        .update({ status: 'checked_in', checked_in_at });
    }
  });
  interface Attendees {
    readonly data: readonly { readonly user: Pick<User, 'id' | 'first_name'> }[];
  }
  const namesOf = ({ data }: Attendees) => data.map(({ user }) => user.first_name);

  it.each([
    ['-checked_in_at', ['Bo', 'Flo', 'Di', 'Ed', 'Cy', 'Ann']],
    ['checked_in_at', ['Ann', 'Cy', 'Ed', 'Di', 'Flo', 'Bo']],
    ['-checked_in_at&status=checked_in', ['Bo', 'Flo', 'Di']],
    ['checked_in_at&status=checked_in', ['Di', 'Flo', 'Bo']],
    ['-checked_in_at&status=registered', ['Ed', 'Cy', 'Ann']],
  ])('%s: an attendee who has not arrived counts as the earliest', async (sort, expected) => {
    expect(namesOf(await list(`${path}?sort=${sort}`))).toEqual(expected);

    const found = [];
    const first = `/api/v1/admin${path}?sort=${sort}&limit=1`;
    for await (const page of pagesOf<Attendees>(api.admin(), first, peopleIn))
      found.push(...namesOf(page));
    expect(found).toEqual(expected);

    const { text } = await get(`${path}?sort=${sort}&format=csv`).expect(200);
    const names = text.split('\r\n').map((line) => NAMES.find((name) => line.includes(name)));
    expect(names.filter(Boolean)).toEqual(expected);
  });
});

it.each(['invited', 'withdrawn', 'all'])(
  'invitations are not sorted by checked_in_at: status=%s',
  async (status) => {
    const path = `/conferences/${conference.id}/attendees?status=${status}`;
    for (const sort of ['checked_in_at', '-checked_in_at']) {
      const { body } = await get(`${path}&sort=${sort}`).expect(400);
      expect(body).toEqual(
        failure(
          'VALIDATION_ERROR',
          'sort: expected registered_at or -registered_at beside invitations',
        ),
      );
    }
    await get(`${path}&sort=-registered_at`).expect(200);
  },
);

describe('filters', () => {
  it('attendees of a conference are listed and exported by ticket type', async () => {
    const bo = await aUser(api.db, { first_name: 'Bo' });
    await aRegistration(api.db, [ada, conference], { ticket_type: 'speaker' });
    await aRegistration(api.db, [bo, conference], { ticket_type: 'visitor' });

    const path = `/conferences/${conference.id}/attendees?ticket_type=speaker`;
    const { data } = await list(path);
    expect(data.map(({ user }: { user: User }) => user.first_name)).toEqual(['Ada']);

    const { text } = await get(`${path}&format=csv`).expect(200);
    expect(text).toContain('Lovelace');
    expect(text).not.toContain('Bo');
  });

  it.each([
    ['track=MAIN', ['Morning']],
    ['room=hall', ['Night']],
    ['kind=workshop', ['Night']],
    // 16:00 UTC on the 14th is the 15th in Seoul.
    ['day=2026-05-15', ['Night']],
    ['day=2026-05-14', ['Morning']],
    ['sort=-starts_at', ['Night', 'Morning']],
    ['sort=room', ['Morning', 'Night']],
    ['sort=-track', ['Morning', 'Night']],
  ])('agenda items by %s', async (query, expected) => {
    await anAgendaItem(api.db, conference, { title: 'Morning', track: 'Main' });
    await anAgendaItem(api.db, conference, {
      title: 'Night',
      room: 'Hall',
      kind: 'workshop',
      starts_at: '2026-05-14T16:00:00Z',
      ends_at: '2026-05-14T17:00:00Z',
    });

    expect(await titles(`/conferences/${conference.id}/agenda?${query}`)).toEqual(expected);
  });

  it('pending side events of a conference name their requester', async () => {
    const request = { status: 'pending', source: 'request', submitted_by: ada.id };
    await anEvent(api.db, { ...request, title: 'Elsewhere' });
    await anEvent(api.db, { ...request, title: 'Breakfast', conference_id: conference.id });

    const { data } = await list(`/events/pending?conference_id=${conference.id}`);

    const submitter = { id: ada.id, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' };
    expect(data).toEqual([expect.objectContaining({ title: 'Breakfast', submitter })]);
    expect(await titles('/events/pending?sort=title')).toEqual(['Breakfast', 'Elsewhere']);
    const all = await list('/events?sort=id');
    expect(all.data[0]).toMatchObject({ submitted_by: ada.id, submitter });
    const own = await anEvent(api.db, { title: 'Official' });
    expect((await get(`/events/${own.id}`).expect(200)).body.submitter).toBeNull();
  });
});

describe('days as limits', () => {
  beforeEach(async () => {
    for (const [title, starts_at, ends_at] of [
      ['Evening of the 13th in Seoul', '2026-05-13T14:00:00Z', '2026-05-13T14:30:00Z'],
      ['First of the 14th in Seoul', '2026-05-13T15:00:00Z', '2026-05-13T16:00:00Z'],
      ['Last of the 14th in Seoul', '2026-05-14T14:59:00Z', '2026-05-14T16:00:00Z'],
      ['First of the 15th in Seoul', '2026-05-14T15:00:00Z', '2026-05-14T16:00:00Z'],
    ]) {
      await anEvent(api.db, { conference_id: conference.id, title, starts_at, ends_at });
    }
  });
  const DAY = 'from=2026-05-14&to=2026-05-14&sort=starts_at';

  it('are days of the conference in the list of one, the last day included', async () => {
    expect(await titles(`/events?conference_id=${conference.id}&${DAY}`)).toEqual([
      'First of the 14th in Seoul',
      'Last of the 14th in Seoul',
    ]);
  });

  it('are days of UTC in a list of all events', async () => {
    expect(await titles(`/events?${DAY}`)).toEqual([
      'Last of the 14th in Seoul',
      'First of the 15th in Seoul',
    ]);
  });

  it('are understood by public lists too', async () => {
    const of = `conference_id=${conference.id}&from=2026-05-15`;
    const { body } = await api.anonymous().get(`/api/v1/events?${of}`).expect(200);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual([
      'Last of the 14th in Seoul',
      'First of the 15th in Seoul',
    ]);
  });

  it.each([
    ['users', 'created_from', 'created_to', 'users', 'created_at', {}],
    ['feedback', 'from', 'to', 'feedback', 'created_at', { message: 'Hello' }],
  ])('bound the list of %s in UTC', async (path, from, to, table, column, row) => {
    await api.db(table).delete();
    for (const time of [
      '2026-05-13T23:59:59.999Z',
      '2026-05-14T00:00:00Z',
      '2026-05-15T00:00:00Z',
    ]) {
      if (table === 'users') await aUser(api.db, { [column]: time });
      else await api.db(table).insert({ ...row, [column]: time });
    }
    const { data } = await list(`/${path}?${from}=2026-05-14&${to}=2026-05-14`);
    expect(data.map((one: Record<string, string>) => one[column])).toEqual([
      '2026-05-14T00:00:00.000Z',
    ]);
  });

  it.each(['2026-05', '2026-05-32', '1999-12-31', 'tomorrow', '2026-05-14T09:00'])(
    '%s is neither a day nor a time',
    async (given) => {
      const { body } = await get(`/audit-log?from=${given}`).expect(400);
      expect(body).toEqual(
        failure(
          'VALIDATION_ERROR',
          'from: expected an ISO 8601 time with an offset, as 2026-05-14T11:00:00+02:00, or a day, as 2026-05-14, from 2000 to 2100',
        ),
      );
    },
  );
});
