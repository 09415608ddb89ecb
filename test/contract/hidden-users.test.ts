import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { anAward } from '../support/awards.ts';
import { declaredEndpoints, readText } from '../support/endpoints.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  people,
} from '../support/factories.ts';

/** In each text of the two users whom a block hides. */
const MARK = 'Zylquist';
/** Every read of users is called, so a new one is included by its declaration. */
const READS = declaredEndpoints().filter(
  ({ method, auth }) => method === 'get' && auth !== 'admin' && auth !== 'partner',
);
const SEARCH = { q: MARK, limit: '1' };
/** The reads that show one of the two to Mina before a block: the test would see a new one as well. */
const SHOWING = [
  'exportMyData',
  'getLeaderboard',
  'getUserProfile',
  'listConferenceAttendees',
  'listConnectedUsers',
  'listConnections',
  'listEventAttendees',
  'listNotifications',
  'listRecommendedUsers',
  'listUsers',
  'listUsersPaginated',
];

let api: TestApi;
let mina: User;
/** Connected with Mina. */
let jonas: User;
/** Recommended to Mina. */
let wei: User;
let values: Readonly<Record<string, readonly (string | number)[]>>;

beforeEach(async () => {
  api = await startApi();
  [mina, jonas, wei] = await people(api.db, 3, { company: 'Quay', interests: ['looms'] });
  const marked = { messenger_first_name: MARK, messenger_last_name: MARK, username: MARK };
  await api
    .db('users')
    .whereIn('id', [jonas.id, wei.id])
    .update({ ...marked, bio: MARK });
  const conference = await aConference(api.db);
  const event = await anEvent(api.db, { conference_id: conference.id });
  const quest = await aQuest(api.db, { conference_id: conference.id });
  const speaker = await aSpeaker(api.db, {}, [conference]);
  for (const user of [mina, jonas, wei]) {
    await aRegistration(api.db, [user, conference]);
    await anAttendance(api.db, [user, event]);
    await anAward(api, [user, quest], 10);
  }
  const sent = await api.as(jonas).post('/api/v1/connections').send({ recipient_id: mina.id });
  const answer = { status: 'accepted' };
  await api.as(mina).put(`/api/v1/connections/${sent.body.id}`).send(answer).expect(200);
  values = {
    conference: [conference.id],
    conferences: [conference.id],
    events: [event.id],
    quests: [quest.id],
    speakers: [speaker.id],
    slug: [conference.slug, event.slug],
    profile: [jonas.id, wei.id],
    check: [jonas.id, wei.id],
    start: [`u_${jonas.id}`, `u_${wei.id}`],
  };
});
afterEach(() => api.close());

/** The addresses of an endpoint, by the part of the path before its parameter. */
function pathsOf({ path }: AnyEndpoint): string[] {
  const parent = /(\w+)\/:\w+/.exec(path)?.[1] ?? '';
  return (values[parent] ?? [1]).map((value) => path.replace(/:\w+/, String(value)));
}

/** Without parameters, as a search, and in each format. */
function queriesOf({ query }: AnyEndpoint): string[] {
  const known = Object.keys(query?.shape ?? {});
  const search = Object.entries(SEARCH).filter(([name]) => known.includes(name));
  const formats = known.includes('format') ? ['csv', 'vcf'] : [];
  return [
    '',
    ...(known.includes('q') ? [`?${new URLSearchParams(search)}`] : []),
    ...formats.map((format) => `?format=${format}`),
  ];
}

interface Read {
  readonly name: string;
  readonly url: string;
  readonly text: string;
  readonly status: number;
  readonly etag: string | null;
}

async function read(name: string, url: string, known?: Read): Promise<Read> {
  const of = { user_id: mina.id, messenger_id: mina.messenger_id as number };
  const headers: Record<string, string> = {
    Authorization: `Bearer ${api.tokens.issueForUser(of).token}`,
    ...(known?.etag && { 'If-None-Match': known.etag }),
  };
  const res = await fetch(`${api.url}/api/v1${url}`, { headers });
  const text = await readText(res);
  return { name, url, text, status: res.status, etag: res.headers.get('ETag') };
}

const readAll = async (): Promise<Read[]> => {
  const found: Read[] = [];
  for (const endpoint of READS) {
    for (const path of pathsOf(endpoint)) {
      for (const query of queriesOf(endpoint)) {
        found.push(await read(endpoint.name, `${path}${query}`));
      }
    }
  }
  return found;
};

const showing = (reads: readonly Read[]) => reads.filter(({ text }) => text.includes(MARK));
/** 503: the partner is not configured. */
const failing = (reads: readonly Read[]) =>
  reads.filter(({ status }) => status >= 500 && status !== 503);
const namesOf = (reads: readonly Read[]) => [...new Set(reads.map(({ name }) => name))].sort();

/** All pages of a list after its first one, which the client read before the block. */
async function pagesAfter({ name, url, text }: Read): Promise<Read[]> {
  const cursor: string | undefined = JSON.parse(text).pagination?.next_cursor;
  if (!cursor) return [];
  const next = await read(name, `${url.split('?')[0]}?limit=1&cursor=${cursor}`);
  return [next, ...(await pagesAfter(next))];
}

it.each<
  [
    what: string,
    parties: () => readonly [blocker: User | undefined, users: readonly User[]],
    own: readonly string[],
  ]
>([
  ['Mina blocks them', () => [mina, [jonas, wei]] as const, ['exportMyData', 'listBlocks']],
  ['they block Mina', () => [undefined, [jonas, wei]] as const, []],
])('no read shows Mina a hidden user, when %s', async (_what, parties, own) => {
  const before = await readAll();
  expect(failing(before)).toEqual([]);
  expect(namesOf(showing(before))).toEqual(SHOWING);
  const firstPages = await Promise.all(
    ['/users', '/users/paginated'].map((path) => read(path, `${path}?limit=1`)),
  );

  const [blocker, users] = parties();
  for (const user of users) {
    const [by, whom] = blocker ? [blocker, user] : [user, mina];
    await api.as(by).put(`/api/v1/users/${whom.id}/block`).expect(200);
  }

  const after = await readAll();
  expect(failing(after)).toEqual([]);
  expect(namesOf(showing(after)).filter((name) => !own.includes(name))).toEqual([]);
  // An answer that the client has kept is not confirmed.
  for (const known of showing(before)) {
    const again = await read(known.name, known.url, known);
    expect([known.url, again.status]).not.toEqual([known.url, 304]);
  }
  for (const first of firstPages) expect(showing(await pagesAfter(first))).toEqual([]);
});
