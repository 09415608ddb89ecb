import type { Knex } from 'knex';

/** In every planted username, e-mail and contact, and at the beginning of every messenger id. */
const WORD = 'planted_';
const ID = 777_000_000_000;

/** Whether a text holds something planted. */
export const holdsPlanted = (text: string): boolean => /planted_|777000\d{6}/i.test(text);

const COLUMNS = ['contact', 'email', 'messenger_id', 'phone', 'username'];

/** The columns of the schema that hold contacts: `users.username`. */
async function contactColumns(db: Knex): Promise<{ table: string; column: string }[]> {
  return db('information_schema.columns')
    .join('information_schema.tables', {
      'tables.table_name': 'columns.table_name',
      'tables.table_schema': 'columns.table_schema',
    })
    .where({ 'columns.table_schema': 'public', table_type: 'BASE TABLE' })
    .whereIn('column_name', COLUMNS)
    .select({ table: 'columns.table_name', column: 'column_name' })
    .orderBy(['columns.table_name', 'column_name']);
}

/**
 * Replaces the contacts of every row by unique ones. Returns the columns: `users.username`.
 * @throws Error for a table without rows, which the test has to insert
 */
export async function plantContacts(db: Knex): Promise<string[]> {
  const columns = await contactColumns(db);
  for (const [place, { table, column }] of columns.entries()) {
    const n = `${place * 1_000} + p.n`;
    const value = column === 'messenger_id' ? `${ID} + ${n}` : `'${WORD}' || ${n}`;
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `update ?? t set ?? = ${value}
         from (select id, row_number() over (order by id) as n from ??) p where p.id = t.id`,
      [table, column, table],
    );
    if (rowCount === 0) throw new Error(`no row of ${table} has a ${column}`);
  }
  return columns.map(({ table, column }) => `${table}.${column}`);
}
