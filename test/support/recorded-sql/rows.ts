import type { Knex } from 'knex';
import { onlyRow } from '../../../src/db/rows.ts';
import type { Connection } from '../../../src/domain/networking/connections.ts';
import type { Submission } from '../../../src/domain/quests/submissions.ts';
import type { Store } from '../../../src/repositories/store.ts';
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
} from '../factories.ts';
import { aParticipation, aSubmission } from '../quests.ts';

export const NOW = '2026-05-14T09:00:00.000Z';
export const LATER = '2026-05-15T09:00:00.000Z';
/** A client that asks often has seen nearly every row. */
export const RECENTLY = '2099-01-01T00:00:00.000Z';
/** A page by number, and two pages by cursor. */
export const PAGE = { limit: 20, page: 2 } as const;
export const AFTER_ID = { limit: 20, after: 7 } as const;
export const AFTER_TIME = { limit: 20, after: [NOW, 7] } as const;
export const afterIn = (sort: string, value: string | number) =>
  ({ limit: 20, after: [sort, value, 7] }) as const;

/** The rows that the recorded calls refer to. */
export type Rows = Awaited<ReturnType<typeof insertRows>>;

/** Fills an empty database with one row of everything that a recorded call needs. */
export async function insertRows(db: Knex, store: Store) {
  const user = await aUser(db, { username: 'mina', messenger_reachable: true });
  const other = await aUser(db);
  const [conference, draft] = [await aConference(db), await aConference(db, { status: 'draft' })];
  const event = await anEvent(db, { conference_id: conference.id });
  const sideEvent = await anEvent(db, { submitted_by: user.id, status: 'pending', kind: 'side' });
  const speaker = await aSpeaker(db, {}, [conference]);
  const item = await anAgendaItem(db, conference, { event_id: event.id }, [speaker]);
  const rooms = { conference_id: conference.id, kind: 'room' } as const;
  const room = await store.agendaGroups.insert(rooms, { name: 'Quay 7' });
  const entrance = { name: 'Main entrance', kind: 'entrance', counts: 'daily' } as const;
  const checkpoint = await store.checkpoints.insert(conference.id, entrance);
  const map = { conference_id: conference.id, kind: 'map' } as const;
  const page = await store.conferencePages.insert(map, {
    ...{ title: 'The map', body: '', image_url: null, translations: {} },
  });
  const ticketType = await store.ticketTypes.insert(conference.id, { name: 'Standard' });
  await store.ticketTypes.updateOffering(conference.id);
  for (const [attendee, status] of [
    [user, 'registered'],
    [other, 'waitlisted'],
  ] as const) {
    await anAttendance(db, [attendee, event], status);
    await aRegistration(db, [attendee, conference], { status });
  }
  await aConnection(db, [other, user], 'pending');
  const connection = onlyRow(await db<Connection>('connections').select('*'));
  const notification = await aNotification(db, user);
  const { is_new: _, ...feedback } = await store.feedback.insertOnce({
    user_id: user.id,
    message: 'More chairs, please',
    rating: 4,
    category: 'venue',
    contact: null,
    context: null,
    conference_id: conference.id,
    event_id: event.id,
    agenda_item_id: null,
    repeat_hash: null,
    created_at: NOW,
  });
  const asked = { agenda_item_id: item.id, user_id: other.id, created_at: NOW } as const;
  const question = await store.questions.insert({
    ...asked,
    text: 'Who wove the first program?',
    status: 'visible',
  });
  const waitingQuestion = await store.questions.insert({
    ...asked,
    text: 'Who wrote the first program?',
    status: 'waiting',
  });
  await store.questions.insertVote(question.id, user.id);
  await store.questions.insertReport(question.id, user.id, NOW);
  const quest = await aQuest(db, { conference_id: conference.id, completion_points: 5 });
  const task = await aTask(db, quest, { points: 10 });
  await aParticipation(db, [other, quest]);
  await aSubmission(db, [other, task], { status: 'pending' });
  const submission = onlyRow(await db<Submission>('user_quest_tasks').select('id'));
  const reminder = await store.questReminders.insert(quest.id, {
    name: 'A template',
    title: null,
    body: 'A text',
  });
  const job = await store.broadcasts.insert(
    {
      type: 'message',
      quest_id: null,
      title: 'Doors open',
      body: 'Good morning',
      action_url: null,
      start: null,
      audience: { all: true },
      channels: ['in_app', 'messenger'],
      scheduled_at: NOW,
      anchor: null,
      pin: null,
      ignore_gap: false,
      status: 'scheduled',
    },
    { created_by: 'key 1', content_hash: null, administrator_id: null },
  );
  const formQuestion = await aFormQuestion(db, store, { conference, user });
  const mint = await store.partnerMints.insert(user.id);
  const failed = { partner_mint_id: 'm_1', failure_code: 'rejected' } as const;
  await store.partnerMints.updateFailed(mint, failed);
  const administrator = await store.administrators.insert({
    name: 'Mina',
    email: 'mina@example.org',
    messenger_id: null,
    created_by: null,
  });
  const webhook = await insertWebhook(db);
  const source = await store.sources.insert({
    ...{ conference_id: conference.id, kind: 'ical', name: 'Harbor' },
    ...{ url: 'https://calendar.example/harbor.ics', settings: {}, interval_minutes: 15 },
    ...{ publish: 'review', absent: 'keep', off_reason: null },
    ...{ administrator_id: administrator.id, api_key_id: null },
  });
  const { id: run } = await store.sourceRuns.insert({ source_id: source, kind: 'scheduled' });
  const registration = onlyRow(
    await db<{ id: number; conference_id: number; user_id: number | null }>('registrations')
      .where({ conference_id: conference.id, user_id: user.id })
      .select('id', 'conference_id', 'user_id'),
  );
  const scan = {
    day: '2026-05-13',
    scanned_at: NOW,
    device: null,
    administrator_id: null,
  } as const;
  await store.checkpointScans.insert(
    { ...scan, checkpoint, direction: 'in', nonce: 'another nonce' },
    registration,
  );
  return {
    checkpoint,
    registration,
    administrator,
    webhook,
    source,
    run,
    apiKeyId: await store.apiKeys.insert({
      public_id: 'kg3aaaaa',
      administrator_id: administrator.id,
      name: 'Main entrance',
      scopes: ['door:read'],
      conference_ids: [conference.id],
      allowed_networks: ['192.0.2.7'],
      expires_at: LATER,
      created_by: administrator.id,
    }),
    user,
    other,
    conference,
    draft,
    event,
    sideEvent,
    speaker,
    item,
    room: room.id,
    page,
    ticketType,
    connection,
    notification,
    feedback,
    question,
    waitingQuestion,
    quest,
    task,
    reminder,
    submission,
    job,
    mint,
    formQuestion,
    enrichmentJob: await store.enrichmentJobs.insert(false),
  };
}

/** A choice that a user has answered. Returns its id. */
async function aFormQuestion(
  db: Knex,
  store: Store,
  { conference, user }: Readonly<Record<'conference' | 'user', { readonly id: number }>>,
): Promise<number> {
  await store.formQuestions.upsertAll({ noun: 'conference', id: conference.id }, [FORM_QUESTION]);
  const { id } = onlyRow(await db('form_questions').select('id'));
  const answers = [{ question_id: id, value: 1 }];
  await store.formAnswers.upsertAll(user.id, { questionIds: [id], answers, answered_at: NOW });
  return id;
}

/** A new question of a form. */
export const FORM_QUESTION = {
  id: null,
  replaces: null,
  fields: {
    kind: 'choice',
    label: 'What do you eat?',
    help: null,
    options: [{ id: 1, label: 'Everything' }],
    is_required: true,
    is_sensitive: false,
    translations: {},
  },
} as const;

/** An endpoint that listens, and a delivery to it. Returns its id. */
async function insertWebhook(db: Knex): Promise<number> {
  const [{ id }] = await db('webhook_endpoints')
    .insert({
      url: 'https://badges.example.org',
      kinds: ['attendance.changed', 'check_in.changed', 'event.changed'],
      secret_encrypted: Buffer.alloc(1),
    })
    .returning('id');
  const message = { id: `msg_${'1'.repeat(27)}`, kind: 'event.changed', body: '{}' };
  await db('webhook_messages').insert({ ...message, created_at: NOW });
  await db('webhook_deliveries').insert({ message_id: message.id, endpoint_id: id });
  return id;
}
