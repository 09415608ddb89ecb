import type { Attendable } from '../../domain/attendance/attendables.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { checkIsNoGiver } from '../attendance/invitations.service.ts';
import type { AdmissionExtras } from './admissions.service.ts';
import type { OwnGuestsService } from './own-guests.service.ts';
import type { TicketTypeChoicesService } from './ticket-type-choices.service.ts';

/** Events have neither ticket types nor guests nor transfers. */
export const NO_EXTRAS: AdmissionExtras<Attendable> = {
  chooseType: async (_tx, _event, { ceiling }) => ({ state: ceiling }),
  checkMayRegister: async () => {},
  addGuests: async () => {},
};

/** What registering for a conference does beside giving a seat. */
export const conferenceExtras = (
  guests: OwnGuestsService,
  types: TicketTypeChoicesService,
): AdmissionExtras<Conference> => ({
  chooseType: (tx, conference, choice) => types.choose(tx, conference, choice),
  checkMayRegister: checkIsNoGiver,
  async addGuests(tx, conference, userId, { guests: brought = [], together }) {
    await guests.addIn(tx, conference, userId, { guests: brought, together });
  },
});
