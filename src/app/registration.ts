import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { accessCodeHash } from '../domain/registration/ticket-types.ts';
import { checkpointEndpoints } from '../http/routers/registration/checkpoints.router.ts';
import { formEndpoints } from '../http/routers/registration/forms.router.ts';
import { hostedEventEndpoints } from '../http/routers/registration/hosted-events.router.ts';
import {
  ownGuestEndpoints,
  transferEndpoints,
} from '../http/routers/registration/own-guests.router.ts';
import { registrationEndpoints } from '../http/routers/registration/registrations.router.ts';
import { seatRequestEndpoints } from '../http/routers/registration/seat-requests.router.ts';
import { ticketTypeEndpoints } from '../http/routers/registration/ticket-types.router.ts';
import { keyedHash } from '../lib/keyed-hashes.ts';
import type { ClaimCodesService } from '../services/attendance/seat-codes.service.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import { AdminSeatRequestsService } from '../services/registration/admin-seat-requests.service.ts';
import { AdmissionsService } from '../services/registration/admissions.service.ts';
import { CheckpointsService } from '../services/registration/checkpoints.service.ts';
import { conferenceExtras, NO_EXTRAS } from '../services/registration/conference-extras.service.ts';
import { FormsService } from '../services/registration/forms.service.ts';
import { HostedEventsService } from '../services/registration/hosted-events.service.ts';
import {
  type GuestNotifier,
  OwnGuestsService,
} from '../services/registration/own-guests.service.ts';
import { SeatDecisionsService } from '../services/registration/seat-decisions.service.ts';
import { TicketTypeChoicesService } from '../services/registration/ticket-type-choices.service.ts';
import { TicketTypesService } from '../services/registration/ticket-types.service.ts';
import {
  type TransferNotifier,
  TransfersService,
} from '../services/registration/transfers.service.ts';
import type { createAttendance } from './attendance.ts';
import { type Base, shareLinkOf } from './outside.ts';
import type { createProgramme } from './programme.ts';
import type { createQuests } from './quests.ts';

interface Needs {
  readonly attendance: ReturnType<typeof createAttendance>;
  readonly quests: ReturnType<typeof createQuests>;
  readonly programme: ReturnType<typeof createProgramme>;
  readonly notifications: GuestNotifier & TransferNotifier;
  readonly claimCodes: ClaimCodesService;
  readonly messengerHashOf: MessengerHash;
}

/** Composes how people come to conferences and events. */
export function createRegistration(
  { store, config, now }: Base,
  { attendance, quests, programme, notifications, claimCodes: codes, messengerHashOf }: Needs,
) {
  const { attendances, registrations, eventChanges, conferenceChanges, eventCheckIns } =
    attendance.services;
  const shared = { store, registrations, notifications, codes, shareUrl: shareLinkOf(config), now };
  const ownGuests = new OwnGuestsService(shared);
  const hashOf = accessCodeHash(keyedHash(config.hashSecrets, 'guests'));
  const tries = new FailedAttemptsService({ store, hashOf: messengerHashOf });
  const typeChoices = new TicketTypeChoicesService({ tries, hashOf, now });
  const { event, conference } = attendance.attendables;
  const forms = {
    events: new FormsService({ store, attendables: event, now }),
    conferences: new FormsService({ store, attendables: conference, now }),
  };
  const ofEvents = { attendables: event, extras: NO_EXTRAS, now };
  const ofConferences = {
    attendables: conference,
    extras: conferenceExtras(ownGuests, typeChoices),
    now,
  };
  const adminSeatRequests = new AdminSeatRequestsService({
    store,
    events: new SeatDecisionsService({ ...ofEvents, changes: eventChanges }),
    conferences: new SeatDecisionsService({ ...ofConferences, changes: conferenceChanges }),
    quests: quests.services.adminRegistrationRequests,
    now,
  });
  const { events, adminEvents } = programme.services;
  const services = {
    attendances,
    registrations,
    events,
    ownGuests,
    eventForms: forms.events,
    conferenceForms: forms.conferences,
    typeChoices,
    ticketTypes: new TicketTypesService({
      ...{ store, hashOf, promoteAt: (tx, id) => registrations.promoteAt(tx, id) },
    }),
    adminSeatRequests,
    transfers: new TransfersService(shared),
    checkpoints: new CheckpointsService({ store, now }),
    eventAdmissions: new AdmissionsService({
      ...{ ...ofEvents, store, attendances, forms: forms.events },
    }),
    conferenceAdmissions: new AdmissionsService({
      ...{ ...ofConferences, store, attendances: registrations, forms: forms.conferences },
    }),
    hostedEvents: new HostedEventsService({
      ...{ store, events: adminEvents, requests: adminSeatRequests, checkIns: eventCheckIns },
    }),
  };
  const endpoints = [
    ...registrationEndpoints(services),
    ...formEndpoints(services),
    ...ticketTypeEndpoints(services),
    ...ownGuestEndpoints(services),
    ...transferEndpoints(services),
    ...seatRequestEndpoints(services),
    ...hostedEventEndpoints(services),
    ...checkpointEndpoints(services),
  ];
  return { services, endpoints };
}
