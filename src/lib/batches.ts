/** Rows per statement: few enough to stay well under the statement timeout with texts of any length. */
export const BATCH = 500;

/** The items in batches for one statement each. */
export function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}

interface Page<Row, Position> {
  readonly rows: readonly Row[];
  readonly next?: Position | null;
}

type Request<Position> = { readonly limit: number } & (
  | { readonly page: number }
  | { readonly after: Position }
);

/** Few rows, for the memory of the process. */
const BATCH_ROWS = 250;

/** All rows of a list, in batches: each is read when the consumer asks for it. */
export async function* inBatches<Row, Position>(
  read: (request: Request<Position>) => Promise<Page<Row, Position>>,
): AsyncGenerator<readonly Row[]> {
  let request: Request<Position> | undefined = { limit: BATCH_ROWS, page: 1 };
  while (request) {
    const page: Page<Row, Position> = await read(request);
    yield page.rows;
    request = page.next ? { limit: BATCH_ROWS, after: page.next } : undefined;
  }
}
