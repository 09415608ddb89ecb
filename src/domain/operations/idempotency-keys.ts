/** One run of a request that carries an `Idempotency-Key`. */
export interface KeyedRun {
  /** SHA-256 of the caller, the method, the path and the key: what the key is unique for. */
  readonly scope: string;
  /** Names this run. Once its lease has ended, another run can hold the key. */
  readonly run_id: string;
  /** SHA-256 of the query and the body. */
  readonly request_hash: string;
  /** The caller; null for an administrator. */
  readonly user_id: number | null;
}

/** The answer of a run. */
export interface KeyedAnswer {
  readonly status: number;
  /** JSON; null for one that is too large to keep. */
  readonly body: string | null;
  /** The user ids and messenger ids in the body: an erasure empties a body that has its user's. */
  readonly mentions: readonly number[];
}

/** What a key holds. */
export interface HeldKey {
  readonly request_hash: string;
  /** Null while the request runs. */
  readonly status: number | null;
  readonly body: string | null;
}

/** A failure of ours, or a limit that passes, must not answer every retry for a day. */
export const isKept = (status: number): boolean => status < 500 && status !== 429;

/** Fields whose value is a user id or a messenger id, or a list of them. */
const MENTIONING: ReadonlySet<string> = new Set([
  'user_id',
  'user_ids',
  'messenger_id',
  'messenger_ids',
  'submitted_by',
]);

/** The user ids and messenger ids in a JSON text. */
export function mentionsIn(json: string): number[] {
  const mentions = new Set<number>();
  JSON.parse(json, (key, value: unknown) => {
    if (MENTIONING.has(key)) {
      for (const id of [value].flat()) if (typeof id === 'number') mentions.add(id);
    }
    return value;
  });
  return [...mentions];
}
