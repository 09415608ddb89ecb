import type { Express } from 'express';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { errorFromDatabase } from './db/pg-errors.ts';
import { Store } from './db/store.ts';
import type { Conference } from './domain/conferences.ts';
import type { Event } from './domain/events.ts';
import type { AnyEndpoint } from './http/endpoint.ts';
import type { Health } from './http/healthz.ts';
import { authenticator } from './http/middleware/authenticate.ts';
import { RateLimits } from './http/rate-limits.ts';
import { adminConferenceEndpoints } from './http/routers/admin/conferences.router.ts';
import { eventImportEndpoints } from './http/routers/admin/event-imports.router.ts';
import { adminEventEndpoints } from './http/routers/admin/events.router.ts';
import { userImportEndpoints } from './http/routers/admin/user-imports.router.ts';
import { adminUserEndpoints } from './http/routers/admin/users.router.ts';
import { conferenceEndpoints } from './http/routers/conferences.router.ts';
import { eventEndpoints } from './http/routers/events.router.ts';
import { personalDataEndpoints } from './http/routers/personal-data.router.ts';
import { sessionEndpoints } from './http/routers/sessions.router.ts';
import { userEndpoints } from './http/routers/users.router.ts';
import { createServer } from './http/server.ts';
import { InitDataVerifier } from './integrations/messenger/init-data.ts';
import { OutboundHttp } from './integrations/outbound-http.ts';
import { AdminConferencesService } from './services/admin-conferences.service.ts';
import { AdminEventsService } from './services/admin-events.service.ts';
import { AdminUsersService } from './services/admin-users.service.ts';
import { AttendancesService } from './services/attendances.service.ts';
import { AuthenticationService } from './services/authentication.service.ts';
import { ConferencesService } from './services/conferences.service.ts';
import { EventImportsService } from './services/event-imports.service.ts';
import { EventsService } from './services/events.service.ts';
import { conferenceGatherings, eventGatherings } from './services/gatherings.service.ts';
import { NotificationsService } from './services/notifications.service.ts';
import { PeopleService } from './services/people.service.ts';
import { PersonalDataService } from './services/personal-data.service.ts';
import { TokensService } from './services/tokens.service.ts';
import { UserImportsService } from './services/user-imports.service.ts';
import { UsersService } from './services/users.service.ts';

/** Everything the program reaches outside itself, handed in so that tests can hand in their own. */
export interface Outside {
  readonly config: Config;
  readonly db: Knex;
  readonly log: Logger;
  readonly health: Health;
  readonly now: () => Date;
}

export interface App {
  readonly server: Express;
  readonly endpoints: readonly AnyEndpoint[];
  readonly store: Store;
  /** Those that more than endpoints call. */
  readonly services: Readonly<{
    people: PeopleService;
    users: UsersService;
    attendances: AttendancesService<Event>;
    registrations: AttendancesService<Conference>;
    adminConferences: AdminConferencesService;
    adminEvents: AdminEventsService;
  }>;
}

/** The composition root: the one place where objects are made and handed to each other. */
export function createApp({ config, db, log, health, now }: Outside): App {
  const store = new Store(db);
  const tokens = new TokensService({ ...config.jwt, now });
  const initData = new InitDataVerifier({
    botToken: config.messenger.botToken,
    botId: config.messenger.botId,
    maxAgeSeconds: config.messenger.authMaxAgeSeconds,
    now,
  });
  const notifications = new NotificationsService();
  const attendances = new AttendancesService({
    store,
    gatherings: eventGatherings(notifications),
    now,
  });
  const registrations = new AttendancesService({
    store,
    gatherings: conferenceGatherings(notifications),
    now,
  });
  const people = new PeopleService({
    store,
    // Conferences are locked before their events.
    seats: [registrations, attendances],
    erasureSecret: config.erasureSecret,
    now,
  });
  const users = new UsersService({ store, now });
  const personalData = new PersonalDataService({ store, now });
  const userImports = new UserImportsService({ store, people });
  const adminUsers = new AdminUsersService({ store });
  const events = new EventsService({ store, now });
  const http = new OutboundHttp({ allowPrivate: config.calendars.allowPrivate });
  const eventImports = new EventImportsService({
    store,
    attendances,
    http,
    defaultUrl: config.calendars.feedUrl,
    now,
  });
  const adminEvents = new AdminEventsService({ store, attendances, now });
  const conferences = new ConferencesService({ store, now });
  const adminConferences = new AdminConferencesService({ store });
  const authentication = new AuthenticationService({
    store,
    people,
    initData,
    tokens,
    adminApiKeys: config.adminApiKeys,
  });

  const endpoints = [
    ...sessionEndpoints({ authentication, users }),
    ...userEndpoints({ users }),
    ...personalDataEndpoints({ people, personalData }),
    ...adminUserEndpoints({ adminUsers }),
    ...userImportEndpoints({ userImports }),
    ...eventEndpoints({ events, attendances }),
    ...adminEventEndpoints({ adminEvents }),
    ...eventImportEndpoints({ eventImports, adminEvents }),
    ...conferenceEndpoints({ conferences, registrations }),
    ...adminConferenceEndpoints({ adminConferences }),
  ];
  const limits = new RateLimits(config.rateLimits, store.rateLimitCounters);
  // A worker answers for its health alone.
  const server = createServer(config.role === 'worker' ? [] : endpoints, {
    authenticate: authenticator({ authentication, limits }),
    limits,
    strict: !config.production,
    log,
    health,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl ?? '',
    translate: errorFromDatabase,
  });
  const services = { people, users, attendances, registrations, adminConferences, adminEvents };
  return { server, endpoints, store, services };
}
