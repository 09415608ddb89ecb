import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';

/** What PostgreSQL knows of the tables, by which it plans statements. */
export class StatisticsRepository extends OnDatabase {
  /**
   * Analyzes the tables that have more than doubled since they were analyzed. Call it after the commit of
   * what writes thousands of rows: autovacuum comes a minute later. Another process that does it is enough.
   *
   * @returns the names of the tables
   */
  async updateGrown(): Promise<string[]> {
    const { rows } = await this.db.raw<{ rows: { tables: string[] }[] }>(
      'select analyze_grown_tables() as tables',
    );
    return onlyRow(rows).tables;
  }
}
