import type { Knex } from 'knex';
import { SeatRequestsRepository } from './seat-requests.repository.ts';

/** The repositories of registration. */
export const REGISTRATION_REPOSITORIES = {
  seatRequests: (db: Knex) => new SeatRequestsRepository(db),
};
