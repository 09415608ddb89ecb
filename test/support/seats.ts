import type { Knex } from 'knex';

const ATTENDANCES = {
  events: { table: 'event_attendances', key: 'event_id' },
  conferences: { table: 'registrations', key: 'conference_id' },
} as const;

/**
 * Checks the invariants of the seats of an attendable: `attendee_count` and `invited_count` are exact,
 * the capacity is kept, and no seat is free while a user or an invited person waits.
 */
export async function expectSound(
  db: Knex,
  attendables: keyof typeof ATTENDANCES,
  { id }: { readonly id: number },
): Promise<void> {
  const { table, key } = ATTENDANCES[attendables];
  const { capacity, attendee_count, invited_count, over_capacity_count } = await db(attendables)
    .where({ id })
    .first();
  const rows: { status: string; user_id: number | null }[] = await db(table)
    .where({ [key]: id })
    .select('status', 'user_id');
  const seats = rows.filter(({ status }) => ['registered', 'checked_in'].includes(status));
  const seated = seats.filter(({ user_id }) => user_id !== null).length;
  const invited = seats.length - seated;
  const waits = rows.some(({ status }) => status === 'waitlisted');
  const guestWaits = rows.some(({ status, user_id }) => status === 'waitlisted' && !user_id);

  expect(attendee_count).toBe(seated);
  if (attendables === 'conferences') expect(invited_count).toBe(invited);
  if (capacity === null) {
    expect(guestWaits).toBe(false);
    return;
  }
  expect(over_capacity_count).toBe(Math.max(0, seated + invited - capacity));
  if (waits) expect(seated + invited).toBeGreaterThanOrEqual(capacity);
}
