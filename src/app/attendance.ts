import { withKeptEmail } from '../domain/attendance/attendees.ts';
import type { ConferenceAttendeeIdentifier } from '../domain/attendance/check-ins.ts';
import { keptEmail } from '../domain/attendance/guest-keys.ts';
import {
  attendeeResult,
  type CheckInResult,
  checkInResult,
} from '../domain/attendance/scan-results.ts';
import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import {
  adminAttendeeEndpoints,
  attendeeEndpoints,
} from '../http/routers/attendance/admin-attendees.router.ts';
import { attendeeImportEndpoints } from '../http/routers/attendance/attendee-imports.router.ts';
import { checkInEndpoints } from '../http/routers/attendance/check-ins.router.ts';
import {
  claimEndpoints,
  claimLinkEndpoints,
  invitationEndpoints,
} from '../http/routers/attendance/invitations.router.ts';
import {
  checkInSearchEndpoints,
  offlineListEndpoints,
  recentCheckInEndpoints,
} from '../http/routers/attendance/offline-attendee-lists.router.ts';
import {
  attendeeBulkEndpoints,
  organizerNoteEndpoints,
} from '../http/routers/attendance/organizer-notes.router.ts';
import { badgeEndpoints, ticketEndpoints } from '../http/routers/attendance/tickets.router.ts';
import { Encryption } from '../lib/encryption.ts';
import { keyedHash } from '../lib/keyed-hashes.ts';
import type { Tx } from '../repositories/store.ts';
import {
  AdminAttendeesService,
  AttendeesService,
} from '../services/attendance/admin-attendees.service.ts';
import { AdminInvitationsService } from '../services/attendance/admin-invitations.service.ts';
import {
  conferenceAttendables,
  eventAttendables,
  type SeatNotifier,
} from '../services/attendance/attendables.service.ts';
import { AttendancesService } from '../services/attendance/attendances.service.ts';
import { AttendeeImportsService } from '../services/attendance/attendee-imports.service.ts';
import { BadgesService } from '../services/attendance/badges.service.ts';
import { CheckInsService } from '../services/attendance/check-ins.service.ts';
import { CheckpointScansService } from '../services/attendance/checkpoint-scans.service.ts';
import { ClaimLinksService } from '../services/attendance/claim-links.service.ts';
import { ClaimsService } from '../services/attendance/claims.service.ts';
import { GuestRetentionService } from '../services/attendance/guest-retention.service.ts';
import { GuestScansService } from '../services/attendance/guest-scans.service.ts';
import {
  type ClaimNotifier,
  InvitationsService,
} from '../services/attendance/invitations.service.ts';
import {
  CheckInSearchService,
  OfflineAttendeeListsService,
} from '../services/attendance/offline-attendee-lists.service.ts';
import { OrganizerChangesService } from '../services/attendance/organizer-changes.service.ts';
import { OrganizerNotesService } from '../services/attendance/organizer-notes.service.ts';
import { RecentCheckInsService } from '../services/attendance/recent-check-ins.service.ts';
import { ScansService } from '../services/attendance/scans.service.ts';
import {
  type ClaimCodesService,
  GuestCodesService,
  SeatCodesService,
} from '../services/attendance/seat-codes.service.ts';
import { TicketsService } from '../services/attendance/tickets.service.ts';
import { WalkInsService } from '../services/attendance/walk-ins.service.ts';
import { WithdrawalsService } from '../services/attendance/withdrawals.service.ts';
import { BulkImportsService } from '../services/bulk-imports.service.ts';
import { FailedAttemptsService } from '../services/people/authentication.service.ts';
import { type Base, shareLinkOf } from './outside.ts';

/** Composes attendances, waitlists, tickets, check-ins and attendee imports. */
export function createAttendance(
  { store, config, log, now }: Base,
  {
    notifications,
    claimCodes,
    hashOf,
  }: {
    notifications: SeatNotifier & ClaimNotifier;
    claimCodes: ClaimCodesService;
    hashOf: MessengerHash;
  },
) {
  const events = eventAttendables(notifications);
  const ofEvents = { store, attendables: events, now };
  const attendances = new AttendancesService(ofEvents);
  const conferences = conferenceAttendables(notifications, { events: attendances, now });
  const ofConferences = { store, attendables: conferences, now };
  const registrations = new AttendancesService(ofConferences);
  const promoteAt = (tx: Tx, id: number) => registrations.promoteAt(tx, id);
  const tickets = new TicketsService({
    attendances: { event: attendances, conference: registrations },
    secrets: config.ticketSecrets,
  });
  const invitations = new InvitationsService({ store, registrations, notifications, log, now });
  const encryption = new Encryption(config.encryptionSecrets);
  const guestHashOf = keyedHash(config.hashSecrets, 'guests');
  const withdrawals = new WithdrawalsService({ store, registrations, hashOf, guestHashOf, now });
  const eventChanges = new OrganizerChangesService({ ...ofEvents, attendances, withdrawals });
  const conferenceChanges = new OrganizerChangesService({
    ...ofConferences,
    attendances: registrations,
    withdrawals,
  });
  const guestCodes = new GuestCodesService({ secrets: config.ticketSecrets });
  const eventScans = new ScansService({ store, noun: 'event', tickets, now });
  const conferenceScans = new ScansService({ store, noun: 'conference', tickets, now });
  const guestScans = new GuestScansService({
    store,
    scans: conferenceScans,
    codes: guestCodes,
    hashOf: guestHashOf,
  });
  const seatCodes = new SeatCodesService({ tickets, guestCodes });
  const checkpointScans = new CheckpointScansService({ store, now });
  const services = {
    attendances,
    registrations,
    tickets,
    invitations,
    guestScans,
    checkpointScans,
    withdrawals,
    claims: new ClaimsService({
      store,
      codes: claimCodes,
      tries: new FailedAttemptsService({ store, hashOf }),
      conferences,
      registrations,
      notifications,
      hashOf: guestHashOf,
      log,
      now,
    }),
    claimLinks: new ClaimLinksService({
      store,
      codes: claimCodes,
      shareUrl: shareLinkOf(config),
      hashOf: guestHashOf,
    }),
    checkInSearch: new CheckInSearchService({ store }),
    badges: new BadgesService({ store, seatCodes }),
    walkIns: new WalkInsService({
      store,
      conferences,
      guestCodes,
      claimCodes,
      shareUrl: shareLinkOf(config),
      now,
    }),
    attendees: new AttendeesService({ store }),
    adminEventAttendees: new AdminAttendeesService({
      ...ofEvents,
      attendeesOf: (read) => read.adminEventAttendees,
      shown: (row) => row,
      codeOf: (id, seat) => seatCodes.ofEvent(id, seat),
    }),
    adminConferenceAttendees: new AdminAttendeesService({
      ...ofConferences,
      attendeesOf: (read) => read.adminConferenceAttendees,
      shown: (row) => withKeptEmail(row, (stored) => keptEmail(encryption, stored)),
      codeOf: (id, seat) => seatCodes.ofConference(id, seat),
    }),
    adminInvitations: new AdminInvitationsService({
      store,
      conferences,
      invitations,
      guestHashOf,
      encryption,
      promoteAt,
    }),
    guestRetention: new GuestRetentionService({
      store,
      retentionDays: config.guestRetentionDays,
      now,
    }),
    eventChanges,
    conferenceChanges,
    eventNotes: new OrganizerNotesService({ ...ofEvents, changes: eventChanges }),
    conferenceNotes: new OrganizerNotesService({ ...ofConferences, changes: conferenceChanges }),
    eventCheckIns: new CheckInsService({
      ...ofEvents,
      scans: eventScans,
      checkpoints: checkpointScans,
      seatOf: (...named) => eventScans.seatOf(...named),
      resultOf: attendeeResult,
    }),
    conferenceCheckIns: new CheckInsService<ConferenceAttendeeIdentifier, CheckInResult>({
      ...ofConferences,
      scans: conferenceScans,
      checkpoints: checkpointScans,
      seatOf: (...named) => guestScans.seatOf(...named),
      resultOf: checkInResult,
    }),
    eventRecentCheckIns: new RecentCheckInsService({
      ...ofEvents,
      checkInsOf: (read) => read.eventRecentCheckIns,
    }),
    conferenceRecentCheckIns: new RecentCheckInsService({
      ...ofConferences,
      checkInsOf: (read) => read.conferenceRecentCheckIns,
    }),
    eventOfflineLists: new OfflineAttendeeListsService({
      ...ofEvents,
      offlineListsOf: (read) => read.eventOfflineLists,
      codeOf: (id, seat) => seatCodes.ofEvent(id, seat),
      secrets: config.ticketSecrets,
    }),
    conferenceOfflineLists: new OfflineAttendeeListsService({
      ...ofConferences,
      offlineListsOf: (read) => read.conferenceOfflineLists,
      codeOf: (id, seat) => seatCodes.ofConference(id, seat),
      secrets: config.ticketSecrets,
    }),
    attendeeImports: new AttendeeImportsService({
      ...ofConferences,
      hashOf,
      guestHashOf,
      encryption,
      invitations,
      bulkImports: new BulkImportsService({ store }),
      promoteAt,
    }),
  };
  const endpoints = [
    ...attendeeEndpoints(services),
    ...ticketEndpoints(services),
    ...adminAttendeeEndpoints(services),
    ...organizerNoteEndpoints(services),
    ...attendeeBulkEndpoints(services),
    ...claimEndpoints(services),
    ...claimLinkEndpoints(services),
    ...invitationEndpoints(services),
    ...badgeEndpoints(services),
    ...checkInEndpoints(services),
    ...checkInSearchEndpoints(services),
    ...recentCheckInEndpoints(services),
    ...offlineListEndpoints(services),
    ...attendeeImportEndpoints(services),
  ];
  return { services, endpoints, attendables: { event: events, conference: conferences } };
}
