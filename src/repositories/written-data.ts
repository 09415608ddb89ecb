import type { PublicData } from '../domain/operations/public-data.ts';

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

/**
 * Makes the write methods of a repository report the data they write, after each call, failed ones
 * included: a statement whose answer was lost may have committed.
 */
export function reportWrites<R extends object>(
  name: string,
  repository: R,
  onWrite: (data: readonly PublicData[]) => void,
): R {
  const data = WRITTEN_DATA[name];
  if (!data) return repository;
  const methods = repository as Record<string, (...args: unknown[]) => unknown>;
  for (const method of writesOf(Object.getPrototypeOf(repository))) {
    if (SILENT_WRITES[name]?.includes(method)) continue;
    const write = methods[method];
    methods[method] = async (...args) => {
      try {
        return await write?.apply(repository, args);
      } finally {
        onWrite(data);
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
