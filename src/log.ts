import { type Logger, pino } from 'pino';

/** Wherever these stand in something logged, their values must not. */
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
 * JSON lines; in a terminal, lines for people. `error` means that somebody must act, `warn` that it
 * healed or will be tried again, `info` is one line a request, a job, a start.
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

/** What helps to find a defect. Not `detail` and the like of PostgreSQL, which hold people's values. */
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
