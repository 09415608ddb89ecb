import type { Knex } from 'knex';
import { BlocksReadModel } from './blocks.read-model.ts';
import { BlocksRepository } from './blocks.repository.ts';
import { CachedRankingsRepository } from './cached-rankings.repository.ts';
import { ConnectionNotesRepository } from './connection-notes.repository.ts';
import { ConnectionsReadModel } from './connections.read-model.ts';
import { ConnectionsRepository } from './connections.repository.ts';
import { EnrichmentJobsReadModel } from './enrichment-jobs.read-model.ts';
import { EnrichmentJobsRepository } from './enrichment-jobs.repository.ts';
import { EnrichmentCallsRepository, EnrichmentsRepository } from './enrichments.repository.ts';
import { MeetsRepository } from './meets.repository.ts';
import { RecommendationsReadModel } from './recommendations.read-model.ts';
import { MatchTermsRepository, RecommendationsRepository } from './recommendations.repository.ts';
import { UserReportsReadModel } from './user-reports.read-model.ts';
import { UserReportsRepository } from './user-reports.repository.ts';

/** The repositories of the capability networking, part of `REPOSITORIES`. */
export const NETWORKING_REPOSITORIES = {
  blocks: (db: Knex) => new BlocksRepository(db),
  connectionNotes: (db: Knex) => new ConnectionNotesRepository(db),
  connections: (db: Knex) => new ConnectionsRepository(db),
  enrichmentCalls: (db: Knex) => new EnrichmentCallsRepository(db),
  enrichmentJobs: (db: Knex) => new EnrichmentJobsRepository(db),
  enrichments: (db: Knex) => new EnrichmentsRepository(db),
  matchTerms: (db: Knex) => new MatchTermsRepository(db),
  meets: (db: Knex) => new MeetsRepository(db),
  cachedRankings: (db: Knex) => new CachedRankingsRepository(db),
  recommendations: (db: Knex) => new RecommendationsRepository(db),
  userReports: (db: Knex) => new UserReportsRepository(db),
};

/** The read models of the capability networking, part of `READ_MODELS`. */
export const NETWORKING_READ_MODELS = {
  userReports: (db: Knex) => new UserReportsReadModel(db),
  blocks: (db: Knex) => new BlocksReadModel(db),
  connections: (db: Knex) => new ConnectionsReadModel(db),
  enrichmentJobs: (db: Knex) => new EnrichmentJobsReadModel(db),
  recommendations: (db: Knex) => new RecommendationsReadModel(db),
};
