import { basename } from 'node:path';
import pg from 'pg';
import { NO_HOOKS } from '../../src/repositories/post-commit-hooks.ts';
import { REPOSITORIES } from '../../src/repositories/store.ts';
import { STREAM_CHANGES } from '../../src/repositories/stream-changes.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { recordSql } from '../support/recorded-sql/recorder.ts';

let database: TestDatabase;
let client: pg.Client;
/** What every repository and read model sends, by the path that `npm run docs:sql` writes. */
let recorded: ReadonlyMap<string, string>;

beforeAll(async () => {
  database = await createDatabase();
  recorded = await recordSql(database.url);
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function explained(statement: string): Promise<string> {
  const text = `explain (costs off, verbose, generic_plan) ${statement}`;
  const { rows } = await client.query<[string]>({ text, rowMode: 'array' });
  return rows.join('\n');
}

describe('the NOTIFY of a notice', () => {
  it('is not part of the transaction, except where it ends live streams and sessions', () => {
    const notifying = [...recorded].filter(([, sql]) => sql.includes('pg_notify'));
    expect(notifying.map(([file]) => file).toSorted()).toEqual([
      // What ends must end in all processes, also if this one dies after the commit.
      'administration/AdminSessionsRepository.updateEnded.sql',
      'administration/AdminSessionsRepository.updateEndedOf.sql',
      'messaging/StreamTicketsRepository.deleteAllOf.sql',
    ]);
  });
});

describe('a SQL function', () => {
  /**
   * PostgreSQL inlines no subquery. Indexes store what `folded` and the functions of a search return,
   * so they may cost a call; else a search calls them once for its own words.
   */
  const NOT_INLINED = [
    'folded',
    'folded_for_search',
    'name_for_search',
    'search_pattern',
    'search_prefix',
    'search_swaps',
    'word_pieces',
  ];

  /** Called by others of them, by indexes, or by the previous version. */
  const NOT_RECORDED = [
    'contains_similar',
    'count_letters',
    'search_words',
    'spaced_words',
    'speaks_one_of',
  ];

  it('is inlined in every recorded statement that calls it', async () => {
    const { rows } = await client.query<{ proname: string }>(
      `select proname from pg_proc join pg_language on pg_language.oid = prolang
        where lanname = 'sql' and pronamespace = 'public'::regnamespace`,
    );
    const functions = rows
      .map(({ proname }) => proname)
      .filter((name) => !NOT_INLINED.includes(name));
    const call = new RegExp(`\\b(${functions.join('|')})\\(`, 'g');
    const called = new Set<string>();

    await client.query('begin');
    try {
      // These create the temporary tables of imports.
      for (const [path, text] of recorded) {
        if (path.endsWith('.insertLines.sql')) await client.query(text);
      }
      for (const [path, text] of recorded) {
        for (const statement of text.split(/(?<=;\n)/)) {
          const names = [...statement.matchAll(call)].map(([, name = '']) => name);
          if (names.length === 0) continue;
          for (const name of names) called.add(name);
          const plan = await explained(statement);
          expect({ path, calls: plan.match(call) }).toEqual({ path, calls: null });
        }
      }
    } finally {
      await client.query('rollback');
    }
    expect([...called, ...NOT_RECORDED].sort()).toEqual(functions.sort());
  });
});

/** The tables of the rows that topics name. */
const TABLES = [
  'agenda_item_speakers',
  'agenda_items',
  'event_attendances',
  'events',
  'feedback',
  'notification_jobs',
  'question_votes',
  'registration_requests',
  'registrations',
  'session_questions',
  'sources',
  'user_quest_tasks',
];

/** The writes of these tables that report nothing, by the reason. */
const UNREPORTED: Readonly<Record<string, readonly string[]>> = {
  'no page of organizers shows what it writes': [
    'agendaImports.updateSources',
    'attendeeImports.updateKeys',
    'invitations.updateRevoked',
    'conferences.updateContentTimestamps',
    'eventImports.updateAgendaItemDeleted',
    'eventImports.updateRevisions',
    'eventImports.updateUrlHash',
    'feedback.deleteOldRepeatHashes',
    'feedback.deleteRepeatHash',
    'broadcasts.deleteMessengerId',
    'registrationRequests.updateSource',
  ],
  'the erasure of a user reports their questions, and their votes are read again with the next change':
    ['questions.deleteAllOf'],
  'events of calendars are no side events': [
    'eventImports.insertMany',
    'eventImports.updateMany',
    'eventImports.updateToCancelled',
    'agendaImports.updateEventsFollowed',
  ],
  'speakers are no topic': [
    'importedSpeakers.updateMany',
    'speakers.updateTalkTimestamps',
    'speakers.updateTalks',
  ],
  'another write of its transaction reports the row': [
    'agendaImports.deleteItemSpeakers',
    'agendaImports.insertItemSpeakers',
    'agendaItems.deleteSpeakers',
    'agendaItems.insertSpeakers',
    'guests.updateKeptEmails',
  ],
  'of an erased person': [
    'ownGuests.updateInviterErased',
    'conferenceAttendances.deleteOrganizerNotesOf',
    'eventAttendances.deleteOrganizerNotesOf',
    'invitationClaims.updateBarsOfErased',
    'invitationClaims.updateBarsOfReturned',
    'events.deleteAllOf',
    'events.deleteContactsOf',
    'submissions.updateWithoutMedia',
  ],
  'automatic tasks are too many': [
    'pendingAwards.deleteEnded',
    'pendingAwards.insertFulfilled',
    'pendingAwards.insertFulfilledOf',
  ],
  'weeks after a conference, nobody looks at its guests': [
    'guests.updateWithoutEmails',
    'guests.updateWithoutNames',
    'questions.deleteOld',
  ],
  'a column that no list of organizers shows': [
    'ratings.insertGroup',
    'agendaInterest.updateBands',
    'formQuestions.updateOwner',
  ],
  'no list shows who was welcomed': ['welcomes.insertDue'],
  'no process runs yet': [
    'restores.updateJobsDue',
    'restores.updateJobsSkipped',
    'restores.updateSources',
  ],
  'a ticket type gets another name, which lists are read for anyway': ['ticketTypes.update'],
  'the source looks as before': ['sources.updateCredential', 'sources.updateRenewed'],
};

/** The methods whose recorded SQL writes one of these tables, as `repository.method`. */
function writersOf(tables: readonly string[]): string[] {
  const writes = new RegExp(
    `\\b(?:insert into|update|delete from)\\s+"?(?:${tables.join('|')})"?\\s`,
  );
  const writing = { queue: { send: async () => {} }, hooks: NO_HOOKS };
  const names = Map.groupBy(
    Object.keys(REPOSITORIES) as (keyof typeof REPOSITORIES)[],
    (name) => REPOSITORIES[name](undefined as never, writing).constructor.name,
  );
  return [...recorded]
    .filter(([, sql]) => writes.test(sql))
    .flatMap(([file]) => {
      const [repository = '', method] = basename(file).split('.');
      return (names.get(repository) ?? [repository]).map((name) => `${name}.${method}`);
    });
}

describe('every write of a row that a topic names', () => {
  const declared = Object.entries(STREAM_CHANGES).flatMap(([name, methods]) =>
    Object.keys(methods).map((method) => `${name}.${method}`),
  );
  const excused = Object.values(UNREPORTED).flat();

  it('is declared, or excused', () => {
    const known = new Set([...declared, ...excused]);
    expect(writersOf(TABLES).filter((name) => !known.has(name))).toEqual([]);
  });

  it('is still there, and not both', () => {
    const writers = new Set(writersOf(TABLES));
    const gone = [...declared, ...excused].filter((name) => !writers.has(name));
    expect(gone).toEqual([]);
    expect(excused.filter((name) => declared.includes(name))).toEqual([]);
  });

  it.each(TABLES)('is found by its table: %s', (table) => {
    expect(writersOf([table])).not.toEqual([]);
  });
});
