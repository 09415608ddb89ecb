import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference } from '../../support/factories.ts';
import { scheduleXml, type XmlPerson } from '../../support/schedules.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const days = { timezone: 'Europe/Brussels', starts_on: '2027-02-01', ends_on: '2027-02-02' };

beforeEach(async () => {
  for (const table of ['agenda_items', 'conferences', 'speakers']) await api.db(table).delete();
  conference = await aConference(api.db, days);
});

const upload = async (content: string, { id }: Pick<Conference, 'id'> = conference) => {
  const path = `/api/v1/admin/conferences/${id}/agenda/import`;
  const { body } = await api
    .admin()
    .post(path)
    .attach('file', Buffer.from(content), 'schedule')
    .expect(200);
  return body;
};

/** Each talk with its persons; the first is at 9:00, the next an hour later. */
const talks = (...persons: readonly (readonly XmlPerson[])[]) =>
  scheduleXml(
    persons.map((each, index) => ({
      guid: `talk-${index}`,
      title: `Talk ${index}`,
      date: `2027-02-01T${String(9 + index).padStart(2, '0')}:00:00+01:00`,
      persons: each,
    })),
  );
const talk = (attributes: XmlPerson[0], name: string) => talks([[attributes, name]]);

async function speakersByTalk({ id }: Pick<Conference, 'id'> = conference) {
  const { body } = await api.anonymous().get(`/api/v1/conferences/${id}/agenda`).expect(200);
  const items: { title: string; speakers: { name: string }[] }[] = body.days[0].items;
  return Object.fromEntries(
    items.map(({ title, speakers }) => [title, speakers.map(({ name }) => name).join()]),
  );
}
const speakers = (): PromiseLike<{ id: number; name: string; bio: string | null }[]> =>
  api.db('speakers').orderBy('id').select('id', 'name', 'bio');
const keys = () => api.db('speaker_keys').orderBy('person_key').pluck('person_key');
const edit = (id: number | undefined, body: object) =>
  api.admin().put(`/api/v1/admin/speakers/${id}`).send(body).expect(200);

describe('a key with several names in one file', () => {
  it.each(['id', 'guid', 'code'])('is no key of a person: %s', async (kind) => {
    const xml = talks(
      [[{ [kind]: '9' }, 'Ivo Reed']],
      [[{ [kind]: '9' }, 'Una Marsh']],
      [[{ [kind]: '9' }, ' IVO  réed ']],
      [[{ [kind]: '10' }, 'Ada Lovelace']],
    );
    const body = await upload(xml);
    expect(body).toMatchObject({ speakers_created: 3 });
    expect(body.warnings).toEqual([
      `${kind}:9 has several names, “Ivo Reed”, “Una Marsh”: each name is another speaker`,
    ]);
    expect(await speakersByTalk()).toEqual({
      'Talk 0': 'Ivo Reed',
      'Talk 1': 'Una Marsh',
      'Talk 2': 'Ivo Reed',
      'Talk 3': 'Ada Lovelace',
    });
    expect(await keys()).toEqual([
      `${kind}:10`,
      `name:ivo reed ${kind}:9`,
      `name:una marsh ${kind}:9`,
    ]);
    expect(await upload(xml)).toMatchObject({ unchanged: 4, speakers_created: 0 });
    const later = await aConference(api.db, days);
    expect(await upload(xml, later)).toMatchObject({ created: 4, speakers_created: 0 });
  });

  it('stays so in later files with one of the names, and renames nobody', async () => {
    await upload(talk({ id: '9' }, 'Ivo Reed'));
    await upload(talks([[{ id: '9' }, 'Ivo Reed']], [[{ id: '9' }, 'Una Marsh']]));
    expect(await upload(talk({ id: '9' }, 'Una Marsh'))).toMatchObject({
      speakers_created: 0,
      warnings: [],
    });
    expect(await speakersByTalk()).toMatchObject({ 'Talk 0': 'Una Marsh' });
    expect((await speakers()).map(({ name }) => name)).toEqual(['Ivo Reed', 'Una Marsh']);
    await upload(talk({ id: '9' }, 'Cy Hale'));
    expect((await speakers()).map(({ name }) => name)).toEqual([
      'Ivo Reed',
      'Una Marsh',
      'Cy Hale',
    ]);
  });

  it('does not make the other keys of the person invalid', async () => {
    const xml = talks(
      [[{ id: '9', code: 'A' }, 'Ivo Reed']],
      [[{ id: '9', code: 'B' }, 'Una Marsh']],
    );
    expect(await upload(xml)).toMatchObject({ speakers_created: 2 });
    expect(await keys()).toEqual(['code:A', 'code:B']);
  });

  it('is found in a JSON list, too', async () => {
    const items = ['Ivo Reed', 'Una Marsh'].map((name, index) => ({
      title: `Talk ${index}`,
      starts_at: '2027-02-01 09:00',
      ends_at: '2027-02-01 10:00',
      speakers: [{ name, source: 'sea.example', person_key: 'id:9' }],
    }));
    const path = `/api/v1/admin/conferences/${conference.id}/agenda/import`;
    const { body } = await api.admin().post(path).send({ items }).expect(200);
    expect(body).toMatchObject({ speakers_created: 2, warnings: [expect.stringMatching(/^id:9/)] });
  });
});

describe('a speaker with another name than before', () => {
  it('is renamed, which is a change of their talks, and said', async () => {
    await upload(talk({ id: '7' }, 'Old Name'));
    const [before] = await speakers();
    const since = await api.db('agenda_items').first('updated_at');
    const body = await upload(talk({ id: '7' }, 'New Name'));
    expect(body).toMatchObject({ unchanged: 1, speakers_created: 0, speakers_updated: 1 });
    expect(body.warnings).toEqual([
      `Speaker ${before?.id}, “Old Name”, is now “New Name” as in the import; the slug stays old-name`,
    ]);
    expect(await speakers()).toMatchObject([{ id: before?.id, name: 'New Name' }]);
    expect(await api.db('agenda_items').first('updated_at')).not.toEqual(since);
    const again = await upload(talk({ id: '7' }, 'New Name'));
    expect(again).toMatchObject({ speakers_updated: 0, warnings: [] });
  });

  it('keeps the name that an administrator edited, with a warning', async () => {
    await upload(talk({ id: '7' }, 'Old Name'));
    const [before] = await speakers();
    await edit(before?.id, { name: 'Edited Name' });
    const body = await upload(talk({ id: '7' }, 'New Name'));
    expect(body).toMatchObject({ speakers_created: 0, speakers_updated: 0 });
    expect(body.warnings).toEqual([
      `Speaker ${before?.id} stays “Edited Name”; the import has “New Name”`,
    ]);
  });

  it('keeps the name that an administrator created them with', async () => {
    const path = '/api/v1/admin/speakers';
    const made = { name: 'ada lovelace', conference_id: conference.id };
    await api.admin().post(path).send(made).expect(201);
    await upload(talk({ id: '7' }, 'Ada Lovelace'));
    await upload(talk({ id: '7' }, 'Ada King'));
    expect(await speakers()).toMatchObject([{ name: 'ada lovelace' }]);
  });

  it('keeps the name of a merge, as the keys of both have theirs', async () => {
    const both = talks([[{ id: '7' }, 'Ada Lovelace']], [[{ id: '8' }, 'A. Lovelace']]);
    await upload(both);
    const [kept, old] = await speakers();
    const path = `/api/v1/admin/speakers/${old?.id}/merge`;
    await api.admin().post(path).send({ into: kept?.id }).expect(200);
    expect(await upload(both)).toMatchObject({ speakers_created: 0, speakers_updated: 0 });
    expect(await speakers()).toMatchObject([{ name: 'Ada Lovelace' }]);
  });
});

describe('a biography in a schedule.json', () => {
  const json = (...persons: object[]) => {
    const events = persons.map((person, index) => ({
      guid: `talk-${index}`,
      title: `Talk ${index}`,
      date: `2027-02-01T${10 + index}:00:00+01:00`,
      duration: '00:30',
      persons: [person],
    }));
    const day = { date: '2027-02-01', rooms: { Quay: events } };
    const base_url = 'https://sea.example/';
    return JSON.stringify({ schedule: { base_url, conference: { title: 'Sea', days: [day] } } });
  };
  const ada = (biography: string) => ({ code: 'ADA', public_name: 'Ada Lovelace', biography });

  it('is replaced, unless an administrator edited it', async () => {
    await upload(json(ada('Wrote notes.')));
    expect(await upload(json(ada('Wrote more notes.')))).toMatchObject({ speakers_updated: 1 });
    const [speaker] = await speakers();
    expect(speaker).toMatchObject({ bio: 'Wrote more notes.' });
    await edit(speaker?.id, { bio: 'Edited.' });
    expect(await upload(json(ada('Wrote notes.')))).toMatchObject({ speakers_updated: 0 });
    expect(await speakers()).toMatchObject([{ bio: 'Edited.' }]);
  });

  it('is the first of a file with two, also in the next import', async () => {
    const two = json(ada('First.'), ada('Second.'));
    await upload(two);
    expect(await upload(two)).toMatchObject({ speakers_updated: 0 });
    expect(await speakers()).toMatchObject([{ bio: 'First.' }]);
  });
});

describe('the keys of a person', () => {
  it('are kept all, and a new guid beside a known code is added', async () => {
    await upload(talk({ guid: 'from-mail', code: 'ADA' }, 'Ada Lovelace'));
    expect(await keys()).toEqual(['code:ADA', 'guid:from-mail']);
    const again = await upload(talk({ guid: 'from-code', code: 'ADA' }, 'Ada King'));
    expect(again).toMatchObject({ speakers_created: 0, speakers_updated: 1 });
    expect(await keys()).toEqual(['code:ADA', 'guid:from-code', 'guid:from-mail']);
    const later = await aConference(api.db, days);
    const byGuid = await upload(talk({ guid: 'from-code' }, 'Ada King'), later);
    expect(byGuid).toMatchObject({ speakers_created: 0 });
  });

  it('are new for all of a source that numbers its people again, and lead to the same by name', async () => {
    // Earlier versions kept the guid alone.
    await upload(talks([[{ guid: 'a' }, 'Ada Lovelace']], [[{ guid: 'b' }, 'Mary Somerville']]));
    const renumbered = talks(
      [[{ guid: 'c', code: 'ADA' }, 'Ada Lovelace']],
      [[{ guid: 'd', code: 'MARY' }, 'Mary Somerville']],
    );
    expect(await upload(renumbered)).toMatchObject({ speakers_created: 0, unchanged: 2 });
    // One known guid says that the others mean other people.
    const other = talks(
      [[{ guid: 'c' }, 'Ada Lovelace']],
      [[{ guid: 'e', id: '3' }, 'Mary Somerville']],
    );
    expect(await upload(other)).toMatchObject({ speakers_created: 1 });
  });

  it('of two known speakers lead to the one with the name, else with the code', async () => {
    await upload(talks([[{ guid: 'a' }, 'Ada Lovelace']], [[{ code: 'MARY' }, 'Mary Somerville']]));
    const [ada, mary] = await speakers();
    const both = (name: string) => talk({ guid: 'a', code: 'MARY' }, name);
    const conflict = (name: string, taken: number | undefined, other: number | undefined) =>
      `The keys of “${name}” belong to several speakers: ${taken} is taken, not ${other}; merge them if they are one person`;
    const byName = await upload(both('Ada Lovelace'));
    expect(byName.warnings).toEqual([conflict('Ada Lovelace', ada?.id, mary?.id)]);
    expect(await speakersByTalk()).toMatchObject({ 'Talk 0': 'Ada Lovelace' });
    const byCode = await upload(both('Mary King'));
    expect(byCode.warnings).toContain(conflict('Mary King', mary?.id, ada?.id));
    expect(await speakersByTalk()).toMatchObject({ 'Talk 0': 'Mary King' });
  });

  it('of two new persons in one file with one in common are those of one speaker', async () => {
    const xml = talks([[{ guid: 'a', code: 'ADA' }, 'Ada']], [[{ guid: 'b', code: 'ADA' }, 'Ada']]);
    expect(await upload(xml)).toMatchObject({ speakers_created: 1 });
    expect(await keys()).toEqual(['code:ADA', 'guid:a', 'guid:b']);
    expect(await upload(xml)).toMatchObject({ speakers_created: 0, unchanged: 2 });
  });
});
