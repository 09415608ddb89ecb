import type { Knex } from 'knex';
import { AuditLogReadModel } from './audit-log.read-model.ts';
import { AuditLogRepository } from './audit-log.repository.ts';
import { DenormalizedCountersReadModel } from './denormalized-counters.read-model.ts';
import { EncryptedColumnsRepository } from './encrypted-columns.repository.ts';
import { IdempotencyKeysRepository } from './idempotency-keys.repository.ts';
import { QueuedJobsReadModel } from './queued-jobs.read-model.ts';
import { QueuedJobsRepository } from './queued-jobs.repository.ts';
import { RateLimitCountersRepository } from './rate-limit-counters.repository.ts';
import { RestoresRepository } from './restores.repository.ts';
import { SharedStateReadModel } from './shared-state.read-model.ts';
import { StatisticsRepository } from './statistics.repository.ts';

/** The repositories of the capability operations, part of `REPOSITORIES`. */
export const OPERATIONS_REPOSITORIES = {
  audit: (db: Knex) => new AuditLogRepository(db),
  encryptedColumns: (db: Knex) => new EncryptedColumnsRepository(db),
  idempotencyKeys: (db: Knex) => new IdempotencyKeysRepository(db),
  queuedJobs: (db: Knex) => new QueuedJobsRepository(db),
  rateLimitCounters: (db: Knex) => new RateLimitCountersRepository(db),
  restores: (db: Knex) => new RestoresRepository(db),
  statistics: (db: Knex) => new StatisticsRepository(db),
};

/** The read models of the capability operations, part of `READ_MODELS`. */
export const OPERATIONS_READ_MODELS = {
  auditLog: (db: Knex) => new AuditLogReadModel(db),
  denormalizedCounters: (db: Knex) => new DenormalizedCountersReadModel(db),
  queuedJobs: (db: Knex) => new QueuedJobsReadModel(db),
  sharedState: (db: Knex) => new SharedStateReadModel(db),
};
