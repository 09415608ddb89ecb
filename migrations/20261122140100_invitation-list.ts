import type { Knex } from 'knex';

/** Administrators list, search, correct and withdraw invitations, and give back wrong claims. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations
      add column barred_user_ids bigint[] not null default '{}',
      add column search_text text not null generated always as (
        folded_for_search(
          name_for_search(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))
          || ' ' || coalesce(company, '') || ' @' || coalesce(username, ''))) stored;
    comment on column conference_invitations.barred_user_ids is
      'Users from whom a claim by username was taken back: they never claim this invitation again.';
    -- GET /admin/conferences/:conference_id/attendees?status=invited, in the order of the queue.
    create index conference_invitations_list_idx
      on conference_invitations (conference_id, queue_number)
      where claimed_at is null and withdrawn_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index conference_invitations_list_idx;
    alter table conference_invitations drop column search_text, drop column barred_user_ids;
  `);
}
