import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceRun, SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { sweepExpiredCounters } from '../../../src/jobs/operations.jobs.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { recordingLog } from '../../support/log.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';

let test: SourcesTest;
let conference: Conference;
const { log, lines } = recordingLog();
const db = () => test.api.db;
interface RunList {
  readonly data: readonly SourceRun[];
  readonly pagination: { readonly next_cursor: string | null };
}
const pathOf = (id: number) => `/api/v1/admin/conferences/${id}/sources`;

beforeAll(async () => {
  test = await SourcesTest.start({ log });
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  lines.length = 0;
  await emptyAuditLog(db());
  await emptyProgramme(db());
  conference = await test.conference();
});

const URL = 'https://talks.example.org/sea/schedule/export/schedule.json';
const SECRET = 'a-token-that-nobody-reads';
const PRETIX = {
  ...{ kind: 'pretix', name: 'Tickets', credential: SECRET },
  settings: { organizer: 'octo', event: 'sea' },
};
const LUMA = { kind: 'luma', name: 'Guests', credential: SECRET, settings: { event: 'evt-1' } };
const attempt = (body: object, key?: string) =>
  test.api
    .admin(key)
    .post(pathOf(conference.id))
    .send({ kind: 'schedule_json', name: 'pretalx', url: URL, ...body });
const trail = () =>
  db()('audit_log').orderBy('id').select('action', 'subject_id', 'before', 'after');

describe('POST /admin/conferences/:id/sources', () => {
  it('creates a source that is read at once', async () => {
    const { body, headers } = await attempt({}).expect(201);

    expect(body).toEqual({
      ...{ id: expect.any(Number), conference_id: conference.id, kind: 'schedule_json' },
      ...{ name: 'pretalx', url: URL, settings: {}, has_credential: false },
      ...{ interval_minutes: 15, publish: 'review', absent: 'keep', is_enabled: true },
      ...{ off_reason: null, is_confirmed: false, restless_at: null, failing_since: null },
      ...{ next_run_at: expect.any(String), last_run: null, waiting_run_id: null, version: 1 },
      created_at: expect.any(String),
    });
    expect(headers.etag).toBeUndefined();
    expect(await test.api.services.dueSources.isDue()).toBe(true);
    expect(await trail()).toEqual([
      {
        ...{ action: 'source.create', subject_id: body.id, before: null },
        after: {
          ...{ kind: 'schedule_json', name: 'pretalx', settings: {}, publish: 'review' },
          ...{ url: 'https://talks.example.org', interval_minutes: 15, absent: 'keep' },
        },
      },
    ]);
  });

  it.each([
    ['https://pretix.eu', PRETIX],
    ['https://public-api.luma.com', LUMA],
  ])('has the public API and an hour for guests: %s', async (url, body) => {
    const made = await attempt({ ...body, url: undefined }).expect(201);
    expect(made.body).toMatchObject({ url, interval_minutes: 60, has_credential: true });
  });

  it('that is off is not read', async () => {
    const { body } = await attempt({ is_enabled: false }).expect(201);
    expect(body).toMatchObject({ is_enabled: false, off_reason: 'by_hand' });
    expect(await test.work()).toEqual({});
  });

  it.each<[string, object]>([
    ['kind', { kind: 'csv' }],
    ['name', { name: '' }],
    ['name', { name: 'a'.repeat(101) }],
    ['url', { url: undefined }],
    ['url', { url: 'ftp://talks.example.org' }],
    ['url', { url: 'https://user:secret@talks.example.org' }],
    ['url', { url: `https://talks.example.org/${'a'.repeat(2_000)}` }],
    ['interval_minutes', { interval_minutes: 4 }],
    ['interval_minutes', { interval_minutes: 1_441 }],
    ['interval_minutes', { ...PRETIX, interval_minutes: 14 }],
    ['publish', { publish: 'never' }],
    ['absent', { absent: 'delete' }],
    ['settings.uids', { settings: { uids: ['a'] } }],
    ['settings.uids', { kind: 'ical', settings: { uids: [] } }],
    ['settings.lang', { settings: { lang: 'not a language' } }],
    ['settings.lang', { kind: 'sessionize', settings: { lang: 'en' } }],
    ['settings.event', { ...PRETIX, settings: { organizer: 'octo' } }],
    ['settings.organizer', { ...PRETIX, settings: { event: 'sea' } }],
    ['settings.organizer', { ...LUMA, settings: { event: 'evt-1', organizer: 'octo' } }],
    ['credential', { ...LUMA, credential: undefined }],
    ['credential', { credential: SECRET }],
    ['credential', { ...LUMA, credential: 'with\r\na-header: b' }],
  ])('names the field that is wrong: %s', async (field, body) => {
    const { body: answer } = await attempt(body).expect(400);
    expect(answer).toEqual(refusal(field.replace('.', '\\.')));
    expect(await db()('sources')).toEqual([]);
  });

  it('makes 10 of 11 at once', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => attempt({})));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      failure('SOURCE_LIMIT', 'A conference has at most 10 sources; delete one first'),
    );
    const other = await aConference(db());
    await test.create(other, { url: URL });
  });

  it('of a conference that does not exist is 404', async () => {
    const answer = await test.api
      .admin()
      .post(pathOf(999_999))
      .send({ kind: 'ical', name: 'a', url: URL });
    expect(answer.status).toBe(404);
  });
});

describe('a credential', () => {
  it('is encrypted and in no answer, audit entry or log', async () => {
    const { body } = await attempt({ ...PRETIX, url: test.fake.url }).expect(201);
    await test.put(body, { credential: `${SECRET}-2` }).expect(200);
    await test.work();

    const seen = [body, await test.get(body), await test.runs(body), await trail(), lines];
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    const [{ credential_encrypted }] = await db()('sources');
    expect(credential_encrypted.toString('latin1')).not.toContain(SECRET);
    expect(await trail()).toContainEqual({
      ...{ action: 'source.update', subject_id: body.id, before: {} },
      after: { credential: 'replaced' },
    });
  });

  it('goes to no other origin', async () => {
    const { body } = await attempt({ ...PRETIX, url: 'https://tickets.example.org/shop' });
    for (const url of [
      'http://tickets.example.org',
      'https://tickets.example.org:8443',
      'https://example.org',
    ]) {
      const { body: answer } = await test.put(body, { url }).expect(400);
      expect(answer).toEqual(refusal('url'));
    }
    await test.put(body, { url: 'https://tickets.example.org/other' }).expect(200);
  });
});

describe('PUT', () => {
  let source: SourceView;
  const programme = [talk('a', 10)];
  beforeEach(async () => {
    source = await test.confirmed(conference, { url: test.fake.release('sea', programme) });
  });

  it('changes what is given, with If-Match', async () => {
    const { body } = await test
      .put(source, { name: 'Talks', publish: 'auto', absent: 'cancel', interval_minutes: 5 })
      .set('If-Match', `"${source.id}.${source.version}"`)
      .expect(200);
    expect(body).toMatchObject({
      ...{ name: 'Talks', publish: 'auto', absent: 'cancel', interval_minutes: 5 },
      ...{ url: source.url, version: source.version + 1, is_confirmed: true },
    });
    expect((await trail()).at(-1)).toEqual({
      ...{ action: 'source.update', subject_id: source.id },
      before: { name: 'pretalx', publish: 'review', absent: 'keep', interval_minutes: 15 },
      after: { name: 'Talks', publish: 'auto', absent: 'cancel', interval_minutes: 5 },
    });

    const stale = test.put(source, { name: 'Late' });
    await stale.set('If-Match', `"${source.id}.${source.version}"`).expect(412);
    const gone = test.api.admin().delete(test.pathOf(source));
    await gone.set('If-Match', `"${source.id}.${source.version}"`).expect(412);
  });

  it('has one winner of two with the same version', async () => {
    const answers = await Promise.all(
      ['One', 'Two'].map((name) =>
        test.put(source, { name }).set('If-Match', `"${source.id}.${source.version}"`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('without a change writes nothing', async () => {
    const before = await trail();
    const { body } = await test.put(source, { name: source.name, url: source.url }).expect(200);
    expect(body).toEqual(source);
    expect(await trail()).toEqual(before);
  });

  it.each<[string, object]>([
    ['kind', { kind: 'ical' }],
    ['url', { url: 'https://example.org/schedule.json' }],
    ['settings.uids', { settings: { uids: ['a'] } }],
    ['credential', { credential: SECRET }],
    ['interval_minutes', { interval_minutes: 1 }],
  ])('names the field that is wrong: %s', async (field, body) => {
    const { body: answer } = await test.put(source, body).expect(400);
    expect(answer).toEqual(refusal(field));
  });

  it('of the same kind is no other kind', async () => {
    await test.put(source, { kind: 'schedule_json', name: 'Talks' }).expect(200);
  });

  it('of the address or the settings is read at once, and waits for a person again', async () => {
    await test.put(source, { publish: 'auto' }).expect(200);
    test.fake.release('sea', [...programme, talk('b', 11)], { lang: 'en' });
    const { body } = await test.put(source, { settings: { lang: 'en' } }).expect(200);
    expect(body).toMatchObject({ is_confirmed: false, settings: { lang: 'en' } });
    expect(await test.work()).toEqual({ waiting: 1 });
    expect(test.fake.requests.at(-1)).toBe('/sea/schedule/export/schedule.json?lang=en');

    await test.put(source, { settings: {} }).expect(200);
    expect(await test.get(source)).toMatchObject({ waiting_run_id: null, settings: {} });
  });

  it('switches off and on', async () => {
    const off = await test.put(source, { is_enabled: false }).expect(200);
    expect(off.body).toMatchObject({ is_enabled: false, off_reason: 'by_hand' });
    await test.setDue(source);
    expect(await test.work()).toEqual({});
    const on = await test.put(source, { is_enabled: true }).expect(200);
    expect(on.body).toMatchObject({ is_enabled: true, off_reason: null, is_confirmed: true });
    expect(await test.work()).toEqual({ applied: 1 });
  });
});

describe('DELETE', () => {
  it('leaves what the source brought', async () => {
    const url = test.fake.release('sea', [talk('a', 10)]);
    const source = await test.confirmed(conference, { url });
    await test.api
      .admin()
      .delete(test.pathOf(source))
      .expect(200, { id: source.id, deleted: true });

    await test.api.admin().get(test.pathOf(source)).expect(404);
    expect(await db()('source_runs')).toEqual([]);
    expect(await db()('agenda_items').select('title')).toEqual([{ title: 'Talk a' }]);
    expect((await trail()).at(-1)).toEqual({
      ...{ action: 'source.delete', subject_id: source.id, after: null },
      before: { kind: 'schedule_json', name: 'pretalx', url: test.fake.url },
    });
    // The next source of the host takes the items over.
    const next = await test.create(conference, { url });
    await test.work();
    expect((await test.get(next)).last_run?.counts).toMatchObject({ created: 0, unchanged: 1 });
  });
});

describe('the scope', () => {
  const keyOf = async (...scopes: readonly string[]) =>
    (await aKey(db(), { scopes: scopes as never })).secret;
  const needed = (scope: string) => `HallwayKey error="insufficient_scope", scope="${scope}"`;

  it.each([
    ['content', { kind: 'ical', name: 'Calendar', url: URL }],
    ['attendees', LUMA],
  ])('is that of %s', async (area, body) => {
    const other = area === 'content' ? 'attendees' : 'content';
    const reads = await keyOf(`${area}:read`, `${other}:import`);
    const imports = await keyOf(`${area}:import`);
    const wrong = await keyOf(`${other}:read`, `${other}:import`);
    const refused = await attempt({ ...body, url: undefined, ...body }, reads).expect(403);
    expect(refused.headers['www-authenticate']).toBe(needed(`${area}:import`));
    const made = await attempt({ url: undefined, ...body }, imports).expect(201);
    const path = test.pathOf(made.body);

    await test.api.admin(reads).get(path).expect(200);
    await test.api.admin(reads).get(`${path}/runs`).expect(200);
    for (const at of [path, `${path}/runs`, `${path}/runs/1`]) {
      const { headers } = await test.api.admin(wrong).get(at).expect(403);
      expect(headers['www-authenticate']).toBe(needed(`${area}:read`));
    }
    const posts = ['run', 'runs/1/apply', 'runs/1/discard'];
    for (const at of posts) {
      const { headers } = await test.post(made.body, at, {}, reads).expect(403);
      expect(headers['www-authenticate']).toBe(needed(`${area}:import`));
    }
    await test.put(made.body, { name: 'a' }, reads).expect(403);
    await test.post(made.body, 'follow', { agenda_item_ids: [1] }, reads).expect(403);
    await test.post(made.body, 'withdraw', { registration_ids: [1] }, reads).expect(403);
    await test.api.admin(reads).delete(path).expect(403);
    await test.api.admin(imports).delete(path).expect(200);
  });

  it('decides which sources are listed', async () => {
    await attempt({}).expect(201);
    await attempt({ url: undefined, ...LUMA }).expect(201);
    const kinds = async (key?: string) => {
      const { body } = await test.api.admin(key).get(pathOf(conference.id)).expect(200);
      return [body.data.map(({ kind }: SourceView) => kind), body.pagination.total];
    };
    expect(await kinds()).toEqual([['schedule_json', 'luma'], 2]);
    expect(await kinds(await keyOf('content:read'))).toEqual([['schedule_json'], 1]);
    expect(await kinds(await keyOf('attendees:read'))).toEqual([['luma'], 1]);
    const none = await keyOf('feedback:read');
    await test.api.admin(none).get(pathOf(conference.id)).expect(403);
  });

  it('is of the conference of the key', async () => {
    const source = await test.create(conference, { url: URL });
    const other = await aConference(db());
    const { secret } = await aKey(db(), { conference_ids: [other.id] });
    await test.api.admin(secret).get(test.pathOf(source)).expect(404);
    await test.api.admin(secret).get(pathOf(conference.id)).expect(404);
    const through = { ...source, conference_id: other.id };
    await test.api.admin(secret).get(test.pathOf(through)).expect(404);
    await test.put(through, { name: 'a' }, secret).expect(404);
    await test.post(through, 'run', {}, secret).expect(404);
    await test.post(through, 'follow', { agenda_item_ids: [1] }, secret).expect(404);
    await test.api
      .admin(secret)
      .get(`${test.pathOf(through)}/runs`)
      .expect(404);
    await test.api.admin(secret).delete(test.pathOf(through)).expect(404);
  });
});

describe('what only one kind has', () => {
  it('is no follow of guests, and no withdrawal from a programme', async () => {
    const guests = (await attempt({ url: undefined, ...LUMA }).expect(201)).body;
    const programme = (await attempt({}).expect(201)).body;
    await test.post(guests, 'follow', { agenda_item_ids: [1] }).expect(409);
    await test.post(programme, 'withdraw', { registration_ids: [1] }).expect(409);
  });
});

describe('GET …/runs', () => {
  it('has the newest first, by cursor, without reports', async () => {
    const source = await test.create(conference, { url: test.fake.release('sea', []) });
    const made = await db()('source_runs')
      .insert(
        [1, 2, 3, 4, 5].map((failures) => ({
          ...{ source_id: source.id, kind: 'scheduled', status: 'failed', error: `${failures}` },
          finished_at: db().fn.now(),
        })),
      )
      .returning('id');
    const ids: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const path: string = `${test.pathOf(source)}/runs?limit=2${next && `&cursor=${next}`}`;
      const { body }: { body: RunList } = await test.api.admin().get(path).expect(200);
      for (const run of body.data) {
        expect(Object.keys(run)).not.toContain('report');
        ids.push(run.id);
      }
      next = body.pagination.next_cursor;
    }
    expect(ids).toEqual(made.map(({ id }) => id).reverse());
  });

  it('has no run of another source', async () => {
    const url = test.fake.release('sea', [talk('a', 10)]);
    const [one, two] = [
      await test.create(conference, { url }),
      await test.create(conference, { url }),
    ];
    await test.work();
    const { waiting_run_id } = await test.get(one);
    await test.api
      .admin()
      .get(`${test.pathOf(two)}/runs/${waiting_run_id}`)
      .expect(404);
    await test.post(two, `runs/${waiting_run_id}/apply`).expect(404);
    await test.post(two, `runs/${waiting_run_id}/discard`).expect(404);
  });

  it('keeps 200 of a source, for 90 days', async () => {
    const source = await test.create(conference, { url: test.fake.release('sea', []) });
    const run = {
      ...{ source_id: source.id, kind: 'scheduled', status: 'failed' },
      finished_at: db().raw(`now() - interval '1 day'`),
    };
    await db()('source_runs').insert(Array(205).fill(run));
    test.fake.fail('/sea/schedule/export/schedule.json', 500);
    await test.work();
    expect(await db()('source_runs')).toHaveLength(200);

    const old = { started_at: db().raw(`now() - interval '91 days'`) };
    await db()('source_runs').where('id', '<', db()('source_runs').max('id')).update(old);
    await sweepExpiredCounters.run(test.api, null, new AbortController().signal);
    expect(await db()('source_runs').select('error')).toEqual([
      { error: 'The address answers with the status 500' },
    ]);
  });
});
