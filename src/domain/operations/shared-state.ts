import type { PauseScope } from './sending.ts';

/** The jobs of one queue that could run now. */
export interface WaitingJobs {
  readonly name: string;
  readonly waiting: number;
  /** For how long the oldest of them could have run, in seconds. */
  readonly oldest_wait_s: number;
}

/** The work of all processes, as the database has it. */
export interface SharedState {
  readonly queues: readonly WaitingJobs[];
  /** Jobs that failed for good, until an administrator retries or deletes them. */
  readonly dead_jobs: number;
  /** Messages that could be sent now. */
  readonly messages_due: number;
  /** For how long the oldest of them is due, in seconds; 0 without one. */
  readonly oldest_due_s: number;
  /** Since when an operator has stopped the sending; null while it is not stopped. */
  readonly paused_at: string | null;
  readonly pause_scope: PauseScope | null;
  readonly pause_ends_at: string | null;
  readonly pause_reason: string | null;
  /** As in the audit log; null for an operator at a console. */
  readonly paused_by: string | null;
  readonly running_broadcasts: number;
  /** Mints whose result is not known yet. */
  readonly open_mints: number;
  /** Users whose automatic tasks are settled next. */
  readonly due_settlements: number;
  /** Programmes and guest lists that are switched off because they fail, or nobody has the rights. */
  readonly sources_off: number;
  readonly media_bytes: number;
  /** Changes that are no messages of webhooks yet. */
  readonly webhook_changes: number;
  /** For how long the oldest delivery to an endpoint that answers is due, in seconds; 0 without one. */
  readonly oldest_webhook_s: number;
  readonly failing_webhooks: number;
  /** Endpoints that the service switched off, until a person decides. */
  readonly off_webhooks: number;
  /** The time of the last completed backup; null without one. */
  readonly last_backup_at: string | null;
}
