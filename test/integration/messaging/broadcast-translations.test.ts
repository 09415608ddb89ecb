import fc from 'fast-check';
import { languageOfTags } from '../../../src/domain/messaging/languages.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, anAttendance, anEvent, aQuest, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { casesOf } from '../../support/fuzz-runs.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const TEXT = { title: 'Doors', body: 'Open at nine, {{first_name}}.' };
const TRANSLATIONS = {
  de: { title: 'Türen', body: 'Offen ab neun, {{first_name}}.' },
  'pt-BR': { title: 'Portas', body: '{{first_name}}: {{event_title|Looms}}.' },
};
const BROADCAST = { ...TEXT, translations: TRANSLATIONS, audience: { all: true } };

let api: TestApi;
/** By their language. */
let readers: Map<string | null, User>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(api.db, 'users', 'notification_jobs');
  readers = new Map();
  for (const language_code of ['en', 'de-AT', 'pt', 'PT-br', null])
    readers.set(language_code, await aUser(api.db, { first_name: 'Ada', language_code }));
});

const reader = (language: string | null) => readers.get(language) as User;
const send = (given: object = {}) =>
  api
    .admin()
    .post(`${NOTIFICATIONS}/bulk-send`)
    .send({ ...BROADCAST, ...given });
const preview = (given: object = {}, secret?: string) =>
  api
    .admin(secret)
    .post(`${NOTIFICATIONS}/preview`)
    .send({ ...BROADCAST, ...given });
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const inboxOf = async (user: User) =>
  (await api.as(user).get('/api/v1/notifications').expect(200)).body.data.map(
    ({ title, body }: { title: string; body: string }) => ({ title, body }),
  );

describe('a broadcast with translations', () => {
  it('reaches each user in the language that serves them', async () => {
    const { body: job } = await send().expect(201);
    expect(job.translations).toEqual(TRANSLATIONS);
    await run(job.id);

    const own = [{ title: 'Doors', body: 'Open at nine, Ada.' }];
    for (const language of ['en', 'pt', null]) expect(await inboxOf(reader(language))).toEqual(own);
    expect(await inboxOf(reader('de-AT'))).toEqual([
      { title: 'Türen', body: 'Offen ab neun, Ada.' },
    ]);
    expect(await inboxOf(reader('PT-br'))).toEqual([{ title: 'Portas', body: 'Ada: Looms.' }]);
  });

  it('follows the language that a user chose, not that of the messenger', async () => {
    await api
      .db('users')
      .where({ id: reader('en').id })
      .update({ language: 'de' });
    await api
      .db('users')
      .where({ id: reader('de-AT').id })
      .update({ language: 'en-GB' });
    await run((await send().expect(201)).body.id);

    expect(await inboxOf(reader('en'))).toMatchObject([{ title: 'Türen' }]);
    expect(await inboxOf(reader('de-AT'))).toMatchObject([{ title: 'Doors' }]);
  });

  it('reads what only a variable of a translation needs', async () => {
    const event = await anEvent(api.db, { title: 'Weaving' });
    await anAttendance(api.db, [reader('PT-br'), event]);
    await run((await send().expect(201)).body.id);

    expect(await inboxOf(reader('PT-br'))).toMatchObject([{ body: 'Ada: Weaving.' }]);
  });

  it('is previewed with one sample for each language, and how many get it', async () => {
    const spanish = { es: { title: 'Puertas', body: 'Nueve' } };
    const { body } = await preview({ translations: { ...TRANSLATIONS, ...spanish } }).expect(200);

    const sample = (language: string, texts: object) => ({
      user_id: reader(language).id,
      ...texts,
    });
    expect(body.languages).toEqual([
      {
        language: null,
        count: 3,
        sample: sample('en', { title: 'Doors', body: 'Open at nine, Ada.' }),
      },
      {
        language: 'de',
        count: 1,
        sample: sample('de-AT', { title: 'Türen', body: 'Offen ab neun, Ada.' }),
      },
      {
        language: 'pt-BR',
        count: 1,
        sample: sample('PT-br', { title: 'Portas', body: 'Ada: Looms.' }),
      },
      { language: 'es', count: 0, sample: null },
    ]);
    const { body: dryRun } = await send({ dry_run: true }).expect(200);
    expect(dryRun.languages).toEqual(body.languages.slice(0, 3));
    expect((await preview({ translations: {} }).expect(200)).body).not.toHaveProperty('languages');
  });

  it('shows no contacts to who does not see them', async () => {
    await api
      .db('users')
      .where({ id: reader('de-AT').id })
      .update({ username: 'ada' });
    const translations = { de: { title: '{{username|-}}', body: '{{username}}' } };
    const { secret } = await aKey(api.db, { scopes: ['broadcasts:read', 'broadcasts:write'] });
    const { body } = await preview({ translations }, secret).expect(200);

    expect(body.languages[1].sample).toMatchObject({ title: '-', body: '' });
    expect(JSON.stringify(body)).not.toContain('ada');
    const { body: all } = await preview({ translations }).expect(200);
    expect(all.languages[1].sample).toMatchObject({ title: 'ada', body: 'ada' });
  });

  it('is no duplicate of the same text with other translations', async () => {
    await send().expect(201);
    await send({ translations: { de: TRANSLATIONS.de } }).expect(201);
    await send({ translations: {} }).expect(201);
    const turned = { 'pt-BR': TRANSLATIONS['pt-BR'], de: TRANSLATIONS.de };
    expect((await send({ translations: turned }).expect(409)).body).toEqual(
      failure('DUPLICATE_BROADCAST'),
    );
  });

  it('has them as a draft, until an edit replaces them', async () => {
    const jobs = `${NOTIFICATIONS}/jobs`;
    const { body: draft } = await api.admin().post(jobs).send(BROADCAST).expect(201);
    const edit = (given: object) =>
      api
        .admin()
        .put(`${jobs}/${draft.id}`)
        .send({ ...BROADCAST, ...given });
    expect(draft.translations).toEqual(TRANSLATIONS);
    expect((await edit({}).expect(200)).body).toEqual(draft);

    const { body: edited } = await edit({ translations: { de: TRANSLATIONS.de } }).expect(200);
    expect(edited).toMatchObject({ translations: { de: TRANSLATIONS.de }, version: 2 });
    const { body: sent } = await edit({ translations: undefined, status: 'scheduled' }).expect(200);
    expect(sent).toMatchObject({ translations: {}, version: 3 });
  });

  it('is tested in the language of the one user', async () => {
    await api.db('users').update({ messenger_reachable: true });
    const test = { ...TEXT, translations: TRANSLATIONS, user_id: reader('de-AT').id };
    const { body } = await api.admin().post(`${NOTIFICATIONS}/test`).send(test).expect(201);
    expect(body).toMatchObject({ title: 'Türen', body: 'Offen ab neun, Ada.' });
  });

  const german = (given: object) => ({ de: { ...TRANSLATIONS.de, ...given } });
  it.each([
    ['an unknown variable', german({ body: '{{hat}}' }), 'translations.de.body'],
    ['an unclosed one', german({ title: '{{first_name' }), 'translations.de.title'],
    ['a quest without one', german({ body: '{{quest_title}}' }), 'translations.de.body'],
    ['no title', german({ title: undefined }), 'translations.de.title'],
    ['a blank body', german({ body: ' ' }), 'translations.de.body'],
    ['a title that is too long', german({ title: 'x'.repeat(201) }), 'translations.de.title'],
    ['no language tag', { de_DE: TRANSLATIONS.de }, 'translations.de_DE'],
    ['a language twice', { de: TRANSLATIONS.de, DE: TRANSLATIONS.de }, 'translations.DE'],
    [
      'too many languages',
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`de-x-${n}a`, TRANSLATIONS.de])),
      'translations',
    ],
    ['a list', [TRANSLATIONS.de], 'translations'],
  ])('answers 400 for %s', async (_what, translations, field) => {
    for (const answer of [await send({ translations }), await preview({ translations })]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(refusal(field));
    }
  });
});

describe('a spreadsheet with translations', () => {
  const CSV = 'user_id,table';
  const sheet = (translations: string) =>
    api
      .admin()
      .post(`${NOTIFICATIONS}/bulk-send-excel`)
      .field({ title: 'Your table', body: 'See the list.', translations })
      .attach('file', Buffer.from(`${CSV}\n${reader('de-AT').id},seven\n`), 'people.csv');

  it('takes them as JSON, with columns that only they use', async () => {
    const translations = { de: { title: 'Tisch {{table}}', body: 'Dein Tisch: {{table}}' } };
    const { body } = await sheet(JSON.stringify(translations)).expect(201);
    await run(body.id);

    expect(await inboxOf(reader('de-AT'))).toEqual([
      { title: 'Tisch seven', body: 'Dein Tisch: seven' },
    ]);
  });

  it.each([
    ['no JSON', 'de', 'translations'],
    ['an unknown column', '{"de":{"title":"a","body":"{{seat}}"}}', 'translations.de.body'],
  ])('answers 400 for %s', async (_what, translations, field) => {
    expect((await sheet(translations).expect(400)).body).toEqual(refusal(field));
  });
});

describe('a reminder template with translations', () => {
  const template = {
    name: 'Last evening',
    body: 'You have done {{quest_progress}}.',
    translations: {
      de: { title: null, body: '{{quest_progress}} geschafft.' },
      es: { title: 'Hoy', body: '{{quest_progress}}' },
    },
  };

  it('reminds each user in their language, under the title of the quest', async () => {
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id, title: 'Hunt' });
    const path = `/api/v1/admin/quests/${quest.id}`;
    const { body: created } = await api
      .admin()
      .post(`${path}/reminder-templates`)
      .send(template)
      .expect(201);
    expect(created).toMatchObject({ ...template, title: null });
    await api.db('user_quests').insert(
      ['en', 'de-AT'].map((language) => ({
        quest_id: quest.id,
        user_id: reader(language).id,
        source: 'self',
        status: 'in_progress',
        started_at: api.now(),
        active_at: api.now(),
      })),
    );
    const reminder = { audience: 'in_progress' };
    const { body: job } = await api
      .admin()
      .post(`${path}/send-reminder`)
      .send(reminder)
      .expect(201);
    await run(job.id);

    expect(await inboxOf(reader('en'))).toEqual([{ title: 'Hunt', body: 'You have done 0 of 0.' }]);
    expect(await inboxOf(reader('de-AT'))).toEqual([{ title: 'Hunt', body: '0 of 0 geschafft.' }]);
  });

  it('is changed, and copied with its quest', async () => {
    const quest = await aQuest(api.db);
    const path = `/api/v1/admin/quests/${quest.id}`;
    const templates = `${path}/reminder-templates`;
    const { body: created } = await api.admin().post(templates).send(template).expect(201);
    const change = (given: object) => api.admin().put(`${templates}/${created.id}`).send(given);
    const { es } = template.translations;

    const { body: changed } = await change({ translations: { es } }).expect(200);
    expect(changed).toMatchObject({ translations: { es }, body: template.body, version: 2 });
    expect((await change({ name: 'Evening' }).expect(200)).body.translations).toEqual({ es });
    const wrong = { translations: { es: { body: '{{hat}}' } } };
    expect((await change(wrong).expect(400)).body).toEqual(refusal('translations.es.body'));

    const { body: copy } = await api
      .admin()
      .post(`${path}/duplicate`)
      .send({ title: 'Hunt again' })
      .expect(201);
    const { body: copied } = await api
      .admin()
      .get(`/api/v1/admin/quests/${copy.id}/reminder-templates`)
      .expect(200);
    expect(copied.templates).toMatchObject([{ translations: { es } }]);
  });
});

describe('the language of an audience', () => {
  const namesOf = async (language_codes: string[]) =>
    (await preview({ audience: { language_codes }, translations: {} }).expect(200)).body.count;

  it('is the chosen one, else that of the messenger', async () => {
    await api
      .db('users')
      .where({ id: reader('en').id })
      .update({ language: 'de' });
    expect(await namesOf(['en'])).toBe(0);
    expect(await namesOf(['de'])).toBe(2);
    const { body } = await api.admin().get(`${NOTIFICATIONS}/filter-values`).expect(200);
    expect(body.language_codes).toContainEqual({ value: 'de', count: 2 });
  });

  it('is served by a tag with fewer parts', async () => {
    await api
      .db('users')
      .where({ id: reader('en').id })
      .update({ language: 'zh-Hant-TW' });
    for (const tag of ['zh', 'ZH-hant', 'zh-Hant-TW']) expect(await namesOf([tag])).toBe(1);
    for (const tag of ['zh-TW', 'zh-Han', 'z']) expect(await namesOf([tag])).toBe(0);
  });

  it('is looked up in the database as in the domain', async () => {
    const part = fc.constantFrom('de', 'zh', 'Hant', 'hant', 'TW', 'AT', 'x', 'own', '1996');
    const tag = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('-'));
    const ada = reader('en').id;
    await fc.assert(
      fc.asyncProperty(
        tag,
        fc.uniqueArray(tag, { minLength: 1, maxLength: 4, selector: (one) => one.toLowerCase() }),
        async (language, languages) => {
          await api.db('users').where({ id: ada }).update({ language });
          const to = { audience: { user_ids: [ada] }, now: api.now().toISOString() };
          const store = api.store.read.broadcastPreviews;
          const [counted] = await store.countLanguages(to, languages);
          expect(counted?.language).toBe(languageOfTags(language, languages) ?? null);
        },
      ),
      { numRuns: casesOf({ least: 100, per: 20 }), endOnFailure: true },
    );
  });
});
