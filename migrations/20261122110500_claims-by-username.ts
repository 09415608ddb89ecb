import type { Knex } from 'knex';

/**
 * Anyone can take a username that is free, so registrations that only a username links to the
 * import row are marked: door staff look at an identity card. Existing registrations with a claimed
 * invitation by username are marked too, even those that the user made before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_attendances
      add column claimed_by text check (claimed_by = 'username');
    comment on column conference_attendances.claimed_by is
      'username: the seat or the ticket type comes from an import row without a messenger id.';
    update conference_attendances a set claimed_by = 'username'
      from conference_invitations i
     where i.conference_id = a.conference_id and i.claimed_by = a.user_id
       and i.messenger_id is null
       and not exists (
         select from conference_invitations m
          where m.conference_id = a.conference_id and m.claimed_by = a.user_id
            and m.messenger_id is not null);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table conference_attendances drop column claimed_by');
}
