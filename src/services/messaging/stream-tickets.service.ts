import { hash, randomBytes } from 'node:crypto';
import type { StreamAccess } from '../../domain/messaging/notification-streams.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

const TICKET_MS = 60_000;

export interface StreamTicket {
  readonly ticket: string;
  readonly expires_at: string;
}

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** Single-use tickets for clients that cannot send headers, such as a browser's EventSource. */
export class StreamTicketsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The ticket's stream ends when the credentials of this request expire. Only a hash of the ticket
   * is stored.
   *
   * @throws AppError UNAUTHORIZED when the user was erased after sign-in
   */
  async create(access: StreamAccess): Promise<StreamTicket> {
    const now = this.#deps.now();
    await this.#deps.store.streamTickets.deleteExpired(now.toISOString());
    const ticket = randomBytes(32).toString('base64url');
    const end = Math.min(now.getTime() + TICKET_MS, Date.parse(access.access_until));
    const expires_at = new Date(end).toISOString();
    const { user_id, access_until } = access;
    const row = { user_id, access_until, token_hash: hashOf(ticket), expires_at };
    if (!(await this.#deps.store.streamTickets.insert(row))) throw unauthorized();
    return { ticket, expires_at };
  }

  /**
   * Deletes the ticket and returns its access.
   * @throws AppError UNAUTHORIZED for a used, expired or unknown ticket; FORBIDDEN for a blocked
   *   user
   */
  async redeem(ticket: string | undefined): Promise<StreamAccess> {
    const { streamTickets } = this.#deps.store;
    return allowed(ticket && (await streamTickets.deleteUnexpired(hashOf(ticket), this.#time())));
  }

  /**
   * Checks a ticket as `redeem` does, without deleting it.
   * @throws AppError as `redeem`
   */
  async check(ticket: string | undefined): Promise<void> {
    const { streamTickets } = this.#deps.store;
    allowed(ticket && (await streamTickets.findUnexpired(hashOf(ticket), this.#time())));
  }

  #time(): string {
    return this.#deps.now().toISOString();
  }
}

function allowed<T extends { readonly is_blocked: boolean }>(found: T | '' | undefined): T {
  if (!found) throw unauthorized();
  if (found.is_blocked) throw forbidden();
  return found;
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex');
