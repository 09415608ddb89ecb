import type { Knex } from 'knex';
import { CheckpointsRepository } from './checkpoints.repository.ts';
import { HostedEventsReadModel } from './hosted-events.read-model.ts';
import { OwnGuestsRepository } from './own-guests.repository.ts';
import { RegistrationRequestsReadModel } from './registration-requests.read-model.ts';
import { SeatRequestsRepository } from './seat-requests.repository.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** The repositories of registration. */
export const REGISTRATION_REPOSITORIES = {
  checkpoints: (db: Knex) => new CheckpointsRepository(db),
  ownGuests: (db: Knex) => new OwnGuestsRepository(db),
  seatRequests: (db: Knex) => new SeatRequestsRepository(db),
  transfers: (db: Knex) => new TransfersRepository(db),
};

/** The read models of registration. */
export const REGISTRATION_READ_MODELS = {
  hostedEvents: (db: Knex) => new HostedEventsReadModel(db),
  registrationRequests: (db: Knex) => new RegistrationRequestsReadModel(db),
};
