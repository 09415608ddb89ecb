import type { Knex } from 'knex';

/** The columns that decide what a key opens; the last use is none of them. */
const RIGHTS = 'scopes, conference_ids, allowed_networks, expires_at, revoked_at, administrator_id';

/**
 * Each change of what a key opens is sent to the processes that keep its rights in memory: by
 * triggers, so that no statement can forget it, also one at a console.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function notify_api_key() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', new.public_id);
      return null;
    end $$`);
  await knex.raw(`
    create trigger api_keys_changed after insert or update of ${RIGHTS} on api_keys
      for each row execute function notify_api_key()`);
  await knex.raw(`
    create function notify_api_key_of_secret() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.id = coalesce(new.key_id, old.key_id);
      return null;
    end $$`);
  await knex.raw(`
    create trigger api_key_secrets_changed after insert or update or delete on api_key_secrets
      for each row execute function notify_api_key_of_secret()`);
  await knex.raw(`
    create function notify_api_keys_of_administrator() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.administrator_id = new.id;
      return null;
    end $$`);
  await knex.raw(`
    create trigger administrators_changed after update of disabled_at on administrators
      for each row execute function notify_api_keys_of_administrator()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger administrators_changed on administrators');
  await knex.raw('drop function notify_api_keys_of_administrator()');
  await knex.raw('drop trigger api_key_secrets_changed on api_key_secrets');
  await knex.raw('drop function notify_api_key_of_secret()');
  await knex.raw('drop trigger api_keys_changed on api_keys');
  await knex.raw('drop function notify_api_key()');
}
