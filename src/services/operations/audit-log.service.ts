import type { Page, PageRequest } from '../../db/pages.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import type { AuditFilter, AuditRow } from '../../repositories/operations/audit-log.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** Reads the audit log. Each service writes to it in the transaction of its own change. */
export class AuditLogService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  async list(
    filter: AuditFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<AuditRow, SortPosition>> {
    return this.#store.read.auditLog.list(filter, page);
  }
}
