/**
 * The Bot API refused a call, or did not answer it. Its message never holds the bot token. Beside
 * `BotApi`, whose HTTP client a start without a bot does not read.
 */
export class BotApiError extends Error {
  /** The status of the refusal; undefined without an answer of the Bot API. */
  readonly status: number | undefined;

  constructor(method: string, problem: string, status?: number) {
    super(`messenger: ${method}: ${problem}`);
    this.name = 'BotApiError';
    this.status = status;
  }
}
