/** The other side answers with an error status: 401, 403, 404 and 410 mean that it refuses for good. */
export class SourceStatusError extends Error {
  override readonly name = 'SourceStatusError';
  readonly status: number;

  constructor(status: number) {
    super(`The address answers ${status}`);
    this.status = status;
  }
}
