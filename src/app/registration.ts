import { formEndpoints } from '../http/routers/registration/forms.router.ts';
import { registrationEndpoints } from '../http/routers/registration/registrations.router.ts';
import { hostedEventEndpoints } from '../http/routers/registration/hosted-events.router.ts';
import { seatRequestEndpoints } from '../http/routers/registration/seat-requests.router.ts';
import { AdminSeatRequestsService } from '../services/registration/admin-seat-requests.service.ts';
import { AdmissionsService } from '../services/registration/admissions.service.ts';
import { FormsService } from '../services/registration/forms.service.ts';
import { HostedEventsService } from '../services/registration/hosted-events.service.ts';
import { SeatDecisionsService } from '../services/registration/seat-decisions.service.ts';
import type { createAttendance } from './attendance.ts';
import type { Base } from './outside.ts';
import type { createProgramme } from './programme.ts';
import type { createQuests } from './quests.ts';

interface Needs {
  readonly attendance: ReturnType<typeof createAttendance>;
  readonly quests: ReturnType<typeof createQuests>;
  readonly programme: ReturnType<typeof createProgramme>;
}

/** Composes how people come to conferences and events. */
export function createRegistration(
  { store, now }: Base,
  { attendance: { services: attendance, attendables }, quests, programme }: Needs,
) {
  const { attendances, registrations, eventChanges, conferenceChanges } = attendance;
  const { event, conference } = attendables;
  const adminSeatRequests = new AdminSeatRequestsService({
    store,
    events: new SeatDecisionsService({ attendables: event, changes: eventChanges, now }),
    conferences: new SeatDecisionsService({
      ...{ attendables: conference, changes: conferenceChanges, now },
    }),
    quests: quests.services.adminRegistrationRequests,
  });
  const eventForms = new FormsService({ store, attendables: event, now });
  const conferenceForms = new FormsService({ store, attendables: conference, now });
  const services = {
    attendances,
    registrations,
    eventForms,
    conferenceForms,
    eventAdmissions: new AdmissionsService({
      ...{ store, attendables: event, attendances, forms: eventForms, now },
    }),
    conferenceAdmissions: new AdmissionsService({
      ...{ store, attendables: conference, attendances: registrations, forms: conferenceForms, now },
    }),
    adminSeatRequests,
    events: programme.services.events,
    hostedEvents: new HostedEventsService({
      store,
      events: programme.services.adminEvents,
      requests: adminSeatRequests,
      checkIns: attendance.eventCheckIns,
    }),
  };
  const endpoints = [
    ...registrationEndpoints(services),
    ...formEndpoints(services),
    ...seatRequestEndpoints(services),
    ...hostedEventEndpoints(services),
  ];
  return { services, endpoints };
}
