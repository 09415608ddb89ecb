import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import { isTransient } from '../db/pg-errors.ts';
import { AdminAttendeesReadModel } from './attendance/admin-attendees.read-model.ts';
import {
  AttendancesRepository,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
} from './attendance/attendances.repository.ts';
import { AttendeeImportsRepository } from './attendance/attendee-imports.repository.ts';
import { AttendeesReadModel } from './attendance/attendees.read-model.ts';
import { InvitationsRepository } from './attendance/invitations.repository.ts';
import { type JobQueue, JobsRepository } from './jobs.repository.ts';
import { BroadcastRecipientsRepository } from './messaging/broadcast-recipients.repository.ts';
import { DeliveriesRepository } from './messaging/deliveries.repository.ts';
import { FilterValuesReadModel } from './messaging/filter-values.read-model.ts';
import { InboxReadModel } from './messaging/inbox.read-model.ts';
import { NotificationJobsReadModel } from './messaging/notification-jobs.read-model.ts';
import { NotificationJobsRepository } from './messaging/notification-jobs.repository.ts';
import { NotificationSettingsRepository } from './messaging/notification-settings.repository.ts';
import { NotificationStreamsReadModel } from './messaging/notification-streams.read-model.ts';
import { NotificationsRepository } from './messaging/notifications.repository.ts';
import { StreamTicketsRepository } from './messaging/stream-tickets.repository.ts';
import { ConnectionsReadModel } from './networking/connections.read-model.ts';
import { ConnectionsRepository } from './networking/connections.repository.ts';
import { AuditRepository } from './operations/audit.repository.ts';
import { AuditLogReadModel } from './operations/audit-log.read-model.ts';
import { RateLimitCountersRepository } from './operations/rate-limit-counters.repository.ts';
import { AdminUsersReadModel } from './people/admin-users.read-model.ts';
import { ErasedPeopleRepository } from './people/erased-people.repository.ts';
import { PersonalDataReadModel } from './people/personal-data.read-model.ts';
import { UserImportsRepository } from './people/user-imports.repository.ts';
import { UserStateReadModel } from './people/user-state.read-model.ts';
import { UsersReadModel } from './people/users.read-model.ts';
import { UsersRepository } from './people/users.repository.ts';
import { AdminEventsReadModel } from './programme/admin-events.read-model.ts';
import { AgendaReadModel } from './programme/agenda.read-model.ts';
import { AgendaItemsRepository } from './programme/agenda-items.repository.ts';
import { CalendarLinksRepository } from './programme/calendar-links.repository.ts';
import { CalendarsReadModel } from './programme/calendars.read-model.ts';
import { ConferenceEventsReadModel } from './programme/conference-events.read-model.ts';
import { ConferencesReadModel } from './programme/conferences.read-model.ts';
import { ConferencesRepository } from './programme/conferences.repository.ts';
import { EventImportsRepository } from './programme/event-imports.repository.ts';
import { EventsReadModel } from './programme/events.read-model.ts';
import { EventsRepository } from './programme/events.repository.ts';
import { SpeakersReadModel } from './programme/speakers.read-model.ts';
import { SpeakersRepository } from './programme/speakers.repository.ts';

/** Every repository, all bound to one handle: the pool, or one open transaction. */
class Repositories {
  readonly adminConferenceAttendees: AdminAttendeesReadModel;
  readonly adminEventAttendees: AdminAttendeesReadModel;
  readonly adminEvents: AdminEventsReadModel;
  readonly adminUsers: AdminUsersReadModel;
  readonly agenda: AgendaReadModel;
  readonly agendaItems: AgendaItemsRepository;
  readonly attendeeImports: AttendeeImportsRepository;
  readonly audit: AuditRepository;
  readonly auditLog: AuditLogReadModel;
  readonly calendarLinks: CalendarLinksRepository;
  readonly calendars: CalendarsReadModel;
  readonly conferenceAttendances: AttendancesRepository;
  readonly conferenceAttendees: AttendeesReadModel;
  readonly conferenceEvents: ConferenceEventsReadModel;
  readonly conferences: ConferencesRepository;
  readonly conferencesReadModel: ConferencesReadModel;
  readonly connections: ConnectionsRepository;
  readonly connectionsReadModel: ConnectionsReadModel;
  readonly deliveries: DeliveriesRepository;
  readonly erasedPeople: ErasedPeopleRepository;
  readonly eventAttendances: AttendancesRepository;
  readonly eventAttendees: AttendeesReadModel;
  readonly eventImports: EventImportsRepository;
  readonly events: EventsRepository;
  readonly eventsReadModel: EventsReadModel;
  readonly filterValues: FilterValuesReadModel;
  readonly invitations: InvitationsRepository;
  readonly jobs: JobsRepository;
  readonly broadcastRecipients: BroadcastRecipientsRepository;
  readonly notificationJobs: NotificationJobsRepository;
  readonly notificationJobsReadModel: NotificationJobsReadModel;
  readonly notificationSettings: NotificationSettingsRepository;
  readonly notificationStreams: NotificationStreamsReadModel;
  readonly notifications: NotificationsRepository;
  readonly inbox: InboxReadModel;
  readonly userState: UserStateReadModel;
  readonly personalData: PersonalDataReadModel;
  readonly rateLimitCounters: RateLimitCountersRepository;
  readonly speakers: SpeakersRepository;
  readonly speakersReadModel: SpeakersReadModel;
  readonly streamTickets: StreamTicketsRepository;
  readonly userImports: UserImportsRepository;
  readonly users: UsersRepository;
  readonly usersReadModel: UsersReadModel;

  constructor(db: Knex, queue: JobQueue) {
    this.adminConferenceAttendees = new AdminAttendeesReadModel(db, CONFERENCE_ATTENDANCES);
    this.adminEventAttendees = new AdminAttendeesReadModel(db, EVENT_ATTENDANCES);
    this.adminEvents = new AdminEventsReadModel(db);
    this.adminUsers = new AdminUsersReadModel(db);
    this.agenda = new AgendaReadModel(db);
    this.agendaItems = new AgendaItemsRepository(db);
    this.attendeeImports = new AttendeeImportsRepository(db);
    this.audit = new AuditRepository(db);
    this.auditLog = new AuditLogReadModel(db);
    this.calendarLinks = new CalendarLinksRepository(db);
    this.calendars = new CalendarsReadModel(db);
    this.conferenceAttendances = new AttendancesRepository(db, CONFERENCE_ATTENDANCES);
    this.conferenceAttendees = new AttendeesReadModel(db, CONFERENCE_ATTENDANCES);
    this.conferenceEvents = new ConferenceEventsReadModel(db);
    this.conferences = new ConferencesRepository(db);
    this.conferencesReadModel = new ConferencesReadModel(db);
    this.connections = new ConnectionsRepository(db);
    this.connectionsReadModel = new ConnectionsReadModel(db);
    this.deliveries = new DeliveriesRepository(db);
    this.erasedPeople = new ErasedPeopleRepository(db);
    this.eventAttendances = new AttendancesRepository(db, EVENT_ATTENDANCES);
    this.eventAttendees = new AttendeesReadModel(db, EVENT_ATTENDANCES);
    this.eventImports = new EventImportsRepository(db);
    this.events = new EventsRepository(db);
    this.eventsReadModel = new EventsReadModel(db);
    this.filterValues = new FilterValuesReadModel(db);
    this.invitations = new InvitationsRepository(db);
    this.jobs = new JobsRepository(db, queue);
    this.broadcastRecipients = new BroadcastRecipientsRepository(db);
    this.notificationJobs = new NotificationJobsRepository(db);
    this.notificationJobsReadModel = new NotificationJobsReadModel(db);
    this.notificationSettings = new NotificationSettingsRepository(db);
    this.notificationStreams = new NotificationStreamsReadModel(db);
    this.notifications = new NotificationsRepository(db);
    this.inbox = new InboxReadModel(db);
    this.userState = new UserStateReadModel(db);
    this.personalData = new PersonalDataReadModel(db);
    this.rateLimitCounters = new RateLimitCountersRepository(db);
    this.speakers = new SpeakersRepository(db);
    this.speakersReadModel = new SpeakersReadModel(db);
    this.streamTickets = new StreamTicketsRepository(db);
    this.userImports = new UserImportsRepository(db);
    this.users = new UsersRepository(db);
    this.usersReadModel = new UsersReadModel(db);
  }
}

/** The repositories inside one open transaction. `bound` keeps a Store from passing for a Tx. */
export class Tx extends Repositories {
  readonly bound = 'transaction';
}

const inTransaction = new AsyncLocalStorage<true>();

/** The repositories on the pool, each statement on its own, and the way into a transaction. */
export class Store extends Repositories {
  readonly bound = 'pool';
  readonly #db: Knex;
  readonly #queue: JobQueue;

  constructor(db: Knex, queue: JobQueue) {
    super(db, queue);
    this.#db = db;
    this.#queue = queue;
    db.on('start', (builder: { client: { transacting?: boolean } }) => {
      if (inTransaction.getStore() && !builder.client.transacting) {
        throw new Error('a statement inside store.transaction() left it: use tx, not the store');
      }
    });
  }

  /**
   * Commits when `work` resolves, rolls back when it throws. Only `tx` takes part.
   * With `retry`, work that lost against another transaction runs again, so it must be repeatable.
   */
  async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    { retry = 0 }: { retry?: number } = {},
  ): Promise<T> {
    try {
      return await this.#db.transaction((trx) =>
        inTransaction.run(true, () => work(new Tx(trx, this.#queue))),
      );
    } catch (error) {
      if (retry === 0 || !isTransient(error)) throw error;
      return this.transaction(work, { retry: retry - 1 });
    }
  }
}
