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

/** The columns of an entry, with their types. */
const TYPES = {
  action: 'text',
  subject_type: 'text',
  subject_id: 'bigint',
  actor: 'text',
  request_id: 'text',
  administrator_id: 'bigint',
  api_key_id: 'bigint',
  session_id: 'bigint',
  ip: 'inet',
  before: 'jsonb',
  after: 'jsonb',
} as const;

type AuditColumn = keyof typeof TYPES;
/** `Object.keys` loses the type of the keys. */
export const AUDIT_COLUMNS = Object.keys(TYPES) as AuditColumn[];

/** A row of the audit log, by column. */
export const auditRow = ({
  by,
  action,
  subjectId,
  before,
  after,
}: AuditEntry): Readonly<Record<AuditColumn, string | number | null>> => ({
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

/** SQL that records an action, bound as `auditRow` returns it, for each row of `source`. */
export const auditInsert = (source: string): string =>
  `insert into audit_log (${AUDIT_COLUMNS.join(', ')})
   select ${AUDIT_COLUMNS.map((column) => `:${column}::${TYPES[column]}`).join(', ')}
     from ${source}`;
