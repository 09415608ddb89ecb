/** A backup that the database was restored from. */
export interface Restore {
  /** When the backup was taken. */
  readonly taken_at: string;
  /** Whether due work of the backup is sent instead of skipped. */
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
  /** The messages of broadcasts and reminders. */
  readonly broadcast_messages: number;
  readonly single_messages: number;
}

/** The counts of due work in the backup. */
export interface DueWork extends DueJobs, DueMessages {
  /** Messages in chats about what lies ahead; they are edited to what the backup says. */
  readonly stale_messages: number;
  /** Deliveries of webhooks that waited or were in flight. */
  readonly webhook_deliveries: number;
  /** The mints; the worker asks the partner about each by its key before it sends anything. */
  readonly mints: number;
  /** The programmes and guest lists, which are read again in an hour. */
  readonly sources: number;
  /** The jobs of the queue. They follow the rows, so they skip a skipped row, too. */
  readonly queued_jobs: number;
}
