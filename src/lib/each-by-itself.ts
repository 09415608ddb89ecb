import { AppError, type ErrorCode } from '../errors.ts';

/** The row of a bulk operation for an id that was refused. */
export interface Refused {
  readonly id: number;
  readonly error: string;
  readonly code: ErrorCode;
}

/**
 * Works on one id after the other, in their order. An id whose work is refused by an `AppError` becomes
 * a row with the error and does not stop the others; any other error does.
 */
export async function eachByItself<Row extends object>(
  ids: readonly number[],
  work: (id: number) => Promise<Row>,
): Promise<readonly ((Row & { readonly id: number }) | Refused)[]> {
  const rows: ((Row & { readonly id: number }) | Refused)[] = [];
  for (const id of ids) {
    try {
      rows.push({ id, ...(await work(id)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rows.push({ id, error: error.message, code: error.code });
    }
  }
  return rows;
}
