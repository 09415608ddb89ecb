import type { Knex } from 'knex';
import { SeatRequestsRepository } from './seat-requests.repository.ts';
import { TicketTypesReadModel } from './ticket-types.read-model.ts';
import { TicketTypesRepository } from './ticket-types.repository.ts';

/** The repositories of registration. */
export const REGISTRATION_REPOSITORIES = {
  seatRequests: (db: Knex) => new SeatRequestsRepository(db),
  ticketTypes: (db: Knex) => new TicketTypesRepository(db),
};

/** The read models of registration. */
export const REGISTRATION_READ_MODELS = {
  ticketTypes: (db: Knex) => new TicketTypesReadModel(db),
};
