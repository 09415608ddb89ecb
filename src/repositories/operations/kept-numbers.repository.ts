import { OnDatabase } from '../../db/on-database.ts';
import type { CountedTable } from '../../domain/operations/kept-numbers.ts';
import { updateCounted } from './kept-numbers.sql.ts';

/** The counts of a row before and after a correction. */
export interface Correction {
  readonly before: object;
  readonly after: object;
}

/** Corrects kept numbers. */
export class KeptNumbersRepository extends OnDatabase {
  /**
   * Counts again what a row keeps. Requires the lock of the row, by an earlier statement. Undefined,
   * and nothing changes, if the counts are right, or more than the limit of the row.
   */
  async updateCounts(table: CountedTable, id: number): Promise<Correction | undefined> {
    const { rows } = await this.db.raw<{ rows: Correction[] }>(updateCounted(table), { id });
    return rows[0];
  }
}
