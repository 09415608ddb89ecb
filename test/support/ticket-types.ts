import type { Knex } from 'knex';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import type { TicketType } from '../../src/domain/registration/ticket-types.ts';
import { expectSound } from './seats.ts';

let next = 1;

/** Inserts a ticket type that people choose. */
export async function aTicketType(
  db: Knex,
  { id }: Pick<Conference, 'id'>,
  given: Partial<Record<keyof TicketType | `access_code_${string}`, unknown>> = {},
): Promise<TicketType> {
  const n = next++;
  const [type] = await db('ticket_types')
    .insert({
      ...{ conference_id: id, name: `Type ${n}`, position: n },
      ...{ registration: 'open', is_offered: true, ...given },
    })
    .returning('*');
  if (type.is_offered) await db('conferences').where({ id }).update({ has_ticket_types: true });
  return type;
}

/** As `expectSound` for a conference, and for each of its types; who waits for a free one finds no seat. */
export async function expectSoundTypes(
  db: Knex,
  conference: Pick<Conference, 'id'>,
): Promise<void> {
  const { id } = conference;
  const { capacity, attendee_count, invited_count } = await db('conferences').where({ id }).first();
  const isFree = capacity === null || attendee_count + invited_count < capacity;
  const rows = await db('registrations').where({ conference_id: id });
  const types: TicketType[] = await db('ticket_types').where({ conference_id: id });
  for (const type of types) {
    const mine = rows.filter(({ ticket_type }) => ticket_type === type.name);
    const seats = mine.filter(({ status }) => ['registered', 'checked_in'].includes(status)).length;
    const over = type.capacity === null ? 0 : Math.max(0, seats - type.capacity);
    expect({ name: type.name, seat_count: type.seat_count, over: type.over_count }).toEqual({
      name: type.name,
      seat_count: seats,
      over,
    });
    const waits = mine.some(({ status }) => status === 'waitlisted');
    if (waits && isFree) expect(seats).toBeGreaterThanOrEqual(type.capacity ?? Infinity);
  }
  const untyped = rows.some((row) => row.status === 'waitlisted' && row.ticket_type === null);
  if (untyped) expect(isFree).toBe(false);
  if (!types.some((type) => type.is_offered)) await expectSound(db, 'conferences', conference);
}
