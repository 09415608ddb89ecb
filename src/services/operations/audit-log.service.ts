import type { Page, PageRequest } from '../../db/pages.ts';
import type { AuditFilter, AuditRow } from '../../repositories/operations/audit-log.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** What administrators did; written by the services, each in the transaction of its change. */
export class AuditLogService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Latest first. */
  async list(filter: AuditFilter, page: PageRequest<number>): Promise<Page<AuditRow, number>> {
    return this.#store.read.auditLog.list(filter, page);
  }
}
