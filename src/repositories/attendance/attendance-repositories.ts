import type { Knex } from 'knex';
import type { Attendee, StoredInvitee } from '../../domain/attendance/attendees.ts';
import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../domain/attendance/recent-check-ins.ts';
import { AdminAttendeesReadModel } from './admin-attendees.read-model.ts';
import { AttendancesRepository } from './attendances.repository.ts';
import { CONFERENCE_ATTENDANCES, EVENT_ATTENDANCES } from './attendances.sql.ts';
import { AttendeeImportsRepository } from './attendee-imports.repository.ts';
import { AttendeesReadModel } from './attendees.read-model.ts';
import { BadgesReadModel } from './badges.read-model.ts';
import { CheckInsRepository } from './check-ins.repository.ts';
import { CheckpointScansReadModel } from './checkpoint-scans.read-model.ts';
import { CheckpointScansRepository } from './checkpoint-scans.repository.ts';
import { ConferencePeopleRepository } from './conference-people.repository.ts';
import { GuestsRepository } from './guests.repository.ts';
import { InvitationClaimsRepository } from './invitation-claims.repository.ts';
import { InvitationsRepository } from './invitations.repository.ts';
import { OfflineAttendeeListsReadModel } from './offline-attendee-lists.read-model.ts';
import { PersonalAttendancesReadModel } from './personal-attendances.read-model.ts';
import { RecentCheckInsReadModel } from './recent-check-ins.read-model.ts';

/** The repositories of attendance. */
export const ATTENDANCE_REPOSITORIES = {
  attendeeImports: (db: Knex) => new AttendeeImportsRepository(db),
  checkpointScans: (db: Knex) => new CheckpointScansRepository(db),
  conferenceAttendances: (db: Knex) => new AttendancesRepository(db, CONFERENCE_ATTENDANCES),
  conferenceCheckIns: (db: Knex) => new CheckInsRepository(db, CONFERENCE_ATTENDANCES),
  conferencePeople: (db: Knex) => new ConferencePeopleRepository(db),
  eventAttendances: (db: Knex) => new AttendancesRepository(db, EVENT_ATTENDANCES),
  eventCheckIns: (db: Knex) => new CheckInsRepository(db, EVENT_ATTENDANCES),
  guests: (db: Knex) => new GuestsRepository(db),
  invitationClaims: (db: Knex) => new InvitationClaimsRepository(db),
  invitations: (db: Knex) => new InvitationsRepository(db),
};

/** The read models of attendance. */
export const ATTENDANCE_READ_MODELS = {
  adminConferenceAttendees: (db: Knex) =>
    new AdminAttendeesReadModel<Attendee | StoredInvitee>(db, CONFERENCE_ATTENDANCES),
  adminEventAttendees: (db: Knex) => new AdminAttendeesReadModel(db, EVENT_ATTENDANCES),
  badges: (db: Knex) => new BadgesReadModel(db),
  checkpointScans: (db: Knex) => new CheckpointScansReadModel(db),
  conferenceAttendees: (db: Knex) => new AttendeesReadModel(db, CONFERENCE_ATTENDANCES),
  eventAttendees: (db: Knex) => new AttendeesReadModel(db, EVENT_ATTENDANCES),
  conferenceRecentCheckIns: (db: Knex) =>
    new RecentCheckInsReadModel<RecentCheckIn | RecentGuestCheckIn>(db, CONFERENCE_ATTENDANCES),
  eventRecentCheckIns: (db: Knex) => new RecentCheckInsReadModel(db, EVENT_ATTENDANCES),
  personalAttendances: (db: Knex) => new PersonalAttendancesReadModel(db),
  conferenceOfflineLists: (db: Knex) =>
    new OfflineAttendeeListsReadModel(db, CONFERENCE_ATTENDANCES),
  eventOfflineLists: (db: Knex) => new OfflineAttendeeListsReadModel(db, EVENT_ATTENDANCES),
};
