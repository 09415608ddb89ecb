import type { Knex } from 'knex';
import type { Actor } from '../../domain/administration/administrators.ts';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditSubjectType,
  type AuditValues,
} from '../../domain/operations/audit-log.ts';

/** Writes the audit log. `AuditLogReadModel` reads it. */
export class AuditLogRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** @param subjectId null when the action has many subjects, such as an import, or none */
  async record(
    by: Actor,
    action: AuditAction,
    subjectId: number | null,
    { before, after }: AuditValues = {},
  ): Promise<void> {
    await this.#db('audit_log').insert({
      action,
      subject_type: AUDIT_ACTIONS[action],
      subject_id: subjectId,
      actor: by.name,
      request_id: by.request_id,
      administrator_id: by.administrator_id ?? null,
      api_key_id: by.api_key_id ?? null,
      session_id: by.session_id ?? null,
      ip: by.ip ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    });
  }

  /** Empties `before` and `after` in every row about the subjects; the rows stay. */
  async deleteValuesAbout(subject_type: AuditSubjectType, ids: readonly number[]): Promise<void> {
    await this.#db.raw('select redact_audit_log(:subject_type, :ids::bigint[])', {
      subject_type,
      ids: [...ids],
    });
  }

  /** Removes the user's id from rows about speakers, which outlive an erasure. */
  async deleteUserOfSpeakers(user_id: number): Promise<void> {
    await this.#db.raw('select redact_user_of_speakers_in_audit_log(?)', [user_id]);
  }
}
