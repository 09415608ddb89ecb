import type { Knex } from 'knex';

/** Users bring guests along, and give their registration to another person. Both are off by default. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      add column guests_per_person integer not null default 0
        constraint conferences_guests_per_person_check check (guests_per_person between 0 and 10),
      add column guest_claim_by timestamptz(3),
      add column transfers_until timestamptz(3);
    comment on column conferences.guest_claim_by is
      'When guests who have not opened the app lose their seat; null: 48 hours before the start.';
    comment on column conferences.transfers_until is
      'Until when attendees may give their registration to another person; null: never.';
    alter table registrations
      add column invited_by bigint references users on delete set null,
      add column transferred_by bigint references users on delete set null;
    comment on column registrations.invited_by is 'The user who brings this guest along.';
    comment on column registrations.transferred_by is
      'The user who gave it to another person; without user_id it waits for that person.';
    create index registrations_invited_by_idx on registrations (invited_by, conference_id)
      where invited_by is not null;
    create unique index registrations_transfer_key on registrations (transferred_by, conference_id)
      where transferred_by is not null and user_id is null and status <> 'cancelled';
    create index registrations_transferred_by_idx on registrations (transferred_by)
      where transferred_by is not null;
    create index registrations_order_idx on registrations (conference_id, order_hash)
      where order_hash is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_order_idx;
    alter table registrations drop column invited_by, drop column transferred_by;
    alter table conferences
      drop column guests_per_person, drop column guest_claim_by, drop column transfers_until;
  `);
}
