import type { AnyEndpoint, Auth } from '../../src/http/endpoint.ts';

/** One row of the contract: its path as written there, parameter names and all. */
export interface Row {
  readonly method: AnyEndpoint['method'];
  /** Below /api/v1, except /healthz. */
  readonly path: string;
  readonly auth: Auth;
}

type Rows = readonly (readonly [Row['method'], path: string, auth: Auth])[];

/** The contract: every endpoint that clients were promised, by resource. */
const PROMISED: Readonly<Record<string, Rows>> = {
  health: [['get', '/healthz', 'public']],
  authentication: [['post', '/auth/login', 'public']],
  users: [
    ['get', '/users', 'optional'],
    // The contract leaves these two blank; they are decided to be optional.
    ['get', '/users/paginated', 'optional'],
    ['get', '/users/profile/:id', 'optional'],
    ['get', '/users/me', 'user'],
    ['get', '/users/recommended', 'user'],
    ['put', '/users/socials', 'user'],
    ['put', '/users/onboarding', 'user'],
    ['post', '/messenger/upsert', 'user'],
  ],
  events: [
    ['get', '/events', 'public'],
    ['get', '/events/:id', 'optional'],
    ['get', '/events/slug/:slug', 'public'],
    ['get', '/events/:id/attendees', 'public'],
    ['get', '/events/my', 'user'],
    ['get', '/events/conference/:slug', 'optional'],
    ['post', '/events/attend', 'user'],
    ['delete', '/events/:id/attend', 'user'],
    ['get', '/events/:id/attendance', 'user'],
    ['post', '/events/side-event-request', 'user'],
  ],
  conferences: [
    ['get', '/conferences', 'public'],
    ['get', '/conferences/:id', 'public'],
    ['get', '/conferences/slug/:slug', 'public'],
    ['get', '/conferences/slug/:slug/events', 'public'],
    ['get', '/conferences/:conference_id/attendees', 'optional'],
    ['get', '/conferences/:conference_id/agenda', 'public'],
    ['get', '/conferences/slug/:slug/agenda', 'public'],
    ['post', '/conferences/:conference_id/register', 'user'],
    ['delete', '/conferences/:conference_id/register', 'user'],
    ['get', '/conferences/:conference_id/attendance', 'user'],
  ],
  speakers: [
    ['get', '/speakers', 'public'],
    ['get', '/speakers/featured', 'public'],
    ['get', '/speakers/conference/:id', 'public'],
    ['get', '/speakers/:id', 'public'],
    ['get', '/speakers/:id/profile', 'public'],
    ['get', '/speakers/slug/:slug/socials', 'public'],
  ],
  quests: [
    ['get', '/quests', 'public'],
    ['get', '/quests/featured', 'public'],
    ['get', '/quests/:id', 'optional'],
    ['get', '/quests/leaderboard', 'public'],
    ['get', '/quests/my', 'user'],
    ['post', '/quests/:id/start', 'user'],
    ['post', '/quests/:id/request-registration', 'user'],
    ['post', '/quests/tasks/complete', 'user'],
    ['get', '/quests/progress', 'user'],
    ['get', '/quests/tasks/:task_id/poll-results', 'optional'],
    ['post', '/quests/join', 'public'],
    ['post', '/quests/complete-task', 'public'],
  ],
  connections: [
    ['post', '/connections', 'user'],
    ['get', '/connections', 'user'],
    ['get', '/connections/pending', 'user'],
    ['get', '/connections/sent', 'user'],
    ['get', '/connections/connected', 'user'],
    ['get', '/connections/check/:userId', 'user'],
    ['put', '/connections/:id', 'user'],
  ],
  notifications: [
    ['get', '/notifications', 'user'],
    ['post', '/notifications/:id/click', 'user'],
    ['post', '/notifications/:id/dismiss', 'user'],
    ['post', '/notifications/bulk-dismiss', 'user'],
    ['put', '/notifications/enable', 'user'],
  ],
  media: [
    ['post', '/images/upload', 'user'],
    ['delete', '/images', 'user'],
    ['post', '/images/objstore/upload', 'user'],
    ['post', '/videos/upload', 'user'],
    ['post', '/videos/objstore/upload', 'user'],
  ],
  feedback: [['post', '/feedback', 'public']],
  partner: [
    ['post', '/partner/partnera/register', 'user'],
    ['post', '/partner/partnera/verify', 'user'],
    ['post', '/partner/partnera/refresh-token', 'user'],
    ['post', '/partner/partnera/pog/mint', 'user'],
    ['get', '/partner/partnera/pog/poll', 'user'],
  ],
  adminUsers: [
    ['get', '/admin/users', 'admin'],
    ['post', '/admin/users/bulk-import', 'admin'],
  ],
  adminEvents: [
    ['get', '/admin/events', 'admin'],
    ['get', '/admin/events/:id', 'admin'],
    ['post', '/admin/events', 'admin'],
    ['put', '/admin/events/:id', 'admin'],
    ['delete', '/admin/events/:id', 'admin'],
    ['get', '/admin/events/pending', 'admin'],
    ['post', '/admin/events/:id/approve', 'admin'],
    ['post', '/admin/events/:id/reject', 'admin'],
    ['post', '/admin/events/import-extcal', 'admin'],
    ['post', '/admin/events/import-all-extcal', 'admin'],
  ],
  adminConferences: [
    ['get', '/admin/conferences', 'admin'],
    ['get', '/admin/conferences/:id', 'admin'],
    ['post', '/admin/conferences', 'admin'],
    ['put', '/admin/conferences/:id', 'admin'],
    ['delete', '/admin/conferences/:id', 'admin'],
    ['post', '/admin/conferences/:conference_id/bulk-upload', 'admin'],
  ],
  adminQuests: [
    ['get', '/admin/quests', 'admin'],
    ['get', '/admin/quests/:id', 'admin'],
    ['post', '/admin/quests', 'admin'],
    ['put', '/admin/quests/:id', 'admin'],
    ['delete', '/admin/quests/:id', 'admin'],
    ['patch', '/admin/quests/:id/toggle-active', 'admin'],
    ['get', '/admin/quests/featured', 'admin'],
    ['get', '/admin/quests/:quest_id/pending', 'admin'],
    ['post', '/admin/quests/tasks/:user_quest_task_id/approve', 'admin'],
    ['post', '/admin/quests/tasks/:user_quest_task_id/reject', 'admin'],
    ['post', '/admin/quests/:id/tasks', 'admin'],
    ['put', '/admin/quests/tasks/:id', 'admin'],
    ['delete', '/admin/quests/tasks/:id', 'admin'],
    ['get', '/admin/quests/registration-requests', 'admin'],
    ['get', '/admin/quests/:id/participants', 'admin'],
    ['get', '/admin/quests/:id/export', 'admin'],
  ],
  adminNotifications: [
    ['post', '/admin/notifications', 'admin'],
    ['post', '/admin/notifications/bulk', 'admin'],
    ['post', '/admin/notifications/bulk-send', 'admin'],
    ['post', '/admin/notifications/bulk-send-excel', 'admin'],
    ['get', '/admin/notifications/jobs', 'admin'],
    ['get', '/admin/notifications/jobs/:id', 'admin'],
    ['get', '/admin/notifications/jobs/:id/stats', 'admin'],
    ['post', '/admin/notifications/jobs/:id/cancel', 'admin'],
    ['put', '/admin/notifications/jobs/:id/reschedule', 'admin'],
    ['get', '/admin/notifications/template-variables', 'admin'],
    ['get', '/admin/notifications/filter-values', 'admin'],
  ],
  adminEnrichment: [
    ['post', '/admin/enrichment/user/:user_id', 'admin'],
    ['post', '/admin/enrichment/user/:user_id/sync', 'admin'],
    ['post', '/admin/enrichment/users', 'admin'],
  ],
  adminSpeakers: [
    ['get', '/admin/speakers', 'admin'],
    ['get', '/admin/speakers/:id', 'admin'],
    ['post', '/admin/speakers', 'admin'],
    ['put', '/admin/speakers/:id', 'admin'],
    ['put', '/admin/speakers/:id/conference', 'admin'],
  ],
  adminAgenda: [
    ['get', '/admin/conferences/:conference_id/agenda', 'admin'],
    ['get', '/admin/agenda/:id', 'admin'],
    ['post', '/admin/agenda', 'admin'],
    ['put', '/admin/agenda/:id', 'admin'],
    ['delete', '/admin/agenda/:id', 'admin'],
  ],
  adminQuestReminders: [
    ['get', '/admin/quests/:questId/reminder-templates', 'admin'],
    ['post', '/admin/quests/:questId/reminder-templates', 'admin'],
    ['get', '/admin/quests/:questId/reminder-templates/:templateId', 'admin'],
    ['put', '/admin/quests/:questId/reminder-templates/:templateId', 'admin'],
    ['delete', '/admin/quests/:questId/reminder-templates/:templateId', 'admin'],
    ['post', '/admin/quests/:questId/reminder-templates/:templateId/set-default', 'admin'],
    ['post', '/admin/quests/:questId/send-reminder', 'admin'],
  ],
  adminOther: [
    ['get', '/admin/feedback', 'admin'],
    ['get', '/admin/leaderboard', 'admin'],
  ],
};

export const INTERFACE: readonly Row[] = Object.values(PROMISED)
  .flat()
  .map(([method, path, auth]) => ({ method, path, auth }));
