import { registrationEndpoints } from '../http/routers/registration/registrations.router.ts';
import { AdmissionsService } from '../services/registration/admissions.service.ts';
import type { createAttendance } from './attendance.ts';
import type { Base } from './outside.ts';

/** Composes how people come to conferences and events. */
export function createRegistration(
  { store, now }: Base,
  { services: { attendances, registrations }, attendables }: ReturnType<typeof createAttendance>,
) {
  const services = {
    attendances,
    registrations,
    eventAdmissions: new AdmissionsService({
      ...{ store, attendables: attendables.event, attendances, now },
    }),
    conferenceAdmissions: new AdmissionsService({
      ...{ store, attendables: attendables.conference, attendances: registrations, now },
    }),
  };
  const endpoints = [...registrationEndpoints(services)];
  return { services, endpoints };
}
