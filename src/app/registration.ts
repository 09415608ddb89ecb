import { accessCodeHash } from '../domain/registration/ticket-types.ts';
import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { registrationEndpoints } from '../http/routers/registration/registrations.router.ts';
import { ticketTypeEndpoints } from '../http/routers/registration/ticket-types.router.ts';
import { keyedHash } from '../lib/keyed-hashes.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import { AdmissionsService } from '../services/registration/admissions.service.ts';
import { TicketTypeChoicesService } from '../services/registration/ticket-type-choices.service.ts';
import { TicketTypesService } from '../services/registration/ticket-types.service.ts';
import type { createAttendance } from './attendance.ts';
import type { Base } from './outside.ts';

/** Composes how people come to conferences and events. */
export function createRegistration(
  { store, config, now }: Base,
  {
    attendance: { services, attendables },
    messengerHashOf,
  }: {
    readonly attendance: ReturnType<typeof createAttendance>;
    readonly messengerHashOf: MessengerHash;
  },
) {
  const { attendances, registrations } = services;
  const hashOf = accessCodeHash(keyedHash(config.hashSecrets, 'guests'));
  const typeChoices = new TicketTypeChoicesService({
    ...{ tries: new FailedAttemptsService({ store, hashOf: messengerHashOf }), hashOf, now },
  });
  const own = {
    attendances,
    registrations,
    eventAdmissions: new AdmissionsService({
      ...{ store, attendables: attendables.event, attendances, typeChoices, now },
    }),
    conferenceAdmissions: new AdmissionsService({
      ...{ store, attendables: attendables.conference, attendances: registrations, typeChoices, now },
    }),
    typeChoices,
    ticketTypes: new TicketTypesService({
      ...{ store, hashOf, promoteAt: (tx, id) => registrations.promoteAt(tx, id) },
    }),
  };
  const endpoints = [...registrationEndpoints(own), ...ticketTypeEndpoints(own)];
  return { services: own, endpoints };
}
