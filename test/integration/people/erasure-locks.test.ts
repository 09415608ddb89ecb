import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { countDeadlocks } from '../../support/deadlocks.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  people,
} from '../../support/factories.ts';

const ROUNDS = 8;
const SIDE_EVENT = {
  title: 'Rooftop breakfast',
  starts_at: '2026-05-15T07:00:00Z',
  ends_at: '2026-05-15T08:00:00Z',
  timezone: 'Europe/Berlin',
};

type Agent = ReturnType<TestApi['as']>;
type Request = PromiseLike<{ status: number }>;

/** Prepares a round for Ada, and returns the requests that run at once with her erasure. */
type Writes = (db: TestApi['db'], ada: User, others: User[]) => Promise<(ada: Agent) => Request[]>;

const events = (agent: Agent, id: number) => [
  agent.post('/api/v1/events/attend').send({ event_id: id }),
  agent.delete(`/api/v1/events/${id}/attend`),
  agent.post('/api/v1/events/attend').send({ event_id: id }),
];

const WRITES: Readonly<Record<string, Writes>> = {
  'attend and cancel an event': async (db, ada, [bea]) => {
    const event = await anEvent(db, { capacity: 1 });
    await anAttendance(db, [ada, event]);
    await anAttendance(db, [bea as User, event], 'waitlisted');
    return (agent) => events(agent, event.id);
  },
  'attend an event that they requested': async (db, ada) => {
    const { id } = await anEvent(db, { submitted_by: ada.id, contact: '@ada', kind: 'side' });
    return (agent) => events(agent, id);
  },
  'register for conferences and cancel': async (db, ada) => {
    const attended = await aConference(db);
    const other = await aConference(db);
    await aRegistration(db, [ada, attended]);
    return (agent) => [
      agent.post(`/api/v1/conferences/${other.id}/register`),
      agent.delete(`/api/v1/conferences/${attended.id}/register`),
      agent.post(`/api/v1/conferences/${attended.id}/register`),
    ];
  },
  'request a side event': async (db, ada) => {
    const conference = await aConference(db);
    await aRegistration(db, [ada, conference]);
    await anEvent(db, { submitted_by: ada.id, status: 'pending', conference_id: conference.id });
    return (agent) =>
      ['Breakfast', 'Lunch', 'Dinner'].map((title) =>
        agent
          .post('/api/v1/events/side-event-request')
          .send({ ...SIDE_EVENT, title, conference_id: conference.id }),
      );
  },
  'request, accept and delete connections': async (db, ada, others) => {
    const [bea, cleo, dora] = others as [User, User, User];
    await aConnection(db, [bea, ada], 'pending');
    await aConnection(db, [ada, cleo]);
    const ids = await db('connections').orderBy('id').pluck('id');
    return (agent) => [
      agent.post('/api/v1/connections').send({ recipient_id: dora.id }),
      agent.put(`/api/v1/connections/${ids.at(-2)}`).send({ status: 'accepted' }),
      agent.delete(`/api/v1/connections/${ids.at(-1)}`),
    ];
  },
  'dismiss notifications': async (db, ada, others) => {
    for (let n = 0; n < 20; n += 1) {
      const actor = others[n % others.length] as User;
      await db('notifications').insert({
        user_id: ada.id,
        type: 'connection_request',
        title: 'A request',
        body: '',
        data: { actor: { id: actor.id } },
      });
    }
    // Their physical order differs from the order of their ids.
    await db('notifications')
      .where({ user_id: ada.id })
      .whereRaw('id % 2 = 0')
      .update({ body: '-' });
    return (agent) =>
      [1, 2, 3].map(() => agent.post('/api/v1/notifications/bulk-dismiss').send({ all: true }));
  },
  'update the profile, settings, tickets and links': async () => (agent) => [
    agent.put('/api/v1/users/me').send({ bio: 'Mathematician' }),
    agent.put('/api/v1/notifications/preferences').send({ topics: { connections: false } }),
    agent.put('/api/v1/notifications/enable').send({ enabled: false }),
    agent.post('/api/v1/notifications/stream-ticket'),
    agent.post('/api/v1/users/me/calendar-link'),
  ],
  'sign in with invitations': async (db, { messenger_id }) => {
    const conferences = [await aConference(db), await aConference(db)];
    await db('registrations').insert(
      conferences.map(({ id: conference_id }) => ({
        conference_id,
        messenger_id,
        status: 'waitlisted',
      })),
    );
    await db('users').where({ messenger_id }).update({ last_seen_at: '2026-01-01T00:00:00Z' });
    return () => [];
  },
};

let db: TestApi['db'];
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url, { poolSize: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('an erasure never deadlocks with requests of the same user, who', () => {
  it.each(Object.entries(WRITES))('%s', async (_, prepare) => {
    const statuses = new Set<number>();

    const deadlocks = await deadlocksIn(ROUNDS, async (api) => {
      const [ada, ...others] = await people(db, 4);
      const send = await prepare(db, ada, others);
      const requests = () => send(api.as(ada));
      const launch = { id: ada.messenger_id as number, first_name: 'Ada' };
      const answers = await Promise.all([
        ...requests(),
        api.as(ada).delete('/api/v1/users/me'),
        api.fromMessenger(launch).post('/api/v1/messenger/upsert'),
        ...requests(),
      ]);
      for (const { status } of answers) statuses.add(status);
    });

    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
    expect(deadlocks).toBe(0);
  });

  it('are erased at once with all their connections', async () => {
    const deadlocks = await deadlocksIn(ROUNDS, async (api) => {
      const users = await people(db, 4);
      for (const [n, requester] of users.entries()) {
        for (const recipient of users.slice(n + 1)) {
          await aConnection(db, [requester, recipient]);
          for (const [user, actor] of [
            [requester, recipient],
            [recipient, requester],
          ] as const) {
            await db('notifications').insert({
              user_id: user.id,
              type: 'connection_accepted',
              title: 'A connection',
              body: '',
              data: { actor: { id: actor.id } },
            });
          }
        }
      }
      const event = await anEvent(db, { capacity: 1 });
      for (const [n, user] of users.entries()) {
        await anAttendance(db, [user, event], n === 0 ? 'registered' : 'waitlisted');
      }

      const answers = await Promise.all(
        users.map((user) => api.as(user).delete('/api/v1/users/me')),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });
    expect(deadlocks).toBe(0);
  });
});

/**
 * The deadlocks of the rounds. The application is closed before they are counted: a pool that is
 * destroyed under it waits for what is sent since then, up to a minute.
 */
async function deadlocksIn(rounds: number, work: (api: TestApi) => Promise<void>): Promise<number> {
  const before = await countDeadlocks(db);
  {
    await using api = await startApi({ on: { databaseUrl: database.url } });
    for (let round = 0; round < rounds; round += 1) await work(api);
  }
  return (await countDeadlocks(db)) - before;
}
