import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { adminPartnerEndpoints, partnerEndpoints } from '../http/routers/partner/partner.router.ts';
import { PartnerClient } from '../integrations/partner/partner-client.ts';
import { Encryption } from '../lib/encryption.ts';
import { keyedHash } from '../lib/keyed-hashes.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { PartnerAccountsService } from '../services/partner/partner-accounts.service.ts';
import { PartnerCodeLimitsService } from '../services/partner/partner-code-limits.service.ts';
import { PartnerMintRunsService } from '../services/partner/partner-mint-runs.service.ts';
import {
  AdminPartnerService,
  PartnerMintsService,
} from '../services/partner/partner-mints.service.ts';
import { PartnerTokensService } from '../services/partner/partner-tokens.service.ts';
import type { Base } from './outside.ts';

interface Needs {
  readonly notifications: NotificationsService;
  readonly hashOf: MessengerHash;
}

/** Accounts with the partner, and mints. */
export function createPartner({ store, config, log, now }: Base, { notifications, hashOf }: Needs) {
  const { api, codesPerHour, hasCodeLimits, phonePrefixes, explorerHosts } = config.partner;
  const client = api && new PartnerClient(api);
  const encryption = new Encryption(config.encryptionSecrets);
  const hashOfAccount = keyedHash(config.hashSecrets, 'partner accounts');
  const tokens = new PartnerTokensService({ store, client, encryption, now });
  const limits = new PartnerCodeLimitsService({
    codesPerHour,
    isOn: hasCodeLimits,
    hashOfPerson: hashOf,
    hashOfDestination: keyedHash(config.hashSecrets, 'partner destinations'),
  });
  const services = {
    partnerClient: client,
    adminPartner: new AdminPartnerService({ store }),
    partnerAccounts: new PartnerAccountsService({
      store,
      client,
      encryption,
      limits,
      phonePrefixes,
      now,
    }),
    partnerTokens: tokens,
    partnerMints: new PartnerMintsService({ store, client, hashOfAccount }),
    partnerMintRuns: new PartnerMintRunsService({
      store,
      client,
      tokens,
      notifications,
      explorerHosts,
      log,
    }),
  };
  return {
    services,
    endpoints: [...partnerEndpoints(services), ...adminPartnerEndpoints(services)],
  };
}
