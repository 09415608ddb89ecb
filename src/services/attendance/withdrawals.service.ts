import type { Administrator } from '../../domain/administration/administrators.ts';
import { type BulkResult, type BulkWish, refused } from '../../domain/attendance/attendee-bulk.ts';
import { usernameHashes } from '../../domain/attendance/guest-keys.ts';
import {
  checkOpen,
  type Invitation,
  refusalOfChange,
} from '../../domain/attendance/invitations.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { type Quotas, typeFullError } from '../../domain/registration/ticket-types.ts';
import { notFound } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { ImportedState } from '../../repositories/attendance/invitations.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from './attendances.service.ts';

/** The invitations of an import after its undoing, each counted once. */
export interface ImportUndone {
  /** Those that this call withdrew. */
  readonly withdrawn: number;
  /** Those that were withdrawn before. */
  readonly withdrawn_before: number;
  /** Those that stay, by reason. */
  readonly kept: Readonly<Record<'claimed' | 'checked_in' | 'changed', number>>;
}

interface Deps {
  readonly store: Store;
  readonly registrations: AttendancesService<Conference>;
  readonly hashOf: MessengerHash;
  readonly guestHashOf: KeyedHash;
  readonly now: () => Date;
}

/**
 * Withdraws open invitations: one, many, or those of an import. Their seats go to the next in the queue, and
 * later imports leave out their rows until they are reopened.
 */
export class WithdrawalsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Withdraws an invitation. With `erase`, only keyed hashes of its keys stay, so later imports leave
   * out its rows for good; also of one that is withdrawn. Safe to repeat.
   *
   * @throws AppError NOT_FOUND; CONFLICT if it is claimed
   */
  async withdraw(
    by: Administrator,
    conferenceId: number,
    { id, erase }: { readonly id: number; readonly erase: boolean },
  ): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      const invitation = await tx.invitations.find({ conference_id: conferenceId, id });
      if (!invitation) throw notFound('invitation');
      if (invitation.erased_key_hashes.length > 0) return;
      if (invitation.withdrawn_at === null) {
        checkOpen(invitation);
        await this.#withdraw(tx, conferenceId, [id]);
        await tx.audit.record(by, 'conference.withdraw_invitation', conferenceId, {
          after: { invitation_id: id },
        });
        await this.#deps.registrations.promoteAt(tx, conferenceId);
      }
      if (erase) await this.#erase(tx, by, invitation);
    });
  }

  /**
   * Withdraws many invitations, or sets their ticket type. Requires the lock of the conference. The caller
   * gives freed seats to the next in the queue.
   *
   * @param given.quotas the seats of ticket types that attendees of the same request left free
   * @returns the results in the order of the ids, and whether a seat may have become free
   */
  async changeMany(
    tx: Tx,
    by: Administrator,
    conferenceId: number,
    given: {
      readonly ids: readonly number[];
      readonly wish: BulkWish;
      readonly quotas: Quotas;
    },
  ): Promise<{ readonly results: readonly BulkResult[]; readonly isSeatFreed: boolean }> {
    const { ids, wish, quotas } = given;
    if (ids.length === 0) return { results: [], isSeatFreed: false };
    const found = await tx.invitations.listMany(conferenceId, ids);
    const byId = new Map(found.map((one) => [one.id, one]));
    const results = ids.map((id) => resultOf(id, byId.get(id), { wish, quotas }));
    const changed = results.flatMap(({ changed, invitation_id }) =>
      changed && invitation_id !== null ? [invitation_id] : [],
    );
    const isWithdrawn = wish.status === 'withdrawn';
    if (changed.length > 0 && isWithdrawn) await this.#withdraw(tx, conferenceId, changed);
    else if (changed.length > 0) {
      if (wish.over_capacity) await tx.ticketTypes.updateQuotasLifted();
      await tx.invitations.updateTicketType(conferenceId, changed, wish.ticket_type ?? null);
    }
    const action = isWithdrawn ? 'conference.withdraw_invitation' : 'conference.update_invitation';
    const fields = isWithdrawn ? {} : { fields: ['ticket_type'] };
    const rows = changed.map((invitation_id) => ({ after: { invitation_id, ...fields } }));
    await tx.audit.recordMany(by, action, conferenceId, rows);
    return { results, isSeatFreed: changed.length > 0 };
  }

  /**
   * Withdraws the invitations that an import made and that nobody has claimed, checked in or changed
   * since. Safe to repeat.
   *
   * @throws AppError NOT_FOUND unless the import made an invitation of the conference
   */
  async undoImport(
    by: Administrator,
    conferenceId: number,
    import_id: string,
  ): Promise<ImportUndone> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      const imported = await tx.invitations.lockImported(conferenceId, import_id);
      if (imported.length === 0) throw notFound('import');
      const of = (wanted: ImportedState) => imported.filter(({ state }) => state === wanted);
      const ids = of('open').map(({ id }) => id);
      const undone = {
        withdrawn: ids.length,
        withdrawn_before: of('withdrawn').length,
        kept: {
          claimed: of('claimed').length,
          checked_in: of('checked_in').length,
          changed: of('changed').length,
        },
      };
      if (ids.length === 0) return undone;
      await this.#withdraw(tx, conferenceId, ids);
      await tx.audit.record(by, 'conference.undo_import', conferenceId, {
        after: { import_id, ...undone },
      });
      await this.#deps.registrations.promoteAt(tx, conferenceId);
      return undone;
    });
  }

  #withdraw(tx: Tx, conferenceId: number, ids: readonly number[]): Promise<void> {
    return tx.invitations.updateWithdrawn(conferenceId, ids, this.#deps.now().toISOString());
  }

  async #erase(
    tx: Tx,
    by: Administrator,
    { id, conference_id, messenger_id, username, ticket_code_hash, email_hash }: Invitation,
  ): Promise<void> {
    const keyId = this.#deps.guestHashOf('').key_id;
    const hashes = [
      ticket_code_hash,
      email_hash,
      messenger_id && this.#deps.hashOf(messenger_id).newest,
      username && usernameHashes(this.#deps.guestHashOf, username).newest,
    ].filter((hash) => typeof hash === 'string');
    if (hashes.length === 0) await tx.guests.deleteKeyless(conference_id, id);
    else await tx.guests.updateErased(conference_id, id, { hashes, keyId });
    await tx.audit.record(by, 'conference.erase_invitation', conference_id, {
      after: { invitation_id: id },
    });
  }
}

function resultOf(
  invitation_id: number,
  invitation: Invitation | undefined,
  given: { readonly wish: BulkWish; readonly quotas: Quotas },
): BulkResult {
  const { status, ticket_type, over_capacity } = given.wish;
  const of = { user_id: null, invitation_id, error: null, code: null };
  if (!invitation) return refused({ invitation_id }, notFound('invitation'));
  const isWithdrawn = status === 'withdrawn';
  if (isWithdrawn && invitation.withdrawn_at !== null) {
    return { ...of, status: 'withdrawn', changed: false };
  }
  const refusal = refusalOfChange(invitation);
  if (refusal) return refused({ invitation_id }, refusal);
  if (isWithdrawn) return { ...of, status: 'withdrawn', changed: true };
  const changed = invitation.ticket_type !== ticket_type;
  if (changed && invitation.has_seat) {
    const isFull = given.quotas.isFull(ticket_type);
    if (isFull && !over_capacity) return refused({ invitation_id }, typeFullError());
    given.quotas.take(ticket_type);
  }
  return { ...of, status: 'invited', changed };
}
