import type { Knex } from 'knex';

const ATTENDANCES = {
  events: { table: 'event_attendances', key: 'event_id' },
  conferences: { table: 'conference_attendances', key: 'conference_id' },
} as const;

/**
 * Checks the invariants of the seats of an attendable: `attendee_count` is exact, the capacity is
 * kept, and no seat is free while a user is waitlisted.
 */
export async function expectSound(
  db: Knex,
  attendables: keyof typeof ATTENDANCES,
  { id }: { readonly id: number },
): Promise<void> {
  const { table, key } = ATTENDANCES[attendables];
  const { capacity, attendee_count } = await db(attendables)
    .where({ id })
    .first('capacity', 'attendee_count');
  const statuses: string[] = await db(table)
    .where({ [key]: id })
    .pluck('status');
  const seated = statuses.filter((status) => ['registered', 'checked_in'].includes(status)).length;

  expect(attendee_count).toBe(seated);
  if (capacity !== null) expect(seated).toBeLessThanOrEqual(capacity);
  if (statuses.includes('waitlisted')) expect(seated).toBe(capacity);
}
