import { type Logger, pino } from 'pino';

export interface TestLog {
  readonly log: Logger;
  /** Every line so far, oldest first. */
  readonly lines: Readonly<Record<string, unknown>>[];
}

/**
 * A log to look into. It hides nothing by itself: what must not be logged must not even get here.
 */
export function recordingLog(): TestLog {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}
