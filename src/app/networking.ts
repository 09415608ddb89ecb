import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import {
  connectionEndpoints,
  connectionNoteEndpoints,
  meetEndpoints,
} from '../http/routers/networking/connections.router.ts';
import { enrichmentEndpoints } from '../http/routers/networking/enrichments.router.ts';
import { recommendationEndpoints } from '../http/routers/networking/recommendations.router.ts';
import {
  adminUserReportEndpoints,
  blockEndpoints,
  userReportEndpoints,
} from '../http/routers/networking/user-reports.router.ts';
import { openEnrichmentProvider } from '../integrations/enrichment/local-provider.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { ConnectionNotesService } from '../services/networking/connection-notes.service.ts';
import { ConnectionsService } from '../services/networking/connections.service.ts';
import { ContactsService } from '../services/networking/contacts.service.ts';
import { EnrichmentRunsService } from '../services/networking/enrichment-runs.service.ts';
import { EnrichmentsService } from '../services/networking/enrichments.service.ts';
import { MeetCodesService, MeetsService } from '../services/networking/meets.service.ts';
import {
  MatchTermsService,
  RecommendationsService,
} from '../services/networking/recommendations.service.ts';
import { RequestLimitsService } from '../services/networking/request-limits.service.ts';
import {
  AdminUserReportsService,
  BlocksService,
  UserReportsService,
} from '../services/networking/user-reports.service.ts';
import type { AdminUsersService } from '../services/people/admin-users.service.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import { type Base, shareLinkOf } from './outside.ts';

/** The delay before the first retry of a call to an outside provider; each further failure doubles it. */
const ENRICHMENT_RETRY_MS = 30_000;

/** Connections between users, enrichments of profiles, and recommendations of users to meet. */
export function createNetworking(
  { store, config, log, now }: Base,
  {
    notifications,
    adminUsers,
    hashOf,
  }: {
    notifications: NotificationsService;
    adminUsers: AdminUsersService;
    hashOf: MessengerHash;
  },
) {
  const limits = new RequestLimitsService({ hashOf, now });
  const tries = new FailedAttemptsService({ store, hashOf });
  const meetCodes = new MeetCodesService({
    secrets: config.ticketSecrets,
    shareUrl: shareLinkOf(config),
    now,
  });
  const enrichmentProvider = openEnrichmentProvider(config.enrichment.chat);
  const services = {
    blocks: new BlocksService({ store, now }),
    connectionNotes: new ConnectionNotesService({ store, now }),
    connections: new ConnectionsService({ store, notifications, limits, now }),
    contacts: new ContactsService({ store, tries }),
    enrichmentProvider,
    enrichments: new EnrichmentsService({ store, provider: enrichmentProvider, now }),
    enrichmentRuns: new EnrichmentRunsService({
      store,
      provider: enrichmentProvider,
      rate: config.enrichment.callsPerMinute,
      retryDelayMs: ENRICHMENT_RETRY_MS,
      log,
    }),
    meetCodes,
    meets: new MeetsService({ store, codes: meetCodes, tries, notifications, now }),
    matchTerms: new MatchTermsService({ store }),
    recommendations: new RecommendationsService({ store, now }),
    userReports: new UserReportsService({ store, tries, now }),
    adminUserReports: new AdminUserReportsService({
      store,
      users: adminUsers,
      notifications,
      now,
    }),
  };
  const endpoints = [
    ...blockEndpoints(services),
    ...connectionEndpoints(services),
    ...connectionNoteEndpoints(services),
    ...meetEndpoints(services),
    ...enrichmentEndpoints(services),
    ...recommendationEndpoints(services),
    ...userReportEndpoints(services),
    ...adminUserReportEndpoints(services),
  ];
  return { services, endpoints };
}
