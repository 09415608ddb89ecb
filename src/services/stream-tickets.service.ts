import { hash, randomBytes } from 'node:crypto';
import { unauthorized } from '../errors.ts';
import type {
  FoundTickets,
  TicketHolder,
} from '../repositories/messaging/stream-tickets.repository.ts';
import type { Store } from '../repositories/store.ts';

const TICKET_MS = 60_000;
/** 256 bits in base64url. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;

/** Single-use tickets for clients that cannot send headers, such as a browser's EventSource. */
export class StreamTicketsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * The ticket's stream ends when the credentials of this request do. Only a hash of the ticket is
   * stored.
   *
   * @throws AppError UNAUTHORIZED when the user was erased after sign-in
   */
  async create(
    holder: TicketHolder,
  ): Promise<{ readonly ticket: string; readonly expires_at: string }> {
    const { store, now } = this.#deps;
    const created = now();
    await store.streamTickets.deleteExpired(created.toISOString());
    const ticket = randomBytes(32).toString('base64url');
    const latest = created.getTime() + TICKET_MS;
    const end = 'user_id' in holder ? Math.min(latest, Date.parse(holder.access_until)) : latest;
    const expires_at = new Date(end).toISOString();
    const isCreated = await store.streamTickets.insert(hashOf(ticket), holder, expires_at);
    if (!isCreated) throw unauthorized();
    return { ticket, expires_at };
  }

  /**
   * Returns a ticket of a user or of an administrator, and deletes it unless it `isKept`; undefined
   * for a used, expired or unknown ticket. An invalid text costs no statement.
   */
  async redeem<Of extends keyof FoundTickets>(
    ticket: string | undefined,
    { of, isKept }: { of: Of; isKept: boolean },
  ): Promise<FoundTickets[Of] | undefined> {
    if (ticket === undefined || !TICKET.test(ticket)) return undefined;
    const { streamTickets } = this.#deps.store;
    const wanted = { token_hash: hashOf(ticket), of, now: this.#deps.now().toISOString() };
    return isKept ? streamTickets.findUnexpired(wanted) : streamTickets.deleteUnexpired(wanted);
  }
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex');
