/** One run of a request that carries an `Idempotency-Key`. */
export interface KeyedRun {
  /** SHA-256 of the caller, method, path and key. A key is unique within it. */
  readonly scope: string;
  /** Identifies this run. After its lease expires, another run can claim the key. */
  readonly run_id: string;
  /** SHA-256 of the query and the body. */
  readonly request_hash: string;
  /** The caller; null for an administrator. */
  readonly user_id: number | null;
}

/** The answer of a run. */
export interface KeyedAnswer {
  readonly status: number;
  /** JSON; null for a body that is too large to store. */
  readonly body: string | null;
  /** The user ids and messenger ids in the body. Erasing such a user deletes the body. */
  readonly mentions: readonly number[];
}

/** The stored request of a key, and its answer. */
export interface StoredKey {
  readonly request_hash: string;
  /** Null while the request runs. */
  readonly status: number | null;
  readonly body: string | null;
}

/**
 * Server errors, rate limits and failed preconditions are temporary; stored, they would fail every
 * retry for a day.
 */
export const isStored = (status: number): boolean =>
  status < 500 && status !== 429 && status !== 412;

/** Fields that hold a user id, a messenger id, or a list of them. */
const ID_FIELDS: ReadonlySet<string> = new Set([
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
    if (ID_FIELDS.has(key)) {
      for (const id of [value].flat()) if (typeof id === 'number') mentions.add(id);
    }
    return value;
  });
  return [...mentions];
}
