import { ApiError } from '../../../src/client/api-error.ts';
import { Client } from '../../../src/client/client.ts';
import { apiKey, bearerToken, launchData } from '../../../src/client/credentials.ts';
import type { Session } from '../../../src/client/operations.d.ts';
import { waitMs } from '../../../src/client/retries.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { people } from '../../support/factories.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { until } from '../../support/until.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const baseUrl = () => `${api.url}/api/v1`;
const organizer = (given?: typeof fetch) =>
  new Client({
    baseUrl: baseUrl(),
    credentials: apiKey(ADMIN_API_KEY),
    ...(given && { fetch: given }),
  });

/** A network that loses the first answers, after the service has sent them. */
function losing(answers: number): { fetch: typeof fetch; requests: string[] } {
  const requests: string[] = [];
  return {
    requests,
    async fetch(url, init) {
      requests.push(`${init?.method} ${new URL(String(url)).pathname}`);
      const answer = await fetch(url, init);
      if (requests.length <= answers) throw new TypeError('the connection was reset');
      return answer;
    },
  };
}
const raw = (id: number) =>
  signInitData({ id, first_name: 'Ada' }, { at: api.now(), botToken: BOT_TOKEN });
const attendee = (id: number, given: typeof fetch = fetch) =>
  new Client({ baseUrl: baseUrl(), credentials: launchData(raw(id)), fetch: given });
const CONFERENCE = {
  name: 'Lost and found',
  starts_on: '2026-05-14',
  ends_on: '2026-05-15',
  timezone: 'Europe/Berlin',
} as const;

describe('after a lost answer', () => {
  it('sends the same key again, so that nothing happens twice', async () => {
    const network = losing(2);
    const { id } = await organizer(network.fetch).call('createConference', { body: CONFERENCE });
    const { pagination, data } = await organizer().call('listAdminConferences', {
      params: { q: 'Lost and found' },
    });
    expect(network.requests).toHaveLength(3);
    expect(data.map((one) => one.id)).toEqual([id]);
    expect(pagination.total).toBe(1);
  });

  it('reads again, and gives up after two more attempts', async () => {
    const network = losing(3);
    const error = await organizer(network.fetch)
      .call('getOwnAccess')
      .catch((one) => one);
    expect(network.requests).toHaveLength(3);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'NETWORK', status: 0, operation: 'getOwnAccess' });
  });

  it('never repeats what could happen twice', async () => {
    const { token } = await attendee(1).call('signIn', { body: { init_data: raw(1) } });
    const network = losing(1);
    const client = new Client({
      baseUrl: baseUrl(),
      credentials: bearerToken(() => token),
      fetch: network.fetch,
    });
    const failure = client.call('updateMyProfile', { body: { bio: 'Once' } });
    await expect(failure).rejects.toMatchObject({ code: 'NETWORK' });
    expect(network.requests).toEqual(['PATCH /api/v1/users/me']);
  });
});

it('a strict client has a misspelled field refused, any other has it ignored', async () => {
  const options = { body: { ...CONFERENCE, locaton: 'Pier 3' } };
  const settings = { baseUrl: baseUrl(), credentials: apiKey(ADMIN_API_KEY) };
  const refused = new Client({ ...settings, strict: true }).call('createConference', options);
  await expect(refused).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: 'locaton: unknown field',
  });
  const { name } = await new Client(settings).call('createConference', options);
  expect(name).toBe(CONFERENCE.name);
});

it('says how many calls a limit still allows', async () => {
  await using limited = await startApi({ env: { RATE_LIMIT_ENABLED: 'true' } });
  const wrong = { body: { key: 'not a key' } };
  const refused = () =>
    new Client({ baseUrl: `${limited.url}/api/v1` })
      .call('startAdminSession', wrong)
      .catch((error: ApiError) => error.remaining);
  const first = await refused();
  expect(first).toEqual(expect.any(Number));
  expect(await refused()).toBe(Number(first) - 1);
});

describe('waitMs', () => {
  const error = (status: number, retryAfterMs?: number) =>
    new ApiError('listEvents', 'refused', {
      status,
      code: 'RATE_LIMITED',
      body: undefined,
      requestId: undefined,
      retryAfterMs,
    });

  it.each([
    ['waits as long as a 429 says, whatever the operation', error(429, 7_000), false, 7_000],
    ['fails when a 429 asks for more than 10 s', error(429, 11_000), true, undefined],
    ['waits as long as a 503 says', error(503, 2_000), true, 2_000],
    ['fails after a 503 of what may have happened', error(503, 2_000), false, undefined],
    ['fails after a refusal', error(409), true, undefined],
    ['fails after the error of a caller', new TypeError('undefined'), true, undefined],
  ])('%s', (_, failure, mayRun, ms) => {
    expect(waitMs(failure, mayRun, 0)).toBe(ms);
  });

  it('waits longer from attempt to attempt where nothing says how long', () => {
    for (const attempt of [0, 1, 2]) {
      const ms = waitMs(error(502), true, attempt) ?? 0;
      expect(ms).toBeGreaterThanOrEqual(150 * 2 ** attempt);
      expect(ms).toBeLessThanOrEqual(450 * 2 ** attempt);
    }
  });
});

describe('rows', () => {
  it('follows the cursor of a list, and stops asking when its reader stops', async () => {
    await people(api.db, 45);
    const network = losing(0);
    const ids: number[] = [];
    for await (const { id } of organizer(network.fetch).rows('listAdminUsers')) ids.push(id);
    const { total } = (await organizer().call('listAdminUsers')).pagination;
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(total ?? 0);
    const asked = network.requests.length;
    expect(asked).toBe(Math.ceil(ids.length / 20));
    for await (const { id } of organizer(network.fetch).rows('listAdminUsers')) {
      expect(id).toBe(ids[0]);
      break;
    }
    expect(network.requests).toHaveLength(asked + 1);
  });
});

describe('launch data', () => {
  it('signs in once for calls at once, and once more after the token has expired', async () => {
    const sessions: Session[] = [];
    const network = losing(0);
    const credentials = launchData(raw(2), { onSession: (one) => sessions.push(one) });
    const client = new Client({ baseUrl: baseUrl(), credentials, fetch: network.fetch });
    const callAll = () =>
      Promise.all(Array.from({ length: 10 }, () => client.call('getMyProfile')));
    const signIns = () => network.requests.filter((one) => one.endsWith('/auth/login')).length;

    expect((await callAll()).map(({ first_name }) => first_name)).toEqual(Array(10).fill('Ada'));
    expect(signIns()).toBe(1);
    api.advance(2 * 3_600_000);
    await callAll();
    expect(signIns()).toBe(2);
    expect(sessions).toHaveLength(2);
  });

  it('fails with the refusal of the sign-in, and tries again at the next call', async () => {
    const network = losing(0);
    const client = new Client({
      baseUrl: baseUrl(),
      credentials: launchData('hash=none'),
      fetch: network.fetch,
    });
    for (const attempt of [1, 2]) {
      const failure = client.call('getMyProfile');
      await expect(failure).rejects.toMatchObject({ operation: 'signIn', code: 'UNAUTHORIZED' });
      expect(network.requests).toHaveLength(attempt);
    }
  });
});

describe('stream', () => {
  it('goes on behind the last event after a lost connection', async () => {
    const network = new AbortController();
    let opened = 0;
    const client = attendee(3, async (url, init) => {
      if (!String(url).endsWith('/stream')) return fetch(url, init);
      const isLost = network.signal.aborted;
      const answer = await fetch(url, isLost ? init : { ...init, signal: network.signal });
      opened += 1;
      return answer;
    });
    const { id: user_id } = await client.call('getMyProfile');
    const send = (title: string) =>
      organizer().call('createNotification', { body: { user_id, title, body: 'Hello' } });
    const leaving = new AbortController();
    const titles: string[] = [];
    const listening = (async () => {
      for await (const { id, data } of client.stream('streamNotifications', leaving)) {
        expect(id).not.toBe('');
        titles.push(data.title);
      }
    })();

    await until(() => opened === 1);
    await send('First');
    await until(() => titles.length === 1);
    network.abort();
    await send('Second');
    await until(() => titles.length >= 2);
    leaving.abort(new Error('left'));
    await expect(listening).rejects.toThrow('left');
    expect(titles).toEqual(['First', 'Second']);
  });

  it('ends when the service refuses it', async () => {
    const client = new Client({ baseUrl: baseUrl(), credentials: bearerToken(() => 'none') });
    const events = client.stream('streamNotifications');
    await expect(events.next()).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });
});

it('ends a call with the reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('the page was left'));
  await expect(organizer().call('getOwnAccess', { signal })).rejects.toThrow('the page was left');
});
