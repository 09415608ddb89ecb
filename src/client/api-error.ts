import type { ErrorCode } from './operations.d.ts';
import type { Code, FailureCode, Name, Refusal } from './types.ts';

/** What is wrong with a field: a code and its limits, for words in the reader's language. */
export interface FieldError {
  /** Null for the request as a whole. */
  readonly field: string | null;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
}

interface Details {
  /** 0 without an answer. */
  readonly status: number;
  readonly code: FailureCode;
  readonly body: unknown;
  /** `X-Request-Id`, by which the operators find the request in their log. */
  readonly requestId: string | undefined;
  /** `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** How many calls the nearest limit still allows, by `RateLimit`. */
  readonly remaining?: number | undefined;
  readonly errors?: readonly FieldError[] | undefined;
}

/** Why a call failed. `message` is a sentence for people, `code` is for programs. */
export class ApiError extends Error {
  readonly operation: Name;
  readonly status: number;
  readonly code: FailureCode;
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly remaining: number | undefined;
  /** The wrong fields, where the client asks for `problems`; else empty. */
  readonly errors: readonly FieldError[];

  constructor(operation: Name, message: string, details: Details, cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiError';
    this.operation = operation;
    this.status = details.status;
    this.code = details.code;
    this.body = details.body;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.remaining = details.remaining;
    this.errors = details.errors ?? [];
  }
}

/** Whether an operation was refused with one of its codes: `error.body` then has its type. */
export function isRefusal<N extends Name, C extends Code<N> & ErrorCode>(
  error: unknown,
  operation: N,
  code: C,
): error is ApiError & { readonly code: C; readonly body: Refusal<N, C> } {
  return error instanceof ApiError && error.operation === operation && error.code === code;
}

/** @returns the error that an answer with a status of 400 or above means */
export async function refusalOf(operation: Name, answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const {
    error,
    detail,
    code = 'NOT_JSON',
    errors,
  } = (body ?? {}) as {
    error?: string;
    detail?: string;
    code?: ErrorCode;
    errors?: readonly FieldError[];
  };
  const message = error ?? detail ?? `The service answered ${answer.status}`;
  return new ApiError(operation, message, { ...headOf(answer), code, body, errors });
}

/** @returns the error of an answer that should be JSON, as another server might send it */
export const notJsonError = (
  operation: Name,
  answer: Response,
  { body, cause }: { body: string; cause: unknown },
): ApiError =>
  new ApiError(
    operation,
    'The answer is not JSON',
    { ...headOf(answer), code: 'NOT_JSON', body },
    cause,
  );

export const networkError = (operation: Name, cause: unknown): ApiError =>
  new ApiError(
    operation,
    'The service cannot be reached',
    {
      status: 0,
      code: 'NETWORK',
      body: undefined,
      requestId: undefined,
      retryAfterMs: undefined,
    },
    cause,
  );

function headOf({ status, headers }: Response) {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  const left = [...(headers.get('RateLimit') ?? '').matchAll(/;\s*r=(\d+)/g)].map(([, r]) =>
    Number(r),
  );
  return {
    ...(left.length > 0 && { remaining: Math.min(...left) }),
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}
