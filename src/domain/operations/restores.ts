/** A backup that the database was restored from. */
export interface Restore {
  /** When the backup was taken. */
  readonly taken_at: string;
  /** Whether what was due in the backup is sent instead of skipped. */
  readonly is_resent: boolean;
}

/** Broadcasts that were scheduled or running in the backup and due by now. */
export interface DueJobs {
  readonly scheduled_broadcasts: number;
  readonly running_broadcasts: number;
  /** Reminders of quests, scheduled or running. */
  readonly reminders: number;
}

/** Messenger messages that were queued or in flight in the backup and due by now. */
export interface DueMessages {
  /** Of broadcasts and reminders. */
  readonly broadcast_messages: number;
  readonly single_messages: number;
}

/** What was due in the backup. */
export interface DueWork extends DueJobs, DueMessages {
  /** The partner is asked about each by its key, before anything is sent. */
  readonly mints: number;
  /** They do what rows say, so a skipped row is skipped there, too. */
  readonly queued_jobs: number;
}
