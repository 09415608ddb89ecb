import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { AdminSession } from '../../domain/administration/admin-sessions.ts';
import { API_KEYS_CHANNEL } from './api-keys.repository.ts';

/** Sent on the channel of keys when sessions end; no key has this public id. */
export const SESSIONS_ENDED = 'sessions ended';

/** The key of a session: the id of a stored key, or the 8 hex digits of one of `ADMIN_API_KEY`. */
export interface SessionKey {
  readonly key_id: number | null;
  readonly key_hex: string | null;
}

export interface NewAdminSession extends SessionKey {
  /** In hex. */
  readonly secret_hash: string;
  readonly created_at: string;
  readonly ends_at: string;
  readonly user_agent: string | null;
  readonly ip: string | null;
}

/** SQL of the columns of an `AdminSession`. */
const COLUMNS = `s.id, coalesce(k.public_id, s.key_hex) as key, s.created_at, s.last_seen_at,
  s.ends_at, s.ended_at`;

/** Sessions of administrators. */
export class AdminSessionsRepository extends OnDatabase {
  async insert({ secret_hash, created_at, ...session }: NewAdminSession): Promise<number> {
    const rows = await this.db('admin_sessions')
      .insert({
        ...session,
        secret_hash: Buffer.from(secret_hash, 'hex'),
        created_at,
        last_seen_at: created_at,
      })
      .returning('id');
    return onlyRow<{ id: number }>(rows).id;
  }

  /** Ended and expired sessions too. */
  async findBySecret(secret_hash: string): Promise<AdminSession | undefined> {
    return this.#find('s.secret_hash', Buffer.from(secret_hash, 'hex'));
  }

  async find(id: number): Promise<AdminSession | undefined> {
    return this.#find('s.id', id);
  }

  /** Renews a session; not one that another request renewed at this time or ended. */
  async updateSeen(
    { id, last_seen_at }: Pick<AdminSession, 'id' | 'last_seen_at'>,
    seen: { readonly at: string; readonly ends_at: string },
  ): Promise<void> {
    await this.db('admin_sessions')
      .where({ id, last_seen_at, ended_at: null })
      .update({ last_seen_at: seen.at, ends_at: seen.ends_at });
  }

  /** Ends a session, in all processes at once. Returns the number of sessions that ended. */
  async updateEnded(id: number, at: string): Promise<number> {
    return this.#end('id = :id', { id, at });
  }

  /** Ends the sessions of a key, as `updateEnded`. */
  async updateEndedOf({ key_id, key_hex }: SessionKey, at: string): Promise<number> {
    return key_id === null
      ? this.#end('key_hex = :key_hex', { key_hex, at })
      : this.#end('key_id = :key_id', { key_id, at });
  }

  /** Returns the number of deleted sessions. */
  async deleteOver(): Promise<number> {
    return this.db('admin_sessions').whereRaw('ends_at <= now()').delete();
  }

  async #find(column: string, value: Knex.Value): Promise<AdminSession | undefined> {
    const { rows } = await this.db.raw<{ rows: AdminSession[] }>(
      `select ${COLUMNS}
         from admin_sessions as s left join api_keys as k on k.id = s.key_id
        where ${column} = ?`,
      [value],
    );
    return rows[0];
  }

  async #end(which: string, values: Knex.ValueDict): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { ended: number }[] }>(
      `with ended as (
         update admin_sessions set ended_at = :at, ends_at = :at
          where ${which} and ended_at is null and ends_at > :at
         returning id
       )
       select count(*)::integer as ended, pg_notify('${API_KEYS_CHANNEL}', '${SESSIONS_ENDED}')
         from ended`,
      values,
    );
    return onlyRow(rows).ended;
  }
}

/** One-time codes that start a session of a key. Only their hashes are stored. */
export class AdminSignInCodesRepository extends OnDatabase {
  /** @param code_hash SHA-256 */
  async insert(
    code_hash: Buffer,
    code: { readonly key_id: number; readonly expires_at: string },
  ): Promise<void> {
    await this.db('admin_sign_in_codes').insert({ code_hash, ...code });
  }

  /**
   * Deletes a code and returns the public id of its key; undefined for a used, expired or unknown code. Of two
   * requests with one code, one gets it.
   */
  async deleteUnexpired(code_hash: Buffer, now: string): Promise<string | undefined> {
    const { rows } = await this.db.raw<{ rows: { public_id: string }[] }>(
      `delete from admin_sign_in_codes c using api_keys k
        where k.id = c.key_id and c.code_hash = :code_hash and c.expires_at > :now
       returning k.public_id`,
      { code_hash, now },
    );
    return rows[0]?.public_id;
  }

  /** Returns the number of deleted codes. */
  async deleteExpired(): Promise<number> {
    return this.db('admin_sign_in_codes').whereRaw('expires_at <= now()').delete();
  }
}
