import type { Knex } from 'knex';

/**
 * Whoever may write the audit log, such as the role of `deploy/roles.sql`, may insert rows, and update the
 * two columns that an erasure and the count of reads change. The triggers say which updates these are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
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
    $$`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$
    declare writer name;
    begin
      for writer in
        select distinct r.rolname
          from pg_attribute a cross join aclexplode(a.attacl) as acl join pg_roles r on r.oid = acl.grantee
         where a.attrelid = 'audit_log'::regclass and acl.privilege_type = 'UPDATE'
      loop
        execute format('revoke update (before, after) on audit_log from %I', writer);
        execute format('grant update, delete on audit_log to %I', writer);
      end loop;
    end
    $$`);
}
