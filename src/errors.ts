import { type ParamsOf, type Reason, type ReasonCode, reason } from './domain/reasons.ts';
import { type ResourceNoun, wordOfResource } from './domain/resource-nouns.ts';

/** Every error code of the API, with its HTTP status. The API reference lists this table. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  ANSWERS_REQUIRED: 400,
  CODE_INVALID: 400,
  TICKET_TYPE_REQUIRED: 400,
  OTP_INVALID: 400,
  OTP_EXPIRED: 400,
  WRONG_ANSWER: 400,
  TICKET_INVALID: 400,
  TICKET_OTHER_EVENT: 400,
  UNAUTHORIZED: 401,
  INVALID_TOKEN: 401,
  FORBIDDEN: 403,
  REGISTRATION_REQUIRED: 403,
  PARTNER_NOT_VERIFIED: 403,
  NOT_FOUND: 404,
  NOT_REGISTERED: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EVENT_ENDED: 409,
  EVENT_CANCELLED: 409,
  EVENT_FULL: 409,
  CONFERENCE_ENDED: 409,
  CONFERENCE_FULL: 409,
  TICKET_TYPE_FULL: 409,
  CONFERENCE_CANCELLED: 409,
  TOO_MANY_PENDING: 409,
  ALREADY_CONNECTED: 409,
  ALREADY_CLAIMED: 409,
  ALREADY_HAS_SEAT: 409,
  CONNECTION_REJECTED: 409,
  TOO_MANY_BLOCKS: 409,
  REGISTRATION_CLOSED: 409,
  REQUEST_DECLINED: 409,
  GUEST_LIMIT: 409,
  TRANSFER_CLOSED: 409,
  TRANSFER_AT_SHOP: 409,
  WAITLISTED: 409,
  GUEST_NOT_CLAIMED: 409,
  ACCOUNT_BLOCKED: 409,
  QUESTIONS_CLOSED: 409,
  QUESTION_LIMIT: 409,
  QUEST_INACTIVE: 409,
  QUEST_NOT_STARTED: 409,
  QUEST_ENDED: 409,
  QUEST_FULL: 409,
  RATING_CLOSED: 409,
  TASK_CLOSED: 409,
  TASK_NOT_FULFILLED: 409,
  NO_TRIES_LEFT: 409,
  NO_TEMPLATE: 409,
  NO_CHAT: 409,
  MEDIA_IN_USE: 409,
  PAGE_LIMIT: 409,
  CHECKPOINT_LIMIT: 409,
  JOB_NOT_CANCELLABLE: 409,
  JOB_NOT_EDITABLE: 409,
  JOB_NOT_RECALLABLE: 409,
  JOB_NOT_RESCHEDULABLE: 409,
  JOB_NOT_RETRYABLE: 409,
  DUPLICATE_BROADCAST: 409,
  PIN_LIMIT: 409,
  DUPLICATE_SHIFT: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_KEY_IN_USE: 409,
  QUOTA_EXCEEDED: 409,
  SOURCE_CHANGED: 409,
  SOURCE_LIMIT: 409,
  SOURCE_RUNNING: 409,
  TOO_SOON: 409,
  PARTNER_ACCOUNT_TAKEN: 409,
  ALREADY_MINTED: 409,
  MINT_FAILED: 409,
  ENRICHMENT_NOT_READY: 409,
  ENRICHMENT_NOT_ALLOWED: 409,
  WEBHOOK_LIMIT: 409,
  WEBHOOK_OFF: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** What is wrong with a field, or with the request as a whole. */
export interface FieldError extends Reason {
  /** The name on the wire, such as `filters.status`; null for the request or the resource as a whole. */
  readonly field: string | null;
}

/**
 * An error for the caller: `message` is sent as `error`, `code` as `code`. Any other thrown value is
 * a defect, answered with INTERNAL_ERROR and without its message.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The problem that a person must solve, for the log; undefined for an error that recovers by
   * itself.
   */
  readonly alert: string | undefined;
  /** The current resource, which is sent beside the error; only of PRECONDITION_FAILED. */
  readonly current: unknown;
  /** What is wrong, by field; empty where the code of the error says it all. */
  readonly errors: readonly FieldError[];

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      headers?: Record<string, string>;
      alert?: string;
      current?: unknown;
      errors?: readonly FieldError[];
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.headers = options.headers ?? {};
    this.alert = options.alert;
    this.current = options.current;
    this.errors = options.errors ?? [];
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * Refuses a request for one thing. `field` is its name on the wire, which the sentence begins with; null for the
 * request or the resource as a whole. The reason and its parameters say the problem to a program.
 */
export const refusal = <C extends ReasonCode>(
  code: ErrorCode,
  field: string | null,
  problem: string,
  ...why: [reason: C, ...ParamsOf<C>]
) => {
  const sentence = field === null ? problem : `${field}: ${problem}`;
  return new AppError(code, sentence, { errors: [{ field, ...reason(...why) }] });
};

/** @param field that names the thing; null for the resource itself */
export const notFound = (thing: ResourceNoun, field: string | null = null) =>
  refusal('NOT_FOUND', field, `${thing} not found`, 'gone', { what: wordOfResource(thing) });

export const invalid = <C extends ReasonCode>(
  field: string,
  problem: string,
  ...why: [reason: C, ...ParamsOf<C>]
) => refusal('VALIDATION_ERROR', field, problem, ...why);

/** The current state does not allow it: of a field, or null of the resource. */
export const conflict = <C extends ReasonCode>(
  field: string | null,
  problem: string,
  ...why: [reason: C, ...ParamsOf<C>]
) => refusal('CONFLICT', field, problem, ...why);

/** @param what the plural of what is counted, as `rows` */
export const tooMany = (field: string, max: number, what: string) =>
  invalid(field, `expected at most ${max.toLocaleString('en')} ${what}`, 'too_many', { max });

/** A file that cannot be read, or only at too high a cost. */
export const damagedFile = (problem: string, cause?: unknown) =>
  new AppError('VALIDATION_ERROR', `file: ${problem}`, {
    cause,
    errors: [{ field: 'file', ...reason('file_damaged') }],
  });

/** Refuses a change that was made from another version. `current` is the resource as it is now. */
export const preconditionFailed = (current: { readonly version: number }) =>
  new AppError(
    'PRECONDITION_FAILED',
    `If-Match: expected the current version, which is ${current.version}`,
    { current },
  );

/** The API contract fixes the text of these three. Clients distinguish them by code. */
export const unauthorized = () => new AppError('UNAUTHORIZED', 'Unauthorized');
export const invalidToken = () => new AppError('INVALID_TOKEN', 'Invalid token');
export const forbidden = () => new AppError('FORBIDDEN', 'Forbidden');

/** For an administrator whose key lacks a scope (spec: administration, section 1). */
export const insufficientScope = (scope: string) =>
  new AppError('FORBIDDEN', 'Forbidden', {
    headers: { 'WWW-Authenticate': `HallwayKey error="insufficient_scope", scope="${scope}"` },
  });

/** The shortest and the longest `Retry-After` of an overload, in seconds. */
const MIN_RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 8;

/** A random `Retry-After` in seconds, so that clients who were refused together do not return together. */
export const retrySeconds = (): number =>
  MIN_RETRY_SECONDS + Math.floor(Math.random() * (1 + MAX_RETRY_SECONDS - MIN_RETRY_SECONDS));

/** Refuses a request that the process or the database has no room for now. */
export const overloaded = (
  sentence: string,
  { headers, ...options }: ErrorOptions & { headers?: Record<string, string> } = {},
) =>
  new AppError('SERVICE_UNAVAILABLE', sentence, {
    ...options,
    headers: { 'Retry-After': String(retrySeconds()), ...headers },
  });

/**
 * Refuses a request over a limit.
 * @param ms until the caller may try again
 * @param headers beside `Retry-After`
 */
export const rateLimited = (sentence: string, ms: number, headers: Record<string, string> = {}) =>
  new AppError('RATE_LIMITED', sentence, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1_000))), ...headers },
  });

export const diskFull = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', 'The service has no space left to store this', {
    cause,
    headers: { 'Retry-After': '60' },
    alert: 'disk full',
  });
