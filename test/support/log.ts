import { type Logger, type LoggerOptions, pino } from 'pino';

export interface TestLog {
  readonly log: Logger;
  /** All lines so far, oldest first. */
  readonly lines: Readonly<Record<string, unknown>>[];
}

/** A logger that records its lines. It redacts nothing, so that tests find logged secrets. */
export function recordingLog(options: LoggerOptions = {}): TestLog {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'trace', ...options },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}
