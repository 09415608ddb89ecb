import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';

/** A call whose process died counts for the time limit of a call, and then as ended. */
const MAX_CALL_SECONDS = 60;
/** The rate is per minute. */
const WINDOW_SECONDS = 60;

/** A call counts from its start until a minute after its end, however long it takes. */
const COUNTS = `coalesce(ended_at, started_at + ${MAX_CALL_SECONDS} * interval '1 second')
  > clock_timestamp() - ${WINDOW_SECONDS} * interval '1 second'`;

/** The calls to the outside provider, which all processes count together. */
export class EnrichmentCallsRepository extends OnDatabase {
  /**
   * Locks the gate row FOR UPDATE: until the transaction ends no other run can claim. Returns the
   * rest of the current pause in milliseconds; 0 without a pause.
   */
  async lockGate(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { wait_ms: number }[] }>(
      `select greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000))::float8
           as wait_ms
         from enrichment_gate for update`,
    );
    return onlyRow(rows).wait_ms;
  }

  /** Pauses the calls of all processes. A longer pause that is already set stays. */
  async updatePause(ms: number): Promise<void> {
    await this.db.raw(
      `update enrichment_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')`,
      { ms },
    );
  }

  /** Requires `lockGate`. */
  async count(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      `select count(*) as count from enrichment_calls where ${COUNTS}`,
    );
    return onlyRow(rows).count;
  }

  /** A call that starts now. Requires `lockGate`. */
  async insert(): Promise<{ id: number }> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      'insert into enrichment_calls (started_at) values (clock_timestamp()) returning id',
    );
    return onlyRow(rows);
  }

  async updateEnded(id: number): Promise<void> {
    await this.db.raw('update enrichment_calls set ended_at = clock_timestamp() where id = :id', {
      id,
    });
  }

  /** Deletes the calls that no longer count. */
  async deleteOld(): Promise<void> {
    await this.db.raw(`delete from enrichment_calls where not (${COUNTS})`);
  }
}
