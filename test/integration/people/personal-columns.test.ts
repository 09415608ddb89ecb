import { keptEmailAt } from '../../../src/domain/attendance/guest-keys.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { Encryption } from '../../../src/lib/encryption.ts';
import { createMediaKey } from '../../../src/lib/media-keys.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import {
  aConference,
  aConnection,
  aNotification,
  anAgendaItem,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { columnsWhere, WORDS } from '../../support/personal-columns.ts';

const MIGRATIONS = ['knex_migrations', 'knex_migrations_lock'];
const MESSENGER_ID = 777_000_777;
const KEPT_EMAIL = 'personal_email@example.org';
const LATER = '2026-05-15T09:00:00.000Z';

/** A value that names its column, so that a test finds it wherever it remains. */
const mark = (column: string) => `Personal_${column.replace('.', '_')}`;
/** As `mark`, of the length of a SHA-256 in hexadecimal. */
const hashMark = (column: string) => mark(column).padEnd(64, '0');
/** The values to look for in columns that take no mark. */
const OTHER_MARKS: Readonly<Record<string, string>> = {
  'users.language_code': 'personal_l',
  'users.edited_fields': 'personal_field',
  'speakers.slug': 'personal-speakers-slug',
};
/** The values in the export of columns that it names differently, as `key:json`. */
const EXPORTED_AS: Readonly<Record<string, string>> = {
  'registrations.email_encrypted': `email:"${KEPT_EMAIL}"`,
  'notification_settings.muted_topics': 'connections:false',
  'notification_settings.quiet_start': 'start:"22:15"',
  'notification_settings.quiet_end': 'end:"07:45"',
  'notification_settings.quiet_timezone': 'timezone:"Asia/Tokyo"',
  'notification_settings.reminder_minutes': 'minutes:30',
  'notification_settings.reminder_for': 'for:["seats"]',
  'notification_settings.quiet_strict': 'strict:true',
  'notifications.start': 'start:{"kind":"quest","id":7}',
};
const marks = (table: string, columns: string) =>
  Object.fromEntries(columns.split(' ').map((name) => [name, mark(`${table}.${name}`)]));

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // Rows of the ledger refuse to be deleted.
  await deleteRows(api.db, 'users');
  await emptyAuditLog(api.db);
  for (const table of [
    'events',
    'conferences',
    'speakers',
    'idempotency_keys',
    'unsigned_calls',
    'messenger_chats',
    'messenger_updates',
  ])
    await api.db(table).delete();
});

/** The columns of the database, as `table.column`. */
async function columnsOfDatabase(isWanted = 'true'): Promise<string[]> {
  const { rows } = await api.db.raw(
    `select relname || '.' || attname as name
       from pg_attribute
       join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
        and not attisdropped and not relname = any(?) and ${isWanted}
      order by name`,
    [MIGRATIONS],
  );
  return rows.map(({ name }: { name: string }) => name);
}

/** The columns that take any text: no check lists their words, and PostgreSQL does not compute them. */
const freeTextColumns = () =>
  columnsOfDatabase(`attgenerated = ''
    and format_type(atttypid, null) ~ '^(text|character|json)'
    and not exists (
      select from pg_constraint
       where conrelid = attrelid and contype = 'c'
         and pg_get_constraintdef(pg_constraint.oid) ~ format('^CHECK \\(\\(%s = (ANY|'')', attname))`);

/** The columns that hold a mark or the messenger id in any row. */
async function columnsWithPersonalData(): Promise<string[]> {
  const found: string[] = [];
  for (const column of await columnsOfDatabase()) {
    const [table, name] = column.split('.') as [string, string];
    const { rows } = await api.db.raw('select count(*) from ?? where ??::text ~* ?', [
      table,
      name,
      `personal[_-]|${MESSENGER_ID}`,
    ]);
    if (Number(rows[0].count) > 0) found.push(column);
  }
  return found;
}

/** Fills every column that text of a user or about a user can reach. */
async function fillAll(): Promise<void> {
  ada = await aUser(api.db, {
    messenger_id: MESSENGER_ID,
    messenger_first_name: mark('users.messenger_first_name'),
    ...marks(
      'users',
      'username messenger_photo_url own_photo_url headline company job_title bio looking_for offering',
    ),
    messenger_last_name: mark('users.messenger_last_name'),
    interests: [mark('users.interests')],
    socials: JSON.stringify({ github: mark('users.socials') }),
    ...marks('users', 'own_first_name own_last_name onboarding_step'),
    language_code: OTHER_MARKS['users.language_code'],
    language: mark('users.language'),
    edited_fields: [OTHER_MARKS['users.edited_fields']],
    is_premium: true,
    messenger_reachable: true,
    onboarding_status: 'completed',
    notifications_enabled: false,
    contact_visibility: 'everyone',
    enrichment_enabled: true,
    messenger_signed_at: LATER,
    messenger_refused_at: LATER,
    messenger_member_at: LATER,
    notifications_set_at: LATER,
    signed_out_at: '2026-05-14T08:00:00.000Z',
  } as never);
  grace = await aUser(api.db, { first_name: 'Grace' });
  const user_id = ada.id;
  const { db } = api;
  await anUpload(user_id);

  await aConnection(db, [ada, grace]);
  const { id: met_conference_id } = await aConference(db);
  const met = { met_at: '2026-05-14T09:30:00.000Z', met_conference_id };
  await db('connections').update({ message: mark('connections.message'), ...met });
  const connection = await db('connections').first('id');
  await db('connection_notes').insert({
    connection_id: connection.id,
    writer_id: ada.id,
    note: mark('connection_notes.note'),
    updated_at: LATER,
  });
  await db('match_terms').insert({
    user_id,
    kind: 'i',
    term: mark('match_terms.term'),
    is_listed: true,
  });
  await db('match_term_backlog').insert({ user_id });
  for (const [by, of] of [
    [ada, grace],
    [grace, ada],
  ] as const) {
    await db('recommendation_dismissals').insert({ user_id: by.id, dismissed_id: of.id });
  }
  // Who is blocked finds the blocker in no export, so only one of them blocks.
  const created_at = '2026-05-14T09:00:00.000Z';
  await db('blocks').insert({ blocker_id: ada.id, blocked_id: grace.id, created_at });
  const ofGrace = { reporter_id: ada.id, reported_id: grace.id, reason: 'spam', created_at };
  await db('user_reports').insert([
    { ...ofGrace, profile: { first_name: 'Grace' }, text: mark('user_reports.text') },
    {
      ...ofGrace,
      reporter_id: grace.id,
      reported_id: ada.id,
      message: mark('user_reports.message'),
      profile: { first_name: mark('user_reports.profile') },
      outcome: 'warned',
      note: mark('user_reports.note'),
      resolved_at: created_at,
    },
  ]);
  const conference = await aConference(db);
  const ticket_type = mark('registrations.ticket_type');
  await aRegistration(db, [ada, conference], { status: 'checked_in', ticket_type });
  await db('registrations').update({ claimed_by: 'username' });
  await anAttendance(db, [ada, await anEvent(db)], 'checked_in');
  for (const table of ['registrations', 'event_attendances']) {
    await db(table).update({ desk_note: mark(`${table}.desk_note`) });
  }
  const asked = { conference_id: conference.id, kind: 'text', label: 'Your loom?', position: 0 };
  const [formQuestion] = await db('form_questions').insert(asked).returning('id');
  await db('form_answers').insert({
    ...{ question_id: formQuestion.id, user_id, answered_at: LATER },
    value: JSON.stringify(mark('form_answers.value')),
  });
  const { id: agenda_item_id } = await anAgendaItem(db, conference);
  await db('agenda_favorites').insert({ user_id, agenda_item_id });
  const [invitation] = await db('registrations')
    .update({
      messenger_id: MESSENGER_ID,
      claimant_id: user_id,
      claimed_at: LATER,
      ticket_code_end: 'qx5k',
      ...marks(
        'registrations',
        'username first_name last_name company job_title ticket_code_hash scan_code_hash order_hash email_hash guest_key_id check_in_nonce check_in_device check_in_key',
      ),
    })
    .returning('id');
  const encryption = new Encryption(api.configWith({}).encryptionSecrets);
  const email_encrypted = encryption.encrypt('guests', keptEmailAt(invitation.id), KEPT_EMAIL);
  await db('registrations').where({ id: invitation.id }).update({ email_encrypted });
  for (const status of ['approved', 'pending', 'rejected'] as const) {
    const { id } = await anEvent(db, { source: 'request', status });
    await db('events')
      .where({ id })
      .update({
        submitted_by: user_id,
        conference_id: conference.id,
        venue_latitude: 53.5,
        venue_longitude: 9.75,
        capacity: 4_242,
        ...marks(
          'events',
          'title description venue_name venue_address image_url url contact timezone',
        ),
        ...(status === 'rejected' && { rejection_reason: mark('events.rejection_reason') }),
      });
    await db('audit_log').insert({
      actor: 'API key',
      action: 'event.update',
      subject_type: 'event',
      subject_id: id,
      request_id: 'r',
      ...(status !== 'approved' && { before: { title: mark('audit_log.before') } }),
    });
  }
  await db('audit_log').insert({
    actor: 'API key',
    action: 'user.block',
    subject_type: 'user',
    subject_id: user_id,
    request_id: 'r',
    after: { bio: mark('audit_log.after') },
  });
  await aSpeaker(db, {
    user_id,
    slug: OTHER_MARKS['speakers.slug'],
    ...marks('speakers', 'name title company bio photo_url'),
    socials: JSON.stringify({ github: mark('speakers.socials') }),
  });
  const [{ id: job_id }] = await db('notification_jobs')
    .insert({
      title: 't',
      body: 'b',
      audience: { messenger_ids: [MESSENGER_ID] },
      channels: ['in_app'],
      scheduled_at: LATER,
    })
    .returning('id');
  await db('broadcast_recipients').insert({
    job_id,
    user_id,
    variables: { locker: mark('broadcast_recipients.variables') },
  });
  await aNotification(db, { id: user_id }, { start: { kind: 'quest', id: 7 } });
  for (const job of [null, job_id]) {
    const [{ id: notification_id }] = await db('notifications')
      .insert({
        user_id,
        type: 'event_rejected',
        job_id: job,
        ...marks('notifications', 'title body action_url'),
        data: { event_id: 1, reason: mark('notifications.data') },
        args: { title: mark('notifications.args') },
        clicked_at: LATER,
        dismissed_at: LATER,
      })
      .returning('id');
    const [{ id: bot_message_id }] = await db('bot_messages')
      .insert({
        user_id,
        chat_id: MESSENGER_ID,
        message_id: 1,
        notification_id,
        state: 'standing',
        sent_at: LATER,
        content_hash: mark('bot_messages.content_hash'),
      })
      .returning('id');
    const subject = mark('bot_message_subjects.subject');
    await db('bot_message_subjects').insert({ subject, bot_message_id });
    const reason = mark('deliveries.reason');
    const answer = { status: 'failed', reason, answered_at: LATER };
    await db('deliveries').insert({ notification_id, user_id, job_id: job, ...answer });
  }
  await db('notifications').insert({
    user_id,
    type: 'event_updated',
    title: '',
    body: '',
    data: { event_id: 1 },
    before: { 'event:1': {}, [mark('notifications.before')]: {} },
    args: {
      'event:1': { title: 'Looms', starts_at: LATER, ends_at: LATER, timezone: 'UTC', place: null },
    },
  });
  await db('messenger_chats').insert({ chat_id: MESSENGER_ID, free_at: LATER });
  await db('messenger_updates').insert({
    bot_id: 7,
    update_id: 1,
    person_id: MESSENGER_ID,
    content: { argument: mark('messenger_updates.content') },
  });
  const about = { user_id, conference_id: conference.id };
  await db('feedback').insert({ ...about, agenda_item_id, message: 'About an agenda item' });
  await db('feedback').insert({
    ...about,
    event_id: (await anEvent(db, { conference_id: conference.id })).id,
    ...marks('feedback', 'message category contact note'),
    context: { page: mark('feedback.context') },
    rating: 4,
    repeat_hash: hashMark('feedback.repeat_hash'),
  });
  const [question] = await db('session_questions')
    .insert({
      agenda_item_id,
      user_id,
      ...marks('session_questions', 'text'),
      status: 'visible',
      created_at: LATER,
    })
    .returning('id');
  await db('question_votes').insert({ question_id: question.id, user_id });
  await db('question_reports').insert({ question_id: question.id, user_id, created_at: LATER });
  await db('enrichments').insert({
    user_id,
    status: 'failed',
    error: 'unavailable',
    provider: 'local',
    headline: mark('enrichments.headline'),
    summary: mark('enrichments.summary'),
    tags: [mark('enrichments.tags')],
    interests: [mark('enrichments.interests')],
    input_hash: hashMark('enrichments.input_hash'),
    generated_at: LATER,
    synced_at: LATER,
  });
  const [enrichmentJob] = await db('enrichment_jobs').insert({ is_forced: false }).returning('id');
  await db('enrichment_job_users').insert({ job_id: enrichmentJob.id, user_id });
  const quest = await aQuest(db);
  const task = await aTask(db, quest, { type: 'text', config: { min_length: 0, max_length: 99 } });
  const now = LATER;
  const [{ id: media_id }] = await db('media')
    .insert({
      user_id,
      kind: 'image',
      storage: 'local',
      status: 'ready',
      purpose: 'proof',
      bytes: 1,
      key: createMediaKey('jpg'),
      width: 640,
      height: 480,
      frames: 7,
      mime_type: mark('media.mime_type'),
      sha256: mark('media.sha256').padEnd(64),
    })
    .returning('id');
  await db('user_quests').insert({
    quest_id: quest.id,
    user_id,
    status: 'completed',
    source: 'self',
    started_at: now,
    active_at: now,
    completed_at: now,
  });
  const [submission] = await db('user_quest_tasks')
    .insert({
      task_id: task.id,
      user_id,
      quest_id: quest.id,
      status: 'rejected',
      source: 'self',
      submissions: 1,
      submitted_at: now,
      decided_at: now,
      media_id,
      option_ids: [mark('user_quest_tasks.option_ids')],
      ...marks('user_quest_tasks', 'text reason'),
    })
    .returning('id');
  await db('audit_log').insert({
    actor: 'API key',
    action: 'quest_submission.reject',
    subject_type: 'quest_submission',
    subject_id: submission.id,
    request_id: 'r',
    after: { reason: mark('audit_log.after') },
  });
  await db('poll_votes').insert({
    task_id: task.id,
    user_id,
    option_id: mark('poll_votes.option_id'),
  });
  await db('unsigned_calls').insert({
    quest_id: quest.id,
    user_id,
    text: mark('unsigned_calls.text'),
    sent_at: now,
  });
  await db('registration_requests').insert({
    quest_id: quest.id,
    user_id,
    source: 'self',
    status: 'rejected',
    requested_at: now,
    decided_at: now,
    ...marks('registration_requests', 'message reason'),
  });
  const door = { conference_id: conference.id, kind: 'room', counts: 'each', position: 0 };
  const [checkpoint] = await db('checkpoints')
    .insert({ ...door, name: 'Dock 1' })
    .returning('id');
  await db('check_in_events').insert({
    registration_id: (await db('registrations').where({ user_id }).first('id')).id,
    checkpoint_id: checkpoint.id,
    ...{ day: '2026-05-15', direction: 'in', scanned_at: now, undone_at: now },
    ...marks('check_in_events', 'device nonce'),
  });
  const guest = { first_name: mark('registration_requests.guests') };
  const decided = { user_id, status: 'rejected', requested_at: now, decided_at: now };
  await db('registration_requests').insert([
    { ...decided, event_id: (await anEvent(db)).id, guests: JSON.stringify([guest]) },
    { ...decided, conference_id: conference.id, guests: JSON.stringify([guest]) },
  ]);
  const entry = { user_id, earned_at: now, day: '2026-05-15', week: '2026-05-11' };
  await db('point_ledger').insert([
    { ...entry, kind: 'adjustment', delta: 5, reason: mark('point_ledger.reason') },
    { ...entry, kind: 'task', delta: 10, quest_id: quest.id, task_id: task.id, reason: null },
  ]);
  await db('notification_settings').insert({
    user_id,
    muted_topics: ['connections'],
    quiet_start: '22:15',
    quiet_end: '07:45',
    quiet_timezone: 'Asia/Tokyo',
    reminder_minutes: 30,
    reminder_for: ['seats'],
    quiet_strict: true,
  });
  await db('session_reminders').insert({ user_id, thing: 'event:1', starts_at: now });
  await db('calendar_links').insert({
    user_id,
    token_hash: hashMark('calendar_links.token_hash'),
    created_at: LATER,
  });
  await db('stream_tickets').insert({
    user_id,
    token_hash: hashMark('stream_tickets.token_hash'),
    expires_at: LATER,
    access_until: LATER,
  });
  const encrypted = Buffer.from('encrypted');
  await db('partner_accounts').insert({
    user_id,
    status: 'verified',
    partner_user_id: mark('partner_accounts.partner_user_id'),
    access_encrypted: encrypted,
    refresh_encrypted: encrypted,
    otp_expires_at: LATER,
    expires_at: LATER,
    verified_at: LATER,
  });
  await db('partner_mints').insert({
    user_id,
    status: 'failed',
    failure_code: 'rejected',
    finished_at: LATER,
    ...marks('partner_mints', 'partner_mint_id token_id transaction_hash explorer_url'),
  });
  await fillAnswers(user_id);
}

/** An image that is the photo of the user. */
async function anUpload(user_id: number): Promise<void> {
  const [{ id: photo_media_id }] = await api
    .db('media')
    .insert({
      user_id,
      kind: 'image',
      storage: 'local',
      status: 'ready',
      bytes: 1,
      key: createMediaKey('jpg'),
      width: 640,
      height: 480,
      frames: 7,
      mime_type: mark('media.mime_type'),
      sha256: mark('media.sha256').padEnd(64),
    })
    .returning('id');
  await api.db('users').where({ id: user_id }).update({ photo_media_id });
}

/** The stored answer to the user, and one to an administrator that names the user. */
async function fillAnswers(user_id: number): Promise<void> {
  const row = {
    run_id: '00000000-0000-4000-8000-000000000001',
    request_hash: 'h'.repeat(64),
    status: 201,
    body: mark('idempotency_keys.body'),
    mentions: [MESSENGER_ID],
    expires_at: '2100-01-01',
  };
  await api.db('idempotency_keys').insert([
    {
      ...row,
      user_id,
      scope: hashMark('idempotency_keys.scope'),
      request_hash: hashMark('idempotency_keys.request_hash'),
    },
    { ...row, scope: 'a'.repeat(64), user_id: null },
  ]);
}

const EMPTIED_USER_COLUMNS = columnsWhere(({ erased }) => erased === 'emptied')
  .filter((column) => column.startsWith('users.'))
  .map((column) => column.replace('users.', ''));

const DECIDE = 'decide on these columns in test/support/personal-columns.ts';
const FILL =
  'fill these columns with a mark in `fillAll`, or decide otherwise in test/support/personal-columns.ts';
const EXPORT =
  'add these columns to the export, or decide otherwise in test/support/personal-columns.ts';

it('every column has a decision on erasure and export', async () => {
  const [decided, existing] = [columnsWhere(() => true), await columnsOfDatabase()];
  expect({ [DECIDE]: existing.filter((column) => !decided.includes(column)) }).toEqual({
    [DECIDE]: [],
  });
  expect(decided.toSorted()).toEqual(existing.toSorted());
});

it('every column of free text that is erased or exported holds a mark', async () => {
  await fillAll();
  const ofUsers = columnsWhere(
    ({ erased, exported }) => !erased.startsWith('stays') || exported === 'exported',
  );
  const [free, filled] = [await freeTextColumns(), await columnsWithPersonalData()];
  const unfilled = free.filter(
    (column) => ofUsers.includes(column) && !WORDS.has(column) && !filled.includes(column),
  );
  expect({ [FILL]: unfilled }).toEqual({ [FILL]: [] });
});

it('an erasure leaves no personal data in any column, except where a decision allows it', async () => {
  await fillAll();
  const userRow = () => api.db('users').where({ id: ada.id }).first();
  const [before, filled] = [await userRow(), await columnsWithPersonalData()];
  const mayStay = columnsWhere(({ erased }) => erased.startsWith('stays'));
  const tablesDeleted = new Set(
    columnsWhere(({ erased }) => erased === 'deleted').map((name) => name.split('.')[0] as string),
  );

  await api.as(ada).delete('/api/v1/users/me').expect(200);
  // Runs the jobs, as the worker does.
  await api.services.mediaFiles.deleteMarked();

  // Without these rows, the test would find nothing because nothing was stored.
  expect(filled).toEqual(
    expect.arrayContaining([
      'audit_log.after',
      'audit_log.before',
      'broadcast_recipients.variables',
      'registrations.company',
      'connections.message',
      'events.contact',
      'events.rejection_reason',
      'feedback.contact',
      'feedback.context',
      'feedback.note',
      'feedback.repeat_hash',
      'idempotency_keys.body',
      'idempotency_keys.mentions',
      'notification_jobs.audience',
      'notifications.data',
      'users.search_text',
    ]),
  );
  const remaining = await columnsWithPersonalData();
  expect(remaining.filter((column) => !mayStay.includes(column))).toEqual([]);
  const after = await userRow();
  for (const column of EMPTIED_USER_COLUMNS) {
    expect([column, after[column]]).not.toEqual([column, before[column]]);
  }
  for (const table of tablesDeleted) {
    const rows: unknown[] = await api
      .db(table)
      .whereRaw(`to_jsonb(??) ->> 'user_id' = ?`, [table, String(ada.id)]);
    expect([table, rows]).toEqual([table, []]);
  }
  expect(await api.db('connections')).toEqual([]);
  expect(await api.db('speakers').whereNotNull('user_id')).toEqual([]);
  // Requests that were never published are deleted; the published event stays.
  expect(await api.db('events').where({ source: 'request' }).pluck('status')).toEqual(['approved']);
});

/** Each value of a JSON document with its key, as `key:json`. */
const valuesIn = (json: unknown): string[] =>
  json === null || typeof json !== 'object'
    ? []
    : Object.entries(json).flatMap(([key, value]) => [
        `${key}:${JSON.stringify(value)}`,
        ...valuesIn(value),
      ]);

it('the export contains every exported column', async () => {
  await fillAll();
  const free = await freeTextColumns();

  const { body, text } = await api.as(ada).get('/api/v1/users/me/export').expect(200);

  const values = new Set(valuesIn(body));
  const isExported = async (column: string): Promise<boolean> => {
    const [table, name] = column.split('.') as [string, string];
    if (free.includes(column) && !WORDS.has(column))
      return text.includes(OTHER_MARKS[column] ?? mark(column));
    if (EXPORTED_AS[column]) return values.has(EXPORTED_AS[column]);
    const stored: unknown[] = await api.db(table).whereNotNull(name).pluck(name);
    const keys = name.endsWith('_id') ? [name, 'id'] : [name];
    return stored.some((value) =>
      keys.some((key) => values.has(`${key}:${JSON.stringify(value)}`)),
    );
  };
  const missing: string[] = [];
  for (const column of columnsWhere(({ exported }) => exported === 'exported'))
    if (!(await isExported(column))) missing.push(column);
  expect({ [EXPORT]: missing }).toEqual({ [EXPORT]: [] });
  expect(text).toContain(String(MESSENGER_ID));
});
