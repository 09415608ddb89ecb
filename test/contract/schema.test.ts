import type pg from 'pg';
import { connectTo, createDatabase, type TestDatabase } from '../support/database.ts';
import { indexesChosenBy } from '../support/recorded-sql/chosen-indexes.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  await using client = await connectTo(database.url);
  return (await client.query<T>(sql)).rows;
}

describe('a check', () => {
  it('of several columns is named after what it requires', async () => {
    const generated = await query(`
      select conname from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace
         and (conname = conrelid::regclass || '_check' or conname ~ '_check[0-9]+$')`);

    expect(generated).toEqual([]);
  });

  it('has a name of its own, and holds for every row', async () => {
    const checks = `pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`;

    expect(await query(`select conname from ${checks} group by 1 having count(*) > 1`)).toEqual([]);
    expect(await query(`select conname from ${checks} and not convalidated`)).toEqual([]);
  });
});

/** Indexes of the columns of another index, of few of its rows: what the other one would read instead. */
const OF_FEW_ROWS: Readonly<Record<string, string>> = {
  cached_rankings_due_idx: 'rankings that the job makes again: all',
  registrations_newest_idx: 'attendees, the newest first: the whole waitlist',
  registrations_open_idx: 'guests who are invited: all attendees',
  registrations_erased_idx: 'erased guests: all registrations of a conference',
  registrations_kept_email_idx: 'kept addresses: all registrations of past conferences',
  registrations_named_idx:
    'names of guests of past conferences: their invitations, most of which have none',
  enrichment_job_users_unfinished_idx: 'running jobs: all users of each job',
  event_attendances_newest_idx: 'attendees, the newest first: the whole waitlist',
  conferences_cancelled_idx:
    'every list of quests: all conferences, to leave out the cancelled ones',
  conferences_drafts_idx: 'every public list of events: all conferences, to leave out drafts',
  quests_inactive_idx: 'hidden quests: all quests',
  speakers_drafts_idx: 'drafts of speakers: all speakers',
  speakers_featured_idx: 'featured speakers: all speakers',
  speakers_not_featured_idx: 'the total of the speakers who are not featured: all speakers',
  speakers_without_bio_idx: 'speakers without a bio: all speakers',
  speakers_without_photo_idx: 'speakers without a photo: all speakers',
  users_listed_idx: 'GET /users: all users that an import has just brought',
  user_reports_waiting_idx: 'open reports: all reports, most of which are resolved',
  webhook_deliveries_waiting_idx:
    'the oldest delivery that waits: all deliveries of an endpoint, of a week',
};

/** Indexes whose statement may take another one on a table of one page. */
const ONLY_LARGE: Readonly<Record<string, string>> = {
  users_interests_idx: 'of the previous version, which runs beside this one during an update',
  notification_jobs_submitted_idx:
    'notification_jobs_content_idx begins with the same columns: on one page, chance decides between them',
};

describe('an index', () => {
  it('repeats no other one, unless it has few of its rows', async () => {
    const repeated = await query<{ name: string }>(`
      with indexes as (
        select indexrelid::regclass::text as name, indrelid, indisunique, relam,
               pg_get_expr(indpred, indrelid) as predicate,
               array(select pg_get_indexdef(indexrelid, n, true)
                       from generate_series(1, indnkeyatts) n) as columns
          from pg_index join pg_class on pg_class.oid = indexrelid
         where relnamespace = 'public'::regnamespace
      )
      select distinct a.name
        from indexes a join indexes b on a.indrelid = b.indrelid and a.relam = b.relam and a.name <> b.name
       where not a.indisunique and a.columns = b.columns[1:cardinality(a.columns)]
         and (b.predicate is null or b.predicate = a.predicate)
       order by a.name`);

    expect(repeated.map(({ name }) => name)).toEqual(Object.keys(OF_FEW_ROWS).sort());
  });

  it('is unique, of a foreign key, or chosen by a recorded statement', async () => {
    await using recorded = await createDatabase();
    const chosen = await indexesChosenBy(recorded.url);
    const optional = await query<{ name: string }>(`
      select indexrelid::regclass::text as name from pg_index
        join pg_class on pg_class.oid = indexrelid
       where relnamespace = 'public'::regnamespace and not indisunique
         and not exists (
           select from pg_constraint
            where contype = 'f' and conrelid = indrelid and conkey[1] = indkey[0]
              and (indpred is null
                   or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', (
                     select attname from pg_attribute
                      where attrelid = indrelid and attnum = indkey[0]))))
       order by 1`);

    const names = optional.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ONLY_LARGE)));
    // On a table of one page, where their statements take another one, chance decides between the two.
    const unused = names.filter((name) => !chosen.has(name) && !(name in ONLY_LARGE));
    expect(unused).toEqual([]);
  }, 240_000);
});
