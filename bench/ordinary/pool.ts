import pg from 'pg';

const INT8 = 20;
const DATE = 1082;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, String);

/** As many connections as the service has. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

export type Row = Record<string, unknown>;

export async function rowsOf<T = Row>(text: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await pool.query(text, values);
  return rows;
}

export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

/** A page and the exact total, which `count` selects with the same values. */
export async function pageOf<T = Row>(
  { list, count }: { readonly list: string; readonly count: string },
  values: unknown[],
  { page, limit }: PageRequest,
): Promise<{ rows: T[]; pagination: object }> {
  const place = values.length;
  const [rows, [counted]] = await Promise.all([
    rowsOf<T>(`${list} limit $${place + 1} offset $${place + 2}`, [
      ...values,
      limit,
      (page - 1) * limit,
    ]),
    rowsOf<{ total: number }>(count, values),
  ]);
  const total = counted?.total ?? 0;
  return { rows, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
}
