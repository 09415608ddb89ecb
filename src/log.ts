import { type Logger, type LoggerOptions, pino } from 'pino';

/** Keys whose values are redacted at the top level of a log line and one level below. */
const SECRETS = [
  'authorization',
  'x-api-key',
  'x-messenger-auth',
  'x-telegram-bot-api-secret-token',
  'secret_token',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'init_data',
  'auth_data',
  'otp',
  'email',
  'connectionString',
];

/** Secrets of stored API keys, also as a part of a path, a request id or a message. */
const API_KEY = /hwk_\w+/g;

/** A write costs as much as ten lines, so lines share one. */
const BUFFER_BYTES = 4_096;
const WARN = 40;
/** The status of a request that was refused. */
const UNAVAILABLE = 503;
/** The longest time that a line at info or debug level waits for others. */
const FLUSH_MS = 500;

/** Returns whether to hold or drop a line at warn level with an error. */
type Holds = (line: { err: unknown; isRefusal: boolean; write(): void }) => boolean;

interface LogSettings {
  readonly level: string;
  readonly pretty: boolean;
  readonly holds?: Holds;
}

/**
 * Logs JSON lines, or readable lines with `pretty`. Levels: `error` = a person must act; `warn` =
 * recovered or retried; `info` = one line per request, job or start.
 *
 * JSON lines at info and debug level are written within half a second or with a later line at warn
 * level or above, which is written at once. An exit of the process writes the rest. A process that
 * is killed (SIGKILL, out of memory) loses what it logged in the last half second.
 */
export function openLog({ level, pretty, holds = () => false }: LogSettings): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: '[secret]',
    },
    serializers: { err: describeError },
  };
  if (pretty) return pino({ ...options, transport: PRETTY, hooks: hooksOf({ holds }) });
  // Synchronous: an asynchronous write in flight at the exit would be lost, and costs more.
  const stdout = pino.destination({
    sync: true,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
  });
  // Not flushSync(), which tries for ever when nobody reads the lines any more.
  process.once('exit', () => stdout.flush());
  return pino({ ...options, hooks: hooksOf({ holds, flush: () => stdout.flush() }) }, stdout);
}

const PRETTY = {
  target: 'pino-pretty',
  options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
};

function hooksOf({ holds, flush = () => {} }: { holds: Holds; flush?: () => void }) {
  const hooks: LoggerOptions['hooks'] = {
    streamWrite: (line) => (line.includes('hwk_') ? line.replace(API_KEY, 'hwk_[secret]') : line),
    logMethod(args, method, level) {
      const write = () => {
        method.apply(this, args);
        if (level >= WARN) flush();
      };
      const [fields] = args as unknown[];
      if (level !== WARN || !hasError(fields)) return write();
      const { err, status } = fields;
      if (!holds({ err, isRefusal: status === UNAVAILABLE, write })) write();
    },
  };
  return hooks;
}

const hasError = (fields: unknown): fields is { err: unknown; status?: unknown } =>
  typeof fields === 'object' && fields !== null && 'err' in fields;

/**
 * Leaves out `detail` and similar fields of PostgreSQL errors, which contain personal data. Shows
 * both an error and the failure of the cleanup after it.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof SuppressedError) {
    const cleanup = describeError(error.error);
    return {
      type: error.name,
      message: error.message,
      error: describeError(error.suppressed),
      cleanup,
    };
  }
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return {
    type: name,
    message,
    code,
    constraint,
    stack,
    ...(cause ? { cause: describeError(cause) } : {}),
  };
}
