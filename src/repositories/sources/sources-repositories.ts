import type { Knex } from 'knex';
import { SourceRunsRepository } from './source-runs.repository.ts';
import { SourcesReadModel } from './sources.read-model.ts';
import { SourcesRepository } from './sources.repository.ts';

/** The repositories of the capability sources, part of `REPOSITORIES`. */
export const SOURCE_REPOSITORIES = {
  sourceRuns: (db: Knex) => new SourceRunsRepository(db),
  sources: (db: Knex) => new SourcesRepository(db),
};

/** The read models of the capability sources, part of `READ_MODELS`. */
export const SOURCE_READ_MODELS = {
  sources: (db: Knex) => new SourcesReadModel(db),
};
