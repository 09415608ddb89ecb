import type { ListedData } from '../domain/operations/public-data.ts';

/**
 * The data that the write methods of a repository may change of what lists show, triggers and cascades
 * included. A repository that is not listed changes none; a test compares this with what PostgreSQL
 * changes.
 */
export const WRITTEN_DATA: Readonly<Record<string, readonly ListedData[]>> = {
  agendaFavorites: ['favorites'],
  agendaImports: ['agenda', 'speakers'],
  agendaItems: ['agenda', 'favorites', 'speakers'],
  agendaNotices: ['notifications'],
  attendeeImports: ['attendees', 'conferences', 'people'],
  conferenceAttendances: ['attendees', 'conferences'],
  conferences: ['agenda', 'attendees', 'conferences', 'events', 'favorites', 'quests', 'speakers'],
  connections: ['connections'],
  erasedInvitations: ['conferences'],
  eventAttendances: ['attendees', 'events'],
  eventImports: ['agenda', 'events'],
  eventNotices: ['notifications'],
  events: ['agenda', 'attendees', 'events', 'quests'],
  invitations: ['attendees', 'conferences'],
  keptNumbers: ['conferences', 'events', 'quests'],
  notificationJobs: ['notifications'],
  notifications: ['notifications'],
  participations: ['participations'],
  personalQuestData: ['participations', 'points'],
  points: ['points'],
  quests: ['participations', 'points', 'quests'],
  questTasks: ['quests'],
  registrationRequests: ['participations'],
  settlements: ['participations'],
  speakers: ['agenda', 'speakers'],
  submissions: ['participations'],
  userImports: ['people'],
  users: ['people'],
};

/** Write methods that change none of these data, although others of their repository do. */
const WITHOUT_DATA: Readonly<Record<string, readonly string[]>> = {
  // Each sign-in of a user who is listed already.
  users: ['updateSeen', 'updateSignedOut', 'updateUnreachable'],
};

/** The data that a write method may change. */
export const writtenBy = (name: string, method: string): readonly ListedData[] =>
  WITHOUT_DATA[name]?.includes(method) ? [] : (WRITTEN_DATA[name] ?? []);

/** `docs/style.md`: every method that writes starts with one of these words. */
const WRITE = /^(insert|upsert|update|delete)/;

/**
 * Makes the write methods of a repository report the data they write, after each call, failed ones
 * included: a statement whose answer was lost may have committed.
 */
export function reportWrites<R extends object>(
  name: string,
  repository: R,
  onWrite: (data: readonly ListedData[]) => void,
): R {
  if (!WRITTEN_DATA[name]) return repository;
  const methods = repository as Record<string, (...args: unknown[]) => unknown>;
  for (const [method, data] of writesOf(name, Object.getPrototypeOf(repository))) {
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

type Writes = readonly (readonly [method: string, data: readonly ListedData[]])[];

/** By the name of the repository, because repositories are bound again for each transaction. */
const WRITES = new Map<string, Writes>();

function writesOf(name: string, prototype: object): Writes {
  const known = WRITES.get(name);
  if (known) return known;
  const writes = Object.getOwnPropertyNames(prototype)
    .filter((method) => WRITE.test(method) && writtenBy(name, method).length > 0)
    .map((method) => [method, writtenBy(name, method)] as const);
  WRITES.set(name, writes);
  return writes;
}
