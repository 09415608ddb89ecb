import type { Express } from 'express';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { errorFromDatabase } from './db/pg-errors.ts';
import { Store } from './db/store.ts';
import type { AnyEndpoint } from './http/endpoint.ts';
import type { Health } from './http/healthz.ts';
import { authenticator } from './http/middleware/authenticate.ts';
import { RateLimits } from './http/rate-limits.ts';
import { adminUserEndpoints } from './http/routers/admin/users.router.ts';
import { personalDataEndpoints } from './http/routers/personal-data.router.ts';
import { sessionEndpoints } from './http/routers/sessions.router.ts';
import { userEndpoints } from './http/routers/users.router.ts';
import { createServer } from './http/server.ts';
import { InitDataVerifier } from './integrations/messenger/init-data.ts';
import { AdminUsersService } from './services/admin-users.service.ts';
import { AuthenticationService } from './services/authentication.service.ts';
import { PeopleService } from './services/people.service.ts';
import { PersonalDataService } from './services/personal-data.service.ts';
import { TokensService } from './services/tokens.service.ts';
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
  const people = new PeopleService({ store, erasureSecret: config.erasureSecret, now });
  const users = new UsersService({ store, now });
  const personalData = new PersonalDataService({ store, now });
  const adminUsers = new AdminUsersService({ store });
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
  ];
  const limits = new RateLimits(config.rateLimits, store.rateLimitCounters);
  const server = createServer(endpoints, {
    authenticate: authenticator({ authentication, limits }),
    limits,
    strict: !config.production,
    log,
    health,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    translate: errorFromDatabase,
  });
  return { server, endpoints };
}
