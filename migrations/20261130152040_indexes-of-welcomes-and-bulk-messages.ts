import type { Knex } from 'knex';

/** `create index concurrently` lets registrations and messages go on. */
export const config = { transaction: false };

/** Each with the statement that drops what a killed process left of it. */
async function create(knex: Knex, name: string, definition: string): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${name}`);
  await knex.raw(`create index concurrently ${name} on ${definition}`);
}

/** Bulk messages have an index of their own: no other message is looked for among thousands of them. */
export async function up(knex: Knex): Promise<void> {
  await create(
    knex,
    'registrations_unwelcomed_idx',
    'registrations (conference_id, seated_at) where welcomed_at is null and seated_at is not null',
  );
  await create(
    knex,
    'deliveries_bulk_due_idx',
    `deliveries (due_at, notification_id) where status = 'queued' and job_id is null and is_bulk`,
  );
  await create(
    knex,
    'deliveries_one_due_idx',
    `deliveries (due_at, notification_id)
     where status = 'queued' and job_id is null and not is_reminder and not is_bulk`,
  );
  await knex.raw('drop index concurrently if exists deliveries_alone_due_idx');
}

export async function down(knex: Knex): Promise<void> {
  await create(
    knex,
    'deliveries_alone_due_idx',
    `deliveries (due_at, notification_id)
     where status = 'queued' and job_id is null and not is_reminder`,
  );
  await knex.raw('drop index concurrently if exists deliveries_one_due_idx');
  await knex.raw('drop index concurrently if exists deliveries_bulk_due_idx');
  await knex.raw('drop index concurrently if exists registrations_unwelcomed_idx');
}
