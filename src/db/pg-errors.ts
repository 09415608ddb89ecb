import { types } from 'node:util';
import { AppError } from '../errors.ts';

// Errors of Node itself are of another realm wherever code runs in a context of its own, as in jest.
const { isNativeError } = types;

const codeOf = (error: unknown): string | undefined =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Whether `error` says that this unique constraint or index was hit. */
const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' &&
  isNativeError(error) &&
  'constraint' in error &&
  error.constraint === constraint;

/** @throws AppError CONFLICT with `message` when the statement hits this unique constraint */
export async function orConflict<T>(
  statement: PromiseLike<T>,
  constraint: string,
  message: string,
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    throw new AppError('CONFLICT', message, { cause: error });
  }
}

/** Serialization failure and deadlock: the same work can succeed when it runs again. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error) ?? '');

/** What the network says when a database is gone. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** SQLSTATE: too many connections, statement cancelled, still overloaded after three tries. */
const OVERLOADED = new Set(['53300', '57014', '40001', '40P01', '55P03']);
/** What pg says without a code; Knex puts the statement in front. */
const LOST_CONNECTION =
  /(^| - )(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error)/;

/**
 * The second net under the validation at the doors: a failure of the database as the answer it
 * deserves. Undefined for what is a defect of ours.
 */
export function errorFromDatabase(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (isUnavailable(error, code)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The service is busy or its database is away', {
      cause: error,
      headers: { 'Retry-After': '5' },
    });
  }
  if (/^22\w{3}$/.test(code ?? '')) {
    return new AppError('VALIDATION_ERROR', 'A value does not fit', { cause: error });
  }
  if (code === '23505' || code === '23503') {
    return new AppError('CONFLICT', 'This clashes with something else; try again', {
      cause: error,
    });
  }
  return undefined;
}

function isUnavailable(error: unknown, code: string | undefined): boolean {
  if (!isNativeError(error)) return false;
  if (error.name === 'KnexTimeoutError') return true;
  if (code && (NETWORK.has(code) || OVERLOADED.has(code) || /^(08|57P)/.test(code))) return true;
  return LOST_CONNECTION.test(error.message);
}
