/** The migration that builds the schema of all those before it, which have no files. */
export const BASELINE = '20261129130001_baseline';

/** The last commit with those files, whose package.json has this version too; their number, and the newest of them. */
const BEFORE = {
  commit: '5ab2f10e',
  count: 128,
  newest: '20261129130000_backups',
} as const;

/** A database has migrations that this version does not know, and cannot follow. */
export class UnknownMigrations extends Error {}

/**
 * The migrations among the applied ones that the baseline replaces: all of them, or none.
 * @throws UnknownMigrations naming the commit to pass through, for a database that has only some
 */
export function replacedByBaseline(applied: readonly string[]): readonly string[] {
  if (applied.includes(BASELINE)) return [];
  const earlier = applied.filter((name) => name < BASELINE).sort();
  const newest = earlier.at(-1);
  if (newest === undefined) return [];
  if (newest === BEFORE.newest && earlier.length === BEFORE.count) return earlier;
  throw new UnknownMigrations(
    `The database is older than this version can follow: it has ${earlier.length} of the ${BEFORE.count} migrations before ${BASELINE}, up to ${newest}. Check out commit ${BEFORE.commit} and run npm ci && npm run migrate there first, which applies the others: the version in package.json does not tell the two apart.`,
  );
}
