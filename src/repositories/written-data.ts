import type { PublicData } from '../domain/operations/public-data.ts';
import type { Table } from './bindings.ts';

/**
 * The public data that the write methods of a repository may change, triggers and cascades included.
 * A repository that is not listed changes none; a test compares this with what PostgreSQL changes.
 */
export const WRITTEN_DATA: Readonly<Record<string, readonly PublicData[]>> = {
  agendaImports: ['agenda', 'speakers'],
  agendaItems: ['agenda', 'speakers'],
  attendeeImports: ['conference_seats'],
  conferenceAttendances: ['conference_seats'],
  conferences: ['agenda', 'conferences', 'events', 'quests', 'speakers'],
  erasedInvitations: ['conference_seats'],
  eventAttendances: ['event_seats'],
  eventImports: ['agenda', 'events'],
  events: ['agenda', 'events', 'quests'],
  invitations: ['conference_seats'],
  keptNumbers: ['conference_seats', 'event_seats', 'quests'],
  quests: ['quests'],
  questTasks: ['quests'],
  speakers: ['agenda', 'speakers'],
};

/**
 * The write methods that change no public data: the door of a conference checks in many attendees a
 * second, which no public answer shows.
 */
export const SILENT_WRITES: Readonly<Record<string, readonly string[]>> = {
  conferenceAttendances: ['updateCheckIn', 'updateTicketType'],
  eventAttendances: ['updateCheckIn'],
};

/** `docs/style.md`: every method that writes starts with one of these words. */
const WRITE = /^(insert|upsert|update|delete)/;

/** The table, whose repositories report the data that their write methods change. */
export const reportingWrites = <T extends Table>(table: T): T =>
  // `Object.fromEntries` loses the type of each key.
  Object.fromEntries(
    Object.entries(table).map(([name, create]) => {
      const data = WRITTEN_DATA[name];
      if (!data) return [name, create];
      const reporting: Table[string] = (db, writing) =>
        reportWrites(name, create(db, writing), () => writing.reports.onWritten(data));
      return [name, reporting];
    }),
  ) as T;

/** Reports each write after it, failed ones included: a statement whose answer was lost may have committed. */
function reportWrites<R extends object>(name: string, repository: R, onWritten: () => void): R {
  const methods = repository as Record<string, (...args: unknown[]) => unknown>;
  for (const method of writesOf(name, Object.getPrototypeOf(repository))) {
    const write = methods[method];
    methods[method] = async (...args) => {
      try {
        return await write?.apply(repository, args);
      } finally {
        onWritten();
      }
    };
  }
  return repository;
}

/** By the name of the repository, because repositories are bound again for each transaction. */
const WRITES = new Map<string, readonly string[]>();

function writesOf(name: string, prototype: object): readonly string[] {
  const known = WRITES.get(name);
  if (known) return known;
  const methods = Object.getOwnPropertyNames(prototype).filter(
    (method) => WRITE.test(method) && !SILENT_WRITES[name]?.includes(method),
  );
  WRITES.set(name, methods);
  return methods;
}
