-- Writes the roles that this database names, with their settings, as SQL that creates those which are
-- missing. Without passwords, which only a superuser can read, and without memberships.
with this as (
  select oid, datdba from pg_database where datname = current_database()
),
named (oid) as (
  select datdba from this
  union
  select refobjid from pg_shdepend, this
   where refclassid = 'pg_authid'::regclass
     and (dbid = this.oid or (classid = 'pg_database'::regclass and objid = this.oid))
  union
  select setrole from pg_db_role_setting, this where setdatabase = this.oid and setrole <> 0
),
roles as (
  select oid, rolname, rolcanlogin from pg_roles join named using (oid) where rolname !~ '^pg_'
)
select format(
         'select %L where not exists (select from pg_roles where rolname = %L) \gexec',
         format('create role %I%s', rolname, case when rolcanlogin then ' login' end), rolname)
  from roles
union all
select format('alter role %I set %I to %s;', rolname, name, case
         -- A list is stored as it is written, with its own quotes.
         when name in ('search_path', 'temp_tablespaces', 'local_preload_libraries',
                       'session_preload_libraries') then value
         else quote_literal(value) end)
  from roles
  join pg_db_role_setting on setrole = roles.oid and setdatabase = 0
       cross join unnest(setconfig) as setting
       cross join lateral (select split_part(setting, '=', 1) as name,
                                  substr(setting, strpos(setting, '=') + 1) as value) as parts;
