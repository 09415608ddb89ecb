import { type Attendable, spotsLeft } from '../../domain/attendance/attendables.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import { type ClaimedSeat, claimedSeat } from '../../domain/attendance/claims.ts';
import type { Invitation } from '../../domain/attendance/invitations.ts';
import { Quotas } from '../../domain/registration/ticket-types.ts';
import type { Tx } from '../../repositories/store.ts';

/** The free seats of the ticket types of an attendable, which is locked. */
export const findQuotas = async (tx: Tx, { id, has_ticket_types }: Attendable): Promise<Quotas> =>
  new Quotas(has_ticket_types ? await tx.ticketTypes.listOffered(id) : []);

/**
 * What the claim of an invitation does with its seat, as `claimedSeat`. Who waits for a ticket type with a limit goes
 * on waiting: the queue gives its seats.
 */
export async function seatOfClaim(
  tx: Tx,
  attendable: Attendable,
  { guest, current }: { readonly guest: Invitation; readonly current: Attendance },
): Promise<ClaimedSeat> {
  const quotas = await findQuotas(tx, attendable);
  const isLimited = quotas.has(current.ticket_type ?? guest.ticket_type);
  return claimedSeat(guest, current.status, isLimited ? 0 : spotsLeft(attendable));
}
