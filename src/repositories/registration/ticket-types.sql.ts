import type { Knex } from 'knex';
import type { OfferedType, TicketType } from '../../domain/registration/ticket-types.ts';

/** The columns of a `TicketType`. */
const COLUMNS = [
  'id',
  'conference_id',
  'name',
  'description',
  'position',
  'capacity',
  'seat_count',
  'over_count',
  'registration',
  'opens_at',
  'closes_at',
  'is_offered',
  'is_hidden',
  'translations',
  'version',
] as const satisfies readonly (keyof TicketType)[];

/** Ticket types of all conferences. */
export const ticketTypesIn = (db: Knex): Knex.QueryBuilder =>
  db('ticket_types').select([
    ...COLUMNS,
    db.raw('access_code_hash is not null as has_access_code'),
  ]);

const OFFERED = [
  'id',
  'name',
  'description',
  'translations',
  'capacity',
  'seat_count',
  'registration',
  'opens_at',
  'closes_at',
  'is_hidden',
] as const satisfies readonly (keyof OfferedType)[];
const INSTANTS: readonly (keyof OfferedType)[] = ['opens_at', 'closes_at'];

/** SQL for the types in JSON that people choose at a conference `c`; null where they choose none. */
export const OFFERED_TYPES = `case when c.has_ticket_types then (
  select json_agg(json_build_object(${OFFERED.map(
    (name) => `'${name}', ${INSTANTS.includes(name) ? `instant_in_json(t.${name})` : `t.${name}`}`,
  ).join(', ')}) order by t.position, t.id)
    from ticket_types t where t.conference_id = c.id and t.is_offered) end`;
