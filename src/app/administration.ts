import { NotifyListener } from '../db/notify-listener.ts';
import {
  adminSessionEndpoints,
  adminSignInEndpoints,
} from '../http/routers/administration/admin-sessions.router.ts';
import { adminStreamEndpoints } from '../http/routers/administration/admin-streams.router.ts';
import { administratorEndpoints } from '../http/routers/administration/administrators.router.ts';
import { apiKeyEndpoints } from '../http/routers/administration/api-keys.router.ts';
import { InitDataVerifier } from '../integrations/messenger/init-data.ts';
import { API_KEYS_CHANNEL } from '../repositories/administration/api-keys.repository.ts';
import { AdminAuthenticationService } from '../services/administration/admin-authentication.service.ts';
import {
  AdminSessionsService,
  AdminSignInsService,
  MAX_LAUNCH_DATA_AGE_SECONDS,
} from '../services/administration/admin-sessions.service.ts';
import {
  AdminStreamsService,
  STREAM_CHANGES_CHANNEL,
} from '../services/administration/admin-streams.service.ts';
import { AdministratorsService } from '../services/administration/administrators.service.ts';
import { ApiKeysService } from '../services/administration/api-keys.service.ts';
import { ConferenceRowsService } from '../services/administration/conference-rows.service.ts';
import { KeyChangesService } from '../services/administration/key-changes.service.ts';
import { KeyUsesService } from '../services/administration/key-uses.service.ts';
import {
  OwnAccessService,
  OwnerKeysService,
} from '../services/administration/owner-keys.service.ts';
import { SignInFailuresService } from '../services/administration/sign-in-failures.service.ts';
import type { TokensService } from '../services/people/tokens.service.ts';
import { StreamTicketsService } from '../services/stream-tickets.service.ts';
import { adminCookieOf, type Base } from './outside.ts';

/** Composes administrators, their keys, and what each may do. */
export function createAdministration(
  { store, config, log, now, address }: Base,
  { tokens }: { tokens: TokensService },
) {
  const adminAuthentication = new AdminAuthenticationService({
    store,
    tokens,
    adminApiKeys: config.adminApiKeys,
    channel: new NotifyListener({
      url: config.database.directUrl,
      channel: API_KEYS_CHANNEL,
      log,
    }),
    uses: new KeyUsesService({ store, log, now }),
    now,
  });
  const signInFailures = new SignInFailuresService({ store, log, now });
  const changes = new KeyChangesService({ store, adminAuthentication, now });
  const ownerKeys = new OwnerKeysService({ store, log, now });
  const maxAgeSeconds = Math.min(MAX_LAUNCH_DATA_AGE_SECONDS, config.messenger.authMaxAgeSeconds);
  const services = {
    conferenceRows: new ConferenceRowsService({ store }),
    adminAuthentication,
    signInFailures,
    adminSessions: new AdminSessionsService({ store, adminAuthentication, signInFailures, now }),
    adminStreams: new AdminStreamsService({
      store,
      adminAuthentication,
      channel: new NotifyListener({
        url: config.database.directUrl,
        channel: STREAM_CHANGES_CHANNEL,
        log,
      }),
      log,
      now,
    }),
    streamTickets: new StreamTicketsService({ store, now }),
    adminSignIns: new AdminSignInsService({
      store,
      tokens,
      signInFailures,
      initData: new InitDataVerifier({ ...config.messenger, maxAgeSeconds, now }),
      now,
    }),
    apiKeys: new ApiKeysService({ store, changes, now }),
    administrators: new AdministratorsService({ store, changes }),
    ownAccess: new OwnAccessService({ store, ownerKeys, now }),
    ownerKeys,
  };
  const cookie = adminCookieOf({ config, address });
  const endpoints = [
    ...apiKeyEndpoints(services),
    ...administratorEndpoints(services),
    ...adminSignInEndpoints(services),
    ...adminSessionEndpoints({ ...services, cookie }),
    ...adminStreamEndpoints(services),
  ];
  return { services, endpoints };
}
