import type { Logger } from 'pino';
import type { Trace } from '../../domain/administration/administrators.ts';
import { AppError } from '../../errors.ts';
import { publicIdIn } from '../../lib/api-key-secrets.ts';
import type { Store } from '../../repositories/store.ts';

const COUNTER = 'recorded-sign-in-failures';
const WINDOW_MS = 60_000;
/** Of all processes together: nobody fills the audit log from outside. */
const MAX_PER_WINDOW = 60;

/** The credential of an administrator that was tried. */
export interface Tried {
  readonly tried: 'api_key' | 'sign_in_code' | 'token' | 'session' | 'ticket' | 'launch_data';
  /** An API key; of a readable one, the public id is recorded, never the secret. */
  readonly text?: string;
  readonly trace: Trace;
  /** Counts an invalid credential toward a limit. Over it, nothing is recorded. */
  readonly count?: () => Promise<void>;
}

interface Deps {
  readonly store: Store;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Records failed sign-ins of administrators in the audit log, at most 60 a minute. */
export class SignInFailuresService {
  readonly #deps: Deps;
  /** Until then, the limit is known to be used up. */
  #blockedUntil = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs `identify`, and records it if it resolves with undefined, or refuses the address of a valid
   * credential.
   * @throws AppError RATE_LIMITED of `count`; FORBIDDEN of `identify`, and whatever else it throws
   */
  async watch<T>(tried: Tried, identify: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      const identity = await identify();
      if (identity) return identity;
      await tried.count?.();
      await this.#record(tried, 'invalid');
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') {
        await this.#record(tried, 'foreign_network');
      }
      throw error;
    }
  }

  /** A failure to record changes no answer. */
  async #record({ tried, text, trace }: Tried, reason: string): Promise<void> {
    if (this.#deps.now().getTime() < this.#blockedUntil) return;
    const key = text === undefined ? undefined : publicIdIn(text);
    try {
      const { hits, ms_left } = await this.#deps.store.rateLimitCounters.upsert(COUNTER, WINDOW_MS);
      if (hits >= MAX_PER_WINDOW) this.#blockedUntil = this.#deps.now().getTime() + ms_left;
      if (hits > MAX_PER_WINDOW) return;
      const by = { name: 'unknown', ...trace };
      await this.#deps.store.audit.record(by, 'sign_in.fail', null, {
        after: { tried, key, reason },
      });
    } catch (err) {
      const { request_id } = trace;
      this.#deps.log.warn({ err, request_id }, 'failed sign-in: not recorded in the audit log');
    }
  }
}
