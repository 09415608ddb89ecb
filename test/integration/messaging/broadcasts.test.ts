import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

const JOBS = '/api/v1/admin/notifications/jobs';
const HOUR_MS = 60 * 60 * 1_000;
const YEAR_MS = 366 * 24 * HOUR_MS;

let api: TestApi;
let ada: User;
let grace: User;
let edsger: User;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await api.db('notification_jobs').delete();
  await emptyAuditLog(api.db);
  await api.db.raw('delete from pgboss.job');
  await api.db('users').delete();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' });
  grace = await aUser(api.db, { first_name: 'Grace', points: 120 });
  edsger = await aUser(api.db, { first_name: 'Edsger' });
});
afterAll(() => api.close());

const BROADCAST = { title: 'Doors', body: 'Open at nine.', audience: { all: true } };
const inMs = (ms: number) => new Date(api.now().getTime() + ms).toISOString();

const bulkSend = (given: object = {}) =>
  api
    .admin()
    .post('/api/v1/admin/notifications/bulk-send')
    .send({ ...BROADCAST, force: true, ...given });
const preview = (given: object = {}) =>
  api
    .admin()
    .post('/api/v1/admin/notifications/preview')
    .send({ ...BROADCAST, ...given });
const cancel = (id: number) => api.admin().post(`${JOBS}/${id}/cancel`);
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const reschedule = (id: number, scheduled_at: unknown) =>
  api.admin().put(`${JOBS}/${id}/reschedule`).send({ scheduled_at });
const statsOf = async (id: number) => (await api.admin().get(`${JOBS}/${id}/stats`)).body;

async function aJob(given: object = {}): Promise<Broadcast> {
  return (await bulkSend(given).expect(201)).body;
}

/** A job with its recipients. */
async function aRunningJob(given: object = {}): Promise<Broadcast> {
  const job = await aJob(given);
  await run(job.id);
  return job;
}

/** The first names of an audience. */
async function namesOf(audience: object): Promise<string[]> {
  const { body } = await preview({ audience, title: '{{first_name}}' }).expect(200);
  expect(body.count).toBe(body.samples.length);
  return body.samples.map(({ title }: { title: string }) => title);
}

const audited = () =>
  api.db('audit_log').orderBy('id').select('action', 'subject_id', 'before', 'after');
/** The times for which the job is queued. */
const queuedFor = async (id: number): Promise<string[]> =>
  api
    .db('pgboss.job')
    .where({ name: 'run-notification-job' })
    .whereRaw(`data ->> 'job_id' = ?`, [id])
    .orderBy('start_after')
    .pluck('start_after');

describe('POST /admin/notifications/bulk-send', () => {
  it('creates a job and queues it for now', async () => {
    const { body } = await bulkSend({
      title: '  Doors {{first_name|there}} ',
      action_url: 'https://x.example/agenda',
    }).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      type: 'message',
      quest_id: null,
      title: 'Doors {{first_name|there}}',
      body: 'Open at nine.',
      translations: {},
      action_url: 'https://x.example/agenda',
      start: null,
      audience: { all: true },
      channels: ['in_app', 'messenger'],
      anchor: null,
      pin: null,
      ignore_gap: false,
      missed_at: null,
      warnings: [],
      status: 'scheduled',
      author: null,
      failure_reason: null,
      scheduled_at: api.now().toISOString(),
      started_at: null,
      finished_at: null,
      total: 0,
      recalled_at: null,
      version: 1,
      created_at: expect.any(String),
    });
    expect(await queuedFor(body.id)).toHaveLength(1);
    expect(await audited()).toEqual([
      {
        action: 'notification_job.create',
        subject_id: body.id,
        before: null,
        after: {
          title: body.title,
          body: body.body,
          action_url: body.action_url,
          channels: body.channels,
          scheduled_at: body.scheduled_at,
        },
      },
    ]);
  });

  it('creates a job for later with its audience and channels', async () => {
    const scheduled_at = inMs(HOUR_MS);
    const audience = { user_ids: [ada.id], created_from: '2026-01-01T00:00:00.000Z' };
    const { body } = await bulkSend({ scheduled_at, audience, channels: ['in_app'] }).expect(201);

    expect(body).toMatchObject({ scheduled_at, audience, channels: ['in_app'], action_url: null });
    expect(await queuedFor(body.id)).toEqual([scheduled_at]);
  });

  it('with dry_run counts and renders, and stores nothing', async () => {
    await aUser(api.db, { first_name: 'Alan', messenger_reachable: true });
    const { body } = await bulkSend({
      dry_run: true,
      title: 'For {{first_name}}',
      body: 'Dear {{last_name|friend}}',
    }).expect(200);

    expect(body).toEqual({
      dry_run: true,
      count: 4,
      recipients: { in_app: 4, messenger: 1 },
      too_soon: 0,
      samples: [
        { user_id: ada.id, title: 'For Ada', body: 'Dear Lovelace' },
        { user_id: grace.id, title: 'For Grace', body: 'Dear friend' },
        { user_id: edsger.id, title: 'For Edsger', body: 'Dear friend' },
      ],
    });
    expect(await api.db('notification_jobs')).toEqual([]);
    expect(await audited()).toEqual([]);
    expect(await api.db('pgboss.job').where({ name: 'run-notification-job' })).toEqual([]);
  });

  it.each([
    ['a blank title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['a missing body', { body: undefined }, 'body'],
    ['a body that is too long', { body: 'x'.repeat(4_001) }, 'body'],
    ['an unknown variable', { title: '{{hat}}' }, 'title: expected a known variable, got "hat"'],
    [
      'one in the body',
      { body: '{{shoe_size}}' },
      'body: expected a known variable, got "shoe_size"',
    ],
    ['braces that do not close', { body: 'Hello {{' }, 'body'],
    ['a URL that is not on the web', { action_url: 'javascript:alert(1)' }, 'action_url'],
    ['no channel', { channels: [] }, 'channels'],
    ['a repeated channel', { channels: ['in_app', 'in_app'] }, 'channels'],
    ['an unknown channel', { channels: ['pigeon'] }, 'channels.0'],
    ['a time without an offset', { scheduled_at: '2026-05-14T18:00:00' }, 'scheduled_at'],
    ['a dry_run that is not boolean', { dry_run: 'yes' }, 'dry_run'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await bulkSend(given).expect(400);
    expect(body).toEqual(
      field.includes(': ') ? failure('VALIDATION_ERROR', field) : refusal(field),
    );
  });

  it('accepts dry_run in the query too, like the imports', async () => {
    const { body } = await bulkSend().query({ dry_run: 'true' }).expect(200);
    expect(body).toMatchObject({ dry_run: true, count: 3 });
    expect(await api.db('notification_jobs')).toEqual([]);
  });

  it.each([
    [-61_000, 400],
    [-59_000, 201],
    [YEAR_MS, 201],
    [YEAR_MS + 1_000, 400],
  ])('answers a time %i ms from now with %i', async (ms, status) => {
    const { body } = await bulkSend({ scheduled_at: inMs(ms) }).expect(status);
    if (status === 400) expect(body).toEqual(refusal('scheduled_at'));
  });

  it('accepts 10,000 ids', async () => {
    const user_ids = Array.from({ length: 10_000 }, (_, n) => 9_000_000_000_000 + n);
    const { body } = await bulkSend({ audience: { user_ids }, dry_run: true }).expect(200);
    expect(body.count).toBe(0);
  });

  it.each([
    ['is missing', undefined, 'audience: '],
    ['is empty', {}, 'audience: expected `all` or at least one filter'],
    ['has all: false', { all: false }, 'audience.all: expected true'],
    ['has all and a filter', { all: true, user_ids: [1] }, 'audience: expected either'],
    ['has an unknown filter', { user_id: [1] }, 'audience: unknown filter "user_id"'],
    ['has all and an unknown filter', { all: true, x: 1 }, 'audience: unknown filter "x"'],
    ['is a spreadsheet', { spreadsheet: true }, 'audience: unknown filter "spreadsheet"'],
    ['has an empty list', { user_ids: [] }, 'audience.user_ids: expected at least one'],
    ['has null', { user_ids: null }, 'audience.user_ids: '],
    ['has ids as text', { user_ids: ['1'] }, 'audience.user_ids.0: expected a positive integer'],
    ['has an id instead of a list', { conference_ids: 7 }, 'audience.conference_ids: '],
    ['has a blank text', { ticket_types: [' '] }, 'audience.ticket_types.0: expected some text'],
    [
      'has an unknown status',
      { onboarding_statuses: ['done'] },
      'audience.onboarding_statuses.0: ',
    ],
    [
      'has too many ids',
      { messenger_ids: Array.from({ length: 10_001 }, () => 1) },
      'audience.messenger_ids: expected at most 10000',
    ],
    [
      'has too many texts',
      { interests: Array.from({ length: 201 }, () => 'a') },
      'audience.interests: expected at most 200',
    ],
    ['has a day instead of a time', { created_from: '2026-05-14' }, 'audience.created_from: '],
    [
      'ends at its start',
      { created_from: '2026-05-14T00:00:00Z', created_to: '2026-05-14T00:00:00Z' },
      'audience.created_to: expected a time after created_from',
    ],
  ])('answers 400 for an audience that %s', async (_what, audience, start) => {
    const { body } = await bulkSend({ audience }).expect(400);
    expect(body.code).toBe('VALIDATION_ERROR');
    expect(body.error).toMatch(start);
    expect(await api.db('notification_jobs')).toEqual([]);
  });
});

describe('an audience', () => {
  it('loses erased users, also their messenger ids in filters', async () => {
    const [gone, stays] = [await aUser(api.db), await aUser(api.db)];
    const audience = { messenger_ids: [gone.messenger_id, stays.messenger_id] };
    const { body: job } = await bulkSend({ audience }).expect(201);
    const { body: last } = await bulkSend({ audience: { messenger_ids: [gone.messenger_id] } });

    await api.services.accounts.erase(gone.id);
    const audienceOf = async ({ id }: { id: number }) =>
      (await api.admin().get(`/api/v1/admin/notifications/jobs/${id}`).expect(200)).body.audience;
    expect(await audienceOf(job)).toEqual({ messenger_ids: [stays.messenger_id] });
    expect(await audienceOf(last)).toEqual({ messenger_ids: [] });

    await run(last.id);
    expect(await api.db('notifications').where({ job_id: last.id })).toEqual([]);
  });

  it('leaves out erased and blocked users, but not imported ones', async () => {
    await api.db('users').where({ id: ada.id }).update({ is_blocked: true });
    await api.services.accounts.erase(grace.id);
    await aUser(api.db, { first_name: 'Imported', last_seen_at: null });

    expect(await namesOf({ all: true })).toEqual(['Edsger', 'Imported']);
    expect(await namesOf({ user_ids: [ada.id, grace.id, edsger.id] })).toEqual(['Edsger']);
  });

  it('filters by a seat at one of the conferences', async () => {
    const [here, there, nowhere] = [
      await aConference(api.db),
      await aConference(api.db),
      await aConference(api.db),
    ];
    await aRegistration(api.db, [ada, here]);
    await aRegistration(api.db, [ada, there]);
    await aRegistration(api.db, [grace, there], { status: 'checked_in' });
    await aRegistration(api.db, [edsger, here], { status: 'waitlisted' });

    expect(await namesOf({ conference_ids: [here.id, there.id] })).toEqual(['Ada', 'Grace']);
    expect(await namesOf({ conference_ids: [nowhere.id] })).toEqual([]);
  });

  it('filters by ticket type, at one of the conferences if given', async () => {
    const [here, there] = [await aConference(api.db), await aConference(api.db)];
    await aRegistration(api.db, [ada, here], { ticket_type: 'speaker' });
    await aRegistration(api.db, [grace, there], { ticket_type: 'speaker' });
    await aRegistration(api.db, [grace, here], { ticket_type: 'press' });
    await aRegistration(api.db, [edsger, here], { ticket_type: 'speaker', status: 'cancelled' });

    expect(await namesOf({ ticket_types: ['speaker'] })).toEqual(['Ada', 'Grace']);
    expect(await namesOf({ ticket_types: ['speaker'], conference_ids: [here.id] })).toEqual([
      'Ada',
    ]);
    expect(await namesOf({ ticket_types: ['press', 'staff'] })).toEqual(['Grace']);
  });

  it('filters by a seat at one of the events', async () => {
    const [morning, evening] = [await anEvent(api.db), await anEvent(api.db)];
    await anAttendance(api.db, [ada, morning]);
    await anAttendance(api.db, [grace, evening]);
    await anAttendance(api.db, [edsger, evening], 'cancelled');

    expect(await namesOf({ event_ids: [morning.id, evening.id] })).toEqual(['Ada', 'Grace']);
    expect(await namesOf({ event_ids: [evening.id] })).toEqual(['Grace']);
  });

  it.each([
    ['language', { language_code: 'en-GB' }, { language_codes: ['EN'] }],
    ['regional language', { language_code: 'en-gb' }, { language_codes: ['en-GB'] }],
    ['onboarding', { onboarding_status: 'completed' }, { onboarding_statuses: ['completed'] }],
    ['interests', { interests: ['Music', 'Looms'] }, { interests: ['art', 'mUSIC'] }],
    ['messenger id', { messenger_id: 4_242 }, { messenger_ids: [4_242, 4_243] }],
    [
      'creation time',
      { created_at: '2020-02-02T10:00:00Z' },
      { created_from: '2020-02-02T11:00:00+01:00', created_to: '2020-02-02T10:00:00.001Z' },
    ],
  ])('filters by %s', async (_what, columns, audience) => {
    await aUser(api.db, { first_name: 'Chosen', ...columns });
    expect(await namesOf(audience)).toEqual(['Chosen']);
  });

  it('matches no regional language by its base, and excludes created_to', async () => {
    await api.db('users').update({ language_code: 'en', created_at: '2020-02-02T10:00:00Z' });

    expect(await namesOf({ language_codes: ['en-GB'] })).toEqual([]);
    expect(await namesOf({ language_codes: ['e'] })).toEqual([]);
    expect(await namesOf({ created_to: '2020-02-02T10:00:00Z' })).toEqual([]);
  });

  it('matches all filters', async () => {
    const event = await anEvent(api.db);
    await anAttendance(api.db, [ada, event]);
    await anAttendance(api.db, [grace, event]);

    expect(await namesOf({ event_ids: [event.id], user_ids: [grace.id, edsger.id] })).toEqual([
      'Grace',
    ]);
  });
});

describe('POST /admin/notifications/preview', () => {
  it('counts by channel, and stores nothing', async () => {
    const reachable = await Promise.all(
      [{}, { notifications_enabled: false }, {}, {}].map((given) =>
        aUser(api.db, { messenger_reachable: true, ...given }),
      ),
    );
    await api.db('notification_settings').insert([
      { user_id: reachable[2]?.id, muted_topics: ['messages'] },
      { user_id: reachable[3]?.id, muted_topics: ['events'] },
    ]);

    const { body: both } = await preview().expect(200);
    const { body: one } = await preview({ channels: ['messenger'] }).expect(200);

    expect(both).toMatchObject({ count: 7, recipients: { in_app: 7, messenger: 2 } });
    expect(one).toMatchObject({ count: 7, recipients: { in_app: 0, messenger: 2 } });
    expect(both).toEqual({ ...both, samples: expect.any(Array) });
    expect(both.samples).toHaveLength(3);
    expect(await api.db('notification_jobs')).toEqual([]);
  });

  it('answers 400 like bulk-send', async () => {
    expect((await preview({ body: '{{x}}' }).expect(400)).body).toEqual(refusal('body'));
    expect((await preview({ audience: {} }).expect(400)).body).toEqual(refusal('audience'));
  });

  const rendered = async (given: object) => {
    const { body } = await preview({ audience: { user_ids: [ada.id] }, ...given }).expect(200);
    return body.samples[0];
  };

  it.each([
    ['a value', '{{first_name}} {{last_name}} {{username}} {{points}}', 'Ada Lovelace ada 0'],
    ['a value instead of its fallback', '{{first_name|there}}', 'Ada'],
    ['the fallback of an empty value', '{{conference_name|somewhere}}', 'somewhere'],
    ['an empty value without a fallback', 'a{{event_title}}b', 'ab'],
    [
      'SQL syntax and placeholders',
      `50 % ? ?? :first_name $1 \\ ' "`,
      `50 % ? ?? :first_name $1 \\ ' "`,
    ],
    ['placeholders in a fallback', `{{event_title|? :x '' $1 \\}}`, `? :x '' $1 \\`],
    ['single braces', '{ } {first_name}', '{ } {first_name}'],
    ['many variables', '{{first_name}}'.repeat(250), 'Ada'.repeat(250)],
  ])('renders %s', async (_what, body, text) => {
    expect(await rendered({ body })).toMatchObject({ user_id: ada.id, body: text });
  });

  it.each([
    ['{{last_name}}', '{{last_name}}'],
    ["'); drop table users; --", "'); drop table users; --"],
    ['? :body $2', '? :body $2'],
    ['', 'none'],
  ])('renders the name %j literally', async (last_name, text) => {
    await api.db('users').where({ id: ada.id }).update({ messenger_last_name: last_name });
    expect(await rendered({ body: '{{last_name|none}}' })).toMatchObject({ body: text });
  });

  it('truncates texts that are too long', async () => {
    const bio = 'ä'.repeat(150);
    await api.db('users').where({ id: ada.id }).update({ messenger_first_name: bio });
    const { title, body } = await rendered({
      title: '{{first_name}}{{first_name}}',
      body: '{{first_name}}'.repeat(30),
    });

    expect(title).toBe('ä'.repeat(200));
    expect(body).toBe('ä'.repeat(4_000));
  });

  it('renders the user’s next conference and event', async () => {
    const conference = (name: string, starts_on: string, given: object = {}) =>
      aConference(api.db, { name, starts_on, ends_on: starts_on, ...given });
    for (const one of [
      await conference('Over', '2026-05-10'),
      await conference('Draft', '2026-05-15', { status: 'draft' }),
      await conference('Later', '2026-07-01'),
      await conference('Next', '2026-06-01'),
    ]) {
      await aRegistration(api.db, [ada, one]);
    }
    await aRegistration(api.db, [ada, await conference('Full', '2026-05-16')], {
      status: 'waitlisted',
    });
    const event = (title: string, day: string, given: object = {}) =>
      anEvent(api.db, {
        title,
        starts_at: `${day}T08:00:00Z`,
        ends_at: `${day}T08:30:00Z`,
        ...given,
      });
    for (const one of [
      await event('Over', '2026-05-14'),
      await event('Cancelled', '2026-05-15', { status: 'cancelled' }),
      await event('Later', '2026-07-01'),
      await event('Next', '2026-06-01'),
    ]) {
      await anAttendance(api.db, [ada, one]);
    }

    const body = '{{conference_name}}, {{event_title}}';
    expect(await rendered({ body })).toMatchObject({ body: 'Next, Next' });
  });

  it('renders the conference and the event of the audience, even past ones', async () => {
    const past = await aConference(api.db, {
      name: 'Past',
      starts_on: '2025-05-01',
      ends_on: '2025-05-02',
    });
    const next = await aConference(api.db, { name: 'Next' });
    const early = await anEvent(api.db, { title: 'Early', status: 'cancelled' });
    const late = await anEvent(api.db, { title: 'Late', starts_at: '2026-05-15T09:30:00Z' });
    for (const one of [past, next]) await aRegistration(api.db, [ada, one]);
    for (const one of [late, early]) await anAttendance(api.db, [ada, one]);
    const given = (conferences: { id: number }[], events: { id: number }[]) => ({
      body: '{{conference_name}}, {{event_title}}',
      audience: {
        conference_ids: conferences.map(({ id }) => id),
        event_ids: events.map(({ id }) => id),
      },
    });

    expect(await rendered(given([next, past], [late, early]))).toMatchObject({
      body: 'Past, Early',
    });
    expect(await rendered(given([next], [late]))).toMatchObject({ body: 'Next, Late' });
  });
});

describe('GET /admin/notifications/jobs', () => {
  it('lists jobs newest first, filtered by status', async () => {
    const first = await aJob();
    const second = await aJob();
    await cancel(first.id).expect(200);

    const { body } = await api.admin().get(JOBS).expect(200);
    const { body: some } = await api.admin().get(`${JOBS}?status=cancelled&limit=1`).expect(200);

    expect(body).toEqual({
      data: [
        { ...second, counts: { queued: 0, sent: 0, failed: 0, skipped: 0 } },
        expect.objectContaining({ id: first.id, status: 'cancelled' }),
      ],
      pagination: { page: 1, limit: 20, total: 2, pages: 1 },
    });
    expect(some.data.map(({ id }: Broadcast) => id)).toEqual([first.id]);
  });

  it('lists those of one conference: with all of their audience there', async () => {
    const [here, there] = [await aConference(api.db), await aConference(api.db)];
    const given = { ...BROADCAST, scheduled_at: inMs(HOUR_MS) };
    const sendTo = async (audience: object) =>
      (await bulkSend({ ...given, audience }).expect(201)).body.id;
    const ofHere = await sendTo({ conference_ids: [here.id] });
    await sendTo({ conference_ids: [here.id, there.id] });
    await sendTo({ all: true });

    const { body } = await api.admin().get(`${JOBS}?conference_id=${here.id}`).expect(200);
    expect(body.data.map(({ id }: Broadcast) => id)).toEqual([ofHere]);
  });

  it.each([
    ['status=done', 'status'],
    ['conference_id=x', 'conference_id'],
    ['page=0', 'page'],
    ['limit=101', 'limit'],
  ])('answers 400 for %s', async (query, field) => {
    const { body } = await api.admin().get(`${JOBS}?${query}`).expect(400);
    expect(body).toEqual(refusal(field));
  });

  it('needs the same number of statements for any number of jobs', async () => {
    const list = () => countQueries(api.db, () => api.admin().get(JOBS).expect(200));
    await aJob();
    const few = await list();
    for (let n = 0; n < 5; n += 1) await aJob();
    expect(await list()).toBe(few);
  });
});

describe('GET /admin/notifications/jobs/:id', () => {
  it('returns a job', async () => {
    const job = await aJob();
    await api.admin().get(`${JOBS}/${job.id}`).expect(200, job);
  });

  it.each([
    ['get', ''],
    ['get', '/stats'],
    ['get', '/deliveries'],
    ['post', '/cancel'],
    ['put', '/reschedule'],
  ] as const)('answers 404 for an unknown job: %s %s', async (method, path) => {
    const call = (id: string) =>
      api
        .admin()
        [method](`${JOBS}/${id}${path}`)
        .send({ scheduled_at: inMs(HOUR_MS) });
    expect((await call('999999').expect(404)).body).toEqual(failure('NOT_FOUND'));
    expect((await call('x').expect(400)).body).toEqual(refusal('id'));
  });
});

describe('GET /admin/notifications/jobs/:id/stats', () => {
  it('is all zero before the job starts', async () => {
    const { id } = await aJob();
    expect(await statsOf(id)).toEqual({
      total: 0,
      queued: 0,
      sent: 0,
      failed: 0,
      skipped: 0,
      too_soon: 0,
      clicked: 0,
      dismissed: 0,
      click_rate: 0,
      failures_by_reason: {},
      skipped_by_reason: {},
      started_at: null,
      finished_at: null,
      messages_per_second: null,
    });
  });

  it('counts recipients by status and reason', async () => {
    const reachable = await people(api.db, 6, { messenger_reachable: true });
    const { id } = await aRunningJob();
    const setStatus = (n: number, status: string, given: object = {}) =>
      api
        .db('deliveries')
        .where({ job_id: id, user_id: reachable[n]?.id })
        .update({ status, ...given });
    await setStatus(0, 'sent');
    await setStatus(1, 'sent');
    await setStatus(2, 'failed', { reason: 'blocked' });
    await setStatus(3, 'skipped', { reason: 'muted' });
    await setStatus(4, 'sending', {
      run_id: '00000000-0000-4000-8000-000000000000',
      leased_until: api.now(),
    });
    await api
      .db('notifications')
      .where({ user_id: reachable[0].id })
      .update({ clicked_at: api.now() });
    await api.db('notifications').where({ user_id: ada.id }).update({ dismissed_at: api.now() });

    expect(await statsOf(id)).toEqual({
      total: 9,
      queued: 2,
      sent: 2,
      failed: 1,
      skipped: 4,
      too_soon: 0,
      clicked: 1,
      dismissed: 1,
      click_rate: 0.5,
      failures_by_reason: { blocked: 1 },
      skipped_by_reason: { muted: 1, unreachable: 3 },
      started_at: expect.any(String),
      finished_at: null,
      messages_per_second: expect.any(Number),
    });
  });
});

describe('GET /admin/notifications/jobs/:id/deliveries', () => {
  const list = (id: number, query = '') => api.admin().get(`${JOBS}/${id}/deliveries${query}`);

  it('lists the delivery status of each recipient', async () => {
    await api.db('users').where({ id: ada.id }).update({ messenger_reachable: true });
    const { id } = await aRunningJob();

    const { body } = await list(id, '?limit=2').expect(200);

    expect(body).toEqual({
      data: [
        {
          notification_id: expect.any(Number),
          user: { id: ada.id, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' },
          status: 'queued',
          reason: null,
          attempts: 0,
          answered_at: null,
          clicked_at: null,
          dismissed_at: null,
        },
        expect.objectContaining({ status: 'skipped', reason: 'unreachable' }),
      ],
      pagination: { page: 1, limit: 2, total: 3, pages: 2, next_cursor: expect.any(String) },
    });
    const { next_cursor } = body.pagination;
    const { body: rest } = await list(id, `?limit=2&cursor=${next_cursor}`).expect(200);
    expect(rest.data).toEqual([expect.objectContaining({ status: 'skipped' })]);
    expect(rest.pagination).toEqual({ limit: 2, next_cursor: null });
  });

  it('lists recipients without a message as sent, and none of another job', async () => {
    const { id } = await aRunningJob({ channels: ['in_app'], audience: { user_ids: [grace.id] } });
    await aRunningJob();

    const { body } = await list(id).expect(200);

    expect(body.data).toMatchObject([
      { user: { id: grace.id }, status: 'sent', reason: null, attempts: 0 },
    ]);
  });

  it('filters by status', async () => {
    await api.db('users').where({ id: grace.id }).update({ messenger_reachable: true });
    const { id } = await aRunningJob();

    const { body } = await list(id, '?status=queued').expect(200);
    expect(body.data).toMatchObject([{ user: { id: grace.id } }]);
    expect((await list(id, '?status=sent').expect(200)).body.data).toEqual([]);
  });

  it.each([
    ['?status=lost', 'status'],
    ['?cursor=x', 'cursor'],
  ])('answers 400 for %s', async (query, field) => {
    const { id } = await aJob();
    expect((await list(id, query).expect(400)).body).toEqual(refusal(field));
  });

  it('needs the same number of statements for any number of recipients', async () => {
    const cost = ({ id }: Broadcast) => countQueries(api.db, () => list(id).expect(200));
    const few = await cost(await aRunningJob());
    await people(api.db, 5);
    expect(await cost(await aRunningJob())).toBe(few);
  });
});

describe('POST /admin/notifications/jobs/:id/cancel', () => {
  it('cancels a scheduled job, which then never starts', async () => {
    const job = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await emptyAuditLog(api.db);

    const { body } = await cancel(job.id).expect(200);

    const cancelled = { status: 'cancelled', finished_at: expect.any(String), version: 2 };
    expect(body).toEqual({ ...job, ...cancelled });
    expect(await audited()).toEqual([
      {
        action: 'notification_job.cancel',
        subject_id: job.id,
        before: { status: 'scheduled' },
        after: { status: 'cancelled' },
      },
    ]);
    api.advance(HOUR_MS);
    await run(job.id);
    expect(await api.db('notifications')).toEqual([]);
  });

  it('skips unsent messages', async () => {
    const users = await people(api.db, 4, { messenger_reachable: true });
    const { id } = await aRunningJob();
    const update = (user: User, changes: object) =>
      api.db('deliveries').where({ user_id: user.id }).update(changes);
    await update(users[0], { status: 'sent' });
    const leased = { run_id: '00000000-0000-4000-8000-000000000000', leased_until: api.now() };
    await update(users[1], { status: 'sending', ...leased });

    await cancel(id).expect(200);

    expect(await statsOf(id)).toMatchObject({
      total: 7,
      queued: 1,
      sent: 1,
      skipped: 5,
      skipped_by_reason: { cancelled: 2, unreachable: 3 },
      finished_at: expect.any(String),
    });
    expect(await api.db('notifications').where({ in_app: true })).toHaveLength(7);
  });

  it('leaves the messages of other jobs unchanged', async () => {
    await api.db('users').where({ id: ada.id }).update({ messenger_reachable: true });
    const other = await aRunningJob();
    const { id } = await aRunningJob();

    await cancel(id).expect(200);

    expect(await statsOf(other.id)).toMatchObject({ queued: 1 });
  });

  it.each([
    ['cancelled', (id: number) => cancel(id).expect(200)],
    ['completed', run],
  ])('answers 409 for a %s job', async (status, end) => {
    const { id } = await aJob({ channels: ['in_app'] });
    await end(id);
    const { body: before } = await api.admin().get(`${JOBS}/${id}`).expect(200);

    const { body } = await cancel(id).expect(409);

    expect(before.status).toBe(status);
    expect(body).toEqual(failure('JOB_NOT_CANCELLABLE', `This job is already ${status}`));
    await api.admin().get(`${JOBS}/${id}`).expect(200, before);
  });

  it('cancels once when two requests run in parallel', async () => {
    const { id } = await aJob();
    const answers = await Promise.all([cancel(id), cancel(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('PUT /admin/notifications/jobs/:id/reschedule', () => {
  const statusOf = async (id: number) =>
    (await api.db('notification_jobs').where({ id }).first()).status;

  it('moves a job to a later time', async () => {
    const job = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await emptyAuditLog(api.db);
    const later = inMs(3 * HOUR_MS);

    const { body } = await reschedule(job.id, later).expect(200);

    expect(body).toEqual({ ...job, scheduled_at: later, version: 2 });
    expect(await queuedFor(job.id)).toEqual([job.scheduled_at, later]);
    expect(await audited()).toEqual([
      {
        action: 'notification_job.reschedule',
        subject_id: job.id,
        before: { scheduled_at: job.scheduled_at },
        after: { scheduled_at: later },
      },
    ]);
    api.advance(HOUR_MS);
    await run(job.id);
    expect(await statusOf(job.id)).toBe('scheduled');
    api.advance(2 * HOUR_MS);
    await run(job.id);
    expect(await statusOf(job.id)).toBe('completed');
  });

  it('changes nothing for the time that the job has', async () => {
    const job = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await emptyAuditLog(api.db);

    const { body, headers } = await reschedule(job.id, job.scheduled_at).expect(200);

    expect(body).toEqual(job);
    expect(headers.etag).toBe(`"${job.id}.1"`);
    expect(await queuedFor(job.id)).toEqual([job.scheduled_at]);
    expect(await audited()).toEqual([]);
  });

  it('moves a job to an earlier time', async () => {
    const { id } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await reschedule(id, inMs(HOUR_MS / 2)).expect(200);

    api.advance(HOUR_MS / 2);
    await run(id);
    expect(await statusOf(id)).toBe('completed');
  });

  it.each([
    ['running', ['messenger'], run],
    ['completed', ['in_app'], run],
    ['cancelled', ['in_app'], (id: number) => cancel(id).expect(200)],
  ])('answers 409 for a %s job', async (status, channels, change) => {
    await api.db('users').update({ messenger_reachable: true });
    const { id } = await aJob({ channels });
    await change(id);
    const { body: before } = await api.admin().get(`${JOBS}/${id}`).expect(200);

    const { body } = await reschedule(id, inMs(HOUR_MS)).expect(409);

    expect(body).toEqual(failure('JOB_NOT_RESCHEDULABLE', `This job is already ${status}`));
    await api.admin().get(`${JOBS}/${id}`).expect(200, before);
  });

  it.each([[undefined], ['tomorrow'], [null]])('answers 400 for the time %j', async (time) => {
    const { id } = await aJob();
    expect((await reschedule(id, time).expect(400)).body).toEqual(refusal('scheduled_at'));
  });

  it.each([[-HOUR_MS], [2 * YEAR_MS]])('answers 400 for a time %i ms from now', async (ms) => {
    const { id } = await aJob();
    expect((await reschedule(id, inMs(ms)).expect(400)).body).toEqual(refusal('scheduled_at'));
  });
});

describe('the version of a broadcast', () => {
  it('stays while a worker runs it', async () => {
    const { id } = await aRunningJob();
    const { body } = await api.admin().get(`${JOBS}/${id}`).expect(200);
    expect(body).toMatchObject({ total: 3, version: 1 });
  });

  it('is compared before the status', async () => {
    const { id } = await aRunningJob();
    const move = (version: number) =>
      reschedule(id, inMs(HOUR_MS)).set('If-Match', `"${id}.${version}"`);
    await move(2).expect(412);
    await move(1).expect(409);
  });
});
