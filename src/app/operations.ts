import { auditLogEndpoints } from '../http/routers/operations/audit-log.router.ts';
import { AuditLogService } from '../services/operations/audit-log.service.ts';
import type { Base } from './outside.ts';

/** The audit log. */
export function createOperations({ store }: Base) {
  const services = { auditLog: new AuditLogService({ store }) };
  return { services, endpoints: auditLogEndpoints(services) };
}
