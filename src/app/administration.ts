import { NotifyListener } from '../db/notify-listener.ts';
import { API_KEYS_CHANNEL } from '../repositories/administration/api-keys.repository.ts';
import { AdminAuthenticationService } from '../services/administration/admin-authentication.service.ts';
import { ConferenceRowsService } from '../services/administration/conference-rows.service.ts';
import type { TokensService } from '../services/people/tokens.service.ts';
import type { Base } from './outside.ts';

/** Composes administrators, their keys, and what each may do. */
export function createAdministration(
  { store, config, log, now }: Base,
  { tokens }: { tokens: TokensService },
) {
  const services = {
    conferenceRows: new ConferenceRowsService({ store }),
    adminAuthentication: new AdminAuthenticationService({
      store,
      tokens,
      adminApiKeys: config.adminApiKeys,
      channel: new NotifyListener({
        url: config.database.directUrl,
        channel: API_KEYS_CHANNEL,
        log,
      }),
      now,
    }),
  };
  return { services, endpoints: [] };
}
