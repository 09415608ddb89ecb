import type { Dispatcher } from 'undici';
import { AppError } from '../../errors.ts';
import { CircuitBreaker, CircuitOpenError } from '../../lib/circuit-breaker.ts';
import { once } from '../../lib/once.ts';

export interface PartnerHttpOptions {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The timeout of one call: name lookup, connection and the whole answer. */
  readonly timeoutMs: number;
  readonly breaker?: CircuitBreaker;
}

interface Call {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PartnerAnswer {
  /** 2xx or 4xx, but never 429. */
  readonly status: number;
  /** Undefined for a body that is not JSON. */
  readonly json: unknown;
}

const MAX_ANSWER_BYTES = 64 * 1_024;
/** The pause after a 429 without a usable `Retry-After`, and the longest one, in seconds. */
const DEFAULT_PAUSE = 30;
const MAX_PAUSE = 3_600;

/** Loaded at the first call, so that a process without one starts faster. */
const undici = once(() => import('undici'));

/** No call was made, or the partner refused it until later. */
export class PartnerPauseError extends AppError {
  /** The time during which no call can be made. */
  readonly ms: number;

  constructor(ms: number) {
    const seconds = Math.max(1, Math.ceil(ms / 1_000));
    super('UPSTREAM_ERROR', `The partner is not available; try again in ${seconds} s`);
    this.ms = ms;
  }
}

/**
 * Calls one host, over persistent connections of its own, which no proxy setting of the environment
 * reaches. Follows no redirect, decompresses nothing, and reads at most 64 KiB.
 */
export class PartnerHttp {
  readonly #options: PartnerHttpOptions;
  readonly #breaker: CircuitBreaker;
  #agent: Dispatcher | undefined;
  /** The end of the pause that the partner asked for, by the monotonic clock. */
  #pausedUntil = 0;

  constructor(options: PartnerHttpOptions) {
    this.#options = options;
    this.#breaker = options.breaker ?? new CircuitBreaker();
  }

  /** @throws PartnerPauseError while no call can be made */
  assertAvailable(): void {
    const msLeft = Math.max(this.#breaker.msLeft(), this.#pausedUntil - performance.now());
    if (msLeft > 0) throw new PartnerPauseError(msLeft);
  }

  /**
   * Makes one call.
   *
   * @throws AppError UPSTREAM_ERROR, as the class `PartnerClient` says
   */
  async call(method: 'GET' | 'POST', path: string, call: Call = {}): Promise<PartnerAnswer> {
    this.assertAvailable();
    try {
      const answer = await this.#breaker.run(() => this.#send(method, path, call));
      if (answer.status !== 429) return answer;
    } catch (error) {
      throw error instanceof CircuitOpenError ? new PartnerPauseError(error.msLeft) : error;
    }
    throw new PartnerPauseError(this.#pausedUntil - performance.now());
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  /** Rejects for a failure of the partner. A refusal is not a failure. */
  async #send(method: 'GET' | 'POST', path: string, { body, headers }: Call) {
    const { baseUrl, apiKey, timeoutMs } = this.#options;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { Agent, request } = await undici();
      this.#agent ??= new Agent();
      const response = await request(`${baseUrl}${path}`, {
        method,
        dispatcher: this.#agent,
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'Hallway',
          'x-api-key': apiKey,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      });
      return await this.#read(response);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw failure(signal.aborted ? 'does not answer in time' : 'cannot be reached', error);
    }
  }

  async #read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<PartnerAnswer> {
    const isFinal = statusCode < 300 || (statusCode >= 400 && statusCode < 500);
    if (!isFinal || statusCode === 429) {
      // Drops the body unread, with its connection: it may be of any size.
      body.on('error', () => {}).destroy();
      if (statusCode !== 429) throw failure('failed');
      this.#pausedUntil = performance.now() + 1_000 * pauseSeconds(headers['retry-after']);
      return { status: statusCode, json: undefined };
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) throw failure('sent an invalid answer');
      chunks.push(chunk);
    }
    const json = parsed(Buffer.concat(chunks).toString('utf8'));
    // The page of a gateway is not the partner's answer, whatever its status.
    if (json === undefined) throw failure('sent an invalid answer');
    return { status: statusCode, json };
  }
}

const failure = (what: string, cause?: unknown) =>
  new AppError('UPSTREAM_ERROR', `The partner ${what}; try again later`, { cause });

function pauseSeconds(header: string | string[] | undefined): number {
  const seconds = /^\d{1,9}$/.test(String(header)) ? Number(header) : DEFAULT_PAUSE;
  return Math.min(Math.max(1, seconds), MAX_PAUSE);
}

/** Errors of JSON.parse quote the text, so none leaves this function. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
