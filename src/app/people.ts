import type { MediaUrls } from '../domain/media/media-urls.ts';
import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import {
  adminUserEndpoints,
  userImportEndpoints,
} from '../http/routers/people/admin-users.router.ts';
import { authenticationEndpoints } from '../http/routers/people/authentication.router.ts';
import {
  personalDataEndpoints,
  userEndpoints,
  userStateEndpoints,
} from '../http/routers/people/users.router.ts';
import { InitDataVerifier } from '../integrations/messenger/init-data.ts';
import { Encryption } from '../lib/encryption.ts';
import type { AdminAuthenticationService } from '../services/administration/admin-authentication.service.ts';
import type { ClaimsService } from '../services/attendance/claims.service.ts';
import { BulkImportsService } from '../services/bulk-imports.service.ts';
import type { StartsService } from '../services/messaging/starts.service.ts';
import {
  AccountsService,
  type OpenInvitations,
  type PartnerErasure,
  type Seats,
} from '../services/people/accounts.service.ts';
import { AdminUsersService, type WaitlistSeats } from '../services/people/admin-users.service.ts';
import { AuthenticationService } from '../services/people/authentication.service.ts';
import {
  type PartnerExport,
  PersonalDataService,
} from '../services/people/personal-data.service.ts';
import { SessionsService } from '../services/people/sessions.service.ts';
import type { TokensService } from '../services/people/tokens.service.ts';
import { UserImportsService } from '../services/people/user-imports.service.ts';
import { UserStateService, UsersService } from '../services/people/users.service.ts';
import { type Base, shareLinkOf } from './outside.ts';

interface Needs {
  readonly tokens: TokensService;
  readonly adminAuthentication: AdminAuthenticationService;
  /** Sorted in the order in which an erasure or an unblocking locks them. */
  readonly seats: readonly (Seats & WaitlistSeats)[];
  readonly invitations: OpenInvitations;
  readonly hashOf: MessengerHash;
  readonly urls: MediaUrls;
  readonly starts: StartsService;
  readonly claims: ClaimsService;
  readonly partner: {
    readonly partnerAccounts: PartnerExport;
    readonly partnerMints: PartnerErasure;
  };
}

/** Composes accounts, authentication, profiles, personal data and user imports. */
export function createPeople(
  { store, config, now }: Base,
  { seats, invitations, hashOf, urls, partner, starts, claims, tokens, adminAuthentication }: Needs,
) {
  const { partnerAccounts, partnerMints } = partner;
  const accounts = new AccountsService({
    store,
    seats,
    invitations,
    partner: partnerMints,
    hashOf,
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
    tokens,
    adminTokens: adminAuthentication,
  });
  const services = {
    accounts,
    authentication,
    sessions: new SessionsService({
      store,
      authentication,
      tokens,
      starts,
      claims,
      maxAgeSeconds: config.sessionMaxAgeSeconds,
      now,
    }),
    users: new UsersService({ store, urls, shareUrl: shareLinkOf(config), now }),
    personalData: new PersonalDataService({
      store,
      urls,
      partner: partnerAccounts,
      encryption: new Encryption(config.encryptionSecrets),
      now,
    }),
    userState: new UserStateService({ store }),
    adminUsers: new AdminUsersService({ store, seats, accounts, now }),
    userImports: new UserImportsService({
      store,
      hashOf,
      bulkImports: new BulkImportsService({ store }),
    }),
  };
  const endpoints = [
    ...authenticationEndpoints(services),
    ...userEndpoints(services),
    ...userStateEndpoints(services),
    ...personalDataEndpoints(services),
    ...adminUserEndpoints(services),
    ...userImportEndpoints(services),
  ];
  return { services, endpoints };
}
