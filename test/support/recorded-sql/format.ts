import { format } from 'sql-formatter';

/** The names that PostgreSQL knows. */
export interface Names {
  /** Words that are names only in quotes. */
  readonly keywords: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
}

/** Text literals and comments, which stay as they are. */
const OPAQUE = `'(?:[^']|'')*'|--[^\\n]*`;
/** Names that Knex quotes without need. */
const QUOTED = new RegExp(`${OPAQUE}|"([a-z_][a-z0-9_]*)"`, 'g');
/** The formatter puts a blank after the name of a function that it does not know. */
const SPACED_CALL = new RegExp(`${OPAQUE}|\\b([a-z_][a-z0-9_]*) \\(`, 'g');
/** The formatter gives each of these a line of its own, however little follows. */
const CLAUSE =
  /^ *(select|from|where|group by|order by|limit|offset|returning|values|set|insert into|delete from|for key share of)$/;

/** A statement with a semicolon, formatted for reading. Its words stay as they were sent. */
export function formatStatement(sql: string, { keywords, functions }: Names): string {
  const unquoted = sql.replace(QUOTED, (text, name?: string) =>
    name === undefined || keywords.has(name) ? text : name,
  );
  const formatted = format(unquoted, {
    language: 'postgresql',
    keywordCase: 'preserve',
    expressionWidth: 90,
  });
  const closed = formatted.replace(SPACED_CALL, (text, name?: string) =>
    name !== undefined && (name === 'any' || functions.has(name)) ? `${name}(` : text,
  );
  const statement = closed.replace(/;$/, '').replace(/\bon\s+commit\s+drop\b/, 'on commit drop');
  return `${withShortClauses(statement)};\n`;
}

/** Joins a clause whose content is a single line to that line. */
function withShortClauses(sql: string): string {
  const lines = sql.split('\n');
  const joined: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [line = '', content = '', next = ''] = lines.slice(at, at + 3);
    const isShort =
      CLAUSE.test(line) &&
      indentOf(content) > indentOf(line) &&
      indentOf(next) <= indentOf(line) &&
      !content.includes('--');
    joined.push(isShort ? `${line} ${content.trimStart()}` : line);
    if (isShort) at += 1;
  }
  return joined.join('\n');
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
