import { readdirSync, readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { openDatabase } from '../../../src/db/knex.ts';
import { openStore, type Tx } from '../../../src/repositories/store.ts';
import { sentDuring } from '../queries.ts';
import { type Call, callsOn } from './calls.ts';
import { formatStatement, type Names } from './format.ts';
import { insertMany } from './many-rows.ts';
import { insertRows, type Rows } from './rows.ts';

/** The compiler checks the arguments where the calls are written; here methods only have names. */
type Callable = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
type Bound = Readonly<Record<string, Callable>>;
type CallTable = Readonly<Record<string, Readonly<Record<string, readonly Call<unknown[]>[]>>>>;

interface Sent {
  readonly className: string;
  readonly method: string;
  /** The name of the object in the store. */
  readonly name: string;
  readonly note: string | undefined;
  readonly sql: string;
  /** The place among the statements of the same call, as `1 of 2`; undefined for an only one. */
  readonly place: string | undefined;
}

/**
 * Calls every method of every repository and read model on an empty, migrated database. Returns the
 * text of each file that `npm run docs:sql` writes, by its path there.
 */
export async function recordSql(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  // One connection: statements that a method sends at once always come in the same order.
  const db = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const rows = await insertRows(db, storeOn(db));
    await insertMany(db, rows);
    const sent = await sentByAll(db, rows);
    return filesOf(sent, await namesOf(db));
  } finally {
    await db.destroy();
  }
}

export const storeOn = (db: Knex) => openStore(db, { send: async () => {} });

/** Calls every method, and rolls back what it wrote. */
export async function sentByAll(db: Knex, rows: Rows): Promise<Sent[]> {
  const store = storeOn(db);
  const { read, ...repositories } = callsOn(rows);
  return [
    ...(await sentBy(db, repositories as CallTable, (call) => store.dryRun(call))),
    ...(await sentBy(db, read as CallTable, (call) => call(store.read))),
  ];
}

/** @throws Error for a call that sends no statement */
async function sentBy(
  db: Knex,
  table: CallTable,
  run: (call: (bound: object) => Promise<Sent[]>) => Promise<Sent[]>,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const [name, methods] of Object.entries(table)) {
    for (const [method, calls] of Object.entries(methods)) {
      for (const call of calls) {
        sent.push(...(await run((bound) => sentByCall(db, bound, { name, method, call }))));
      }
    }
  }
  return sent;
}

async function sentByCall(
  db: Knex,
  bound: object,
  { name, method, call }: { name: string; method: string; call: Call<unknown[]> },
): Promise<Sent[]> {
  const { args, note, before } = Array.isArray(call) ? { args: call } : call;
  await before?.(bound as Tx);
  const target = (bound as Bound)[name] as Callable;
  // COPY is not among them: it goes past Knex.
  const statements = await sentDuring(db, async () => target[method]?.(...args));
  if (statements.length === 0) throw new Error(`${name}.${method} sent no statement`);
  const className = target.constructor.name;
  return statements.map(({ sql }, index) => {
    const place = statements.length > 1 ? `${index + 1} of ${statements.length}` : undefined;
    return { className, method, name, note, sql, place };
  });
}

/** The distinct statements of each method, in the order in which they were first sent. */
function filesOf(sent: readonly Sent[], names: Names): Map<string, string> {
  const capabilities = capabilitiesOfClasses();
  const byFile = Map.groupBy(
    sent,
    ({ className, method }) => `${capabilities.get(className)}/${className}.${method}.sql`,
  );
  return new Map([...byFile].map(([path, statements]) => [path, fileText(statements, names)]));
}

function fileText(statements: readonly Sent[], names: Names): string {
  // A class may be bound to several tables.
  const isShared = new Set(statements.map(({ name }) => name)).size > 1;
  const distinct = new Map<string, Sent>();
  for (const statement of statements) {
    if (!distinct.has(statement.sql)) distinct.set(statement.sql, statement);
  }
  return [...distinct.values()]
    .map(({ name, method, note, place, sql }) => {
      const comment = [isShared ? name : undefined, note, place].filter(Boolean).join(', ');
      if (distinct.size > 1 && !comment)
        throw new Error(`a call of ${name}.${method} needs a note`);
      return `${comment && `-- ${comment}\n`}${formatStatement(sql, names)}`;
    })
    .join('\n');
}

/** The folder of `src/repositories` that each class is declared in, by the name of the class. */
function capabilitiesOfClasses(): ReadonlyMap<string, string> {
  const root = new URL('../../../src/repositories/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => {
        const text = readFileSync(new URL(path, root), 'utf8');
        const [capability = ''] = path.split('/');
        return [...text.matchAll(/^export class (\w+)/gm)].map(
          ([, className = '']) => [className, capability] as const,
        );
      }),
  );
}

async function namesOf(db: Knex): Promise<Names> {
  const keywords = await db.raw(`select word from pg_get_keywords() where catcode <> 'U'`);
  const functions = await db.raw('select distinct proname from pg_proc');
  return {
    keywords: new Set(keywords.rows.map(({ word }: { word: string }) => word)),
    functions: new Set(functions.rows.map(({ proname }: { proname: string }) => proname)),
  };
}
