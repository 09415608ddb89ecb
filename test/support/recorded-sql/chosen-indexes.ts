import type { Knex } from 'knex';
import { openDatabase } from '../../../src/db/knex.ts';
import { nodesOf, type PlanNode } from '../plans.ts';
import { insertMany } from './many-rows.ts';
import { sentByAll, storeOn } from './recorder.ts';
import { insertRows, type Rows } from './rows.ts';

/** Logs the plan of each statement to the client, also of those in triggers and functions. */
const LOG_PLANS = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json;
  set client_min_messages = log`;

/** Lets PostgreSQL take each table for 100,000 rows, and each partial index for a tenth of them. */
const GROW = `
  update pg_class set reltuples = 100000, relpages = greatest(1, pg_relation_size(oid) / 8192)
   where relnamespace = 'public'::regnamespace and relkind = 'r';
  update pg_class set reltuples = case when indpred is null then 100000 else 10000 end,
                      relpages = greatest(2, pg_relation_size(pg_class.oid) / 8192)
    from pg_index where indexrelid = pg_class.oid and relnamespace = 'public'::regnamespace`;

const FORGET_VALUES = `
  delete from pg_statistic using pg_class
   where pg_class.oid = starelid and relnamespace = 'public'::regnamespace`;

/**
 * The indexes in the plans of all recorded statements, with the plan for their values and with the one
 * for all values, and both with and without statistics of the columns: a value is rare with them, and
 * common without.
 */
export async function indexesChosenBy(databaseUrl: string): Promise<ReadonlySet<string>> {
  const chosen = new Set<string>();
  const onDatabase = async <T>(work: (db: Knex) => Promise<T>): Promise<T> => {
    const db = openDatabase(databaseUrl, { poolSize: 1 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  };
  const rows = await onDatabase((db) => insertRows(db, storeOn(db)));
  await onDatabase((db) => insertMany(db, rows));
  for (const statistics of [`vacuum analyze; ${GROW}`, FORGET_VALUES]) {
    await onDatabase(async (db) => {
      for (const statement of statistics.split(';')) await db.raw(statement);
    });
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const settings = `${LOG_PLANS}; set enable_seqscan = off; set plan_cache_mode = ${mode}`;
      await onDatabase((db) => noteIndexes(db, { rows, settings, chosen }));
    }
  }
  return chosen;
}

/** Adds the indexes in the plans of the recorded statements to `chosen`. */
async function noteIndexes(
  db: Knex,
  { rows, settings, chosen }: { rows: Rows; settings: string; chosen: Set<string> },
): Promise<void> {
  const connection = await db.client.acquireConnection();
  connection.on('notice', ({ message }: { readonly message: string }) => {
    const [, json] = message.split(/plan:\n/);
    if (!json) return;
    for (const node of nodesOf((JSON.parse(json) as { Plan: PlanNode }).Plan)) {
      if (node['Index Name']) chosen.add(node['Index Name']);
    }
  });
  db.client.releaseConnection(connection);
  await db.raw(settings);
  await sentByAll(db, rows);
}
