import type autocannon from 'autocannon';
import { signInitData } from '../src/development/launch-data.ts';
import { EVENTS, FIRST_FREE_USER, QUEST_CODE, QUESTS, USERS } from './data.ts';
import type { Goal } from './goals.ts';
import { BOT_TOKEN, tokenIssuer, WITHOUT_KEPT_ANSWERS } from './harness/service.ts';

/** A path that is measured on the service and on the bare server. */
export interface ComparedPath {
  readonly name: string;
  readonly title: string;
  /** The service's CPU time per request as a multiple of the bare server's. */
  readonly goal: Goal;
  readonly status: number | readonly number[];
  /** Whether an answer has ids and times of its own. */
  readonly isWrite?: true;
  /** Whether each answer needs the database. The benchmark fails if one comes from memory. */
  readonly uncached: boolean;
  /** Settings of the service beside those of production. */
  readonly settings?: NodeJS.ProcessEnv;
  /** The requests, repeated in order by each connection; `etag` is that of the first answer. */
  requests(etag: string): autocannon.Request[];
}

const LIST = '/api/v1/events?limit=50';
const FREE_USERS = USERS - FIRST_FREE_USER + 1;
/** Users from 1 on whose own data is read. */
export const READERS = 1_000;

const ratio = (must: number, stretch: number): Goal => ({
  better: 'less',
  unit: '×',
  must,
  stretch,
});

const tokenFor = tokenIssuer();
const tokens = new Map<number, string>();
/** Signed once per user, because the load runs beside the database. */
function authorization(userId: number): string {
  const token = tokens.get(userId) ?? tokenFor(userId);
  tokens.set(userId, token);
  return `Bearer ${token}`;
}

/** A request that differs each time. `nth` counts over all connections, rounds and servers. */
function distinct(build: (nth: number) => autocannon.Request): autocannon.Request[] {
  return [{ ...build(0), setupRequest: (request) => ({ ...request, ...build(++drawn) }) }];
}
let drawn = 0;

const post = (path: string, userId: number, body: object): autocannon.Request => ({
  method: 'POST',
  path,
  headers: { authorization: authorization(userId), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The free user of the nth write. Parallel requests have different users. */
const userOf = (nth: number) => FIRST_FREE_USER + (nth % FREE_USERS);

/** The number from 1 to `count` of what the nth write is for: each lap of the users moves on by one. */
const targetOf = (nth: number, count: number) => 1 + ((nth + Math.floor(nth / FREE_USERS)) % count);

const attending = (nth: number) =>
  post('/api/v1/events/attend', userOf(nth), { event_id: targetOf(nth, EVENTS) });
const cancelling = (nth: number): autocannon.Request => ({
  method: 'DELETE',
  path: `/api/v1/events/${targetOf(nth, EVENTS)}/attend`,
  headers: { authorization: authorization(userOf(nth)) },
});

const LAUNCHED_AT = new Date();
const signingIn = (id: number): autocannon.Request => {
  const names = { first_name: `First ${id}`, last_name: `Last ${id}`, username: `user_${id}` };
  const user = { id: 1_000_000 + id, ...names, language_code: 'en', allows_write_to_pm: true };
  const init_data = signInitData(user, { at: LAUNCHED_AT, botToken: BOT_TOKEN });
  const headers = { 'content-type': 'application/json' };
  return {
    method: 'POST',
    path: '/api/v1/auth/login',
    headers,
    body: JSON.stringify({ init_data }),
  };
};

export const COMPARED_PATHS: readonly ComparedPath[] = [
  {
    name: 'public-list',
    title: 'public list of 50, 58 kB, from memory',
    goal: ratio(1.4, 1.2),
    status: 200,
    uncached: false,
    requests: () => [{ path: LIST }],
  },
  {
    name: 'not-modified',
    title: '304 of it',
    goal: ratio(1.4, 1.2),
    status: 304,
    uncached: false,
    requests: (etag) => [{ path: LIST, headers: { 'if-none-match': etag } }],
  },
  {
    name: 'questions',
    title: '`GET /agenda/:id/questions`, 200 of them, from memory for a second',
    goal: ratio(2, 1.4),
    status: 200,
    uncached: false,
    requests: () => [{ path: '/api/v1/agenda/1/questions' }],
  },
  {
    name: 'event',
    title: '`GET /events/:id`, uncached',
    goal: ratio(1.4, 1.1),
    status: 200,
    uncached: true,
    settings: WITHOUT_KEPT_ANSWERS,
    requests: () =>
      Array.from({ length: EVENTS }, (_, index) => ({ path: `/api/v1/events/${index + 1}` })),
  },
  {
    name: 'me',
    title: '`GET /users/me` by token',
    goal: ratio(1.4, 1.1),
    status: 200,
    uncached: true,
    requests: () =>
      Array.from({ length: READERS }, (_, index) => ({
        path: '/api/v1/users/me',
        headers: { authorization: authorization(1 + index) },
      })),
  },
  {
    name: 'inbox',
    title: '`GET /notifications` by token, 30 of them',
    goal: ratio(1.6, 1.2),
    status: 200,
    uncached: true,
    requests: () =>
      Array.from({ length: READERS }, (_, index) => ({
        path: '/api/v1/notifications',
        headers: { authorization: authorization(1 + index) },
      })),
  },
  {
    name: 'sign-in',
    title: '`POST /auth/login` by launch data, seen today',
    goal: ratio(2, 1.6),
    status: 200,
    isWrite: true,
    uncached: true,
    requests: () => Array.from({ length: READERS }, (_, index) => signingIn(1 + index)),
  },
  {
    name: 'list',
    title: 'list of 50, uncached',
    goal: ratio(1.6, 1.25),
    status: 200,
    uncached: true,
    settings: WITHOUT_KEPT_ANSWERS,
    // Each request has a time of its own, after every event.
    requests: () =>
      distinct((nth) => ({
        path: `${LIST}&to=${new Date(Date.UTC(2099, 0) + nth).toISOString()}`,
      })),
  },
  {
    name: 'attend',
    title: '`POST /events/attend`',
    goal: ratio(2.2, 1.8),
    status: 201,
    isWrite: true,
    uncached: true,
    // Users and events change with each request; each lap of the users moves on by one event.
    requests: () => distinct(attending),
  },
  {
    name: 'attend-cancel',
    title: '`POST /events/attend`, then `DELETE /events/:id/attend`',
    goal: ratio(2, 1.6),
    status: [201, 200],
    isWrite: true,
    uncached: true,
    // Each connection cancels what it has just attended.
    requests: () => [
      {
        ...attending(0),
        setupRequest(request, context) {
          const nth = ++drawn;
          Object.assign(context, { nth });
          return { ...request, ...attending(nth) };
        },
      },
      {
        ...cancelling(0),
        setupRequest: (request, context) => ({
          ...request,
          ...cancelling((context as { nth: number }).nth),
        }),
      },
    ],
  },
  {
    name: 'complete-link',
    title: '`POST /quests/tasks/complete`, a link',
    goal: ratio(2, 1.6),
    status: 201,
    isWrite: true,
    uncached: true,
    // A newcomer to the quest each time.
    requests: () =>
      distinct((nth) =>
        post('/api/v1/quests/tasks/complete', userOf(nth), { task_id: targetOf(nth, QUESTS) }),
      ),
  },
  {
    name: 'complete-code',
    title: '`POST /quests/tasks/complete`, a code',
    goal: ratio(2, 1.6),
    status: 201,
    isWrite: true,
    uncached: true,
    requests: () =>
      distinct((nth) =>
        post('/api/v1/quests/tasks/complete', userOf(nth), {
          task_id: QUESTS + targetOf(nth, QUESTS),
          answer: QUEST_CODE,
        }),
      ),
  },
  {
    name: 'connect',
    title: '`POST /connections`',
    goal: ratio(1.7, 1.4),
    status: 201,
    isWrite: true,
    uncached: true,
    // A new recipient each time. A user may send 50 requests a day, and sends one each lap.
    requests: () =>
      distinct((nth) =>
        post('/api/v1/connections', userOf(nth), {
          recipient_id:
            1 + ((4 * (nth % FREE_USERS) + Math.floor(nth / FREE_USERS)) % (FIRST_FREE_USER - 1)),
        }),
      ),
  },
];
