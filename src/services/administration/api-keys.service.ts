import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator, Granted } from '../../domain/administration/administrators.ts';
import {
  type ApiKey,
  type IssuedApiKey,
  type KeyTerms,
  yearAfter,
} from '../../domain/administration/api-keys.ts';
import {
  checkActsFor,
  checkCovers,
  PRESETS,
  type Preset,
} from '../../domain/administration/grants.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { hashOfCode, newSignInCode } from '../../lib/random-code.ts';
import type { ApiKeysFilter } from '../../repositories/administration/api-keys.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import {
  addSecret,
  issueKey,
  type KeyChangesService,
  notifyOfChange,
} from './key-changes.service.ts';

/** A key as it is ordered: the terms that are absent have their defaults. */
export interface NewApiKey extends Changes<Omit<KeyTerms, 'name'>> {
  readonly name: string;
  readonly administrator_id?: number | null | undefined;
  /** Fills in the scopes, unless they are given. */
  readonly preset?: Preset | undefined;
}

/** How long a one-time code signs a phone in. */
const SIGN_IN_CODE_MS = 600_000;

/** A key with its new secret, and the end of the previous one. */
export interface RotatedApiKey extends IssuedApiKey {
  readonly old_secret_valid_until: string;
}

interface Deps {
  readonly store: Store;
  readonly changes: KeyChangesService;
  readonly now: () => Date;
}

/** The keys of administrators and machines. */
export class ApiKeysService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  list(filter: ApiKeysFilter, page: NumberedRequest): Promise<Page<ApiKey>> {
    return this.#deps.store.read.apiKeys.list(filter, this.#deps.now().toISOString(), page);
  }

  /**
   * Creates a key with its first secret.
   *
   * @throws AppError FORBIDDEN for more than the caller has, and for another administrator without `*`;
   *   NOT_FOUND for an unknown administrator or conference; VALIDATION_ERROR for an end in the past, or more than a year away for an
   *   administrator; CONFLICT for a disabled administrator
   */
  async create(by: Administrator, given: NewApiKey): Promise<IssuedApiKey> {
    const { name, preset, administrator_id = null, allowed_networks = null } = given;
    const { conference_ids = null } = given;
    const scopes = distinct(given.scopes ?? (preset ? PRESETS[preset] : []));
    return this.#deps.changes.run(by, async (tx, now) => {
      checkCovers(by, { scopes, conference_ids });
      checkActsFor(by, administrator_id);
      await checkConferences(tx, conference_ids);
      await checkAdministrator(tx, administrator_id);
      const isPerson = administrator_id !== null;
      const { expires_at = isPerson ? yearAfter(now).toISOString() : null } = given;
      checkEnd(expires_at, { isPerson, now });
      const terms = { name, scopes, conference_ids, allowed_networks, expires_at };
      const created_by = by.administrator_id;
      const issued = await issueKey(tx, { ...terms, administrator_id, created_by }, { by, now });
      await notifyOfChange(tx, by, issued, 'was created');
      return issued;
    });
  }

  /**
   * Changes the name and the terms of a key; running requests end as they began.
   *
   * @throws AppError as `create`; FORBIDDEN also for a key that has more than the caller; NOT_FOUND;
   *   CONFLICT for a revoked key, or the last owner key
   */
  async update(by: Administrator, id: number, given: Changes<KeyTerms>): Promise<ApiKey> {
    const wanted = given.scopes ? { ...given, scopes: distinct(given.scopes) } : given;
    return this.#deps.changes.run(by, async (tx, now) => {
      const key = await changeable(tx, { by, id, now });
      const { before, after } = differences<KeyTerms>(key, wanted);
      if (Object.keys(after).length === 0) return key;
      checkCovers(by, { ...key, ...after });
      await checkConferences(tx, after.conference_ids ?? null);
      if (after.expires_at !== undefined) {
        checkEnd(after.expires_at, { isPerson: key.administrator !== null, now });
      }
      await tx.apiKeys.update(id, after);
      await tx.audit.record(by, 'api_key.update', id, { before, after });
      await notifyOfChange(tx, by, key, 'was changed');
      return existing(tx, id, now);
    });
  }

  /**
   * Revokes a key, with all of its secrets and tokens. Its row stays for the audit log; a repetition
   * changes nothing.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN for a key that has more than the caller; CONFLICT for the
   *   last owner key
   */
  async revoke(by: Administrator, id: number): Promise<ApiKey> {
    return this.#deps.changes.run(by, async (tx, now) => {
      const before = await existing(tx, id, now);
      checkCovers(by, before);
      if (before.revoked_at !== null) return before;
      await tx.apiKeys.updateRevoked(id, now.toISOString());
      await tx.audit.record(by, 'api_key.revoke', id);
      return existing(tx, id, now);
    });
  }

  /**
   * Gives a key a new secret. The previous one stays valid for `graceSeconds`; one from an earlier
   * rotation ends at once. Tokens stay valid, since they belong to the key.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN for a key that has more than the caller; CONFLICT for a
   *   revoked key
   */
  async rotate(by: Administrator, id: number, graceSeconds: number): Promise<RotatedApiKey> {
    return this.#deps.changes.run(by, async (tx, now) => {
      const key = await changeable(tx, { by, id, now });
      const old_secret_valid_until = new Date(now.getTime() + 1_000 * graceSeconds).toISOString();
      await tx.apiKeys.deleteOldSecret(id);
      await tx.apiKeys.updateSecretEnd(id, old_secret_valid_until);
      const secret = await addSecret(tx, key);
      await tx.audit.record(by, 'api_key.rotate', id, { after: { old_secret_valid_until } });
      await notifyOfChange(tx, by, key, 'has a new secret');
      return { ...key, secret, old_secret_valid_until };
    });
  }

  /**
   * Creates a code that starts one session of a key within 10 minutes, on whatever device. Only its hash is stored.
   *
   * @throws AppError as `rotate`; FORBIDDEN also for a key of another administrator without `*`
   */
  async signInCode(
    by: Administrator,
    id: number,
  ): Promise<{ readonly code: string; readonly expires_at: string }> {
    return this.#deps.changes.run(by, async (tx, now) => {
      const key = await changeable(tx, { by, id, now });
      const code = newSignInCode();
      const expires_at = new Date(now.getTime() + SIGN_IN_CODE_MS).toISOString();
      await tx.adminSignInCodes.insert(hashOfCode(code), { key_id: id, expires_at });
      await tx.audit.record(by, 'api_key.sign_in_code', id, { after: { expires_at } });
      await notifyOfChange(tx, by, key, 'was given a code that signs a device in');
      return { code, expires_at };
    });
  }
}

const distinct = (scopes: readonly Granted[]): readonly Granted[] =>
  scopes.includes('*') ? ['*'] : [...new Set(scopes)];

/** @throws AppError NOT_FOUND */
async function existing(tx: Tx, id: number, now: Date): Promise<ApiKey> {
  const key = await tx.read.apiKeys.find(id, now.toISOString());
  if (!key) throw notFound('API key');
  return key;
}

/**
 * @throws AppError NOT_FOUND; FORBIDDEN if it has more than the caller, or is another administrator's; CONFLICT
 *   if it is revoked
 */
async function changeable(
  tx: Tx,
  { by, id, now }: { by: Administrator; id: number; now: Date },
): Promise<ApiKey> {
  const key = await existing(tx, id, now);
  checkCovers(by, key);
  checkActsFor(by, key.administrator?.id ?? null);
  if (key.revoked_at !== null) throw conflict(null, 'This key is revoked', 'revoked');
  return key;
}

async function checkConferences(tx: Tx, ids: readonly number[] | null): Promise<void> {
  const distinctIds = new Set(ids);
  if (ids && (await tx.conferences.countMany([...distinctIds])) < distinctIds.size) {
    throw notFound('conference');
  }
}

async function checkAdministrator(tx: Tx, id: number | null): Promise<void> {
  if (id === null) return;
  const administrator = await tx.administrators.find(id);
  if (!administrator) throw notFound('administrator');
  if (administrator.disabled_at !== null) {
    throw conflict('administrator_id', 'expected an administrator who is not disabled', 'disabled');
  }
}

/** @throws AppError VALIDATION_ERROR */
function checkEnd(
  expires_at: string | null,
  { isPerson, now }: { isPerson: boolean; now: Date },
): void {
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) {
    throw invalid(
      'expires_at',
      'expected a time in the future; revoke the key to end it now',
      'future',
    );
  }
  if (!isPerson) return;
  if (expires_at === null || Date.parse(expires_at) > yearAfter(now).getTime()) {
    throw invalid(
      'expires_at',
      'expected a time within a year, since a person holds the key',
      'too_far',
      { days: 365 },
    );
  }
}
