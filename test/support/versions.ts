import type { TestApi } from './api.ts';
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

/** The values of the parameters of a path. */
export type Params = Readonly<Record<string, number>>;

/** A resource in an answer. */
export type Shown = Readonly<Record<string, unknown>>;

/** A resource that organizers edit, and the endpoints that edit it. */
export interface VersionedResource {
  /** The path of one, which its GET has unless there is `read`. */
  readonly path: string;
  /** The resource as its edits answer it, where that is not its GET. */
  readonly read?: (api: TestApi, params: Params) => Promise<Shown>;
  /** Inserts one. Returns the parameters of its paths, and what its edits need. */
  readonly insert: (api: TestApi) => Promise<Params>;
  /** The bodies of edits, by endpoint: each number edits something else. */
  readonly edits: Readonly<Record<string, (n: number, params: Params) => object>>;
  /** The endpoints that delete it. */
  readonly deletions: readonly string[];
  /** Whether its version is made of its content, instead of counting the edits from 1. */
  readonly hasChecksum?: true;
}

const BROADCAST = {
  title: 'Doors open',
  body: 'Good morning!',
  audience: { all: true },
  channels: ['in_app'],
};

const WELCOME = { title: 'Welcome', body: 'Good to have you here', is_on: true };

const aForm = (n: number) => ({ form_questions: [{ kind: 'text', label: `Label ${n}` }] });

export const VERSIONED_RESOURCES: Readonly<Record<string, VersionedResource>> = {
  conference: {
    path: '/admin/conferences/:id',
    insert: async ({ db }) => idOf(await aConference(db)),
    edits: { 'PUT /admin/conferences/:id': (n) => ({ name: `Name ${n}` }) },
    deletions: ['DELETE /admin/conferences/:id'],
  },
  event: {
    path: '/admin/events/:id',
    insert: async ({ db }) => idOf(await anEvent(db)),
    edits: { 'PUT /admin/events/:id': (n) => ({ title: `Title ${n}` }) },
    deletions: ['DELETE /admin/events/:id'],
  },
  'form of a conference': {
    path: '/admin/conferences/:conference_id/form-questions',
    insert: async ({ db }) => ({ conference_id: (await aConference(db)).id }),
    edits: { 'PUT /admin/conferences/:conference_id/form-questions': aForm },
    deletions: [],
    hasChecksum: true,
  },
  'form of an event': {
    path: '/admin/events/:id/form-questions',
    insert: async ({ db }) => idOf(await anEvent(db)),
    edits: { 'PUT /admin/events/:id/form-questions': aForm },
    deletions: [],
    hasChecksum: true,
  },
  'information page': {
    path: '/admin/conferences/:conference_id/pages/:id',
    insert: async ({ db, store }) => {
      const conference_id = (await aConference(db)).id;
      const fields = { title: 'Wi-Fi', body: '', image_url: null, translations: {} };
      const id = await store.conferencePages.insert({ conference_id, kind: 'text' }, fields);
      return { conference_id, id };
    },
    read: async (api, params) => {
      const { data } = await readOf(api, '/admin/conferences/:conference_id/pages', params);
      return rowOf(data, () => true);
    },
    edits: {
      'PUT /admin/conferences/:conference_id/pages/:id': (n) => ({ title: `Title ${n}` }),
    },
    deletions: ['DELETE /admin/conferences/:conference_id/pages/:id'],
  },
  'ticket type': {
    path: '/admin/conferences/:conference_id/ticket-types/:type_id',
    insert: async ({ db, store }) => {
      const conference_id = (await aConference(db)).id;
      const type_id = await store.ticketTypes.insert(conference_id, { name: 'Standard' });
      return { conference_id, type_id };
    },
    read: async (api, params) => {
      const { data } = await readOf(api, '/admin/conferences/:conference_id/ticket-types', params);
      return rowOf(data, () => true);
    },
    edits: {
      'PUT /admin/conferences/:conference_id/ticket-types/:type_id': (n) => ({
        description: `Description ${n}`,
      }),
    },
    deletions: ['DELETE /admin/conferences/:conference_id/ticket-types/:type_id'],
  },
  checkpoint: {
    path: '/admin/conferences/:conference_id/checkpoints/:checkpoint_id',
    insert: async ({ db, store }) => {
      const conference_id = (await aConference(db)).id;
      const fields = { name: 'Dock 1', kind: 'room', counts: 'each' } as const;
      const { id: checkpoint_id } = await store.checkpoints.insert(conference_id, fields);
      return { conference_id, checkpoint_id };
    },
    read: async (api, params) => {
      const { checkpoints } = await readOf(
        api,
        '/admin/conferences/:conference_id/checkpoints',
        params,
      );
      return rowOf(checkpoints, () => true);
    },
    edits: {
      'PUT /admin/conferences/:conference_id/checkpoints/:checkpoint_id': (n) => ({
        name: `Name ${n}`,
      }),
    },
    deletions: ['DELETE /admin/conferences/:conference_id/checkpoints/:checkpoint_id'],
  },
  source: {
    path: '/admin/conferences/:conference_id/sources/:id',
    insert: async ({ db, store }) => {
      const conference_id = (await aConference(db)).id;
      const id = await store.sources.insert({
        ...{ conference_id, kind: 'ical', name: 'Harbor', url: 'https://calendar.example/a.ics' },
        ...{ settings: {}, interval_minutes: 15, publish: 'review', absent: 'keep' },
        ...{ off_reason: 'by_hand', administrator_id: null, api_key_id: null },
      });
      return { conference_id, id };
    },
    edits: {
      'PUT /admin/conferences/:conference_id/sources/:id': (n) => ({ name: `Name ${n}` }),
    },
    deletions: ['DELETE /admin/conferences/:conference_id/sources/:id'],
  },
  'agenda item': {
    path: '/admin/agenda/:id',
    insert: async ({ db }) => idOf(await anAgendaItem(db, await aConference(db))),
    edits: { 'PUT /admin/agenda/:id': (n) => ({ room: `Room ${n}` }) },
    deletions: ['DELETE /admin/agenda/:id'],
  },
  speaker: {
    path: '/admin/speakers/:id',
    insert: async ({ db }) => idOf(await aSpeaker(db)),
    edits: { 'PUT /admin/speakers/:id': (n) => ({ bio: `Biography ${n}` }) },
    deletions: ['DELETE /admin/speakers/:id'],
  },
  'place in a lineup': {
    path: '/admin/speakers/:id',
    insert: async ({ db }) => {
      const [conference, speaker] = [await aConference(db), await aSpeaker(db)];
      return { ...idOf(speaker), conference_id: conference.id };
    },
    edits: {
      'PUT /admin/speakers/:id/conference': (n, { conference_id }) => ({
        conference_id,
        position: n + 1,
      }),
    },
    deletions: [],
  },
  quest: {
    path: '/admin/quests/:id',
    insert: async ({ db }) => idOf(await aQuest(db)),
    edits: {
      'PUT /admin/quests/:id': (n) => ({ title: `Title ${n}` }),
      'PATCH /admin/quests/:id/toggle-active': () => ({}),
    },
    deletions: ['DELETE /admin/quests/:id'],
  },
  'quest task': {
    path: '/admin/quests/tasks/:id',
    insert: async ({ db }) => {
      const quest = await aQuest(db);
      return { ...idOf(await aTask(db, quest)), quest_id: quest.id };
    },
    read: async (api, { id, quest_id = 0 }) => {
      const { tasks } = await readOf(api, '/admin/quests/:id', { id: quest_id });
      return rowOf(tasks, (task) => task.id === id);
    },
    edits: { 'PUT /admin/quests/tasks/:id': (n) => ({ title: `Title ${n}` }) },
    deletions: ['DELETE /admin/quests/tasks/:id'],
  },
  'reminder template': {
    path: '/admin/quests/:questId/reminder-templates/:templateId',
    insert: async ({ db }) => {
      const quest = await aQuest(db);
      const template = { quest_id: quest.id, name: 'Name', body: 'Body', is_default: true };
      const [inserted] = await db('reminder_templates').insert(template).returning('id');
      return { questId: quest.id, templateId: inserted.id };
    },
    edits: {
      'PUT /admin/quests/:questId/reminder-templates/:templateId': (n) => ({ body: `Body ${n}` }),
    },
    deletions: ['DELETE /admin/quests/:questId/reminder-templates/:templateId'],
  },
  user: {
    path: '/admin/users/:id',
    insert: async ({ db }) => idOf(await aUser(db)),
    read: async (api, params) => {
      const details = await readOf(api, '/admin/users/:id', params);
      const { event_attendances, conference_attendances, connection_count, audit_log, ...more } =
        details;
      const { quests, feedback, messages, media, ...user } = more;
      return user;
    },
    edits: { 'PATCH /admin/users/:id': (n) => ({ company: `Company ${n}` }) },
    deletions: ['DELETE /admin/users/:id'],
  },
  'attendance of an event': {
    path: '/admin/events/:id/attendees/:user_id',
    insert: async ({ db }) => {
      const [event, user] = [await anEvent(db), await aUser(db)];
      await anAttendance(db, [user, event], 'cancelled');
      return { ...idOf(event), user_id: user.id };
    },
    read: async (api, { id = 0 }) => {
      const { data } = await readOf(api, '/admin/events/:id/attendees', { id });
      return rowOf(data, () => true);
    },
    edits: {
      'PATCH /admin/events/:id/attendees/:user_id': (n) => ({
        status: n % 2 === 0 ? 'waitlisted' : 'registered',
      }),
    },
    deletions: ['DELETE /admin/events/:id/attendees/:user_id'],
  },
  'attendance of a conference': {
    path: '/admin/conferences/:conference_id/attendees/:user_id',
    insert: async ({ db }) => {
      const [conference, user] = [await aConference(db), await aUser(db)];
      await aRegistration(db, [user, conference]);
      return { conference_id: conference.id, user_id: user.id };
    },
    read: async (api, params) => {
      const { data } = await readOf(api, '/admin/conferences/:conference_id/attendees', params);
      return rowOf(data, () => true);
    },
    edits: {
      'PATCH /admin/conferences/:conference_id/attendees/:user_id': (n) => ({
        ticket_type: `Ticket ${n}`,
      }),
    },
    deletions: ['DELETE /admin/conferences/:conference_id/attendees/:user_id'],
  },
  broadcast: {
    path: '/admin/notifications/jobs/:id',
    insert: async (api) => {
      const { body } = await requestTo(api, 'POST /admin/notifications/bulk-send', {})
        .send({ ...BROADCAST, scheduled_at: '2026-05-15T09:00:00Z', force: true })
        .expect(201);
      return idOf(body);
    },
    edits: {
      'PUT /admin/notifications/jobs/:id/reschedule': (n) => ({
        scheduled_at: new Date(Date.UTC(2026, 4, 16, 9, n)).toISOString(),
      }),
    },
    deletions: [],
  },
  'draft of a broadcast': {
    path: '/admin/notifications/jobs/:id',
    insert: async (api) => {
      const draft = requestTo(api, 'POST /admin/notifications/jobs', {}).send(BROADCAST);
      return idOf((await draft.expect(201)).body);
    },
    edits: {
      'PUT /admin/notifications/jobs/:id': (n) => ({ ...BROADCAST, title: `Title ${n}` }),
    },
    deletions: ['DELETE /admin/notifications/jobs/:id'],
  },
  'pin of a broadcast': {
    path: '/admin/notifications/jobs/:id',
    insert: async (api) => {
      const { id } = await aConference(api.db, { starts_on: '2099-05-14', ends_on: '2099-05-16' });
      const draft = { ...BROADCAST, audience: { conference_ids: [id] } };
      const created = requestTo(api, 'POST /admin/notifications/jobs', {}).send(draft);
      return idOf((await created.expect(201)).body);
    },
    edits: {
      'PATCH /admin/notifications/jobs/:id/pin': (n) => ({
        pin: { until: new Date(Date.UTC(2099, 4, 16, 9, n)).toISOString() },
      }),
    },
    deletions: [],
  },
  'endpoint of webhooks': {
    path: '/admin/webhooks/:id',
    insert: async (api) => {
      const given = { url: 'https://badges.example.org', kinds: ['event.changed'] };
      const created = requestTo(api, 'POST /admin/webhooks', {}).send(given);
      return idOf((await created.expect(201)).body);
    },
    edits: { 'PATCH /admin/webhooks/:id': (n) => ({ description: `Printer ${n}` }) },
    deletions: ['DELETE /admin/webhooks/:id'],
  },
  'welcome of a conference': {
    path: '/admin/conferences/:id/welcome',
    insert: async (api) => {
      const params = idOf(await aConference(api.db));
      await requestTo(api, 'PUT /admin/conferences/:id/welcome', params).send(WELCOME).expect(200);
      return params;
    },
    edits: { 'PUT /admin/conferences/:id/welcome': (n) => ({ ...WELCOME, title: `Title ${n}` }) },
    deletions: ['DELETE /admin/conferences/:id/welcome'],
  },
};

const idOf = ({ id }: { id: number }): Params => ({ id });

/** A request of an administrator to an endpoint, by its name and the parameters of its path. */
export function requestTo(api: TestApi, endpoint: string, params: Params) {
  const [method = '', path = ''] = endpoint.split(' ');
  const url = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  return api
    .admin()
    [method.toLowerCase() as 'get' | 'put' | 'post' | 'patch' | 'delete'](`/api/v1${url}`);
}

const readOf = async (api: TestApi, path: string, params: Params) =>
  (await requestTo(api, `GET ${path}`, params).expect(200)).body;

const rowOf = (rows: readonly Shown[], isWanted: (row: Shown) => boolean): Shown => {
  const row = rows.find(isWanted);
  if (!row) throw new Error('The resource is gone');
  return row;
};

/** The resource as its edits answer it. */
export const shown = (
  api: TestApi,
  { path, read }: Pick<VersionedResource, 'path' | 'read'>,
  params: Params,
): Promise<Shown> => (read ? read(api, params) : readOf(api, path, params));

/** The id in the ETag: that of the last parameter of the path. */
export const lastOf = (path: string, params: Params): number => {
  const [, name = ''] = /.*:(\w+)/.exec(path) ?? [];
  return params[name] ?? Number.NaN;
};
