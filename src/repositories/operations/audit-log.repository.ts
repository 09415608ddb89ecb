import { OnDatabase } from '../../db/on-database.ts';
import type { Actor } from '../../domain/administration/administrators.ts';
import type {
  AuditAction,
  AuditSubjectType,
  AuditValues,
  ProfileReads,
} from '../../domain/operations/audit-log.ts';
import { auditRow } from './audit-log.sql.ts';

/** SQL: the unique index of reads of people. */
const READS_KEY = `(actor, (after ->> 'endpoint'), date_trunc('hour', at at time zone 'UTC'))
  where action = 'people.read'`;
const ADDED_READS = `jsonb_set(audit_log.after, '{reads}',
  to_jsonb((audit_log.after ->> 'reads')::bigint + (excluded.after ->> 'reads')::bigint))`;

/** Writes the audit log. `AuditLogReadModel` reads it. */
export class AuditLogRepository extends OnDatabase {
  /** @param subjectId null when the action has many subjects, such as an import, or none */
  async record(
    by: Actor,
    action: AuditAction,
    subjectId: number | null,
    values: AuditValues = {},
  ): Promise<void> {
    await this.db('audit_log').insert(auditRow({ by, action, subjectId, ...values }));
  }

  /** As `record`, a row for each of the values. */
  async recordMany(
    by: Actor,
    action: AuditAction,
    subjectId: number,
    rows: readonly AuditValues[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const entries = rows.map((values) => auditRow({ by, action, subjectId, ...values }));
    await this.db('audit_log').insert(entries);
  }

  /**
   * Adds reads of people, each to the row of its key, endpoint and hour, whichever process inserted it.
   * Two calls cannot deadlock if both sort their reads alike.
   */
  async upsertReads(reads: readonly ProfileReads[]): Promise<void> {
    const rows = reads.map(({ by, at, endpoint, reads }) => ({
      ...auditRow({ by, action: 'people.read', subjectId: null, after: { endpoint, reads } }),
      at,
    }));
    await this.db('audit_log')
      .insert(rows)
      .onConflict(this.db.raw(READS_KEY))
      .merge({ after: this.db.raw(ADDED_READS) });
  }

  /** Empties `before` and `after` in every row about the subjects; the rows stay. */
  async deleteValuesAbout(subject_type: AuditSubjectType, ids: readonly number[]): Promise<void> {
    await this.db.raw('select redact_audit_log(:subject_type, :ids::bigint[])', {
      subject_type,
      ids: [...ids],
    });
  }

  /** Removes the user's id from rows about speakers, which outlive an erasure. */
  async deleteUserOfSpeakers(user_id: number): Promise<void> {
    await this.db.raw('select redact_user_of_speakers_in_audit_log(?)', [user_id]);
  }
}
