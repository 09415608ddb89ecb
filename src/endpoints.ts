import type { AnyEndpoint } from './http/endpoint.ts';
import { adminAgendaEndpoints } from './http/routers/admin/agenda.router.ts';
import { attendeeImportEndpoints } from './http/routers/admin/attendee-imports.router.ts';
import { adminAttendeeEndpoints } from './http/routers/admin/attendees.router.ts';
import { auditLogEndpoints } from './http/routers/admin/audit-log.router.ts';
import { checkInEndpoints } from './http/routers/admin/check-ins.router.ts';
import { adminConferenceEndpoints } from './http/routers/admin/conferences.router.ts';
import { eventImportEndpoints } from './http/routers/admin/event-imports.router.ts';
import { adminEventEndpoints } from './http/routers/admin/events.router.ts';
import { filterValueEndpoints } from './http/routers/admin/filter-values.router.ts';
import { notificationJobEndpoints } from './http/routers/admin/notification-jobs.router.ts';
import { notificationSheetEndpoints } from './http/routers/admin/notification-sheets.router.ts';
import { adminNotificationEndpoints } from './http/routers/admin/notifications.router.ts';
import { adminSpeakerEndpoints } from './http/routers/admin/speakers.router.ts';
import { userImportEndpoints } from './http/routers/admin/user-imports.router.ts';
import { adminUserEndpoints } from './http/routers/admin/users.router.ts';
import { agendaEndpoints } from './http/routers/agenda.router.ts';
import { attendeeEndpoints } from './http/routers/attendees.router.ts';
import { calendarEndpoints } from './http/routers/calendars.router.ts';
import { conferenceEventEndpoints } from './http/routers/conference-events.router.ts';
import { conferenceEndpoints } from './http/routers/conferences.router.ts';
import { connectionEndpoints } from './http/routers/connections.router.ts';
import { eventEndpoints } from './http/routers/events.router.ts';
import { notificationSettingsEndpoints } from './http/routers/notification-settings.router.ts';
import { notificationStreamEndpoints } from './http/routers/notification-streams.router.ts';
import { notificationEndpoints } from './http/routers/notifications.router.ts';
import { ownStateEndpoints } from './http/routers/own-state.router.ts';
import { personalDataEndpoints } from './http/routers/personal-data.router.ts';
import { sessionEndpoints } from './http/routers/sessions.router.ts';
import { speakerEndpoints } from './http/routers/speakers.router.ts';
import { ticketEndpoints } from './http/routers/tickets.router.ts';
import { userEndpoints } from './http/routers/users.router.ts';

/** In any order: routes and what the API reference tells are sorted. */
const ROUTERS = [
  sessionEndpoints,
  userEndpoints,
  personalDataEndpoints,
  ownStateEndpoints,
  notificationEndpoints,
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
  notificationSheetEndpoints,
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
