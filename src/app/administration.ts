import { NotifyListener } from '../db/notify-listener.ts';
import { adminSessionEndpoints } from '../http/routers/administration/admin-sessions.router.ts';
import { API_KEYS_CHANNEL } from '../repositories/administration/api-keys.repository.ts';
import { AdminAuthenticationService } from '../services/administration/admin-authentication.service.ts';
import { AdminSessionsService } from '../services/administration/admin-sessions.service.ts';
import { ConferenceRowsService } from '../services/administration/conference-rows.service.ts';
import { SignInFailuresService } from '../services/administration/sign-in-failures.service.ts';
import type { TokensService } from '../services/people/tokens.service.ts';
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
    now,
  });
  const signInFailures = new SignInFailuresService({ store, log, now });
  const services = {
    conferenceRows: new ConferenceRowsService({ store }),
    adminAuthentication,
    signInFailures,
    adminSessions: new AdminSessionsService({ store, adminAuthentication, signInFailures, now }),
  };
  const cookie = adminCookieOf({ config, address });
  return { services, endpoints: adminSessionEndpoints({ ...services, cookie }) };
}
