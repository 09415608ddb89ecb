/** Rows per statement: few enough to stay well under the statement timeout with texts of any length. */
export const BATCH = 500;

/** The items in batches for one statement each. */
export function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
