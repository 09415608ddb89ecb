import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  emailHashes,
  type GuestListKeys,
  ticketCodeHashes,
} from '../../domain/attendance/guest-keys.ts';
import type { Invitation } from '../../domain/attendance/invitations.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { conflict, notFound } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { ListedKeys } from '../../repositories/attendance/invitations.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { ClaimCodesService } from './seat-codes.service.ts';

const BATCH_ROWS = 500;

/** The open invitations of which links are wanted. */
export interface WantedLinks {
  /** Null means all. */
  readonly ids: readonly number[] | null;
  /** Whether the links sent before stop working. */
  readonly isRevoked: boolean;
  /** Of the file, for the audit log. */
  readonly format: string;
}

/** A guest with the link that claims their seat. */
export interface ClaimLink
  extends Pick<
    Invitation,
    | 'messenger_id'
    | 'username'
    | 'first_name'
    | 'last_name'
    | 'company'
    | 'ticket_type'
    | 'ticket_code_end'
  > {
  readonly invitation_id: number;
  readonly claim_link: string;
}

interface Deps {
  readonly store: Store;
  readonly codes: ClaimCodesService;
  readonly shareUrl: ShareLink;
  /** Of the keys of guests. */
  readonly hashOf: KeyedHash;
}

/**
 * The links by which guests claim their seats. They are made when they are asked for, so each export
 * has the same ones; none is stored.
 */
export class ClaimLinksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The links of open invitations, in batches by id. The audit log records the export.
   *
   * @throws AppError NOT_FOUND; CONFLICT without an address of the mini app
   */
  async export(
    by: Administrator,
    conferenceId: number,
    wanted: WantedLinks,
  ): Promise<AsyncIterable<readonly ClaimLink[]>> {
    await this.#begin(by, conferenceId, wanted);
    return this.#batches(conferenceId, wanted.ids);
  }

  /**
   * Begins the export of an own list: returns the function that finds the links of its next rows; null
   * for a row without an open invitation.
   *
   * @throws AppError as `export`
   */
  async beginList(
    by: Administrator,
    conferenceId: number,
    format: string,
  ): Promise<(rows: readonly GuestListKeys[]) => Promise<(string | null)[]>> {
    await this.#begin(by, conferenceId, { ids: null, isRevoked: false, format });
    return (rows) => this.#linksOf(conferenceId, rows);
  }

  /** As `export`, one page of the links after an id. */
  async page(
    by: Administrator,
    conferenceId: number,
    { after, ...wanted }: WantedLinks & { readonly after: number },
  ): Promise<{ readonly data: readonly ClaimLink[]; readonly has_more: boolean }> {
    await this.#begin(by, conferenceId, wanted);
    const request = { ids: wanted.ids, after, limit: BATCH_ROWS + 1 };
    const guests = await this.#deps.store.invitations.listOpenAfter(conferenceId, request);
    const data = guests.slice(0, BATCH_ROWS).map((guest) => this.#row(guest));
    return { data, has_more: guests.length > BATCH_ROWS };
  }

  async #begin(
    by: Administrator,
    conferenceId: number,
    { ids, isRevoked, format }: WantedLinks,
  ): Promise<void> {
    if (this.#linkTo(0, 0) === null) {
      throw conflict(
        null,
        'Claim links open the mini app, whose address is not set: MESSENGER_APP_URL',
        'no_app_address',
      );
    }
    await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      const revoked = isRevoked ? await tx.invitations.updateRevoked(conferenceId, ids) : 0;
      await tx.audit.record(by, 'conference.export_claim_links', conferenceId, {
        after: { format, ...(isRevoked && { revoked }) },
      });
    });
  }

  async *#batches(
    conferenceId: number,
    ids: readonly number[] | null,
  ): AsyncGenerator<readonly ClaimLink[]> {
    let after = 0;
    for (;;) {
      const request = { ids, after, limit: BATCH_ROWS };
      const guests = await this.#deps.store.invitations.listOpenAfter(conferenceId, request);
      yield guests.map((guest) => this.#row(guest));
      if (guests.length < BATCH_ROWS) return;
      after = guests.at(-1)?.id ?? after;
    }
  }

  #row({ id, claim_epoch, ...guest }: Invitation): ClaimLink {
    const { messenger_id, username, first_name, last_name, company } = guest;
    const person = { messenger_id, username, first_name, last_name, company };
    const { ticket_type, ticket_code_end } = guest;
    const claim_link = this.#linkTo(id, claim_epoch) ?? '';
    return { invitation_id: id, ...person, ticket_type, ticket_code_end, claim_link };
  }

  async #linksOf(conferenceId: number, rows: readonly GuestListKeys[]): Promise<(string | null)[]> {
    const hashed = rows.map(({ ticket_code, email, ...row }) => ({
      ...row,
      tickets:
        ticket_code === undefined ? [] : ticketCodeHashes(this.#deps.hashOf, ticket_code).all,
      emails: email === undefined ? [] : emailHashes(this.#deps.hashOf, email).all,
    }));
    const keys: ListedKeys = {
      tickets: hashed.flatMap(({ tickets }) => tickets),
      emails: hashed.flatMap(({ tickets, emails }) => (tickets.length > 0 ? [] : emails)),
      messengerIds: hashed.flatMap(({ messenger_id }) => messenger_id ?? []),
      usernames: hashed.flatMap(({ username }) => username?.toLowerCase() ?? []),
    };
    const guests = await this.#deps.store.invitations.listOpenByKeys(conferenceId, keys);
    const byKey = new Map(guests.flatMap((guest) => keysOf(guest).map((key) => [key, guest])));
    return hashed.map(({ tickets, emails, messenger_id, username }) => {
      const named = [
        ...tickets,
        ...(messenger_id === undefined ? [] : [`messenger id ${messenger_id}`]),
        ...(tickets.length > 0 ? [] : emails),
        ...(username === undefined ? [] : [`username ${username.toLowerCase()}`]),
      ];
      const guest = named.map((key) => byKey.get(key)).find((found) => found !== undefined);
      return guest ? this.#linkTo(guest.id, guest.claim_epoch) : null;
    });
  }

  #linkTo(invitation_id: number, epoch: number): string | null {
    const code = this.#deps.codes.codeOf({ invitation_id, epoch });
    return this.#deps.shareUrl({ kind: 'claim', id: invitation_id, code });
  }
}

/** What names a guest in a list. One by an address has no ticket code. */
const keysOf = ({ username, messenger_id, ...hashes }: Invitation): (string | null)[] => [
  hashes.ticket_code_hash ?? hashes.email_hash,
  messenger_id === null ? null : `messenger id ${messenger_id}`,
  username === null ? null : `username ${username.toLowerCase()}`,
];
