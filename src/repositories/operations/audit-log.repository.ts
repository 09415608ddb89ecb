import type { Knex } from 'knex';
import type { Administrator } from '../../domain/people/administrators.ts';

export interface AuditEntry {
  /** What was done, as `event.create`. */
  readonly action: string;
  readonly subject_type: string;
  /** Null for what concerns many, as an import. */
  readonly subject_id: number | null;
  readonly before?: object;
  readonly after?: object;
}

export class AuditRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async record(by: Administrator, { before, after, ...entry }: AuditEntry): Promise<void> {
    await this.#db('audit_log').insert({
      ...entry,
      actor: by.name,
      request_id: by.request_id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    });
  }

  /** That something was done stays on record; what it said about the person goes. */
  async deleteValuesAbout(subject_type: string, subject_id: number): Promise<void> {
    await this.#db('audit_log')
      .where({ subject_type, subject_id })
      .update({ before: null, after: null });
  }

  /** What it said of speakers stays, as they do; that one of them is this person goes. */
  async deleteUserOfSpeakers(user_id: number): Promise<void> {
    await this.#db.raw(
      `update audit_log set before = before - 'user_id', after = after - 'user_id'
        where subject_type = 'speaker' and (before @> :user::jsonb or after @> :user::jsonb)`,
      { user: JSON.stringify({ user_id }) },
    );
  }
}
