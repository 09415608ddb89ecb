import type { Knex } from 'knex';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { AuditAction, AuditSubjectType } from '../../domain/operations/audit-log.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';

/** One change that an administrator made. */
export interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject_type: AuditSubjectType;
  /** Null when the action has many subjects, such as an import. */
  readonly subject_id: number | null;
  /** The changed fields with their old values; null for a new subject or an erased user. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly request_id: string;
}

const KEYS = { id: 'l.id' } as const;

export interface AuditFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly subject_type?: string | undefined;
  readonly subject_id?: number | undefined;
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly request_id?: string | undefined;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
}

/** Lists the audit log. */
export class AuditLogReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async list(
    filter: AuditFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<AuditRow, SortPosition>> {
    const { sort, subject_type, subject_id, action, actor, request_id, from, to } = filter;
    const query = this.#db('audit_log as l').select(
      'l.id',
      'l.at',
      'l.actor',
      'l.action',
      'l.subject_type',
      'l.subject_id',
      'l.before',
      'l.after',
      'l.request_id',
    );
    const equal = { subject_type, subject_id, action, actor, request_id };
    for (const [column, value] of Object.entries(equal)) {
      if (value !== undefined) query.where(`l.${column}`, value);
    }
    if (from) query.where('l.at', '>=', from);
    if (to) query.where('l.at', '<', to);
    return sortedPage<AuditRow, keyof typeof KEYS>(query, page, { sort, keys: KEYS, id: 'l.id' });
  }
}
