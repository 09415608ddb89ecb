import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;

pg.types.setTypeParser(INT8, Number);
// Text to text: a Date and back costs a third of a list. The session's time zone is UTC.
pg.types.setTypeParser(TIMESTAMPTZ, (text) => {
  const millis = text.length > 22 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis.padEnd(3, '0')}Z`;
});

export type Row = Readonly<Record<string, unknown>>;
export type Queryable = pg.Pool | pg.PoolClient;

/** As many connections as the service has. */
export const openPool = (connectionString: string): pg.Pool =>
  new pg.Pool({ connectionString, max: 10, options: '-c timezone=UTC' });

/** A function that runs a named statement and returns its first row. */
export function statement(name: string, text: string) {
  return async (db: Queryable, values: unknown[]): Promise<Row> => {
    const { rows } = await db.query({ name, text, values });
    return rows[0];
  };
}

/** As `statement`, with all rows. */
export function rowsStatement(name: string, text: string) {
  return async (db: Queryable, values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.query({ name, text, values });
    return rows;
  };
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
