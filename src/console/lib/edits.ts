import { ApiError } from '../../client/api-error.ts';

/**
 * The fields of `after` that differ from `before`. Only they are sent: what another organizer changed
 * elsewhere in the resource stays.
 *
 * @param among the fields to look at; by default all of `after`
 */
export function changesOf<Fields extends object>(
  before: Partial<Fields> | undefined,
  after: Fields,
  among: readonly (keyof Fields)[] = Object.keys(after) as (keyof Fields)[],
): Partial<Fields> {
  const differ = among.filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(before?.[field]),
  );
  return Object.fromEntries(differ.map((field) => [field, after[field]])) as Partial<Fields>;
}

/** What another organizer has saved, where the service refuses an older version. */
export const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
    ? (error.body as { readonly current: Row }).current
    : undefined;
