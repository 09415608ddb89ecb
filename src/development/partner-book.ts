import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The code of every destination. */
export const SANDBOX_CODE = '424242';
const CODE_TTL_SECONDS = 600;

/** A mint that the partner has completed, or completes at `minted_at`. */
export interface LedgerEntry {
  readonly id: string;
  readonly key: string;
  readonly user_id: string;
  /** In milliseconds since 1970. */
  readonly minted_at: number;
  /** The partner's final "failed", for tests. */
  readonly failure_code?: string;
}

interface Session {
  readonly user_id: string;
  readonly family: string;
  expires_at: number;
  isUsed: boolean;
}

interface State {
  codes: Record<string, { destination: string; expires_at: number }>;
  /** By access and refresh token. */
  sessions: Record<string, Session>;
  mints: LedgerEntry[];
}

export type BookAnswer = readonly [status: number, body: object];

export interface BookOptions {
  /** The duration of a mint. */
  readonly mintMs: number;
  readonly accessTtlSeconds: number;
  /** The file that keeps the state over restarts; absent in tests. */
  readonly file?: string | undefined;
  /** Decides about a mint; the default grants all. */
  readonly failureOf?: ((key: string) => string | undefined) | undefined;
}

/** The state of the partner's sandbox: codes, sessions and minted tokens. */
export class PartnerBook {
  readonly #options: BookOptions;
  #state: State;

  constructor(options: BookOptions) {
    this.#options = options;
    this.#state = readState(options.file);
  }

  /** Every mint, in its order. */
  get mints(): readonly LedgerEntry[] {
    return this.#state.mints;
  }

  sendCode({ reference, ...given }: Record<string, unknown>): BookAnswer {
    this.#load();
    const destination = destinationIn(given);
    if (!destination || typeof reference !== 'string') return invalidRequest;
    this.#state.codes[reference] = { destination, expires_at: inSeconds(CODE_TTL_SECONDS) };
    this.#save();
    return [200, { expires_in: CODE_TTL_SECONDS }];
  }

  verify({ reference, code, ...given }: Record<string, unknown>): BookAnswer {
    this.#load();
    const sent = this.#state.codes[String(reference)];
    if (!sent || sent.destination !== destinationIn(given) || sent.expires_at <= Date.now()) {
      return [400, { error: 'otp_expired' }];
    }
    if (code !== SANDBOX_CODE) return [400, { error: 'otp_invalid' }];
    delete this.#state.codes[String(reference)];
    const user_id = `pa_${hash('sha256', sent.destination, 'hex').slice(0, 16)}`;
    return [200, { user_id, ...this.#newTokens(user_id, randomBytes(8).toString('hex')) }];
  }

  /** A refresh token works once; its second use ends the session with all its tokens. */
  refresh({ refresh_token }: Record<string, unknown>): BookAnswer {
    this.#load();
    const session = this.#state.sessions[`refresh ${refresh_token}`];
    if (!session) return [400, { error: 'invalid_grant' }];
    if (session.isUsed) {
      this.endSession(session.family);
      return [400, { error: 'invalid_grant' }];
    }
    session.isUsed = true;
    return [200, this.#newTokens(session.user_id, session.family)];
  }

  /** The same key is the same mint. */
  mint(key: string, authorization: string): BookAnswer {
    this.#load();
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
    const session = this.#state.sessions[`access ${token}`];
    if (!session || session.expires_at <= Date.now()) return [401, { error: 'invalid_token' }];
    if (!this.#find(key)) {
      const failure_code = this.#options.failureOf?.(key);
      this.#state.mints.push({
        id: `mint_${this.#state.mints.length + 1}`,
        key,
        user_id: session.user_id,
        minted_at: Date.now() + this.#options.mintMs,
        ...(failure_code !== undefined && { failure_code }),
      });
      this.#save();
    }
    return this.findMint(key);
  }

  findMint(key: string): BookAnswer {
    this.#load();
    const mint = this.#find(key);
    if (!mint) return [404, { error: 'not_found' }];
    const { id, minted_at, failure_code } = mint;
    if (minted_at > Date.now()) return [200, { id, status: 'pending' }];
    if (failure_code !== undefined) return [200, { id, status: 'failed', failure_code }];
    const token_id = id.replace('mint_', '');
    return [
      200,
      {
        id,
        status: 'minted',
        token_id,
        transaction_hash: `0x${hash('sha256', id, 'hex')}`,
        explorer_url: `https://explorer.partnera.example/tokens/${token_id}`,
      },
    ];
  }

  /** Ends one session, or all. */
  endSession(family?: string): void {
    for (const [token, session] of Object.entries(this.#state.sessions)) {
      if (family === undefined || session.family === family) delete this.#state.sessions[token];
    }
    this.#save();
  }

  /** Another process of the same directory may have its own sandbox. */
  #load(): void {
    if (this.#options.file !== undefined) this.#state = readState(this.#options.file);
  }

  #find(key: string): LedgerEntry | undefined {
    return this.#state.mints.find((mint) => mint.key === key);
  }

  #newTokens(user_id: string, family: string) {
    const [access_token, refresh_token] = [newToken('access'), newToken('refresh')];
    const expires_in = this.#options.accessTtlSeconds;
    const session = { user_id, family, expires_at: inSeconds(expires_in), isUsed: false };
    this.#state.sessions[`access ${access_token}`] = session;
    this.#state.sessions[`refresh ${refresh_token}`] = { ...session };
    this.#save();
    return { access_token, refresh_token, expires_in };
  }

  #save(): void {
    const { file } = this.#options;
    if (file === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    // Renamed, so that a killed process leaves no half-written file.
    writeFileSync(`${file}.new`, JSON.stringify(this.#state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

const invalidRequest: BookAnswer = [400, { error: 'invalid_request' }];

const newToken = (kind: string) => `sandbox-${kind}-${randomBytes(16).toString('base64url')}`;

const inSeconds = (seconds: number) => Date.now() + 1_000 * seconds;

function destinationIn({ email, phone }: Record<string, unknown>): string | undefined {
  if (typeof email === 'string') return `email:${email}`;
  return typeof phone === 'string' ? `phone:${phone}` : undefined;
}

function readState(file: string | undefined): State {
  const empty = { codes: {}, sessions: {}, mints: [] };
  if (file === undefined) return empty;
  try {
    return { ...empty, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch {
    // The first start, or a damaged file: the sandbox starts empty.
    return empty;
  }
}
