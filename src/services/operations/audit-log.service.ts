import type { Page, PageRequest } from '../../db/pages.ts';
import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import { isContactField, seesContacts } from '../../domain/administration/contacts.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { inBatches } from '../../lib/batches.ts';
import type { AuditFilter, AuditRow } from '../../repositories/operations/audit-log.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A row of an export. */
type AuditCells = Omit<AuditRow, 'administrator' | 'before' | 'after' | 'people'> &
  Readonly<Record<'administrator' | 'before' | 'after', string | null>>;

/** Reads the audit log. Each service writes to it in the transaction of its own change. */
export class AuditLogService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  async list(
    by: Administrator,
    filter: AuditFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<AuditRow, SortPosition>> {
    const namesUsers = missingScope(by.scopes, ['people:read']) === undefined;
    return this.#store.read.auditLog.list({ ...filter, namesUsers }, page);
  }

  /** Returns all rows of a list in batches, without contacts that `by` may not see. It is audited. */
  async export(by: Administrator, filter: AuditFilter): Promise<AsyncIterable<AuditCells[]>> {
    const { sort: _, ...after } = filter;
    await this.#store.transaction((tx) =>
      tx.audit.record(by, 'audit_log.export', null, { after: { format: 'csv', ...after } }),
    );
    return this.#batches(by, filter);
  }

  async *#batches(by: Administrator, filter: AuditFilter): AsyncGenerator<AuditCells[]> {
    const textOf = seesContacts(by) ? JSON.stringify : withoutContacts;
    const read = (request: PageRequest<SortPosition>) => this.list(by, filter, request);
    for await (const rows of inBatches(read)) {
      yield rows.map(({ administrator, before, after, people: _, ...row }) => ({
        ...row,
        administrator: administrator?.name ?? null,
        before: before && textOf(before),
        after: after && textOf(after),
      }));
    }
  }
}

const withoutContacts = (values: object): string =>
  JSON.stringify(values, (name, value) => (isContactField(name) ? undefined : value));
