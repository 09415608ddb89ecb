import type { CallError, CallOutcome } from '../../domain/webhooks/webhook-deliveries.ts';
import { AppError } from '../../errors.ts';
import { once } from '../../lib/once.ts';
import type { OutboundHttp } from '../outbound-http.ts';

/** Covers name lookup, connection and the whole answer. */
const TIMEOUT_MS = 15_000;
/** Of the answer, which is read so that the connection can be used again, and not kept. */
const MAX_ANSWER_BYTES = 4_096;

export interface WebhookCall {
  readonly url: string;
  readonly body: Buffer;
  /** The signature of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** A call and its duration. */
export type TimedOutcome = CallOutcome & { readonly ms: number };

/** Calls the endpoints of webhooks: public addresses only, apart from allowed hosts. */
export class WebhookHttp {
  readonly #allowedHosts: readonly string[];
  readonly #open: () => Promise<OutboundHttp>;
  #http: OutboundHttp | undefined;

  /** @param allowedHosts host names that may have private addresses */
  constructor({ allowedHosts }: { readonly allowedHosts: readonly string[] }) {
    this.#allowedHosts = allowedHosts;
    // Loaded at the first call, so that a process without one starts faster.
    this.#open = once(async () => {
      const { OutboundHttp: Http } = await import('../outbound-http.ts');
      this.#http = new Http({ allowPrivate: false, allowedHosts });
      return this.#http;
    });
  }

  /** Posts a message once. Never rejects for a call that fails. */
  async call({ url, headers, ...call }: WebhookCall): Promise<TimedOutcome> {
    const http = await this.#open();
    const startedAt = performance.now();
    const outcome = await http
      .post(url, {
        ...call,
        headers: {
          accept: '*/*',
          'content-type': 'application/json',
          'user-agent': 'Hallway-Webhooks/1',
          ...headers,
        },
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
      })
      .then(
        ({ status, retryAfterSeconds }): CallOutcome => ({ status, retryAfterSeconds }),
        (error: unknown): CallOutcome => ({ error: wordOf(error) }),
      );
    return { ...outcome, ms: Math.round(performance.now() - startedAt) };
  }

  /** @throws AppError VALIDATION_ERROR for a host without a public address */
  async checkHost(url: string): Promise<void> {
    if (this.#allowedHosts.includes(new URL(url).hostname)) return;
    await (await this.#open()).checkHost(url);
  }

  async close(): Promise<void> {
    await this.#http?.close();
  }
}

const DNS = /^(ENOTFOUND|ENODATA|EAI_\w+)$/;
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)/;
const TIMEOUT = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;

/** Our own word for a failed call. The words of a library would tell more of the network. */
function wordOf(error: unknown): CallError {
  if (error instanceof AppError && error.code === 'VALIDATION_ERROR') return 'address';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause.name === 'TimeoutError' || TIMEOUT.test(code ?? '')) return 'timeout';
    if (DNS.test(code ?? '')) return 'dns';
    if (TLS.test(code ?? '')) return 'tls';
  }
  return 'refused';
}
