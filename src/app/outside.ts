import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Replica } from '../db/replica.ts';
import { LONGEST_SESSION_MS } from '../domain/administration/admin-sessions.ts';
import { type ShareLink, shareUrl } from '../domain/messaging/start-parameters.ts';
import type { SignInButton } from '../http/api-reference.ts';
import type { Health } from '../http/healthz.ts';
import type { PageFiles } from '../http/pages.ts';
import type { ServerOptions } from '../http/server.ts';
import { AdminCookie } from '../lib/admin-cookie.ts';
import type { JobQueue } from '../repositories/jobs.repository.ts';
import type { Store } from '../repositories/store.ts';

/** The process's configuration, connections and clock, injected so that tests can replace them. */
export interface Outside {
  readonly config: Config;
  readonly db: Knex;
  /** For reads that may lag. */
  readonly replica?: Replica | undefined;
  readonly queue: JobQueue;
  readonly log: Logger;
  readonly health: Health;
  readonly now: () => Date;
  /** The address that the service listens on, once it does; absent in scripts. */
  readonly address?: (() => string) | undefined;
  /** The token of the docs page; in development only. */
  readonly signInButtons?: readonly SignInButton[];
  /** The docs page as it was built. */
  readonly referenceFiles?: () => Promise<PageFiles | undefined>;
  /** The organizers' console as it was built. */
  readonly consoleFiles?: () => Promise<PageFiles | undefined>;
  /** The example of a mini app; in development only. */
  readonly demo?: ServerOptions['demo'];
}

/**
 * The origin of links; if it is empty, a link is a path. Never from the Host header of a request,
 * which a client can forge.
 */
export const originOf =
  ({ config, address = () => '' }: Pick<Outside, 'config' | 'address'>) =>
  (): string =>
    config.publicUrl ?? (config.production ? '' : address());

/** The cookie of administrators' sessions. */
export const adminCookieOf = (outside: Pick<Outside, 'config' | 'address'>): AdminCookie => {
  const { production, publicUrl = '' } = outside.config;
  return new AdminCookie({
    isSecure: production || publicUrl.startsWith('https:'),
    maxAgeMs: LONGEST_SESSION_MS,
    origin: originOf(outside),
  });
};

/** Links that open the mini app. */
export const shareLinkOf =
  ({ messenger }: Config): ShareLink =>
  (start) =>
    shareUrl(messenger.appUrl, start);

/** The dependencies of every capability. */
export interface Base extends Pick<Outside, 'config' | 'log' | 'now' | 'address'> {
  readonly store: Store;
}
