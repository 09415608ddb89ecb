import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function forget_answers_about_guest() returns trigger language plpgsql as $$
    begin
      update idempotency_keys set body = null, mentions = '{}' where mentions && array[-old.id];
      return null;
    end $$;

    create trigger conference_invitations_forgotten_delete
      after delete on conference_invitations
      for each row execute function forget_answers_about_guest();
    create trigger conference_invitations_forgotten_update
      after update on conference_invitations
      for each row when (
        old.messenger_id is not null and new.messenger_id is null
        or old.username is not null and new.username is null
        or old.first_name is not null and new.first_name is null
        or old.last_name is not null and new.last_name is null
        or old.company is not null and new.company is null
        or old.job_title is not null and new.job_title is null
        or old.email_encrypted is not null and new.email_encrypted is null
        or old.claimed_by is not null and new.claimed_by is null
      ) execute function forget_answers_about_guest();

    comment on column idempotency_keys.mentions is
      'The user ids and messenger ids in the body, and the ids of invitations, below zero.';

    update idempotency_keys set body = null, mentions = '{}' where body like '%"invitation_id":_%';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column idempotency_keys.mentions is 'The user ids and messenger ids in the body.';
    drop trigger conference_invitations_forgotten_update on conference_invitations;
    drop trigger conference_invitations_forgotten_delete on conference_invitations;
    drop function forget_answers_about_guest();
  `);
}
