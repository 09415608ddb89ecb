import type { Knex } from 'knex';

/**
 * The audit log names the person, the key, the session and the address of each action, and is
 * append-only (spec: administration, section 1). The ids are no foreign keys: a row outlives what it
 * names.
 *
 * Two kinds of updates are accepted. An erasure calls one of the two functions below, which mark their
 * transaction; then values can only go. The row of reads of people can only count more of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_log
      add column administrator_id bigint,
      add column api_key_id bigint,
      add column session_id bigint,
      add column ip inet`);
  await knex.raw(`
    create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE'
        and to_jsonb(new) - '{before,after}'::text[] = to_jsonb(old) - '{before,after}'::text[]
      then
        if current_setting('hallway.redacts_audit_log', true) = 'on'
          and not exists (
            select * from jsonb_each(new.before) except select * from jsonb_each(old.before))
          and not exists (
            select * from jsonb_each(new.after) except select * from jsonb_each(old.after))
        then
          return new;
        end if;
        if old.action = 'people.read'
          and new.before is not distinct from old.before
          and new.after - 'reads' = old.after - 'reads'
          and (new.after ->> 'reads')::bigint > (old.after ->> 'reads')::bigint
        then
          return new;
        end if;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
    end
    $$`);
  await knex.raw(`
    create trigger audit_log_append_only before update or delete on audit_log
      for each row execute function refuse_change_of_audit_log()`);
  await knex.raw(`
    create trigger audit_log_not_truncated before truncate on audit_log
      for each statement execute function refuse_change_of_audit_log()`);
  await knex.raw(`
    create function redact_audit_log(of_type text, ids bigint[]) returns void language plpgsql as $$
    begin
      perform set_config('hallway.redacts_audit_log', 'on', true);
      update audit_log set before = null, after = null
       where subject_type = of_type and subject_id = any (ids)
         and (before is not null or after is not null);
      perform set_config('hallway.redacts_audit_log', '', true);
    end
    $$`);
  await knex.raw(`
    create function redact_user_of_speakers_in_audit_log(erased_id bigint) returns void
    language plpgsql as $$
    declare
      linked jsonb := jsonb_build_object('user_id', erased_id);
    begin
      perform set_config('hallway.redacts_audit_log', 'on', true);
      update audit_log set before = before - 'user_id', after = after - 'user_id'
       where subject_type = 'speaker' and (before @> linked or after @> linked);
      perform set_config('hallway.redacts_audit_log', '', true);
    end
    $$`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function redact_user_of_speakers_in_audit_log, redact_audit_log');
  await knex.raw('drop trigger audit_log_not_truncated on audit_log');
  await knex.raw('drop trigger audit_log_append_only on audit_log');
  await knex.raw('drop function refuse_change_of_audit_log');
  await knex.raw(`
    alter table audit_log
      drop column administrator_id, drop column api_key_id, drop column session_id, drop column ip`);
}
