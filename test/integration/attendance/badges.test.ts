import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';

let api: TestApi;
let conference: Conference;
let ada: User;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: 'https://t.me/hallway_bot/app' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db);
  [ada] = await people(api.db, 1);
});

const path = (rest: string, id = conference.id) => `/api/v1/admin/conferences/${id}/${rest}`;
const attend = (user: User) =>
  api.as(user).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
const walkIn = async (guest: object) =>
  (await api.admin().post(path('attendees')).send(guest).expect(201)).body;
const print = async (query: object = {}): Promise<string> =>
  (await api.admin().get(path('badges')).query(query).buffer().expect(200)).text;
const codesOf = (page: string) =>
  [...page.matchAll(/<p><code>([^<]+)<\/code><\/p>\n<\/article>/g)].map(([, code]) => code ?? '');
const namesOf = (page: string) =>
  [...page.matchAll(/<h2 class="\w+">(.*)<\/h2>/g)].map(([, name = '']) =>
    name.replaceAll('</bdi><bdi>', ' ').replaceAll(/<\/?bdi>/g, ''),
  );
const since = (page: string) => / since=?|<code>since=([^<]+)<\/code>/.exec(page)?.[1] ?? '';
/** A transaction has the time of its start, so that of the next print lies before it. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('GET /admin/conferences/…/badges', () => {
  it('prints all with a seat by last name, and the door accepts each code', async () => {
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ own_first_name: 'Ada', own_last_name: 'Ölund' });
    await attend(ada);
    await walkIn({ first_name: 'Zoe', last_name: 'Adams', company: 'Quay', ticket_type: 'day' });
    await walkIn({ first_name: 'Bea', last_name: 'Quist' });
    const page = await print();
    expect(namesOf(page)).toEqual(['Zoe Adams', 'Ada Ölund', 'Bea Quist']);
    expect(page).toContain(
      '<p class="company"><bdi>Quay</bdi></p>\n<p class="type"><bdi>day</bdi></p>',
    );
    for (const code of codesOf(page)) {
      const { body } = await api.admin().post(path('check-in')).send({ code }).expect(200);
      expect(body.already_checked_in).toBe(false);
    }
    expect(await codesOf(await print())).toEqual(codesOf(page));
    const [entry] = await api
      .db('audit_log')
      .where({ action: 'conference.export_attendees', subject_id: conference.id });
    expect(entry.after).toEqual({ format: 'badges a6', count: 3 });
  });

  it('loads and runs nothing, and escapes every name', async () => {
    await walkIn({ first_name: '<script>alert(1)</script>', company: '"&\'<img src=x>' });
    const response = await api.admin().get(path('badges')).buffer().expect(200);
    expect(response.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(response.text).toContain('&quot;&amp;&#39;&lt;img src=x&gt;');
    expect(response.text).not.toMatch(/<script|<img|javascript:|https?:\/\/(?!www\.w3\.org)/);
    expect(response.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'$/,
    );
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('has a size for each name, and two layouts', async () => {
    await walkIn({ first_name: 'Bo', last_name: LONG });
    await walkIn({ first_name: '小明', last_name: '王' });
    await walkIn({ first_name: 'Christopher', last_name: 'Lee' });
    const a6 = await print();
    expect(a6).toContain('size: 105mm 148mm');
    expect(namesOf(a6)).toEqual(['王小明', 'Christopher Lee', `Bo ${LONG}`]);
    expect([...a6.matchAll(/<h2 class="(\w+)"/g)].map(([, size]) => size)).toEqual([
      'xl',
      'l',
      's',
    ]);
    expect(await print({ layout: 'label62' })).toContain('size: 62mm 100mm');
    const { body } = await api.admin().get(path('badges')).query({ layout: 'a4' }).expect(400);
    expect(body).toEqual(refusal('layout'));
  });

  it('leaves out who has no seat, and prints a claimed guest once', async () => {
    const [waiting, gone] = await people(api.db, 2);
    await attend(ada);
    await attend(gone);
    await api.as(gone).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    await api.db('conferences').where({ id: conference.id }).update({ capacity: 2 });
    const guest = await walkIn({ first_name: 'Grace', last_name: 'Hopper' });
    await attend(waiting);
    expect(namesOf(await print())).toHaveLength(2);

    const [cleo] = await people(api.db, 1);
    const code = guest.claim_link.split('startapp=')[1];
    const claim = `/api/v1/conferences/${conference.id}/claim`;
    await api.as(cleo).post(claim).send({ code }).expect(200);
    expect(namesOf(await print())).toHaveLength(2);
    // The badge that was printed before.
    await api.admin().post(path('check-in')).send({ code: guest.guest_code }).expect(200);
  });

  it('prints with `since` only new seats, names and ticket types', async () => {
    await attend(ada);
    const guest = await walkIn({ first_name: 'Grace' });
    await moment();
    const first = since(await print());
    expect(first).toMatch(/^\d{4}-.*Z$/);
    expect(namesOf(await print({ since: first }))).toEqual([]);

    // Neither an arrival nor a claim changes a badge.
    await api.admin().post(path('check-in')).send({ user_id: ada.id }).expect(200);
    const [cleo, dana] = await people(api.db, 2);
    const code = guest.claim_link.split('startapp=')[1];
    const claim = `/api/v1/conferences/${conference.id}/claim`;
    await api.as(cleo).post(claim).send({ code }).expect(200);
    expect(namesOf(await print({ since: first }))).toEqual([]);

    await attend(dana);
    await walkIn({ first_name: 'Max', last_name: 'Zorn' });
    await api.db('users').where({ id: ada.id }).update({ own_last_name: 'Byron' });
    await api
      .admin()
      .patch(path(`attendees/${cleo.id}`))
      .send({ ticket_type: 'speaker' })
      .expect(200);
    const later = await print({ since: first });
    expect(namesOf(later)).toHaveLength(4);
    await moment();
    const second = since(await print({ since: first }));
    expect(namesOf(await print({ since: second }))).toEqual([]);
  });

  it('prints chosen ones', async () => {
    await attend(ada);
    const guest = await walkIn({ first_name: 'Grace', ticket_type: 'day' });
    await walkIn({ first_name: 'Max' });
    const invitation_ids = guest.invitation_id;
    expect(namesOf(await print({ invitation_ids }))).toEqual(['Grace']);
    expect(namesOf(await print({ invitation_ids, ids: `${ada.id},999999` }))).toHaveLength(2);
    expect(namesOf(await print({ ticket_type: 'day' }))).toEqual(['Grace']);
    const { body } = await api.admin().get(path('badges')).query({ ids: '1,x' }).expect(400);
    expect(body.error).toMatch(/^ids/);
    const other = await aConference(api.db);
    const page = await api.admin().get(path('badges', other.id)).query({ invitation_ids }).buffer();
    expect(namesOf(page.text)).toEqual([]);
  });

  it('has 500 on a page, with a link to the next', async () => {
    await api.db.raw(
      `insert into registrations (conference_id, first_name, last_name, status, is_walk_in)
       select ?, 'Guest', 'N' || lpad(n::text, 4, '0'), 'registered', true from generate_series(1, 1001) n`,
      [conference.id],
    );
    const names: string[] = [];
    let query = '?layout=label62';
    for (let pages = 1; query !== ''; pages += 1) {
      const { text } = await api
        .admin()
        .get(`${path('badges')}${query}`)
        .buffer()
        .expect(200);
      names.push(...namesOf(text));
      const [, href = ''] = /<a href="([^"]+)">/.exec(text) ?? [];
      query = href.replaceAll('&amp;', '&');
      expect(pages).toBeLessThan(4);
    }
    expect(new Set(names).size).toBe(1_001);
    expect(names).toEqual([...names].sort());
    const { body } = await api.admin().get(path('badges')).query({ cursor: 'abc' }).expect(400);
    expect(body).toEqual(refusal('cursor'));
  });

  it('needs the right to export, and the conference', async () => {
    const reader = await aKey(api.db, { scopes: ['attendees:read'] });
    await api.admin(reader.secret).get(path('badges')).expect(403);
    const printer = await aKey(api.db, {
      scopes: ['attendees:read', 'attendees:export'],
      conference_ids: [(await aConference(api.db)).id],
    });
    const { body } = await api.admin(printer.secret).get(path('badges')).expect(404);
    expect(body).toEqual(failure('NOT_FOUND'));
  });
});
