/**
 * Every code this API can answer with, and the HTTP status it travels under.
 * The API reference prints this table; adding a failure to the product starts with a line here.
 */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  INVALID_TOKEN: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EVENT_ENDED: 409,
  EVENT_CANCELLED: 409,
  CONFERENCE_ENDED: 409,
  TOO_MANY_PENDING: 409,
  ALREADY_CONNECTED: 409,
  CONNECTION_REJECTED: 409,
  REGISTRATION_CLOSED: 409,
  JOB_NOT_CANCELLABLE: 409,
  JOB_NOT_RESCHEDULABLE: 409,
  DUPLICATE_BROADCAST: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * A failure the caller is meant to read: `message` goes out as `error`, `code` as `code`.
 * Anything else that is thrown is a defect and goes out as INTERNAL_ERROR without its message.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { headers?: Record<string, string> } = {},
  ) {
    super(message, options);
    this.code = code;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);

/** `field` is the wire name, so that a person can find it in what they sent. */
export const invalid = (field: string, problem: string) =>
  new AppError('VALIDATION_ERROR', `${field}: ${problem}`);

/** The text of these three is fixed by the contract; only the code tells them apart. */
export const unauthorized = () => new AppError('UNAUTHORIZED', 'Unauthorized');
export const invalidToken = () => new AppError('INVALID_TOKEN', 'Invalid token');
export const forbidden = () => new AppError('FORBIDDEN', 'Forbidden');
