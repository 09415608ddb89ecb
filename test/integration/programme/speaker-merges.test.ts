import type { Response } from 'supertest';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Speaker } from '../../../src/domain/programme/speakers.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAgendaItem, aSpeaker, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { fosdemXml } from '../../support/schedules.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['agenda_items', 'conferences', 'speakers', 'gone_rows']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db);
});

type One = Pick<Speaker, 'id'>;

const merge = (from: number, into: unknown): Promise<Response> =>
  Promise.resolve(api.admin().post(`/api/v1/admin/speakers/${from}/merge`).send({ into }));
const merged = async (from: One, into: One) => {
  const answer = await merge(from.id, into.id);
  expect(answer.status).toBe(200);
  return answer.body;
};
const inLineup = ({ id }: One, position = 0, { id: conference_id } = conference) =>
  api.db('conference_speakers').insert({ conference_id, speaker_id: id, position });
const links = () =>
  api
    .db('agenda_item_speakers')
    .orderBy(['agenda_item_id', 'position'])
    .select('agenda_item_id', 'speaker_id');
const upload = (content: string, { id } = conference) =>
  api
    .admin()
    .post(`/api/v1/admin/conferences/${id}/agenda/import`)
    .attach('file', Buffer.from(content), 'agenda');

describe('POST /admin/speakers/:id/merge', () => {
  it('moves talks, lineups, photo and user, and deletes the speaker', async () => {
    const user = await aUser(api.db);
    const photo_url = 'https://sea.example/ada.png';
    const given = { photo_url, title: 'Analyst', company: 'Engines', user_id: user.id };
    const old = await aSpeaker(api.db, { name: 'A. Lovelace', ...given });
    const kept = await aSpeaker(api.db, {
      name: 'Ada Lovelace',
      title: 'Countess',
      status: 'draft',
    });
    const other = await aSpeaker(api.db);
    const elsewhere = await aConference(api.db);
    await inLineup(old, 3);
    await inLineup(old, 4, elsewhere);
    await inLineup(kept, 1, elsewhere);
    const own = await anAgendaItem(api.db, conference, {}, [other, old]);
    const shared = await anAgendaItem(api.db, elsewhere, {}, [old, kept]);
    const updated_at = '2026-01-01T00:00:00.000Z';
    await api.db('agenda_items').update({ updated_at });

    const body = await merged(old, kept);

    expect(body).toMatchObject({
      id: kept.id,
      name: 'Ada Lovelace',
      photo_url,
      title: 'Countess',
      company: 'Engines',
      user_id: user.id,
      status: 'published',
      conferences: expect.arrayContaining([
        expect.objectContaining({ id: conference.id, position: 3 }),
        expect.objectContaining({ id: elsewhere.id, position: 1 }),
      ]),
    });
    expect(await links()).toEqual([
      { agenda_item_id: own.id, speaker_id: other.id },
      { agenda_item_id: own.id, speaker_id: kept.id },
      { agenda_item_id: shared.id, speaker_id: kept.id },
    ]);
    expect(await api.db('agenda_items').where({ updated_at })).toEqual([]);
    await api.anonymous().get(`/api/v1/speakers/${old.id}`).expect(404);
    const since = { updated_since: updated_at };
    const { body: list } = await api.anonymous().get('/api/v1/speakers').query(since).expect(200);
    expect(list.gone).toEqual([old.id]);
    const { body: audit } = await api.admin().get('/api/v1/admin/audit-log').expect(200);
    expect(audit.data).toMatchObject([
      {
        action: 'speaker.merge',
        subject_id: old.id,
        before: { name: 'A. Lovelace' },
        after: { into: kept.id, talks: 1, photo_url, user_id: user.id },
      },
    ]);
  });

  it('changes nothing when it is repeated, and names the speaker of another merge', async () => {
    const [a, b, c] = [await aSpeaker(api.db), await aSpeaker(api.db), await aSpeaker(api.db)];
    const first = await merged(a, b);
    expect(await merged(a, b)).toEqual(first);
    expect(await api.db('audit_log')).toHaveLength(1);

    const conflict = (text: string) => ({ status: 409, body: failure('CONFLICT', text) });
    const intoB = conflict(`Speaker ${a.id} is merged into speaker ${b.id}`);
    expect(await merge(a.id, c.id)).toMatchObject(intoB);
    expect(await merge(b.id, a.id)).toMatchObject(intoB);
    expect(await merge(c.id, a.id)).toMatchObject(intoB);

    await merged(b, c);
    const intoC = conflict(`Speaker ${a.id} is merged into speaker ${c.id}`);
    expect(await merge(a.id, b.id)).toMatchObject(intoC);
    expect((await merge(a.id, c.id)).body).toMatchObject({ id: c.id });
  });

  it('at once in both directions keeps one, with all talks, and never deadlocks', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await aSpeaker(api.db), await aSpeaker(api.db)];
      await inLineup(a);
      await inLineup(b);
      const items = [a, b].map((one) => anAgendaItem(api.db, conference, {}, [one]));
      await Promise.all(items);

      const answers = await Promise.all([
        ...[merge(a.id, b.id), merge(b.id, a.id)],
        ...[merge(a.id, b.id), merge(b.id, a.id)],
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
      const left = await api.db('speakers').whereIn('id', [a.id, b.id]).pluck('id');
      expect(left).toHaveLength(1);
      const talks = await api.db('agenda_item_speakers').where({ speaker_id: left[0] });
      expect(talks).toHaveLength(2);
    }
    const { deadlocks } = await api
      .db('pg_stat_database')
      .whereRaw('datname = current_database()')
      .first('deadlocks');
    expect(deadlocks).toBe(0);
  });

  it('is refused when both have a user, and changes nothing', async () => {
    const [a, b] = [await aUser(api.db), await aUser(api.db)];
    const one = await aSpeaker(api.db, { user_id: a.id });
    const other = await aSpeaker(api.db, { user_id: b.id });
    const { status, body } = await merge(one.id, other.id);
    const text = 'Both speakers have a user: unlink one of them first';
    expect([status, body]).toEqual([409, failure('CONFLICT', text)]);
    expect(await api.db('speakers')).toHaveLength(2);
  });

  it('answers 400 for itself and 404 for unknown speakers', async () => {
    const { id } = await aSpeaker(api.db);
    expect(await merge(id, id)).toMatchObject({ status: 400, body: refusal('into') });
    expect((await merge(id, 'x')).body).toEqual(refusal('into'));
    const unknown = { status: 404, body: failure('NOT_FOUND', 'speaker not found') };
    expect(await merge(id, 999_999)).toMatchObject(unknown);
    expect(await merge(999_999, id)).toMatchObject(unknown);
  });
});

describe('an import after a merge', () => {
  const speakers = () => api.db('speakers').orderBy('id').pluck('name');

  it('finds the speaker who stayed by the key of a schedule', async () => {
    const xml = fosdemXml({ year: 2026, events: 2, host: 'fosdem.org' });
    await upload(xml).expect(200);
    const [staff] = await api.db('speakers').where({ name: 'FOSDEM Staff' });
    const kept = await aSpeaker(api.db, { name: 'The Team' });
    await merged(staff, kept);
    const stored = await links();

    const { body } = await upload(xml).expect(200);
    expect(body).toMatchObject({ unchanged: 2, updated: 0, speakers_created: 0 });
    const later = fosdemXml({ year: 2027, events: 1, host: 'fosdem.org' });
    await upload(later, await aConference(api.db)).expect(200);
    expect(await speakers()).toEqual(['Person 1', 'The Team']);
    expect(await links()).toEqual(expect.arrayContaining(stored));
  });

  it('finds the speaker who stayed by the old name in a sheet', async () => {
    const rows = ['title,starts_at,ends_at,speakers'];
    for (const [n, name] of ['A. Lovelace', 'Ada Lovelace'].entries()) {
      rows.push(`Talk ${n},2026-05-14 09:00,2026-05-14 10:00,${name}`);
    }
    await upload(rows.join('\n')).expect(200);
    const [short, long] = await api.db('speakers').orderBy('name');
    await merged(short, long);
    const { body } = await upload(rows.join('\n')).expect(200);
    expect(body).toMatchObject({ unchanged: 2, updated: 0, speakers_created: 0 });
    expect(await speakers()).toEqual(['Ada Lovelace']);
  });
});
