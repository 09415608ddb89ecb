import type { Knex } from 'knex';
import { CheckpointsRepository } from './checkpoints.repository.ts';
import { FormAnswersReadModel } from './form-answers.read-model.ts';
import { FormAnswersRepository } from './form-answers.repository.ts';
import { FormQuestionsRepository } from './form-questions.repository.ts';
import { HostedEventsReadModel } from './hosted-events.read-model.ts';
import { OwnGuestsRepository } from './own-guests.repository.ts';
import { RegistrationRequestsReadModel } from './registration-requests.read-model.ts';
import { SeatRequestsRepository } from './seat-requests.repository.ts';
import { TicketTypesReadModel } from './ticket-types.read-model.ts';
import { TicketTypesRepository } from './ticket-types.repository.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** The repositories of registration. */
export const REGISTRATION_REPOSITORIES = {
  formAnswers: (db: Knex) => new FormAnswersRepository(db),
  formQuestions: (db: Knex) => new FormQuestionsRepository(db),
  checkpoints: (db: Knex) => new CheckpointsRepository(db),
  ownGuests: (db: Knex) => new OwnGuestsRepository(db),
  seatRequests: (db: Knex) => new SeatRequestsRepository(db),
  ticketTypes: (db: Knex) => new TicketTypesRepository(db),
  transfers: (db: Knex) => new TransfersRepository(db),
};

/** The read models of registration. */
export const REGISTRATION_READ_MODELS = {
  formAnswers: (db: Knex) => new FormAnswersReadModel(db),
  ticketTypes: (db: Knex) => new TicketTypesReadModel(db),
  hostedEvents: (db: Knex) => new HostedEventsReadModel(db),
  registrationRequests: (db: Knex) => new RegistrationRequestsReadModel(db),
};
