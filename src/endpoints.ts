import type { AnyEndpoint } from './http/endpoint.ts';
import { attendeeImportEndpoints } from './http/routers/attendance/admin-attendee-imports.router.ts';
import { adminAttendeeEndpoints } from './http/routers/attendance/admin-attendees.router.ts';
import { checkInEndpoints } from './http/routers/attendance/admin-check-ins.router.ts';
import { attendeeEndpoints } from './http/routers/attendance/attendees.router.ts';
import { ticketEndpoints } from './http/routers/attendance/tickets.router.ts';
import { filterValueEndpoints } from './http/routers/messaging/admin-filter-values.router.ts';
import { notificationJobEndpoints } from './http/routers/messaging/admin-notification-jobs.router.ts';
import { adminNotificationEndpoints } from './http/routers/messaging/admin-notifications.router.ts';
import { spreadsheetBroadcastEndpoints } from './http/routers/messaging/admin-spreadsheet-broadcasts.router.ts';
import { inboxEndpoints } from './http/routers/messaging/inbox.router.ts';
import { notificationSettingsEndpoints } from './http/routers/messaging/notification-settings.router.ts';
import { notificationStreamEndpoints } from './http/routers/messaging/notification-streams.router.ts';
import { connectionEndpoints } from './http/routers/networking/connections.router.ts';
import { auditLogEndpoints } from './http/routers/operations/admin-audit-log.router.ts';
import { userImportEndpoints } from './http/routers/people/admin-user-imports.router.ts';
import { adminUserEndpoints } from './http/routers/people/admin-users.router.ts';
import { personalDataEndpoints } from './http/routers/people/personal-data.router.ts';
import { sessionEndpoints } from './http/routers/people/sessions.router.ts';
import { userStateEndpoints } from './http/routers/people/user-state.router.ts';
import { userEndpoints } from './http/routers/people/users.router.ts';
import { adminAgendaEndpoints } from './http/routers/programme/admin-agenda.router.ts';
import { adminConferenceEndpoints } from './http/routers/programme/admin-conferences.router.ts';
import { eventImportEndpoints } from './http/routers/programme/admin-event-imports.router.ts';
import { adminEventEndpoints } from './http/routers/programme/admin-events.router.ts';
import { adminSpeakerEndpoints } from './http/routers/programme/admin-speakers.router.ts';
import { agendaEndpoints } from './http/routers/programme/agenda.router.ts';
import { calendarEndpoints } from './http/routers/programme/calendars.router.ts';
import { conferenceEventEndpoints } from './http/routers/programme/conference-events.router.ts';
import { conferenceEndpoints } from './http/routers/programme/conferences.router.ts';
import { eventEndpoints } from './http/routers/programme/events.router.ts';
import { speakerEndpoints } from './http/routers/programme/speakers.router.ts';

/** In any order: routes and what the API reference tells are sorted. */
const ROUTERS = [
  sessionEndpoints,
  userEndpoints,
  personalDataEndpoints,
  userStateEndpoints,
  inboxEndpoints,
  notificationSettingsEndpoints,
  notificationStreamEndpoints,
  conferenceEndpoints,
  conferenceEventEndpoints,
  eventEndpoints,
  agendaEndpoints,
  speakerEndpoints,
  attendeeEndpoints,
  ticketEndpoints,
  calendarEndpoints,
  connectionEndpoints,

  adminUserEndpoints,
  adminConferenceEndpoints,
  adminEventEndpoints,
  adminAgendaEndpoints,
  adminSpeakerEndpoints,
  adminNotificationEndpoints,
  notificationJobEndpoints,
  filterValueEndpoints,
  spreadsheetBroadcastEndpoints,
  adminAttendeeEndpoints,
  checkInEndpoints,
  userImportEndpoints,
  attendeeImportEndpoints,
  eventImportEndpoints,
  auditLogEndpoints,
];

/** What each of them asks for, together. */
type Services = (typeof ROUTERS)[number] extends (services: infer All) => unknown ? All : never;

/** Every endpoint of the API. */
export const endpointsOf = (services: Services): AnyEndpoint[] =>
  ROUTERS.flatMap((endpoints) => endpoints(services));
