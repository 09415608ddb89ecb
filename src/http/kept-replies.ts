import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { isCurrent, REVALIDATE } from './caching.ts';
import { type Encoding, encodingFor, isWorthCompressing } from './encodings.ts';
import type { Health } from './healthz.ts';
import type { KeptEntry } from './kept-entries.ts';
import { BODY_MS, cutOffAfter } from './middleware/body.ts';
import { answerLogger, requestIdOf } from './middleware/request-log.ts';
import { RESPONSE_HEADERS, SECURITY_HEADERS } from './response-headers.ts';
import { prefersStrict, STRICT } from './unknown-fields.ts';

export interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** For the log, in milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
  /** For `X-Unknown-Fields`. */
  readonly unknown: readonly string[];
}

export interface ReplyOptions {
  readonly log: Logger;
  readonly logSlowMs: number;
  readonly health: Pick<Health, 'isDraining'>;
  /** As in `BodyOptions`. The bodies are not read. */
  readonly bodyTimeoutMs?: number;
  /** `*` for any origin, without credentials. */
  readonly corsOrigins: readonly string[];
}

/** Sends kept answers with the headers and the log line that the usual way gives them. */
export class KeptReplies {
  readonly #logAnswer: ReturnType<typeof answerLogger>;
  readonly #health: Pick<Health, 'isDraining'>;
  readonly #bodyTimeoutMs: number;
  readonly #origins: ReadonlySet<string>;
  readonly #isAnyOrigin: boolean;
  /** The part of each head that is the same in all answers. */
  readonly #common: readonly string[];
  readonly #heads = new WeakMap<KeptEntry, readonly string[]>();

  constructor({ log, logSlowMs, health, corsOrigins, bodyTimeoutMs = BODY_MS }: ReplyOptions) {
    this.#logAnswer = answerLogger(log, logSlowMs);
    this.#health = health;
    this.#bodyTimeoutMs = bodyTimeoutMs;
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
    (res as Response).locals = { route: endpoint.path, endpoint: endpoint.name };
    this.#logAnswer({ req, res, id, arrivedAt: visit.arrivedAt });
    cutOffAfter(this.#bodyTimeoutMs, req);
    if (isCurrent(etag, req.headers['if-none-match'])) {
      res.writeHead(304, this.#headOf(entry, id, visit)).end();
      return;
    }
    const encoding = isWorthCompressing(body.length, contentType)
      ? encodingFor(req.headers['accept-encoding'])
      : 'identity';
    const ready = entry.body(encoding);
    const end = (encoded: Encoding, bytes: Buffer) =>
      sendBody(res, this.#headOf(entry, id, visit), {
        contentType,
        encoding: encoded,
        body: bytes,
      });
    if (ready) end(encoding, ready);
    else {
      entry.compress(encoding).then(
        (made) => end(encoding, made),
        () => end('identity', body),
      );
    }
  }

  /** Names and values in turn, which Node writes without another copy. */
  #headOf(entry: KeptEntry, id: string, { req: { headers }, unknown }: Visit): string[] {
    const head = this.#sharedHeadOf(entry).slice();
    head[ID_SLOT] = id;
    const { origin } = headers;
    if (origin !== undefined && !this.#isAnyOrigin && this.#origins.has(origin)) {
      head.push('Access-Control-Allow-Origin', origin);
    }
    if (unknown.length > 0) head.push('X-Unknown-Fields', unknown.join(', '));
    if (prefersStrict(headers)) head.push('Preference-Applied', STRICT);
    if (this.#health.isDraining()) head.push('Connection', 'close');
    return head;
  }

  /** The shared part of all answers of an entry, with an empty slot for the request id. */
  #sharedHeadOf(entry: KeptEntry): readonly string[] {
    const known = this.#heads.get(entry);
    if (known) return known;
    const { endpoint, etag, disposition } = entry.answer;
    const head = ['X-Request-Id', '', ...this.#common, 'ETag', etag, 'Vary', varyOf(endpoint.auth)];
    if (disposition !== undefined) head.push('Content-Disposition', disposition);
    this.#heads.set(entry, head);
    return head;
  }
}

/** The place of the request id in a head. */
const ID_SLOT = 1;

function sendBody(
  res: ServerResponse,
  head: string[],
  { contentType, encoding, body }: { contentType: string; encoding: Encoding; body: Buffer },
): void {
  head.push('Content-Type', contentType, 'Content-Length', String(body.length));
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  res.writeHead(200, head).end(body);
}

const varyOf = (auth: string): string =>
  auth === 'public'
    ? 'Accept-Encoding, Origin'
    : 'Authorization, X-Messenger-Auth, Accept-Encoding, Origin';
