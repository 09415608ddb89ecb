import { createHash, hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Request } from 'express';
import type { Logger } from 'pino';
import {
  type HeldKey,
  isKept,
  type KeyedAnswer,
  type KeyedRun,
  mentionsIn,
} from '../../domain/operations/idempotency-keys.ts';
import { type Administrator, apiKeyOf } from '../../domain/people/administrators.ts';
import { AppError, invalid } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Answer, AnyEndpoint, SignedIn, UploadedFile } from '../endpoint.ts';
import { errorBody, type Translate, toAppError } from './error.ts';

/** A running request renews its lease three times in this time. After its process died, the key is free. */
const LEASE_MS = 60_000;
/** Above the answer to 1,000 notifications of a whole JSON body, which repeats their texts. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Where keys and their answers are kept, for all processes together. */
export interface IdempotencyKeys {
  /** Takes the key for a run; false where another run or its answer holds it. */
  insert(run: KeyedRun, leaseMs: number): Promise<boolean>;
  find(scope: string): Promise<HeldKey | undefined>;
  updateLease(run: KeyedRun, leaseMs: number): Promise<void>;
  updateAnswer(run: KeyedRun, answer: KeyedAnswer): Promise<void>;
  /** Gives the key back. */
  delete(run: KeyedRun): Promise<void>;
}

interface KeyedRequest {
  readonly endpoint: AnyEndpoint;
  /** As `idempotencyKeyOf` found it. */
  readonly key: string;
  readonly caller: SignedIn | Administrator;
  readonly req: Request;
  readonly file: UploadedFile | undefined;
  readonly log: Logger;
}

interface Deps {
  readonly keys: IdempotencyKeys;
  readonly translate: Translate;
  readonly leaseMs?: number;
}

/**
 * The `Idempotency-Key` of a request, or undefined without one.
 * @throws AppError VALIDATION_ERROR naming the header
 */
export function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid('Idempotency-Key', 'expected 1 to 255 visible ASCII characters');
  }
  return key;
}

/** Runs each request with an `Idempotency-Key` once. */
export class Idempotency {
  readonly #keys: IdempotencyKeys;
  readonly #translate: Translate;
  readonly #leaseMs: number;

  constructor({ keys, translate, leaseMs = LEASE_MS }: Deps) {
    this.#keys = keys;
    this.#translate = translate;
    this.#leaseMs = leaseMs;
  }

  /**
   * Runs a request whose body has been read, and keeps its answer for 24 hours; for the same request
   * again, resolves to that answer. A refusal is kept as well, whether a schema or a service refuses.
   * Not kept are 429, statuses from 500, and what ends before the request is complete: failed
   * authentication, a rate limit, a body that cannot be read.
   *
   * A process that dies while the request runs leaves open whether its transaction committed. Once
   * the lease has ended, the next request with the key runs, as it would without the header.
   *
   * An answer over 2 MiB is sent, but not kept. A repeat is then refused: a client that sends a key
   * prefers an error to a second run.
   *
   * @throws AppError IDEMPOTENCY_KEY_REUSED for another request, or an answer that is not kept;
   *   IDEMPOTENCY_KEY_IN_USE while the first request runs; whatever `work` throws
   */
  async once(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    const run = await runOf(request);
    const held = await this.#take(run);
    if (held) return replayOf(held, run);

    const attempt = (statement: Promise<void>) => orLog(statement, request.log);
    const renewal = setInterval(
      () => attempt(this.#keys.updateLease(run, this.#leaseMs)),
      this.#leaseMs / 3,
    );
    try {
      const answer = await work();
      await attempt(this.#keys.updateAnswer(run, keyedAnswer(answer.status, textOf(answer))));
      return answer;
    } catch (thrown) {
      const error = toAppError(thrown, this.#translate);
      await attempt(
        isKept(error.status)
          ? this.#keys.updateAnswer(
              run,
              keyedAnswer(error.status, JSON.stringify(errorBody(error))),
            )
          : this.#keys.delete(run),
      );
      throw thrown;
    } finally {
      clearInterval(renewal);
    }
  }

  /** Undefined when the run now holds the key, else what holds it. */
  async #take(run: KeyedRun): Promise<HeldKey | undefined> {
    for (;;) {
      if (await this.#keys.insert(run, this.#leaseMs)) return undefined;
      const held = await this.#keys.find(run.scope);
      // Without one, the key was given back or expired between the two statements.
      if (held) return held;
    }
  }
}

async function runOf({ endpoint, key, caller, req, file }: KeyedRequest): Promise<KeyedRun> {
  const user_id = 'user' in caller ? caller.user.id : null;
  const by = 'user' in caller ? `user ${caller.user.id}` : apiKeyOf(caller);
  // The declared path and its parameters, since Express also matches other spellings of a path.
  const scope = [by, endpoint.method, endpoint.path, req.params, key];
  const content = [req.query, req.body, file && (await hashOfFile(file))];
  return {
    scope: hash('sha256', canonicalJson(scope)),
    run_id: randomUUID(),
    request_hash: hash('sha256', canonicalJson(content)),
    user_id,
  };
}

async function hashOfFile({ path }: UploadedFile): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path)) sha256.update(chunk);
  return sha256.digest('hex');
}

/** @throws AppError IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE */
function replayOf({ request_hash, status, body }: HeldKey, run: KeyedRun): Answer {
  if (request_hash !== run.request_hash) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'Idempotency-Key: expected a new key, this one belongs to another request',
    );
  }
  if (status === null) {
    throw new AppError(
      'IDEMPOTENCY_KEY_IN_USE',
      'Idempotency-Key: the first request with this key is still running',
    );
  }
  if (body === null) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      `Idempotency-Key: expected a new key, the first request ended with ${status} and its answer is not kept`,
    );
  }
  return {
    status,
    headers: { 'Idempotency-Replayed': 'true' },
    mediaType: 'application/json',
    content: body,
  };
}

/** @throws Error for what a replay could not repeat: a defect of the declaration */
function textOf({ content, headers, mediaType }: Answer): string {
  if (
    typeof content !== 'string' ||
    mediaType !== 'application/json' ||
    Object.keys(headers).length > 0
  ) {
    throw new Error('an idempotent endpoint answers JSON without headers of its own');
  }
  return content;
}

const keyedAnswer = (status: number, body: string): KeyedAnswer =>
  Buffer.byteLength(body) > MAX_BODY_BYTES
    ? { status, body: null, mentions: [] }
    : { status, body, mentions: mentionsIn(body) };

/** The work is done: its answer must not fail because the key could not be written. */
async function orLog(statement: Promise<void>, log: Logger): Promise<void> {
  try {
    await statement;
  } catch (err) {
    log.warn({ err }, 'idempotency key: write failed, the key is free when its lease ends');
  }
}
