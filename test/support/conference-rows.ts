import type { Knex } from 'knex';
import type { Audience } from '../../src/domain/messaging/audiences.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { Encryption } from '../../src/lib/encryption.ts';
import { newMessageId } from '../../src/lib/message-ids.ts';
import { SigningSecrets } from '../../src/lib/signing-secrets.ts';
import type { Store } from '../../src/repositories/store.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  aTask,
  aUser,
} from './factories.ts';
import { aParticipation, aQuestRequest, aSubmission } from './quests.ts';
import { ENCRYPTION_KEY } from './service.ts';

interface Deps {
  readonly db: Knex;
  readonly store: Store;
}

interface Given {
  /** The text in every row. */
  readonly mark: string;
  /** False for the rows that can exist without a conference. */
  readonly hasConference: boolean;
}

/** The ids of rows of each kind that belong to one conference, or to none. */
export type ConferenceRows = Readonly<
  Record<Exclude<Kind, 'import' | 'webhookMessage'>, number>
> & { readonly import: string; readonly webhookMessage: string };
type Kind = keyof Awaited<ReturnType<typeof insertConferenceRows>>;

/** No row has it. */
const MISSING = 999_999;
const NO_IMPORT = '00000000-0000-4000-8000-000000999999';

/** Inserts a row of every kind that administrators manage; several where a decision uses one up. */
export async function insertConferenceRows(deps: Deps, given: Given) {
  const { db, store } = deps;
  const { mark } = given;
  const conference = given.hasConference
    ? await aConference(db, { name: mark, city: mark, description: mark })
    : undefined;
  const conferences = conference ? [conference] : [];
  const place = { conference_id: conference?.id ?? null };
  const attendee = await aUser(db, { first_name: mark, company: mark });
  const event = await anEvent(db, { ...place, title: mark, description: mark });
  await anAttendance(db, [attendee, event]);
  if (conference) await aRegistration(db, [attendee, conference], { ticket_type: mark });
  const speaker = await aSpeaker(db, { name: mark, bio: mark }, conferences);
  const item = conference && (await anAgendaItem(db, conference, { title: mark }, [speaker]));
  const groups = (kind: 'room' | 'track', name: string) =>
    conference
      ? store.agendaGroups.insert({ conference_id: conference.id, kind }, { name })
      : { id: MISSING };
  const audience = conference ? { conference_ids: [conference.id] } : { all: true as const };
  if (conference)
    await store.welcomes.upsert(conference.id, {
      title: mark,
      body: mark,
      translations: {},
      action_url: null,
      start: null,
      is_on: false,
    });
  const pending = { ...place, title: mark, kind: 'side', status: 'pending', contact: mark };
  return {
    conference: conference?.id ?? MISSING,
    attendee: attendee.id,
    event: event.id,
    approvedEvent: (await anEvent(db, { ...pending, submitted_by: attendee.id })).id,
    rejectedEvent: (await anEvent(db, { ...pending, submitted_by: attendee.id })).id,
    item: item?.id ?? MISSING,
    room: (await groups('room', mark)).id,
    track: (await groups('track', mark)).id,
    page: conference ? await aPage(store, conference.id, mark) : MISSING,
    ticketType: conference
      ? await store.ticketTypes.insert(conference.id, { name: `${mark} type` })
      : MISSING,
    checkpoint: conference ? await aCheckpoint(store, conference.id, mark) : MISSING,
    ...(await insertSources(db, conference, mark)),
    speaker: speaker.id,
    duplicate: (await aSpeaker(db, { name: mark, bio: mark }, conferences)).id,
    invitation: conference ? await anInvitation(db, conference.id, given) : MISSING,
    import: conference ? await anImport(db, conference.id, given) : NO_IMPORT,
    broadcast: await aBroadcast(deps, audience, mark),
    cancelled: await aBroadcast(deps, audience, mark),
    question: item ? await aQuestion(db, item, { mark, user: attendee }) : MISSING,
    waitingQuestion: item ? await aQuestion(db, item, { mark, user: attendee }) : MISSING,
    feedback: await aFeedback(db, { ...place, event_id: event.id, message: mark }),
    ...(await insertQuestRows(deps, place, { ...given, attendee })),
    ...(await insertWebhook(db, place, mark)),
  };
}

/** An endpoint with a delivery, whose message is of this service's own form. */
async function insertWebhook(
  db: Knex,
  place: { readonly conference_id: number | null },
  mark: string,
) {
  const [webhook] = await db('webhook_endpoints')
    .insert({
      // No call leaves the machine: a private address is refused.
      ...{ ...place, url: 'http://127.0.0.1:1024/', kinds: ['event.changed'] },
      ...{ description: mark, secret_encrypted: Buffer.alloc(1) },
    })
    .returning('id');
  const secrets = new SigningSecrets(new Encryption([ENCRYPTION_KEY]), {
    table: 'webhook_endpoints',
    purpose: 'webhook secrets',
  });
  const { columns } = secrets.rotated(webhook.id, undefined, null);
  await db('webhook_endpoints').where({ id: webhook.id }).update(columns);
  const created_at = new Date('2026-05-14T09:00:00.000Z');
  const message = { id: newMessageId(created_at), kind: 'event.changed', body: `"${mark}"` };
  await db('webhook_messages').insert({ ...message, created_at });
  await db('webhook_deliveries').insert({ message_id: message.id, endpoint_id: webhook.id });
  return { webhook: webhook.id as number, webhookMessage: message.id };
}

const aPage = ({ conferencePages }: Store, conference_id: number, mark: string) =>
  conferencePages.insert(
    { conference_id, kind: 'text' },
    { title: mark, body: mark, image_url: null, translations: {} },
  );

/** Two sources of a conference, one with a run that waits. */
async function insertSources(
  db: Knex,
  conference: { readonly id: number } | undefined,
  mark: string,
) {
  if (!conference) return { source: MISSING, deletedSource: MISSING, run: MISSING };
  const row = {
    ...{ conference_id: conference.id, kind: 'schedule_json', name: mark },
    ...{ url: `http://127.0.0.1:9/${mark}`, interval_minutes: 15 },
    ...{ publish: 'review', absent: 'keep' },
  };
  const [source, deleted] = await db('sources').insert([row, row]).returning('id');
  const [run] = await db('source_runs')
    .insert({
      ...{ source_id: source.id, kind: 'scheduled', status: 'waiting', error: mark },
      ...{ finished_at: '2026-05-14T09:00:00.000Z', content_hash: Buffer.alloc(32) },
    })
    .returning('id');
  return { source: source.id, deletedSource: deleted.id, run: run.id };
}

/**
 * Inserts what connects conference A with B: a speaker with a talk at each at the same time, an
 * attendee of both, and a broadcast to both. Only what is of B has the mark.
 */
export async function insertSharedRows(
  { db, store }: Deps,
  { a, b }: Readonly<Record<'a' | 'b', ConferenceRows>>,
  mark: string,
): Promise<void> {
  const [ofA, ofB] = [{ id: a.conference }, { id: b.conference }];
  const speaker = await aSpeaker(db, {}, [ofA, ofB]);
  await anAgendaItem(db, ofA, {}, [speaker]);
  await anAgendaItem(db, ofB, { title: mark }, [speaker]);
  const attendee = await aUser(db);
  await aRegistration(db, [attendee, ofA]);
  await aRegistration(db, [attendee, ofB], { ticket_type: mark });
  await anAttendance(db, [attendee, { id: b.event }]);
  await aParticipation(db, [attendee, { id: a.quest }]);
  const event_ids = [a.event, b.event];
  await aBroadcast({ store }, { conference_ids: [ofA.id, ofB.id] }, mark);
  await aBroadcast({ store }, { conference_ids: [ofA.id], event_ids }, mark);
  await aBroadcast({ store }, { conference_ids: [ofA.id], quest_id: b.quest }, mark);
}

async function insertQuestRows(
  { db, store }: Deps,
  place: { readonly conference_id: number | null },
  { mark, attendee }: Given & { readonly attendee: { id: number } },
) {
  const approval = { registration_mode: 'approval', is_featured: true };
  const quest = await aQuest(db, { ...place, ...approval, title: mark, description: mark });
  await aParticipation(db, [attendee, quest]);
  const requestOf = async () => {
    const user = await aUser(db, { first_name: mark });
    await aQuestRequest(db, [user, quest], { message: mark });
    return (await db('registration_requests').where({ user_id: user.id }).first()).id;
  };
  const submissionOf = async (status: 'pending' | 'approved') => {
    const task = await aTask(db, quest, { title: mark, type: 'text', config: {} });
    const media_id = await aProof(db, attendee.id, `${quest.id}-${task.id}`);
    await aSubmission(db, [attendee, task], { status, text: mark, media_id });
    return (await db('user_quest_tasks').where({ media_id }).first()).id;
  };
  const reopened = await submissionOf('approved');
  const text = { name: mark, title: null, body: mark };
  await store.questReminders.insert(quest.id, text);
  return {
    quest: quest.id,
    task: (await aTask(db, quest, { title: mark })).id,
    codeTask: (await aTask(db, quest, { title: mark, type: 'code', config: {} })).id,
    template: (await store.questReminders.insert(quest.id, text)).id,
    approvedRequest: await requestOf(),
    rejectedRequest: await requestOf(),
    request: await requestOf(),
    reopened,
    approved: await submissionOf('pending'),
    rejected: await submissionOf('pending'),
    submission: await submissionOf('pending'),
    media: (await db('user_quest_tasks').where({ id: reopened }).first()).media_id,
  };
}

async function anInvitation(db: Knex, conference_id: number, { mark }: Given): Promise<number> {
  const row = {
    conference_id,
    username: `guest${conference_id}`,
    first_name: mark,
    status: 'waitlisted',
  };
  const [invitation] = await db('registrations').insert(row).returning('id');
  return invitation.id;
}

/** An import that invited one guest. */
async function anImport(db: Knex, conference_id: number, { mark }: Given): Promise<string> {
  const row = {
    conference_id,
    username: `imported${conference_id}`,
    first_name: mark,
    status: 'waitlisted',
  };
  const import_id = crypto.randomUUID();
  await db('registrations').insert({ ...row, import_id });
  return import_id;
}

async function aCheckpoint(store: Store, conference_id: number, name: string): Promise<number> {
  const fields = { name, kind: 'room', counts: 'each' } as const;
  return (await store.checkpoints.insert(conference_id, fields)).id;
}

async function aFeedback(db: Knex, row: object): Promise<number> {
  const [feedback] = await db('feedback').insert(row).returning('id');
  return feedback.id;
}

async function aQuestion(
  db: Knex,
  { id }: { readonly id: number },
  { mark, user }: Pick<Given, 'mark'> & { readonly user: { readonly id: number } },
): Promise<number> {
  const row = { agenda_item_id: id, user_id: user.id, status: 'waiting' };
  const [question] = await db('session_questions')
    .insert({ ...row, text: `${mark}, who asks?`, created_at: '2026-05-14T09:00:00.000Z' })
    .returning('id');
  return question.id;
}

async function aProof(db: Knex, user_id: number, key: string): Promise<number> {
  const file = { mime_type: 'image/jpeg', bytes: 1, sha256: 'a'.repeat(64), status: 'ready' };
  const [media] = await db('media')
    .insert({ ...file, user_id, key, kind: 'image', storage: 'local', purpose: 'proof' })
    .returning('id');
  return media.id;
}

async function aBroadcast(
  { store }: Pick<Deps, 'store'>,
  audience: Audience,
  mark: string,
): Promise<number> {
  const job = await store.broadcasts.insert(
    {
      type: 'message',
      quest_id: null,
      title: mark,
      body: mark,
      action_url: null,
      start: null,
      audience,
      channels: ['in_app'],
      scheduled_at: '2026-05-20T09:00:00.000Z',
      anchor: null,
      pin: null,
      ignore_gap: false,
      status: 'scheduled',
    },
    { created_by: 'key 1', content_hash: null, administrator_id: null },
  );
  return job.id;
}

/** The row of a path parameter, by the path and, where it says too little, the endpoint. */
const KIND_OF_ENDPOINT: Readonly<Record<string, Kind>> = {
  approveEvent: 'approvedEvent',
  rejectEvent: 'rejectedEvent',
  mergeSpeakers: 'duplicate',
  cancelBroadcast: 'cancelled',
  approveQuestRegistrationRequest: 'approvedRequest',
  rejectQuestRegistrationRequest: 'rejectedRequest',
  approveQuestTask: 'approved',
  rejectQuestTask: 'rejected',
  reopenQuestTask: 'reopened',
  rotateTaskCode: 'codeTask',
  deleteSource: 'deletedSource',
};
const KIND_OF_PARAMETER: readonly (readonly [RegExp, Kind])[] = [
  [/\/attendees\/:user_id$/, 'attendee'],
  [/:invitation_id$/, 'invitation'],
  [/:import_id$/, 'import'],
  [/:templateId$/, 'template'],
  [/^\/admin\/conferences\/:(conference_)?id$/, 'conference'],
  [/^\/admin\/events\/:id$/, 'event'],
  [/^\/admin\/agenda\/:id$/, 'item'],
  [/\/rooms\/:id$/, 'room'],
  [/\/checkpoints\/:checkpoint_id$/, 'checkpoint'],
  [/\/pages\/:id$/, 'page'],
  [/\/ticket-types\/:type_id$/, 'ticketType'],
  [/\/tracks\/:id$/, 'track'],
  [/\/sources\/:(source_)?id$/, 'source'],
  [/\/runs\/:id$/, 'run'],
  [/^\/admin\/questions\/:id$/, 'question'],
  [/^\/admin\/speakers\/:id$/, 'speaker'],
  [/^\/admin\/quests\/:(id|questId|quest_id)$/, 'quest'],
  [/^\/admin\/quests\/tasks\/:id$/, 'task'],
  [/^\/admin\/quests\/(registration-requests|tasks)\/:\w+$/, 'request'],
  [/^\/admin\/notifications\/jobs\/:id$/, 'broadcast'],
  [/^\/admin\/media\/:id$/, 'media'],
  [/^\/admin\/feedback\/:id$/, 'feedback'],
  [/^\/admin\/webhooks\/:id$/, 'webhook'],
  [/:message_id$/, 'webhookMessage'],
];

/**
 * The path of an endpoint with the ids of these rows.
 * @throws Error for a parameter without a row: add its kind above
 */
export function pathOf({ name, path, conferences }: AnyEndpoint, rows: ConferenceRows): string {
  return path.replaceAll(/:\w+/g, (parameter, at: number) => {
    const upTo = path.slice(0, at + parameter.length);
    const isLast = !path.slice(at + 1).includes(':');
    const byName = isLast ? KIND_OF_ENDPOINT[name] : undefined;
    const kind = byName ?? KIND_OF_PARAMETER.find(([pattern]) => pattern.test(upTo))?.[1];
    // An endpoint for keys of all conferences refuses before it reads an id.
    if (!kind && conferences === 'all') return '1';
    if (!kind) throw new Error(`no row for ${parameter} of ${name}: add its kind`);
    return String(rows[kind]);
  });
}

/** The row that a field of a body or a query names. */
const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  agenda_item_ids: 'item',
  conference_id: 'conference',
  conference_ids: 'conference',
  event_id: 'event',
  event_ids: 'event',
  quest_id: 'quest',
  speaker_ids: 'speaker',
  into: 'speaker',
  merge_into: 'question',
  user_id: 'attendee',
  merge_into_user_id: 'attendee',
};
/** Bodies whose `ids` are of these rows. */
const KIND_OF_IDS: Readonly<Record<string, Kind>> = {
  reviewEvents: 'event',
  reviewQuestTasks: 'submission',
  updateFeedbackStatuses: 'feedback',
  decideQuestRegistrationRequests: 'request',
  moveAgendaItems: 'item',
  decideQuestions: 'waitingQuestion',
};
/** The value of a field by its name: the id of its row, or else what the example has. */
export function withRow(
  { name }: AnyEndpoint,
  rows: ConferenceRows,
  [field, value]: readonly [string, unknown],
): unknown {
  const kind = field === 'ids' ? KIND_OF_IDS[name] : KIND_OF_FIELD[field];
  const row = kind && rows[kind];
  if (row === undefined || value === null) return value;
  return Array.isArray(value) ? [row] : row;
}
