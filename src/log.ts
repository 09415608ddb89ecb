import { type Logger, pino } from 'pino';

/** Keys whose values are redacted at the top level of a log line and one level below. */
const SECRETS = [
  'authorization',
  'x-api-key',
  'x-messenger-auth',
  'cookie',
  'password',
  'token',
  'init_data',
  'auth_data',
  'otp',
  'email',
  'connectionString',
];

/**
 * Logs JSON lines, or readable lines with `pretty`. Levels: `error` = a person must act; `warn` =
 * recovered or retried; `info` = one line per request, job or start.
 */
export function openLog({ level, pretty }: { level: string; pretty: boolean }): Logger {
  return pino({
    level,
    base: null,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: '[secret]',
    },
    serializers: { err: describeError },
    ...(pretty && {
      transport: {
        target: 'pino-pretty',
        options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
      },
    }),
  });
}

/** Leaves out `detail` and similar fields of PostgreSQL errors, which contain personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
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
