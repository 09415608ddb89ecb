import type { Express } from 'express';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { NotifyListener } from './db/notify-listener.ts';
import { errorFromDatabase } from './db/pg-errors.ts';
import { endpointsOf } from './endpoints.ts';
import type { AnyEndpoint } from './http/endpoint.ts';
import type { Health } from './http/healthz.ts';
import { authenticator } from './http/middleware/authenticate.ts';
import { RateLimits } from './http/rate-limits.ts';
import { createServer } from './http/server.ts';
import { InitDataVerifier } from './integrations/messenger/init-data.ts';
import type { MessengerTransport } from './integrations/messenger/transport.ts';
import { OutboundHttp } from './integrations/outbound-http.ts';
import type { JobQueue } from './repositories/jobs.repository.ts';
import { openStore, type Store } from './repositories/store.ts';
import { AdminAttendeesService } from './services/attendance/admin-attendees.service.ts';
import {
  conferenceAttendables,
  eventAttendables,
} from './services/attendance/attendables.service.ts';
import { AttendancesService } from './services/attendance/attendances.service.ts';
import { AttendeeImportsService } from './services/attendance/attendee-imports.service.ts';
import { AttendeesService } from './services/attendance/attendees.service.ts';
import { CheckInsService } from './services/attendance/check-ins.service.ts';
import { InvitationsService } from './services/attendance/invitations.service.ts';
import { TicketsService } from './services/attendance/tickets.service.ts';
import { BulkImportsService } from './services/bulk-imports.service.ts';
import { AdminNotificationsService } from './services/messaging/admin-notifications.service.ts';
import { BroadcastFanoutService } from './services/messaging/broadcast-fanout.service.ts';
import { DeliveriesService } from './services/messaging/deliveries.service.ts';
import { FilterValuesService } from './services/messaging/filter-values.service.ts';
import { InboxService } from './services/messaging/inbox.service.ts';
import { NotificationJobsService } from './services/messaging/notification-jobs.service.ts';
import { NotificationSettingsService } from './services/messaging/notification-settings.service.ts';
import { NotificationStreamsService } from './services/messaging/notification-streams.service.ts';
import { NotificationsService } from './services/messaging/notifications.service.ts';
import { SpreadsheetBroadcastsService } from './services/messaging/spreadsheet-broadcasts.service.ts';
import { StreamTicketsService } from './services/messaging/stream-tickets.service.ts';
import { ConnectionsService } from './services/networking/connections.service.ts';
import { AuditLogService } from './services/operations/audit-log.service.ts';
import { AccountsService } from './services/people/accounts.service.ts';
import { AdminUsersService } from './services/people/admin-users.service.ts';
import { AuthenticationService } from './services/people/authentication.service.ts';
import { PersonalDataService } from './services/people/personal-data.service.ts';
import { TokensService } from './services/people/tokens.service.ts';
import { UserImportsService } from './services/people/user-imports.service.ts';
import { UserStateService } from './services/people/user-state.service.ts';
import { UsersService } from './services/people/users.service.ts';
import { AdminAgendaService } from './services/programme/admin-agenda.service.ts';
import { AdminConferencesService } from './services/programme/admin-conferences.service.ts';
import { AdminEventsService } from './services/programme/admin-events.service.ts';
import { AdminSpeakersService } from './services/programme/admin-speakers.service.ts';
import { AgendaService } from './services/programme/agenda.service.ts';
import { CalendarsService } from './services/programme/calendars.service.ts';
import { ConferenceEventsService } from './services/programme/conference-events.service.ts';
import { ConferencesService } from './services/programme/conferences.service.ts';
import { EventImportsService } from './services/programme/event-imports.service.ts';
import { EventsService } from './services/programme/events.service.ts';
import { FeedsService } from './services/programme/feeds.service.ts';
import { SideEventsService } from './services/programme/side-events.service.ts';
import { SpeakersService } from './services/programme/speakers.service.ts';

/** Everything the program reaches outside itself, handed in so that tests can hand in their own. */
export interface Outside {
  readonly config: Config;
  readonly db: Knex;
  readonly queue: JobQueue;
  readonly log: Logger;
  readonly health: Health;
  readonly now: () => Date;
}

export interface App {
  readonly server: Express;
  readonly endpoints: readonly AnyEndpoint[];
  readonly store: Store;
  readonly services: Services;
}

/** The composition root: the one place where objects are made and handed to each other. */
export function createApp(outside: Outside): App {
  const { config, db, queue, log, health } = outside;
  const store = openStore(db, queue);
  const services = createServices(store, outside);
  const endpoints = endpointsOf(services);
  const limits = new RateLimits(config.rateLimits, store.rateLimitCounters);
  // A worker answers for its health alone.
  const server = createServer(config.role === 'worker' ? [] : endpoints, {
    authenticate: authenticator({ authentication: services.authentication, limits }),
    limits,
    strict: !config.production,
    log,
    health,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl ?? '',
    translate: errorFromDatabase,
  });
  return { server, endpoints, store, services };
}

/** What only a worker does. */
export const createSending = (
  store: Store,
  { config, log, transport }: Pick<Outside, 'config' | 'log'> & { transport: MessengerTransport },
): DeliveriesService =>
  new DeliveriesService({
    store,
    transport,
    rate: config.messenger.messagesPerSecond,
    retryDelayMs: config.messenger.retryDelayMs,
    log,
  });

type Services = ReturnType<typeof createServices>;

/** Each after those it needs. */
function createServices(store: Store, { config, log, now }: Outside) {
  const notifications = new NotificationsService();

  // Who comes to events and conferences.
  const atEvents = eventAttendables(notifications);
  const atConferences = conferenceAttendables(notifications);
  const attendances = new AttendancesService({ store, attendables: atEvents, now });
  const registrations = new AttendancesService({ store, attendables: atConferences, now });
  const invitations = new InvitationsService({ store, log, now });
  const tickets = new TicketsService({
    standings: { event: attendances, conference: registrations },
    secrets: config.jwt.secrets,
  });

  // People, and how they prove who they are.
  const accounts = new AccountsService({
    store,
    // Conferences are locked before their events.
    seats: [registrations, attendances],
    invitations,
    erasureSecret: config.erasureSecret,
    now,
  });
  const authentication = new AuthenticationService({
    store,
    accounts,
    initData: new InitDataVerifier({
      botToken: config.messenger.botToken,
      botId: config.messenger.botId,
      maxAgeSeconds: config.messenger.authMaxAgeSeconds,
      now,
    }),
    tokens: new TokensService({ ...config.jwt, now }),
    adminApiKeys: config.adminApiKeys,
  });

  // What people hear as it happens.
  const streamTickets = new StreamTicketsService({ store, now });
  const notificationStreams = new NotificationStreamsService({
    store,
    tickets: streamTickets,
    channel: new NotifyListener({ url: config.database.directUrl, log }),
    log,
    now,
  });

  // What organisers bring in.
  const bulkImports = new BulkImportsService({ store });
  const notificationJobs = new NotificationJobsService({ store, now });
  const http = new OutboundHttp({ allowPrivate: config.calendars.allowPrivate });
  const feeds = new FeedsService({ store, http, now });
  return {
    attendances,
    registrations,
    tickets,
    accounts,
    authentication,
    streamTickets,
    notificationStreams,

    users: new UsersService({ store, now }),
    personalData: new PersonalDataService({ store, now }),
    userState: new UserStateService({ store }),
    inbox: new InboxService({ store, now }),
    notificationSettings: new NotificationSettingsService({ store }),
    conferences: new ConferencesService({ store, now }),
    conferenceEvents: new ConferenceEventsService({ store, now }),
    events: new EventsService({ store, now }),
    sideEvents: new SideEventsService({ store, now }),
    agenda: new AgendaService({ store }),
    speakers: new SpeakersService({ store }),
    attendees: new AttendeesService({ store }),
    calendars: new CalendarsService({ store, publicUrl: config.publicUrl ?? '', now }),
    connections: new ConnectionsService({ store, notifications, now }),

    adminUsers: new AdminUsersService({ store }),
    adminConferences: new AdminConferencesService({ store, registrations, notifications, now }),
    adminEvents: new AdminEventsService({ store, attendances, notifications, now }),
    adminAgenda: new AdminAgendaService({ store }),
    adminSpeakers: new AdminSpeakersService({ store }),
    adminNotifications: new AdminNotificationsService({ store, notificationJobs }),
    spreadsheetBroadcasts: new SpreadsheetBroadcastsService({ store, notificationJobs }),
    notificationJobs,
    broadcastFanout: new BroadcastFanoutService({
      store,
      maxLatenessMs: config.maxLatenessMs,
      now,
    }),
    filterValues: new FilterValuesService({ store }),
    adminEventAttendees: new AdminAttendeesService({ store, attendables: atEvents }),
    adminConferenceAttendees: new AdminAttendeesService({ store, attendables: atConferences }),
    eventCheckIns: new CheckInsService({ store, attendables: atEvents, tickets, now }),
    conferenceCheckIns: new CheckInsService({ store, attendables: atConferences, tickets, now }),
    userImports: new UserImportsService({ store, accounts, bulkImports }),
    attendeeImports: new AttendeeImportsService({ store, accounts, invitations, bulkImports, now }),
    eventImports: new EventImportsService({
      store,
      attendances,
      notifications,
      feeds,
      defaultUrl: config.calendars.feedUrl,
      now,
    }),
    auditLog: new AuditLogService({ store }),
  };
}
