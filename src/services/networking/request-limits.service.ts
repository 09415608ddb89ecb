import {
  COOL_DOWN_MS,
  MAX_DAILY_REQUESTS,
  MAX_REQUESTS_TO_ONE,
  ONE_RECIPIENT_WINDOW_SECONDS,
  type PastRequests,
  REQUEST_WINDOW_SECONDS,
  secondsUntilNextRequest,
} from '../../domain/networking/connections.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import { AppError, rateLimited } from '../../errors.ts';
import type { Party, RequestHashes } from '../../repositories/networking/connections.repository.ts';
import type { Tx } from '../../repositories/store.ts';

/**
 * The limits of connection requests. They count by keyed hashes of messenger ids, so that an erasure
 * and a new account do not reset them.
 */
export class RequestLimitsService {
  readonly #deps;

  constructor(deps: { hashOf: MessengerHash; now: () => Date }) {
    this.#deps = deps;
  }

  /** Takes the messenger ids of the two users. */
  hashesOf(requester: number, recipient: number): RequestHashes {
    return { requester: this.#deps.hashOf(requester), recipient: this.#deps.hashOf(recipient) };
  }

  /**
   * Checks whether a new request may be sent after these.
   * @throws AppError CONNECTION_REJECTED; RATE_LIMITED
   */
  check(past: PastRequests): void {
    const { rejected_at: rejectedAt } = past;
    if (rejectedAt && this.#deps.now().getTime() < Date.parse(rejectedAt) + COOL_DOWN_MS) {
      throw coolingDown();
    }
    for (const limit of LIMITS) {
      const seconds = secondsUntilNextRequest(
        past[limit.earliest],
        this.#deps.now(),
        limit.windowSeconds,
      );
      if (seconds > 0) throw overLimit(limit, seconds);
    }
  }

  /** Records that `by` rejected the requester. */
  async countRejection(
    tx: Tx,
    { requester, by, at }: { requester: Party; by: Party; at: string },
  ): Promise<void> {
    if (!requester.messenger_id || !by.messenger_id) return;
    const hashes = this.hashesOf(requester.messenger_id, by.messenger_id);
    await tx.connections.upsertRejectionTime(hashes, at);
  }
}

export const coolingDown = () =>
  new AppError(
    'CONNECTION_REJECTED',
    'This user rejected your request; wait 30 days before you send the next one',
  );

interface Limit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  readonly earliest: 'earliest_daily' | 'earliest_to_one';
  readonly rule: string;
}

const LIMITS: readonly Limit[] = [
  {
    name: 'connection-requests',
    max: MAX_DAILY_REQUESTS,
    windowSeconds: REQUEST_WINDOW_SECONDS,
    earliest: 'earliest_daily',
    rule: `${MAX_DAILY_REQUESTS} connection requests within 24 hours`,
  },
  {
    name: 'connection-requests-to-one-user',
    max: MAX_REQUESTS_TO_ONE,
    windowSeconds: ONE_RECIPIENT_WINDOW_SECONDS,
    earliest: 'earliest_to_one',
    rule: `${MAX_REQUESTS_TO_ONE} connection requests to this user within 30 days`,
  },
];

/** The headers are those of every rate limit, but RATE_LIMIT_ENABLED does not disable this one. */
const overLimit = ({ name, max, windowSeconds, rule }: Limit, seconds: number) =>
  rateLimited(`You sent ${rule}; retry in ${seconds} s`, 1_000 * seconds, {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=0;t=${seconds}`,
  });
