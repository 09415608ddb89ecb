import type { PublicData } from '../domain/operations/public-data.ts';
import type { Table } from './bindings.ts';

/**
 * The public data that the write methods of a repository may change, triggers and cascades included.
 * A repository that is not listed changes none; a test compares this with what PostgreSQL changes.
 */
export const WRITTEN_DATA: Readonly<Record<string, readonly PublicData[]>> = {
  agendaImports: ['agenda', 'speakers'],
  agendaItems: ['agenda', 'speakers'],
  attendeeImports: ['conferences'],
  conferenceAttendances: ['conferences'],
  conferences: ['agenda', 'conferences', 'events', 'quests', 'speakers'],
  erasedInvitations: ['conferences'],
  eventAttendances: ['events'],
  eventImports: ['agenda', 'events'],
  events: ['agenda', 'events', 'quests'],
  invitations: ['conferences'],
  keptNumbers: ['conferences', 'events', 'quests'],
  quests: ['quests'],
  questTasks: ['quests'],
  speakers: ['agenda', 'speakers'],
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
        reportWrites(create(db, writing), () => writing.reports.onWritten(data));
      return [name, reporting];
    }),
  ) as T;

/** Reports each write after it, failed ones included: a statement whose answer was lost may have committed. */
function reportWrites<R extends object>(repository: R, onWritten: () => void): R {
  const methods = repository as Record<string, (...args: unknown[]) => unknown>;
  for (const method of writesOf(Object.getPrototypeOf(repository))) {
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

/** Wraps the prototype, because repositories are bound again for each transaction. */
const WRITES = new WeakMap<object, readonly string[]>();

function writesOf(prototype: object): readonly string[] {
  const known = WRITES.get(prototype);
  if (known) return known;
  const names = Object.getOwnPropertyNames(prototype).filter((name) => WRITE.test(name));
  WRITES.set(prototype, names);
  return names;
}
