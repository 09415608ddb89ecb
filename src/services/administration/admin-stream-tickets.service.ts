import { hash, randomBytes } from 'node:crypto';
import type { AdminCredential } from '../../domain/administration/admin-sessions.ts';
import type { Store } from '../../repositories/store.ts';

const TICKET_MS = 60_000;
/** 256 bits in base64url. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** Single-use tickets for the live stream of administrators: a browser's EventSource sends no headers. */
export class AdminStreamTicketsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The ticket's stream ends with the credential. Only a hash of the ticket is stored. */
  async create(
    credential: AdminCredential,
  ): Promise<{ readonly ticket: string; readonly expires_at: string }> {
    const now = this.#deps.now();
    await this.#deps.store.adminStreamTickets.deleteExpired(now.toISOString());
    const ticket = randomBytes(32).toString('base64url');
    const expires_at = new Date(now.getTime() + TICKET_MS).toISOString();
    await this.#deps.store.adminStreamTickets.insert(hashOf(ticket), { credential, expires_at });
    return { ticket, expires_at };
  }

  /**
   * The credential of a ticket, which is deleted unless `isKept`; undefined for a used, expired or unknown
   * ticket. An invalid text costs no statement.
   */
  async redeem(
    ticket: string,
    { isKept }: { isKept: boolean },
  ): Promise<AdminCredential | undefined> {
    if (!TICKET.test(ticket)) return undefined;
    const { adminStreamTickets } = this.#deps.store;
    const now = this.#deps.now().toISOString();
    return isKept
      ? adminStreamTickets.findUnexpired(hashOf(ticket), now)
      : adminStreamTickets.deleteUnexpired(hashOf(ticket), now);
  }
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex');
