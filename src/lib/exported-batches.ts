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
