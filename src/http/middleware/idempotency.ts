import { createHash, hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Request } from 'express';
import type { Logger } from 'pino';
import { type Administrator, ownerOf } from '../../domain/administration/administrators.ts';
import {
  isStored,
  type KeyedAnswer,
  type KeyedRun,
  mentionsIn,
  type StoredKey,
} from '../../domain/operations/idempotency-keys.ts';
import { AppError, invalid } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { hidesContacts } from '../contacts.ts';
import type { Answer, AnyEndpoint, SignedIn, UploadedFile } from '../endpoint.ts';
import { errorBody, type Translate, toAppError } from './error.ts';

/** A running request renews its lease three times in this time, until its process dies. */
const LEASE_MS = 60_000;
/** Fits the answer to 1,000 notifications in a JSON body of 1 MiB, which repeats their texts. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The stored keys and answers, which all processes share. */
export interface IdempotencyKeys {
  /** Claims the key for a run. Returns false if another run or its answer has the key. */
  insert(run: KeyedRun, leaseMs: number): Promise<boolean>;
  find(scope: string): Promise<StoredKey | undefined>;
  updateLease(run: KeyedRun, leaseMs: number): Promise<void>;
  updateAnswer(run: KeyedRun, answer: KeyedAnswer): Promise<void>;
  /** Releases the key. */
  delete(run: KeyedRun): Promise<void>;
}

interface KeyedRequest {
  readonly endpoint: AnyEndpoint;
  /** The result of `idempotencyKeyOf`. */
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
    throw invalid('Idempotency-Key', 'expected 1 to 255 visible ASCII characters', 'length', {
      min: 1,
      max: 255,
    });
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
   * Runs `work` and stores its answer for 24 hours. The same request with the same key resolves to
   * that answer. 4xx answers are stored too, except 429; answers from 500 are not. Failed
   * authentication, rate limits and unreadable bodies end a request before it claims a key.
   *
   * If a process dies during a run, its transaction may or may not have committed. After the lease
   * expires, the next request with the key runs, as it would without the header.
   *
   * An answer over 2 MiB is sent but not stored, and a retry is refused. A client that sends a key
   * prefers an error to a second run.
   *
   * @throws AppError IDEMPOTENCY_KEY_REUSED for another request or an answer that is not stored;
   *   IDEMPOTENCY_KEY_IN_USE while the first request runs; and every error of `work`
   */
  async once(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    const run = await runOf(request);
    const stored = await this.#claim(run);
    if (stored) return completed(replayOf(stored, run), request.endpoint);

    const attempt = (statement: Promise<void>) => orLog(statement, request.log);
    const renewal = setInterval(
      () => attempt(this.#keys.updateLease(run, this.#leaseMs)),
      this.#leaseMs / 3,
    );
    try {
      const answer = await work();
      await attempt(
        this.#keys.updateAnswer(run, keyedAnswer(answer.status, textOf(answer, request.endpoint))),
      );
      return answer;
    } catch (thrown) {
      const error = toAppError(thrown, this.#translate);
      await attempt(
        isStored(error.status)
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

  /** Returns undefined after claiming the key; otherwise the stored request and answer. */
  async #claim(run: KeyedRun): Promise<StoredKey | undefined> {
    for (;;) {
      if (await this.#keys.insert(run, this.#leaseMs)) return undefined;
      const stored = await this.#keys.find(run.scope);
      // Otherwise the key was released or expired between the two statements.
      if (stored) return stored;
    }
  }
}

async function runOf({ endpoint, key, caller, req, file }: KeyedRequest): Promise<KeyedRun> {
  const user_id = 'user' in caller ? caller.user.id : null;
  const by = 'user' in caller ? `user ${caller.user.id}` : ownerOf(caller);
  // Express also matches other spellings of a path, such as one with a trailing slash.
  const scope = [by, endpoint.method, endpoint.path, req.params, key];
  const content = [req.query, req.body, file && (await hashOfFile(file))];
  // What one key of an administrator may see must not be replayed to another one that sees less.
  if ('conference_ids' in caller && caller.conference_ids) content.push(caller.conference_ids);
  if (hidesContacts(caller)) content.push('without contacts');
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
function replayOf({ request_hash, status, body }: StoredKey, run: KeyedRun): Answer {
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
      `Idempotency-Key: expected a new key, the first request ended with ${status} and its answer is not stored`,
    );
  }
  return {
    status,
    headers: { 'Idempotency-Replayed': 'true' },
    mediaType: 'application/json',
    content: { json: JSON.parse(body) },
  };
}

/** A replay, with what its endpoint does not store. */
async function completed(answer: Answer, { atReplay }: AnyEndpoint): Promise<Answer> {
  const { status, content } = answer;
  const isSuccess = status < 300 && typeof content === 'object' && 'json' in content;
  if (!atReplay || !isSuccess) return answer;
  const stored = content.json as Readonly<Record<string, unknown>>;
  return { ...answer, content: { json: { ...stored, ...(await atReplay(stored)) } } };
}

/** @throws Error if a replay could not repeat the answer, which is a defect of the endpoint */
function textOf({ content, headers }: Answer, { notStored = [] }: AnyEndpoint): string {
  if (typeof content !== 'object' || !('json' in content) || Object.keys(headers).length > 0) {
    throw new Error('expected an idempotent endpoint to answer JSON without own headers');
  }
  return JSON.stringify(content.json, (name, value) => (notStored.includes(name) ? null : value));
}

const keyedAnswer = (status: number, body: string): KeyedAnswer =>
  Buffer.byteLength(body) > MAX_BODY_BYTES
    ? { status, body: null, mentions: [] }
    : { status, body, mentions: mentionsIn(body) };

/** Logs a failed write of the key: the request is done, and its answer must reach the client. */
async function orLog(statement: Promise<void>, log: Logger): Promise<void> {
  try {
    await statement;
  } catch (err) {
    log.warn({ err }, 'idempotency key: write failed, the key is free after its lease');
  }
}
