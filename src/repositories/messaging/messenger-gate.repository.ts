import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

/** The state of the sending, and the messages that wait for it. */
export interface Sending {
  /** The time at which an operator stopped the sending; null while it is not stopped. */
  readonly paused_at: string | null;
  /** The time for which the messenger still wants no messages; 0 without such a pause. */
  readonly wait_ms: number;
  /** Messages that could be sent now, in flight included. */
  readonly due: number;
  /** Messages that become due later, such as at the end of quiet hours. */
  readonly later: number;
  readonly running_jobs: number;
  readonly scheduled_jobs: number;
}

/** The operator's switch of the sending, for all processes. `deliveries` claims only while it is on. */
export class MessengerGateRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Stops the sending, before any other claim. Returns false if it was stopped before. */
  async updatePaused(): Promise<boolean> {
    const rows = await this.#table()
      .whereNull('paused_at')
      .update({ paused_at: this.#db.fn.now(3) });
    return rows > 0;
  }

  /** Starts the sending again. Returns false if it was not stopped. */
  async updateResumed(): Promise<boolean> {
    const rows = await this.#table().whereNotNull('paused_at').update({ paused_at: null });
    return rows > 0;
  }

  async findSending(): Promise<Sending> {
    const { rows } = await this.#db.raw<{ rows: Sending[] }>(
      `select paused_at, due, later,
              greatest(0, ceil(extract(epoch from paused_until - now()) * 1000))::float8 as wait_ms,
              (select count(*) from notification_jobs where status = 'running') as running_jobs,
              (select count(*) from notification_jobs where status = 'scheduled') as scheduled_jobs
         from messenger_gate,
              (select count(*) filter (where due_at <= now()) as due,
                      count(*) filter (where due_at > now()) as later
                 -- Each count has its own partial index.
                 from (select timestamptz '-infinity' as due_at from deliveries where status = 'sending'
                       union all
                       select due_at from deliveries where status = 'queued' and job_id is null
                       union all
                       select due_at from deliveries where status = 'queued' and job_id is not null
                      ) as open) as waiting`,
    );
    return onlyRow(rows);
  }

  #table() {
    return this.#db('messenger_gate');
  }
}
