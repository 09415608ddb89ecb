import type { Knex } from 'knex';

/**
 * Until autovacuum has seen a table that an import filled, PostgreSQL takes it for small: the second
 * import of 10,000 guests took half a minute. The running service may not analyze the tables of their
 * owner, so this function does it for it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function analyze_grown_tables() returns text[]
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
    declare
      grown regclass;
      analyzed text[] := '{}';
    begin
      if not pg_try_advisory_xact_lock(hashtext('analyze_grown_tables')) then return analyzed; end if;
      for grown in
        select c.oid from pg_class c
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
           and pg_relation_size(c.oid) / current_setting('block_size')::integer
               > greatest(2 * c.relpages, 32)
         order by c.oid
      loop
        execute format('analyze %s', grown);
        analyzed := analyzed || grown::text;
      end loop;
      return analyzed;
    end $$;
    comment on function analyze_grown_tables is
      'Analyzes each table of more than 32 pages that has more than doubled since it was analyzed.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function analyze_grown_tables()');
}
