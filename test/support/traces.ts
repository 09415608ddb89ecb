import type { Knex } from 'knex';

/** Every column of every table in every schema, as `schema.table` and column. Partitions count alone. */
async function allColumns(db: Knex): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await db.raw(
    `select format('%I.%I', nspname, relname) as "table", attname as "column",
            format_type(atttypid, atttypmod) as type
       from pg_attribute
       join pg_class on pg_class.oid = attrelid
       join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'm') and attnum > 0 and not attisdropped
        and nspname not in ('pg_catalog', 'information_schema')
      order by 1, 2`,
  );
  return rows;
}

/**
 * Finds the columns in which a regular expression matches the text of any row, also in JSON, arrays
 * and bytes. Returns the matches by `table.column`, or `schema.table.column` outside `public`.
 */
export async function findTraces(db: Knex, pattern: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const { table, column, type } of await allColumns(db)) {
    const text = type === 'bytea' ? `encode(??, 'escape')` : '??::text';
    const { rows } = await db.raw(
      `select distinct lower((regexp_matches(${text}, ?, 'gi'))[1]) as trace from ${table}`,
      [column, `(${pattern})`],
    );
    if (rows.length === 0) continue;
    const traces = rows.map(({ trace }: { trace: string }) => trace);
    found.set(`${table.replace(/^public\./, '')}.${column}`, traces);
  }
  return found;
}
