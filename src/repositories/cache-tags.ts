import type { PublicData } from '../domain/operations/public-data.ts';
import type { Table } from './bindings.ts';
import type { PostCommitHooks } from './post-commit-hooks.ts';
import { STREAM_CHANGES } from './stream-changes.ts';

/**
 * The data that the write methods of a repository may change of what public reads show, triggers and
 * cascades included. A repository that is not listed changes none; a test compares this with what PostgreSQL
 * changes.
 */
export const CACHE_TAGS: Readonly<Record<string, readonly PublicData[]>> = {
  agendaGroups: ['agenda', 'pages'],
  agendaImports: ['agenda', 'events', 'speakers'],
  agendaInterest: ['agenda'],
  agendaItems: ['agenda', 'questions', 'speakers'],
  agendaMoves: ['agenda', 'events'],
  attendeeImports: ['conference_seats'],
  conferenceAttendances: ['conference_seats'],
  conferenceCopies: ['agenda', 'conferences', 'pages'],
  conferencePages: ['pages'],
  conferences: ['agenda', 'conferences', 'events', 'pages', 'quests', 'speakers'],
  eventAttendances: ['event_seats'],
  eventImports: ['agenda', 'events'],
  formQuestions: ['conferences', 'events'],
  events: ['agenda', 'events', 'questions', 'quests'],
  guests: ['conference_seats'],
  importedSpeakers: ['agenda', 'speakers'],
  invitationClaims: ['conference_seats'],
  invitations: ['conference_seats'],
  lineups: ['speakers'],
  ownGuests: ['conference_seats'],
  questions: ['questions'],
  questCopies: ['quests'],
  quests: ['quests'],
  questTasks: ['quests'],
  ratingRequests: ['conferences'],
  speakers: ['agenda', 'speakers'],
  ticketTypes: ['conference_seats', 'conferences'],
  transfers: ['conference_seats'],
};

/** The write methods that change no such data. */
export const SILENT_WRITES: Readonly<Record<string, readonly string[]>> = {
  conferenceAttendances: ['deleteOrganizerNotesOf'],
  eventAttendances: ['updateOrganizerNotes', 'deleteOrganizerNotesOf'],
  ticketTypes: ['updateQuotasLifted'],
  ownGuests: ['update', 'updateInviterErased'],
};

/**
 * The write methods whose changes are seen within a second, as those of another process: while hundreds vote in
 * a session, its list is made once a second, and not after each vote.
 */
export const DELAYED_WRITES: Readonly<Record<string, readonly string[]>> = {
  questions: ['insert', 'insertVote', 'insertReport', 'deleteOwn', 'deleteVote', 'deleteAllOf'],
};

/** `docs/style.md`: every method that writes starts with one of these words. */
const WRITE = /^(insert|upsert|update|delete)/;

/** The table, whose repositories report the data and the rows that their write methods change. */
export const reportingWrites = <T extends Table>(table: T): T =>
  // `Object.fromEntries` loses the type of each key.
  Object.fromEntries(
    Object.entries(table).map(([name, create]) => {
      if (!CACHE_TAGS[name] && !CHANGES[name]) return [name, create];
      const reporting: Table[string] = (db, writing) =>
        reportWrites(name, create(db, writing), writing.hooks);
      return [name, reporting];
    }),
  ) as T;

type ChangesOf = (result: unknown, ...args: unknown[]) => readonly string[];

/** `STREAM_CHANGES` without the types of each method, which its declaration has checked. */
const CHANGES = STREAM_CHANGES as Readonly<
  Record<string, Readonly<Record<string, ChangesOf>> | undefined>
>;

/**
 * Reports each write after it: its data also if it failed, as a statement whose answer was lost may have
 * committed.
 */
function reportWrites<R extends object>(name: string, repository: R, hooks: PostCommitHooks): R {
  const methods = repository as Record<string, (...args: unknown[]) => unknown>;
  for (const { method, data, changesOf } of writesOf(name, Object.getPrototypeOf(repository))) {
    const write = methods[method];
    methods[method] = async (...args) => {
      try {
        const result = await write?.apply(repository, args);
        const changed = changesOf?.(result, ...args) ?? [];
        if (changed.length > 0) hooks.onChanged(changed);
        return result;
      } finally {
        if (data) hooks.onWritten(data);
      }
    };
  }
  return repository;
}

/** A method that is to report. */
interface Write {
  readonly method: string;
  readonly data: readonly PublicData[] | undefined;
  readonly changesOf: ChangesOf | undefined;
}

/** By the name of the repository, because repositories are bound again for each transaction. */
const WRITES = new Map<string, readonly Write[]>();

function writesOf(name: string, prototype: object): readonly Write[] {
  const known = WRITES.get(name);
  if (known) return known;
  const writes = Object.getOwnPropertyNames(prototype)
    .filter((method) => WRITE.test(method))
    .map((method) => ({
      method,
      data: [SILENT_WRITES, DELAYED_WRITES].some((writes) => writes[name]?.includes(method))
        ? undefined
        : CACHE_TAGS[name],
      changesOf: CHANGES[name]?.[method],
    }))
    .filter(({ data, changesOf }) => data !== undefined || changesOf !== undefined);
  WRITES.set(name, writes);
  return writes;
}
