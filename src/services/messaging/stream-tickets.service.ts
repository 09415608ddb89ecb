import { hash, randomBytes } from 'node:crypto';
import type { StreamAccess } from '../../domain/messaging/notification-streams.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

const TICKET_MS = 60_000;

export interface StreamTicket {
  readonly ticket: string;
  readonly expires_at: string;
}

/** Tickets for clients that can send no headers, as the EventSource of browsers: each opens one stream. */
export class StreamTicketsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /**
   * A stream that it opens ends with the proof that this person came with. Nobody can tell the
   * ticket again: only its hash is kept.
   *
   * @throws AppError UNAUTHORIZED for somebody erased meanwhile
   */
  async create(access: StreamAccess): Promise<StreamTicket> {
    const now = this.#now();
    await this.#store.streamTickets.deleteExpired(now.toISOString());
    const ticket = randomBytes(32).toString('base64url');
    const end = Math.min(now.getTime() + TICKET_MS, Date.parse(access.access_until));
    const expires_at = new Date(end).toISOString();
    const row = { ...access, token_hash: hashOf(ticket), expires_at };
    if (!(await this.#store.streamTickets.insert(row))) throw unauthorized();
    return { ticket, expires_at };
  }

  /**
   * Whose it was, and what it opened; it opens nothing any more.
   * @throws AppError UNAUTHORIZED for one that is used, expired or unknown; FORBIDDEN for a blocked
   *   person's
   */
  async redeem(ticket: string | undefined): Promise<StreamAccess> {
    const taken = ticket && (await this.#take(ticket));
    if (!taken) throw unauthorized();
    if (taken.is_blocked) throw forbidden();
    return taken;
  }

  #take(ticket: string) {
    return this.#store.streamTickets.deleteUnexpired(hashOf(ticket), this.#now().toISOString());
  }
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex');
