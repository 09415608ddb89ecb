import type { Actor } from '../../domain/administration/administrators.ts';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditValues,
} from '../../domain/operations/audit-log.ts';

/** What `AuditLogRepository.record` records. */
export interface AuditEntry extends AuditValues {
  readonly by: Actor;
  readonly action: AuditAction;
  /** Null when the action has many subjects, such as an import, or none. */
  readonly subjectId: number | null;
}

/** A row of the audit log, by column. */
export const auditRow = ({ by, action, subjectId, before, after }: AuditEntry) => ({
  action,
  subject_type: AUDIT_ACTIONS[action],
  subject_id: subjectId,
  actor: by.name,
  request_id: by.request_id,
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
});

/** SQL that records an action, bound as `auditRow` returns it, for each row of `source`. */
export const auditInsert = (source: string): string =>
  `insert into audit_log (action, subject_type, subject_id, actor, request_id, before, after)
   select :action, :subject_type, :subject_id::bigint, :actor, :request_id,
          :before::jsonb, :after::jsonb
     from ${source}`;
