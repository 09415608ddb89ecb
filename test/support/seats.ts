import type { Knex } from 'knex';

const ATTENDANCES = {
  events: { table: 'event_attendances', key: 'event_id' },
  conferences: { table: 'conference_attendances', key: 'conference_id' },
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
  const statuses: string[] = await db(table)
    .where({ [key]: id })
    .pluck('status');
  const seated = statuses.filter((status) => ['registered', 'checked_in'].includes(status)).length;
  const open: { has_seat: boolean }[] =
    attendables === 'events'
      ? []
      : await db('conference_invitations')
          .where({ conference_id: id, claimed_at: null, withdrawn_at: null })
          .select('has_seat');
  const invited = open.filter(({ has_seat }) => has_seat).length;

  expect(attendee_count).toBe(seated);
  if (attendables === 'conferences') expect(invited_count).toBe(invited);
  if (capacity === null) {
    expect(invited).toBe(open.length);
    return;
  }
  expect(over_capacity_count).toBe(Math.max(0, seated + invited - capacity));
  const waits = statuses.includes('waitlisted') || invited < open.length;
  if (waits) expect(seated + invited).toBeGreaterThanOrEqual(capacity);
}
