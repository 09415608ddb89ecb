import type { Knex } from 'knex';

/** Concurrently, because users attend while the indexes are built. */
export const config = { transaction: false };

const INDEXES: Readonly<Record<string, string>> = {
  // Lists of attendees by name and by company read the users in their order.
  users_name_idx: 'on users (left(search_text, 200), id)',
  users_company_idx: `on users (lower(coalesce(company, '')), id)`,
  // The filter and the order by ticket type.
  conference_attendances_ticket_type_idx: `on conference_attendances
    (conference_id, coalesce(ticket_type, ''), queue_number)`,
  conference_attendances_claimed_by_idx: `on conference_attendances
    (conference_id, claimed_by, queue_number) where claimed_by is not null`,
};

/**
 * The sorts and filters of the administrators' attendee lists. The index of ticket types has every
 * attendance now, so that it serves the order, too. The previous version reads its filter by another
 * index of the conference. Safe to interrupt and to repeat.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) await build(knex, name, definition);
  await knex.raw('drop index concurrently if exists conference_attendances_ticket_idx');
}

export async function down(knex: Knex): Promise<void> {
  await build(
    knex,
    'conference_attendances_ticket_idx',
    'on conference_attendances (conference_id, ticket_type, queue_number) where ticket_type is not null',
  );
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}

async function build(knex: Knex, name: string, definition: string): Promise<void> {
  // An interrupted build leaves an invalid index.
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} ${definition}`);
}
