import { seesContacts } from '../../src/domain/administration/contacts.ts';
import { PRESETS, type Preset } from '../../src/domain/administration/grants.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import type { TestApi } from './api.ts';
import { aKey } from './api-keys.ts';
import { nameOf } from './endpoints.ts';

const NAMES = Object.keys(PRESETS) as readonly Preset[];

const HEAD = `# Operations of administrators, by preset

Written by \`npm run generate\`: a key of each preset of
[grants.ts](../src/domain/administration/grants.ts) calls every operation. ✓: the answer is neither 401 nor 403.
[Administration](administration.md) explains keys and scopes.
`;

const CONTACTS = `## Contacts

Whether messenger ids, usernames, e-mails and other contacts are in the answers, and a search finds them.
`;

/** An operation as a row of the table; `query` makes its answer a file. */
interface Row {
  readonly endpoint: AnyEndpoint;
  readonly title: string;
  readonly scopes: readonly string[];
  readonly query: string;
}

/**
 * `docs/administration-operations.md`: which operations of administrators a key of each preset may
 * call, by what the service answers.
 */
export async function operationsPage(api: Pick<TestApi, 'db' | 'url' | 'endpoints'>) {
  const keys: string[] = [];
  for (const name of NAMES) keys.push((await aKey(api.db, { scopes: PRESETS[name] })).secret);
  const ofAdministrators = api.endpoints.filter(({ auth }) => auth === 'admin');
  const byTag = Map.groupBy(ofAdministrators, ({ tag }) => String(tag));
  const sections: string[] = [];
  for (const tag of [...byTag.keys()].sort()) {
    const rows = (byTag.get(tag) ?? []).flatMap(rowsOf);
    const lines: string[] = [];
    for (const row of rows.sort((a, b) => (a.title < b.title ? -1 : 1))) {
      const allowed: boolean[] = [];
      for (const key of keys) allowed.push(await isAllowed(api.url, row, key));
      lines.push(line([`\`${row.title}\``, scopesIn(row.scopes)], allowed));
    }
    const title = tag.replace(/^Admin: ./, (start) => start.slice(-1).toUpperCase());
    sections.push(`## ${title}\n\n${table(['operation', 'scope'], lines)}`);
  }
  const contacts = NAMES.map((name) => seesContacts({ scopes: PRESETS[name] }));
  const shown = table(['answers', 'scope'], [line(['contacts', '`people:contacts`'], contacts)]);
  return [HEAD, ...sections, `${CONTACTS}\n${shown}`].join('\n');
}

/** An endpoint, and once more if its answer can be a file that needs a scope of its own. */
function rowsOf(endpoint: AnyEndpoint): Row[] {
  const { scope, exportScope } = endpoint;
  const scopes: readonly string[] = [scope ?? []].flat();
  const json = { endpoint, title: nameOf(endpoint), scopes, query: '' };
  if (!exportScope) return [json];
  const query = '?format=csv';
  return [json, { ...json, title: json.title + query, scopes: [...scopes, exportScope], query }];
}

/** Calls an operation with a wrong id and a wrong body, which are noticed after the scopes. */
async function isAllowed(url: string, { endpoint, query }: Row, key: string): Promise<boolean> {
  const path = endpoint.path.replace(/:\w+/g, '999999');
  const { status } = await fetch(`${url}/api/v1${path}${query}`, {
    method: endpoint.method.toUpperCase(),
    headers: { 'X-API-Key': key, 'Content-Type': 'text/plain' },
    ...(endpoint.method !== 'get' && { body: 'no JSON' }),
  });
  return status !== 401 && status !== 403;
}

const scopesIn = (scopes: readonly string[]): string =>
  scopes.map((scope) => `\`${scope}\``).join(', ');

const line = (cells: readonly string[], allowed: readonly boolean[]): string =>
  `| ${[...cells, ...allowed.map((is) => (is ? '✓' : ''))].join(' | ')} |`;

const table = (columns: readonly string[], lines: readonly string[]): string => {
  const all = [...columns, ...NAMES];
  const dashes = all.map((_, place) => (place < columns.length ? '---' : ':-:'));
  return `${[`| ${all.join(' | ')} |`, `| ${dashes.join(' | ')} |`, ...lines].join('\n')}\n`;
};
