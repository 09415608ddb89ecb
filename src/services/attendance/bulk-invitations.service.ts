import type { Administrator } from '../../domain/administration/administrators.ts';
import { type BulkResult, type BulkWish, refused } from '../../domain/attendance/attendee-bulk.ts';
import { checkOpen, type Invitation } from '../../domain/attendance/invitations.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Tx } from '../../repositories/store.ts';

/** Withdraws many invitations, or sets their ticket type, by the rules of `AdminInvitationsService`. */
export class BulkInvitationsService {
  readonly #now: () => Date;

  constructor(deps: { now: () => Date }) {
    this.#now = deps.now;
  }

  /**
   * Requires the lock of the conference. The caller gives freed seats to the next in the queue.
   *
   * @returns the results in the order of the ids, and whether a seat may have become free
   */
  async changeAll(
    tx: Tx,
    by: Administrator,
    conferenceId: number,
    { ids, wish }: { readonly ids: readonly number[]; readonly wish: BulkWish },
  ): Promise<{ readonly results: readonly BulkResult[]; readonly isSeatFreed: boolean }> {
    if (ids.length === 0) return { results: [], isSeatFreed: false };
    const found = await tx.invitations.listMany(conferenceId, ids);
    const byId = new Map(found.map((one) => [one.id, one]));
    const results = ids.map((id) => resultOf(id, byId.get(id), wish));
    const changed = results.flatMap(({ changed, invitation_id }) =>
      changed && invitation_id !== null ? [invitation_id] : [],
    );
    const isSeatFreed = changed.length > 0 && wish.status === 'withdrawn';
    if (isSeatFreed) {
      await tx.invitations.updateWithdrawn(conferenceId, changed, this.#now().toISOString());
    } else if (changed.length > 0) {
      await tx.invitations.updateTicketType(conferenceId, changed, wish.ticket_type ?? null);
    }
    const action = isSeatFreed ? 'conference.withdraw_invitation' : 'conference.update_invitation';
    const fields = isSeatFreed ? {} : { fields: ['ticket_type'] };
    const rows = changed.map((invitation_id) => ({ after: { invitation_id, ...fields } }));
    await tx.audit.recordMany(by, action, conferenceId, rows);
    return { results, isSeatFreed };
  }
}

function resultOf(
  invitation_id: number,
  invitation: Invitation | undefined,
  { status, ticket_type }: BulkWish,
): BulkResult {
  const of = { user_id: null, invitation_id, error: null, code: null };
  if (!invitation) return refused({ invitation_id }, notFound('invitation'));
  const isWithdrawn = status === 'withdrawn';
  if (isWithdrawn && invitation.withdrawn_at !== null) {
    return { ...of, status: 'withdrawn', changed: false };
  }
  try {
    checkOpen(invitation);
  } catch (error) {
    if (error instanceof AppError) return refused({ invitation_id }, error);
    throw error;
  }
  if (isWithdrawn) return { ...of, status: 'withdrawn', changed: true };
  return { ...of, status: 'invited', changed: invitation.ticket_type !== ticket_type };
}
