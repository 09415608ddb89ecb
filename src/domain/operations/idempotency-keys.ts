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
  /**
   * The user ids and messenger ids in the body, and the ids of invitations, below zero. The erasure of such a
   * user deletes the body, and so does the trigger that notices an emptied or deleted invitation.
   */
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

const INVITATION_FIELDS: ReadonlySet<string> = new Set(['invitation_id', 'invitation_ids']);

const isPerson = (value: unknown): value is { readonly id: number } =>
  typeof value === 'object' &&
  value !== null &&
  'first_name' in value &&
  'id' in value &&
  typeof value.id === 'number';

/** What `KeyedAnswer` documents, of a JSON text: by the names of fields, and of objects with a first name. */
export function mentionsIn(json: string): number[] {
  const mentions = new Set<number>();
  JSON.parse(json, (key, value: unknown) => {
    if (ID_FIELDS.has(key)) {
      for (const id of [value].flat()) if (typeof id === 'number') mentions.add(id);
    }
    if (INVITATION_FIELDS.has(key)) {
      for (const id of [value].flat()) if (typeof id === 'number') mentions.add(-id);
    }
    if (isPerson(value)) mentions.add(value.id);
    return value;
  });
  return [...mentions];
}
