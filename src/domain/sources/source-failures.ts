import { AppError } from '../../errors.ts';
import { SourceStatusError } from './source-errors.ts';
import { isGuestKind } from './source-settings.ts';
import type { SourceKind } from './sources.ts';

/** Statuses that the other side answers again until an organizer changes the source. */
const REFUSALS: readonly number[] = [401, 403, 404, 410];
const MAX_MESSAGE = 300;

interface Failure {
  /** A sentence without any cell of a guest list. */
  readonly message: string;
  readonly isRefused: boolean;
  /** Whether this service could not do it: it counts against no source. */
  readonly isOurs: boolean;
  readonly isDefect: boolean;
}

/** What the failure of a run means. */
export function failureOf(error: unknown, kind: SourceKind): Failure {
  const status = statusOf(error);
  if (status !== undefined) {
    const message = `The address answers with the status ${status}`;
    return { message, isRefused: REFUSALS.includes(status), isOurs: false, isDefect: false };
  }
  const isExpected = error instanceof AppError && error.status !== 500;
  const isOurs = isExpected && error.code === 'SERVICE_UNAVAILABLE';
  const quotes = isGuestKind(kind) && isExpected && error.code !== 'UPSTREAM_ERROR';
  const message = !isExpected
    ? 'An unexpected error'
    : quotes
      ? 'The list cannot be imported'
      : error.message;
  return {
    message: message.slice(0, MAX_MESSAGE).toWellFormed(),
    isRefused: false,
    isOurs,
    isDefect: !isExpected,
  };
}

function statusOf(error: unknown): number | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SourceStatusError) return cause.status;
  }
  return undefined;
}
