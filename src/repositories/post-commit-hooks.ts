import type { Viewers } from '../db/replica.ts';
import { namesIn } from '../domain/messaging/notify-payload.ts';
import type { PublicData } from '../domain/operations/public-data.ts';
import type { JobQueue } from './jobs.repository.ts';

/** Receives the payload of a `NotifiedRow`; null when nobody was notified. */
export type OnNotified = (payload: string | null) => void;

/** What the repositories of one handle report as they write. */
export interface PostCommitHooks {
  readonly onWritten: (data: readonly PublicData[]) => void;
  readonly onNotified: OnNotified;
  /** Receives the names of changed rows; see `STREAM_CHANGES`. */
  readonly onChanged: (names: readonly string[]) => void;
  readonly pinToPrimary: (viewers: Viewers) => void;
}

/** What repositories need to write, beside their handle. */
export interface Writing {
  /** Receives the jobs that `tx.jobs.add` enqueues. */
  readonly queue: JobQueue;
  readonly hooks: PostCommitHooks;
}

/** Whom a store tells of what it wrote, before the writer's promise settles. */
export interface Receivers {
  /**
   * Receives the data that a transaction or a statement on the pool wrote, also after a
   * failure: PostgreSQL may have executed a COMMIT whose answer was lost.
   */
  onWrite(data: ReadonlySet<PublicData>): void;
  /** Receives the names of a NOTIFY (`namesIn`), only after their commit. */
  onNotify(names: ReadonlySet<string>): void;
  /** Receives the names of changed rows, only after their commit. */
  onChange(names: ReadonlySet<string>): void;
  /** Receives those who must see what was written, also after a failure, as `onWrite`. */
  pinToPrimary(viewers: Viewers): void;
}

/** For statements on the pool, which commit by themselves. */
export const immediateHooks = ({
  onWrite,
  onNotify,
  onChange,
  pinToPrimary,
}: Receivers): PostCommitHooks => ({
  onWritten: (data) => onWrite(new Set(data)),
  onNotified: (payload) => {
    if (payload !== null) onNotify(new Set(namesIn(payload)));
  },
  onChanged: (names) => onChange(new Set(names)),
  pinToPrimary,
});

/** For work that is rolled back. */
export const NO_HOOKS: PostCommitHooks = {
  onWritten: () => {},
  onNotified: () => {},
  onChanged: () => {},
  pinToPrimary: () => {},
};

/** Keeps the hooks of a transaction until its end. */
export class TransactionHooks implements PostCommitHooks {
  readonly #written = new Set<PublicData>();
  readonly #names = new Set<string>();
  readonly #changed = new Set<string>();
  readonly #viewers: Viewers[] = [];

  readonly onWritten: PostCommitHooks['onWritten'] = (data) => {
    for (const one of data) this.#written.add(one);
  };
  readonly onNotified: OnNotified = (payload) => {
    if (payload !== null) for (const name of namesIn(payload)) this.#names.add(name);
  };
  readonly onChanged: PostCommitHooks['onChanged'] = (names) => {
    for (const name of names) this.#changed.add(name);
  };
  readonly pinToPrimary: PostCommitHooks['pinToPrimary'] = (viewers) => {
    this.#viewers.push(viewers);
  };

  sendTo(
    { onWrite, onNotify, onChange, pinToPrimary }: Receivers,
    { isCommitted }: { isCommitted: boolean },
  ): void {
    if (this.#written.size > 0) onWrite(this.#written);
    for (const viewers of this.#viewers) pinToPrimary(viewers);
    if (isCommitted && this.#names.size > 0) onNotify(this.#names);
    if (isCommitted && this.#changed.size > 0) onChange(this.#changed);
  }
}
