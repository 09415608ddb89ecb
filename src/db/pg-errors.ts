import { types } from 'node:util';
import { reason } from '../domain/reasons.ts';
import { AppError, diskFull, type ErrorCode, overloaded } from '../errors.ts';

// `instanceof Error` fails for Node's own errors in a separate realm, such as a Jest test.
const { isNativeError } = types;

/** The SQLSTATE of an error of PostgreSQL, or the code of another one. */
export const codeOf = (error: unknown): string | undefined =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** Whether a statement violated this unique constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' &&
  isNativeError(error) &&
  'constraint' in error &&
  error.constraint === constraint;

/** @throws AppError CONFLICT for the field when the statement violates this unique constraint */
export const orConflict = <T>(
  statement: PromiseLike<T>,
  constraint: string,
  field: string,
  problem = 'expected one that is not in use',
): Promise<T> => orRefused(statement, constraint, { code: 'CONFLICT', field, problem });

/** @throws AppError with this code when the statement violates this unique constraint or index */
export async function orRefused<T>(
  statement: PromiseLike<T>,
  constraint: string,
  { code, field, problem }: { code: ErrorCode; field: string; problem: string },
): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    throw new AppError(code, `${field}: ${problem}`, {
      cause: error,
      errors: [{ field, ...reason('taken') }],
    });
  }
}

/** A statement was prepared before a migration changed the type of a column that it returns. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  isNativeError(error) &&
  error.message.endsWith('cached plan must not change result type');

/**
 * The server is a standby, such as the old primary after a failover, or is read-only by default.
 */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** After these errors a connection is unusable, although it is open. */
export const endsConnection = (error: unknown): boolean => isStalePlan(error) || isReadOnly(error);

/** Serialization failure, deadlock or stale plan: a retry can succeed. */
export const isTransient = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error) ?? '') || isStalePlan(error);

/** A statement took longer than its limit. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/** Network errors of a database that is unreachable. */
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
/** SQLSTATE: too many connections, statement timeout, retries exhausted, lock timeout. */
const OVERLOADED = new Set(['53300', '57014', '40001', '40P01', '55P03']);
/** SQLSTATE: the disk of the database is full. */
const DISK_FULL = '53100';
/** Errors of pg and pg-boss without a code. Knex prepends the statement. */
const LOST_CONNECTION =
  /(^| - )(Connection terminated|timeout expired|timeout exceeded when trying to connect|LISTEN\/NOTIFY (heartbeat timed out|connection ended)|Query read timeout|Client has encountered a connection error|Client was closed)/;

/**
 * Translates a database error that passed the validation of the request. Undefined for a defect,
 * which is answered with 500.
 */
export function errorFromDatabase(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (code === DISK_FULL) return diskFull(error);
  if (isUnavailable(error)) {
    return overloaded('The database is overloaded or unavailable', { cause: error });
  }
  // 23514: a check constraint, which knows a limit that the schema of the request does not.
  if (/^22\w{3}$/.test(code ?? '') || code === '23514') {
    return new AppError('VALIDATION_ERROR', 'A value is malformed or out of range', {
      cause: error,
      errors: [{ field: null, ...reason('invalid') }],
    });
  }
  if (code === '23505' || code === '23503') {
    return new AppError('CONFLICT', 'A concurrent change conflicts with this one; try again', {
      cause: error,
      errors: [{ field: null, ...reason('concurrent') }],
    });
  }
  return undefined;
}

/** Whether the database cannot be reached, or refuses for a reason that passes. */
export function isUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = codeOf(error);
  if (error.name === 'KnexTimeoutError' || endsConnection(error)) return true;
  if (code && (NETWORK.has(code) || OVERLOADED.has(code) || /^(08|57P)/.test(code))) return true;
  return LOST_CONNECTION.test(error.message);
}

/** Lock timeouts, slow statements and deadlocks come from a database that answers. */
const ANSWERED = new Set(['40001', '40P01', '55P03', '57014']);

/** Whether an unreachable database may have caused this error. */
export function isSignOfOutage(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isSignOfOutage))
    return true;
  if (isSignOfOutage(error.cause)) return true;
  return isUnavailable(error) && !endsConnection(error) && !ANSWERED.has(codeOf(error) ?? '');
}
