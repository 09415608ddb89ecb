import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { SignInButton } from '../http/docs-page.ts';
import type { Health } from '../http/healthz.ts';
import type { JobQueue } from '../repositories/jobs.repository.ts';
import type { Store } from '../repositories/store.ts';

/** Everything that the process reaches outside itself, passed in so that tests can pass their own. */
export interface Outside {
  readonly config: Config;
  readonly db: Knex;
  readonly queue: JobQueue;
  readonly log: Logger;
  readonly health: Health;
  readonly now: () => Date;
  /** Of the docs page; in development only. */
  readonly signInButtons?: readonly SignInButton[];
}

/** What every capability is made with. */
export interface Base extends Pick<Outside, 'config' | 'log' | 'now'> {
  readonly store: Store;
}
