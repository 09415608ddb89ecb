import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type StartOptions, startApi, type TestApi } from './api.ts';
import { aConference, anAgendaItem, anEvent, aSpeaker } from './factories.ts';
import { countQueries } from './queries.ts';

/**
 * A process that caches answers, on the database of another. Its clock stands still, so that
 * answers are cached until a write of this process.
 */
export const startCaching = (options: StartOptions & { on: TestApi }): Promise<TestApi> =>
  startApi({
    ...options,
    env: { KEPT_ANSWERS_BYTES: '33554432', ...options.env },
  });

/** The number of statements that make answers while `work` ran: none for answers from memory. */
export const statementsDuring = (
  { db }: Pick<TestApi, 'db'>,
  work: () => PromiseLike<unknown>,
): Promise<number> => countQueries(db, work);

/** One row of everything that public reads show. */
export async function aProgramme({ db }: Pick<TestApi, 'db'>) {
  const conference = await aConference(db);
  const event = await anEvent(db, {
    conference_id: conference.id,
    description: 'Looms. '.repeat(99),
  });
  const speaker = await aSpeaker(db, {}, [conference]);
  const item = await anAgendaItem(db, conference, { track: 'History', questions: 'open' }, [
    speaker,
  ]);
  return { conference, event, speaker, item };
}

export type Programme = Awaited<ReturnType<typeof aProgramme>>;

/** The path of a public read below /api/v1, with the ids and slugs of `programme`. */
export function pathIn({ conference, event, speaker }: Programme, path: string): string {
  const isOfConference = /conference/.test(path);
  const one = isOfConference ? conference : path.startsWith('/events') ? event : speaker;
  const filled = path.replace(/:slug/, one.slug).replace(/:(conference_)?id/, String(one.id));
  return `/api/v1${filled}`;
}

/** The body without `as_of`, which differs in each answer that is made. */
export async function bodyOf(api: Pick<TestApi, 'url'>, path: string): Promise<unknown> {
  const answer = await fetch(api.url + path);
  const text = await answer.text();
  return { status: answer.status, text: text.replace(/"as_of":"[^"]+"/, '') };
}

export interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A request whose headers are exactly those given: `fetch` adds its own. */
export function ask(
  { url }: Pick<TestApi, 'url'>,
  path: string,
  { method = 'GET', headers = {}, body = '' }: RawRequest = {},
): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  request(url + path, { method, headers }, (res) => {
    const chunks: Buffer[] = [];
    res.on('data', (chunk) => chunks.push(chunk));
    res.on('error', reject);
    res.on('end', () =>
      resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }),
    );
  })
    .on('error', reject)
    .end(body);
  return promise;
}

export const decoded = ({ headers, body }: Sent): string => {
  const encoding = headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
};

/** The headers that are the same in two answers, names of `Vary` in any order. */
export function comparable({ headers }: Sent): object {
  const { date, 'x-request-id': id, vary = '', 'content-length': length, ...rest } = headers;
  // The time in a compressed list has an effect on its length.
  const comparableLength = rest['content-encoding'] ? length !== undefined : length;
  return {
    ...rest,
    length: comparableLength,
    hasId: id !== undefined,
    vary: vary.split(', ').sort(),
  };
}
