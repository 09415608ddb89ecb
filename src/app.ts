import type { RequestListener } from 'node:http';
import { createAdministration } from './app/administration.ts';
import { createAttendance } from './app/attendance.ts';
import { createFeedback } from './app/feedback.ts';
import { createMedia } from './app/media.ts';
import { createMessaging } from './app/messaging.ts';
import { createNetworking } from './app/networking.ts';
import { createOperations } from './app/operations.ts';
import { adminCookieOf, type Outside, originOf } from './app/outside.ts';
import { createPartner } from './app/partner.ts';
import { createPeople } from './app/people.ts';
import { createProgramme } from './app/programme.ts';
import { createQuests } from './app/quests.ts';
import { createRegistration } from './app/registration.ts';
import { createSources } from './app/sources.ts';
import { createWebhooks } from './app/webhooks.ts';
import { NOTIFY_CHANNEL } from './db/notify-channel.ts';
import { NotifySender } from './db/notify-sender.ts';
import { errorFromDatabase } from './db/pg-errors.ts';
import { mediaUrls } from './domain/media/media-urls.ts';
import { payloadOf, usersIn } from './domain/messaging/notify-payload.ts';
import { messengerHash } from './domain/people/messenger-hashes.ts';
import type { AnyEndpoint } from './http/endpoint.ts';
import { authenticator } from './http/middleware/authenticate.ts';
import { Idempotency } from './http/middleware/idempotency.ts';
import { RateLimits } from './http/rate-limits.ts';
import { ResponseCache } from './http/response-cache.ts';
import { SearchLimiter } from './http/search-limiter.ts';
import { createServer } from './http/server.ts';
import { openStore, type Store } from './repositories/store.ts';
import { STREAM_CHANGES_CHANNEL } from './services/administration/admin-streams.service.ts';
import { ClaimCodesService } from './services/attendance/seat-codes.service.ts';
import { TokensService } from './services/people/tokens.service.ts';

export interface App {
  readonly server: RequestListener;
  readonly endpoints: readonly AnyEndpoint[];
  readonly store: Store;
  readonly services: ReturnType<typeof createCapabilities>['services'];
  /** Undefined where no answers are cached. */
  readonly responses: ResponseCache | undefined;
  /** Names the users whose notifications this process wrote. Close it after the last writer. */
  readonly notifySender: NotifySender<string>;
  /** Names the rows that this process changed, for the streams of administrators. As `notifySender`. */
  readonly changeSender: NotifySender<string>;
}

/** The most that a NOTIFY delays the live streams and the messages of a crowd. */
const NOTIFY_INTERVAL_MS = 50;
/** As often as a page of an administrator can be read again. */
const CHANGES_INTERVAL_MS = 1_000;

/** The composition root: creates all objects and injects their dependencies. */
export function createApp(outside: Outside): App {
  const { config, db, replica, queue, log, health, now } = outside;
  const { responseCacheBytes: maxBytes } = config;
  const responses = maxBytes > 0 ? new ResponseCache({ maxBytes, now }) : undefined;
  const notifySender = createNotifySender(outside);
  const store = openStore(db, queue, {
    onWrite: (data) => responses?.wrote(data),
    onNotify: (names) => {
      replica?.pinToPrimary(usersIn([...names].join()));
      notifySender.announce(names);
    },
    onChange: (names) => changeSender.announce(names),
    pinToPrimary: (viewers) => replica?.pinToPrimary(viewers),
    maxSearchMs: config.searches.maxMs,
    replica,
  });
  const { services, endpoints } = createCapabilities(store, outside);
  const changeSender = new NotifySender<string>({
    db,
    channel: STREAM_CHANGES_CHANNEL,
    intervalMs: CHANGES_INTERVAL_MS,
    payloadOf: (names) => services.adminStreams.payloadOf(names),
    log,
  });
  const limits = new RateLimits(config.rateLimits, { counters: store.rateLimitCounters, now });
  // A worker serves /healthz only.
  const server = createServer(config.role === 'worker' ? [] : endpoints, {
    authenticate: authenticator({ ...services, adminCookie: adminCookieOf(outside), limits }),
    limits,
    profileReads: services.profileReads,
    searches: new SearchLimiter({
      poolSize: config.database.poolSize,
      maxWaitMs: config.searches.maxWaitMs,
    }),
    idempotency: new Idempotency({ keys: store.idempotencyKeys, translate: errorFromDatabase }),
    conferenceRows: services.conferenceRows,
    limited: store.limited,
    lagging: replica,
    responses,
    strict: !config.production,
    log,
    logSlowMs: config.logSlowMs,
    health,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl ?? '',
    signInButtons: outside.signInButtons ?? [],
    referenceFiles: outside.referenceFiles,
    consoleFiles: outside.consoleFiles,
    demo: outside.demo,
    translate: errorFromDatabase,
  });
  return { server, endpoints, store, services, responses, notifySender, changeSender };
}

const createNotifySender = ({ db, log }: Outside): NotifySender<string> =>
  new NotifySender({ db, channel: NOTIFY_CHANNEL, intervalMs: NOTIFY_INTERVAL_MS, payloadOf, log });

/** Creates each capability after its dependencies; the order excludes circular dependencies. */
export function createCapabilities(
  store: Store,
  { config, log, now, address }: Pick<Outside, 'config' | 'log' | 'now' | 'address'>,
) {
  const base = { store, config, log, now, address };
  const hashOf = messengerHash(config.hashSecrets);
  const { objectsPublicUrl } = config.media;
  const urls = mediaUrls({ publicUrl: originOf({ config, address }), objectsPublicUrl });

  const tokens = new TokensService({ ...config.jwt, now });
  const administration = createAdministration(base, { tokens });
  const { adminAuthentication } = administration.services;
  const claimCodes = new ClaimCodesService({ secrets: config.ticketSecrets });
  const messaging = createMessaging(base, { ...administration.services, claimCodes, hashOf });
  const { notifications, broadcasts, starts } = messaging.services;
  const attendance = createAttendance(base, { notifications, claimCodes, hashOf });
  const { attendances, registrations, invitations, tickets, guestScans } = attendance.services;
  const partner = createPartner(base, { notifications, hashOf });
  // The order in which an erasure releases seats: conferences are locked before events.
  const people = createPeople(base, {
    seats: [registrations, attendances],
    invitations,
    hashOf,
    urls,
    partner: partner.services,
    starts,
    claims: attendance.services.claims,
    tokens,
    adminAuthentication,
  });
  const media = createMedia(base, { urls });
  const quests = createQuests(base, {
    broadcasts,
    tickets,
    guests: guestScans,
    hashOf,
    media: media.services.media,
  });
  const { stores } = media.services;
  const { points } = quests.services;
  const operations = createOperations(base, { stores, points });
  const programme = createProgramme(base, {
    attendances,
    registrations,
    notifications,
    quests: quests.services.adminQuests,
    questCopies: quests.services.questCopies,
    urls,
    hashOf,
  });
  const registration = createRegistration(base, {
    ...{ attendance, quests, programme, notifications, claimCodes, messengerHashOf: hashOf },
  });
  const sources = createSources(base, { ...attendance.services, ...programme.services });
  const networking = createNetworking(base, {
    notifications,
    adminUsers: people.services.adminUsers,
    hashOf,
  });
  const feedback = createFeedback(base, { notifications });
  const webhooks = createWebhooks(base, { adminAuthentication });

  const capabilities = [
    administration,
    messaging,
    attendance,
    registration,
    people,
    media,
    programme,
    sources,
    networking,
    quests,
    feedback,
    partner,
    operations,
    webhooks,
  ];
  return {
    services: {
      ...administration.services,
      ...messaging.services,
      ...attendance.services,
      ...registration.services,
      ...people.services,
      ...media.services,
      ...programme.services,
      ...sources.services,
      ...networking.services,
      ...quests.services,
      ...feedback.services,
      ...partner.services,
      ...operations.services,
      ...webhooks.services,
    },
    endpoints: capabilities.flatMap((capability): AnyEndpoint[] => capability.endpoints),
  };
}
