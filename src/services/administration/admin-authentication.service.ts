import { createHash, timingSafeEqual } from 'node:crypto';
import type { NotifyListener } from '../../db/notify-listener.ts';
import {
  type AdminCredential,
  type AdminSession,
  endOfSession,
  isRunning,
  isToBeNoted,
  type SentCredential,
} from '../../domain/administration/admin-sessions.ts';
import { type Administrator, UNLIMITED } from '../../domain/administration/administrators.ts';
import { isValid, type KeyRights, validHashes } from '../../domain/administration/api-keys.ts';
import { narrowed } from '../../domain/administration/grants.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import { isPublicId, publicIdIn } from '../../lib/api-key-secrets.ts';
import { isWithin } from '../../lib/networks.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { Store } from '../../repositories/store.ts';
import type { TokensService } from '../people/tokens.service.ts';
import type { KeyUsesService } from './key-uses.service.ts';

/** An administrator, whatever request they make. */
export type AdminIdentity = Omit<Administrator, 'request_id' | 'ip'>;

/** How long a process answers by what it read of a key, without a notification of its change. */
const KEPT_MS = 1_000;
/** The secret of a session: 256 bits in base64url. */
const SESSION_SECRET = /^[A-Za-z0-9_-]{43}$/;

interface Deps {
  readonly store: Store;
  readonly tokens: TokensService;
  readonly adminApiKeys: readonly string[];
  readonly channel: NotifyListener;
  readonly uses: KeyUsesService;
  readonly now: () => Date;
}

/**
 * Identifies administrators. A key of `ADMIN_API_KEY` opens everything, also while the database is
 * down; what a stored key may do is read from its row, also for the tokens that it issued.
 */
export class AdminAuthenticationService {
  readonly #deps: Deps;
  readonly #configuredHashes: readonly Buffer[];
  readonly #kept: SharedReads<string, KeyRights | undefined>;
  /** By the hash of the secret. */
  readonly #sessions: SharedReads<string, AdminSession | undefined>;
  readonly #onChange = new Set<() => void>();

  /** @param deps.channel carries the public ids of keys that changed */
  constructor(deps: Deps) {
    this.#deps = deps;
    this.#configuredHashes = deps.adminApiKeys.map(sha256);
    this.#kept = new SharedReads({ maxAgeMs: KEPT_MS, now: deps.now });
    this.#sessions = new SharedReads({ maxAgeMs: KEPT_MS, now: deps.now });
  }

  /**
   * The administrator with this API key; undefined for a wrong, revoked or expired one. An invalid
   * text costs no statement.
   *
   * @param address from which the request came
   * @throws AppError FORBIDDEN for an address outside the networks of the key
   */
  async byKey(apiKey: string, address: string): Promise<AdminIdentity | undefined> {
    return this.#byHash(sha256(apiKey), publicIdIn(apiKey), address);
  }

  async #byHash(
    hash: Buffer,
    publicId: string | undefined,
    address: string,
  ): Promise<AdminIdentity | undefined> {
    const configured = this.#configured((own) => timingSafeEqual(own, hash));
    if (configured) return configuredKey(idOfKey(hash), 'api_key');
    const rights = publicId === undefined ? undefined : await this.#rightsOf(publicId);
    if (!rights) return undefined;
    const isOpened = validHashes(rights, this.#deps.now()).filter((own) =>
      timingSafeEqual(Buffer.from(own, 'hex'), hash),
    );
    return isOpened.length > 0 ? this.#identified(rights, 'api_key', address) : undefined;
  }

  /**
   * The administrator with this token; undefined for any other token, or one whose key is gone.
   * @throws AppError FORBIDDEN as `byKey`
   */
  async byToken(token: string, address: string): Promise<AdminIdentity | undefined> {
    const claims = this.#deps.tokens.readAdminToken(token);
    const identity = claims && (await this.byKeyId(claims.key, 'token', address));
    return identity && { ...identity, scopes: narrowed(identity.scopes, claims.scopes) };
  }

  /**
   * The administrator with this session; undefined for any other secret, and for a session that has
   * ended or whose key is gone. Renews the session once a minute. An invalid text costs no statement.
   *
   * @throws AppError FORBIDDEN as `byKey`
   */
  async bySession(secret: string, address: string): Promise<AdminIdentity | undefined> {
    if (!SESSION_SECRET.test(secret)) return undefined;
    const hash = sha256(secret).toString('hex');
    const session = await this.#runningSession(hash);
    const now = this.#deps.now();
    if (!session) return undefined;
    const identity = await this.byKeyId(session.key, 'session', address);
    if (identity && isToBeNoted(session, now)) {
      const ends_at = endOfSession({ startedAt: new Date(session.created_at), now });
      const seen = { at: now.toISOString(), ends_at: ends_at.toISOString() };
      await this.#deps.store.adminSessions.updateSeen(session, seen);
      this.#sessions.delete((one) => one === hash);
    }
    return identity && { ...identity, session_id: session.id };
  }

  /**
   * What a valid credential is remembered by.
   * @throws AppError UNAUTHORIZED for a token that has expired since
   */
  credentialOf({ via, text }: SentCredential): AdminCredential {
    const hash = sha256(text).toString('hex');
    if (via === 'session') return { via, hash };
    const public_id = publicIdIn(text);
    if (via === 'api_key') return { via, hash, ...(public_id && { public_id }) };
    const claims = this.#deps.tokens.readAdminToken(text);
    if (!claims) throw unauthorized();
    const { key, scopes, exp } = claims;
    const expires_at = new Date(exp * 1_000).toISOString();
    return { via, key, ...(scopes && { scopes }), expires_at };
  }

  /**
   * The administrator with a credential that was valid before; undefined if it has ended. Does not renew
   * a session: an open page is not a request of its user.
   *
   * @throws AppError FORBIDDEN as `byKey`
   */
  async byCredential(
    credential: AdminCredential,
    address: string,
  ): Promise<AdminIdentity | undefined> {
    const { via } = credential;
    if (via === 'api_key') {
      const { hash, public_id } = credential;
      return this.#byHash(Buffer.from(hash, 'hex'), public_id, address);
    }
    if (via === 'session') {
      const session = await this.#runningSession(credential.hash);
      const identity = session && (await this.byKeyId(session.key, via, address));
      return identity && { ...identity, session_id: session.id };
    }
    if (Date.parse(credential.expires_at) <= this.#deps.now().getTime()) return undefined;
    const identity = await this.byKeyId(credential.key, via, address);
    return identity && { ...identity, scopes: narrowed(identity.scopes, credential.scopes) };
  }

  /** Starts to be notified of changed keys, without a request of an administrator. */
  listen(): void {
    this.#deps.channel.open({
      onListening: () => this.forget(),
      onNotify: (changed) => this.forget((one) => one === changed),
    });
  }

  /** Calls back when a key or a session may have changed. */
  onChange(callback: () => void): void {
    this.#onChange.add(callback);
  }

  /** Whether a token is an administrator's; one of a stored key is not looked up. */
  isToken(token: string): boolean {
    const key = this.#deps.tokens.readAdminToken(token)?.key;
    if (key === undefined) return false;
    return isPublicId(key) || this.#configured((own) => idOfKey(own) === key);
  }

  /** Whether it answers from memory, because it would be notified of a changed key. */
  get isKeeping(): boolean {
    return this.#deps.channel.isListening;
  }

  /** Stops listening for changed keys, and waits for the last uses to be noted. */
  async close(): Promise<void> {
    await Promise.all([this.#deps.channel.close(), this.#deps.uses.close()]);
  }

  /** `filter` compares with every key: the time taken does not reveal which one matched. */
  #configured(isSame: (own: Buffer) => boolean): boolean {
    return this.#configuredHashes.filter(isSame).length > 0;
  }

  /** The administrator with the key of a token, a session or a one-time code. @throws AppError as `byKey` */
  async byKeyId(
    key: string,
    via: AdminIdentity['via'],
    address: string,
  ): Promise<AdminIdentity | undefined> {
    if (this.#configured((own) => idOfKey(own) === key)) return configuredKey(key, via);
    const rights = await this.#rightsOf(key);
    return rights && this.#identified(rights, via, address);
  }

  async #runningSession(hash: string): Promise<AdminSession | undefined> {
    const find = () => this.#deps.store.adminSessions.findBySecret(hash);
    const session = await (this.#isKept() ? this.#sessions.get(hash, find) : find());
    return session && isRunning(session, this.#deps.now()) ? session : undefined;
  }

  #rightsOf(publicId: string): Promise<KeyRights | undefined> {
    const read = () => this.#deps.store.apiKeys.findRights(publicId);
    return this.#isKept() ? this.#kept.get(publicId, read) : read();
  }

  /** Answers from memory only while the process is notified of changes, for which it starts to listen. */
  #isKept(): boolean {
    if (this.isKeeping) return true;
    this.listen();
    return false;
  }

  /**
   * Reads keys and all sessions, which end rarely, again. The service that changes one calls it before the
   * answer: the notification of it comes later.
   */
  forget(isChanged: (publicId: string) => boolean = () => true): void {
    this.#kept.delete(isChanged);
    this.#sessions.delete(() => true);
    for (const callback of this.#onChange) callback();
  }

  #identified(
    rights: KeyRights,
    via: AdminIdentity['via'],
    address: string,
  ): AdminIdentity | undefined {
    if (!isValid(rights, this.#deps.now())) return undefined;
    const { id, public_id, administrator_id, scopes, conference_ids, allowed_networks } = rights;
    if (allowed_networks && !isWithin(address, allowed_networks)) throw forbidden();
    this.#deps.uses.note(id, address);
    return {
      name: `key ${public_id}`,
      key: public_id,
      via,
      scopes,
      conference_ids,
      api_key_id: id,
      administrator_id,
      session_id: null,
    };
  }
}

/** The first 8 hex digits: enough to tell keys apart, useless for guessing one. */
const idOfKey = (hash: Buffer): string => hash.toString('hex').slice(0, 8);

/** The administrator with a key of `ADMIN_API_KEY`. */
export const byConfiguredKey = (apiKey: string): AdminIdentity =>
  configuredKey(idOfKey(sha256(apiKey)), 'api_key');

const configuredKey = (key: string, via: AdminIdentity['via']): AdminIdentity => ({
  name: `key ${key}`,
  key,
  via,
  session_id: null,
  ...UNLIMITED,
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();
