import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import {
  AttendancesRepository,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
} from '../repositories/attendances.repository.ts';
import { AuditRepository } from '../repositories/audit.repository.ts';
import { ConferencesRepository } from '../repositories/conferences.repository.ts';
import { ConnectionsRepository } from '../repositories/connections.repository.ts';
import { ErasedPeopleRepository } from '../repositories/erased-people.repository.ts';
import { EventImportsRepository } from '../repositories/event-imports.repository.ts';
import { EventsRepository } from '../repositories/events.repository.ts';
import { NotificationsRepository } from '../repositories/notifications.repository.ts';
import { RateLimitCountersRepository } from '../repositories/rate-limit-counters.repository.ts';
import { AdminUsersReadModel } from '../repositories/read-models/admin-users.read-model.ts';
import { ConferencesReadModel } from '../repositories/read-models/conferences.read-model.ts';
import { EventsReadModel } from '../repositories/read-models/events.read-model.ts';
import { PersonalDataReadModel } from '../repositories/read-models/personal-data.read-model.ts';
import { UsersReadModel } from '../repositories/read-models/users.read-model.ts';
import { UserImportsRepository } from '../repositories/user-imports.repository.ts';
import { UsersRepository } from '../repositories/users.repository.ts';
import { isTransient } from './pg-errors.ts';

/** Every repository, all bound to one handle: the pool, or one open transaction. */
class Repositories {
  readonly adminUsers: AdminUsersReadModel;
  readonly audit: AuditRepository;
  readonly conferenceAttendances: AttendancesRepository;
  readonly conferences: ConferencesRepository;
  readonly conferencesReadModel: ConferencesReadModel;
  readonly connections: ConnectionsRepository;
  readonly erasedPeople: ErasedPeopleRepository;
  readonly eventAttendances: AttendancesRepository;
  readonly eventImports: EventImportsRepository;
  readonly events: EventsRepository;
  readonly eventsReadModel: EventsReadModel;
  readonly notifications: NotificationsRepository;
  readonly personalData: PersonalDataReadModel;
  readonly rateLimitCounters: RateLimitCountersRepository;
  readonly userImports: UserImportsRepository;
  readonly users: UsersRepository;
  readonly usersReadModel: UsersReadModel;

  constructor(db: Knex) {
    this.adminUsers = new AdminUsersReadModel(db);
    this.audit = new AuditRepository(db);
    this.conferenceAttendances = new AttendancesRepository(db, CONFERENCE_ATTENDANCES);
    this.conferences = new ConferencesRepository(db);
    this.conferencesReadModel = new ConferencesReadModel(db);
    this.connections = new ConnectionsRepository(db);
    this.erasedPeople = new ErasedPeopleRepository(db);
    this.eventAttendances = new AttendancesRepository(db, EVENT_ATTENDANCES);
    this.eventImports = new EventImportsRepository(db);
    this.events = new EventsRepository(db);
    this.eventsReadModel = new EventsReadModel(db);
    this.notifications = new NotificationsRepository(db);
    this.personalData = new PersonalDataReadModel(db);
    this.rateLimitCounters = new RateLimitCountersRepository(db);
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

  constructor(db: Knex) {
    super(db);
    this.#db = db;
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
      return await this.#db.transaction((trx) => inTransaction.run(true, () => work(new Tx(trx))));
    } catch (error) {
      if (retry === 0 || !isTransient(error)) throw error;
      return this.transaction(work, { retry: retry - 1 });
    }
  }
}
