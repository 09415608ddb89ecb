/** The other side answers with an error status: 401, 403, 404 and 410 mean that it refuses for good. */
export class SourceStatusError extends Error {
  override readonly name = 'SourceStatusError';
  readonly status: number;

  constructor(status: number) {
    super(`The address answers ${status}`);
    this.status = status;
  }
}

/** More rows than may be imported now. */
export class ManyRowsError extends Error {
  override readonly name = 'ManyRowsError';
  readonly rows: number;

  constructor(rows: number) {
    super(`${rows} rows are more than may be imported now`);
    this.rows = rows;
  }
}

/** A list without rows: an importer gets none, as it could be a mistake of the other side. */
export class EmptyListError extends Error {
  override readonly name = 'EmptyListError';
}
