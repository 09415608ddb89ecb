-- The audit log names the administrator, the key, the session and the address of each action, and the conference of
-- its subject as it was then. None of these is a foreign key: a row outlives what it names. It is append-only. An
-- erasure calls one of two functions, which mark their transaction: then values can only go. The row of reads of
-- people can only count more of them.

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
    $$;

create function redact_audit_log(of_type text, ids bigint[]) returns void language plpgsql as $$
    begin
      perform set_config('hallway.redacts_audit_log', 'on', true);
      update audit_log set before = null, after = null
       where subject_type = of_type and subject_id = any (ids)
         and (before is not null or after is not null);
      perform set_config('hallway.redacts_audit_log', '', true);
    end
    $$;

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
    $$;

create table audit_log (
  id               bigint generated always as identity primary key,
  at               timestamptz(3) not null default now(),
  actor            text not null,
  action           text not null,
  subject_type     text not null,
  subject_id       bigint,
  before           jsonb,
  after            jsonb,
  request_id       text not null,
  administrator_id bigint,
  api_key_id       bigint,
  session_id       bigint,
  ip               inet,
  conference_id    bigint
);
comment on column audit_log.conference_id is
  'Of the subject at the time of the action; null for subjects of none or several, and in rows from before the column.';

-- Erasing a person empties what the log holds about them.
create index audit_log_subject_idx on audit_log (subject_type, subject_id);
-- GET /admin/audit-log with action, actor, request_id, and from or to
create index audit_log_action_idx on audit_log (action, id);
create index audit_log_actor_idx on audit_log (actor, id);
create index audit_log_request_idx on audit_log (request_id);
create index audit_log_time_idx on audit_log (at);
create index audit_log_administrator_idx on audit_log (administrator_id, id) where administrator_id is not null;
create unique index audit_log_reads_key
  on audit_log (actor, (after ->> 'endpoint'), date_trunc('hour', at at time zone 'UTC'))
  where action = 'people.read';
create index audit_log_conference_idx on audit_log (conference_id, id) where conference_id is not null;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();

create trigger audit_log_not_truncated before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

create function note_conference_in_audit_log() returns trigger language plpgsql as $$
    declare
      noted jsonb := coalesce(new.before, '{}') || coalesce(new.after, '{}');
    begin
      case new.subject_type
        when 'conference' then
          new.conference_id := new.subject_id;
        when 'event' then
          select conference_id into new.conference_id from events where id = new.subject_id;
        when 'agenda_item' then
          select conference_id into new.conference_id from agenda_items where id = new.subject_id;
        when 'quest' then
          select conference_id into new.conference_id from quests where id = new.subject_id;
        when 'quest_task' then
          select q.conference_id into new.conference_id
            from quest_tasks t join quests q on q.id = t.quest_id where t.id = new.subject_id;
        when 'quest_submission' then
          select q.conference_id into new.conference_id
            from user_quest_tasks s join quests q on q.id = s.quest_id where s.id = new.subject_id;
        when 'feedback' then
          select conference_id into new.conference_id from feedback where id = new.subject_id;
        when 'notification_job' then
          select (audience -> 'conference_ids' ->> 0)::bigint into new.conference_id
            from notification_jobs
           where id = new.subject_id and jsonb_array_length(audience -> 'conference_ids') = 1;
        else null;
      end case;
      -- A deleted subject, and one of none or several conferences, such as a speaker in a lineup.
      if new.conference_id is null then
        if jsonb_typeof(noted -> 'conference_id') = 'number' then
          new.conference_id := (noted ->> 'conference_id')::bigint;
        elsif jsonb_typeof(noted -> 'quest_id') = 'number' then
          select conference_id into new.conference_id
            from quests where id = (noted ->> 'quest_id')::bigint;
        end if;
      end if;
      return new;
    end
    $$;
comment on function note_conference_in_audit_log is 'Names the conference of the subject of an action.';
create trigger audit_log_conference before insert on audit_log
  for each row execute function note_conference_in_audit_log();

-- Each role that may write the table, such as the role of deploy/roles.sql, may insert rows, and update the two columns
-- that an erasure and the count of reads change. The triggers say which updates these are.
do $$
declare writer name;
begin
  for writer in
    select distinct r.rolname
      from pg_class c cross join aclexplode(c.relacl) as acl join pg_roles r on r.oid = acl.grantee
     where c.oid = 'audit_log'::regclass and r.oid <> c.relowner
       and acl.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
  loop
    execute format('revoke update, delete, truncate on audit_log from %I', writer);
    execute format('grant update (before, after) on audit_log to %I', writer);
  end loop;
end
$$;

