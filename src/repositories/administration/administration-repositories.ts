import type { Knex } from 'knex';
import {
  AdminSessionsRepository,
  AdminSignInCodesRepository,
} from './admin-sessions.repository.ts';
import { AdministratorsRepository } from './administrators.repository.ts';
import { ApiKeysReadModel } from './api-keys.read-model.ts';
import { ApiKeysRepository } from './api-keys.repository.ts';
import { ConferenceRowsReadModel } from './conference-rows.read-model.ts';

/** The repositories of the capability administration, part of `REPOSITORIES`. */
export const ADMINISTRATION_REPOSITORIES = {
  adminSessions: (db: Knex) => new AdminSessionsRepository(db),
  adminSignInCodes: (db: Knex) => new AdminSignInCodesRepository(db),
  administrators: (db: Knex) => new AdministratorsRepository(db),
  apiKeys: (db: Knex) => new ApiKeysRepository(db),
};

/** The read models of the capability administration, part of `READ_MODELS`. */
export const ADMINISTRATION_READ_MODELS = {
  apiKeys: (db: Knex) => new ApiKeysReadModel(db),
  conferenceRows: (db: Knex) => new ConferenceRowsReadModel(db),
};
