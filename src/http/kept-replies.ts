import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isCurrent, REVALIDATE } from './caching.ts';
import { type Encoding, encodingFor, isWorthCompressing } from './encodings.ts';
import type { Health } from './healthz.ts';
import type { KeptEntry } from './kept-entries.ts';
import { logAnswer, requestIdOf } from './middleware/request-log.ts';
import { RESPONSE_HEADERS, SECURITY_HEADERS } from './response-headers.ts';

export interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** For the log, in milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
}

export interface ReplyOptions {
  readonly log: Logger;
  readonly health: Pick<Health, 'isDraining'>;
  /** `*` for any origin, without credentials. */
  readonly corsOrigins: readonly string[];
}

/** Sends kept answers with the headers and the log line that the usual way gives them. */
export class KeptReplies {
  readonly #log: Logger;
  readonly #health: Pick<Health, 'isDraining'>;
  readonly #origins: ReadonlySet<string>;
  readonly #isAnyOrigin: boolean;
  /** The part of each head that is the same in all answers. */
  readonly #common: readonly string[];

  constructor({ log, health, corsOrigins }: ReplyOptions) {
    this.#log = log;
    this.#health = health;
    this.#origins = new Set(corsOrigins);
    this.#isAnyOrigin = corsOrigins.includes('*');
    this.#common = [
      ...Object.entries(SECURITY_HEADERS).flat(),
      ...(this.#isAnyOrigin ? ['Access-Control-Allow-Origin', '*'] : []),
      'Access-Control-Expose-Headers',
      Object.keys(RESPONSE_HEADERS).join(','),
      'Cache-Control',
      REVALIDATE,
    ];
  }

  send(entry: KeptEntry, visit: Visit): void {
    const { req, res } = visit;
    const { etag, endpoint, body, contentType } = entry.answer;
    const id = requestIdOf(req.headers['x-request-id']);
    Object.assign(res, { locals: { route: endpoint.path, endpoint: endpoint.name } });
    logAnswer(this.#log, { ...visit, id });
    if (isCurrent(etag, req.headers['if-none-match'])) {
      res.writeHead(304, this.#headOf(entry, id, req)).end();
      return;
    }
    const encoding = isWorthCompressing(body.length, contentType)
      ? encodingFor(req.headers['accept-encoding'])
      : 'identity';
    const ready = entry.body(encoding);
    if (ready) {
      this.#end(entry, { ...visit, id, encoding, body: ready });
      return;
    }
    entry.compress(encoding).then(
      (made) => this.#end(entry, { ...visit, id, encoding, body: made }),
      () => this.#end(entry, { ...visit, id, encoding: 'identity', body }),
    );
  }

  #end(
    entry: KeptEntry,
    { req, res, id, encoding, body }: Visit & { id: string; encoding: Encoding; body: Buffer },
  ): void {
    const head = this.#headOf(entry, id, req);
    head.push('Content-Type', entry.answer.contentType, 'Content-Length', String(body.length));
    if (encoding !== 'identity') head.push('Content-Encoding', encoding);
    res.writeHead(200, head).end(body);
  }

  #headOf({ answer }: KeptEntry, id: string, { headers }: IncomingMessage): string[] {
    const { endpoint, etag, disposition } = answer;
    const head = ['X-Request-Id', id, ...this.#common, 'ETag', etag, 'Vary', varyOf(endpoint.auth)];
    const { origin } = headers;
    if (origin !== undefined && !this.#isAnyOrigin && this.#origins.has(origin)) {
      head.push('Access-Control-Allow-Origin', origin);
    }
    if (disposition !== undefined) head.push('Content-Disposition', disposition);
    if (this.#health.isDraining()) head.push('Connection', 'close');
    return head;
  }
}

const varyOf = (auth: string): string =>
  auth === 'public'
    ? 'Accept-Encoding, Origin'
    : 'Authorization, X-Messenger-Auth, Accept-Encoding, Origin';
