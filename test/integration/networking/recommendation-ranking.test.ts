import type { TermFields } from '../../../src/domain/networking/match-terms.ts';
import { profileTerms, tagTerms } from '../../../src/domain/networking/match-terms.ts';
import { type Signals, scoreOf, weightOf } from '../../../src/domain/networking/recommendations.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';

const RUNS = casesOf({ least: 4, per: 1_000 });
const PEOPLE = 24;
const WORDS = ['rust', 'looms', 'cobol', 'tides', 'chips', 'knots', 'jazz'];

/** Small numbers from a seed, so that a failure can be repeated. */
function dice(seed: number) {
  let state = seed * 7_919 + 1;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
}
type Dice = ReturnType<typeof dice>;

const some = <T>(roll: Dice, items: readonly T[], chance: number): T[] =>
  items.filter(() => roll(100) < chance);

/** All that a score depends on, as the test made it. */
interface World {
  readonly users: readonly User[];
  readonly terms: ReadonlyMap<number, ReadonlySet<string>>;
  readonly events: ReadonlyMap<number, ReadonlySet<number>>;
  readonly conferences: ReadonlyMap<number, ReadonlySet<number>>;
  readonly friends: ReadonlyMap<number, ReadonlySet<number>>;
  readonly linked: ReadonlyMap<number, ReadonlySet<number>>;
}

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function aWorld(roll: Dice): Promise<World> {
  const { db, store } = api;
  for (const table of ['users', 'events', 'conferences']) await db(table).delete();
  const users: User[] = [];
  const terms = new Map<number, Set<string>>();
  for (let n = 0; n < PEOPLE; n += 1) {
    const profile: TermFields = {
      interests: some(roll, WORDS, 30),
      looking_for: some(roll, WORDS, 20).join(' ') || null,
      offering: some(roll, WORDS, 20).join(' ') || null,
    };
    const user = await aUser(db, { ...profile });
    const own = [...profileTerms(profile), ...tagTerms(some(roll, WORDS, 15))];
    await store.matchTerms.update(
      [user.id],
      ['i', 'l', 'o', 't'],
      own.map((term) => ({ ...term, user_id: user.id })),
    );
    users.push(user);
    terms.set(user.id, new Set(own.map(({ kind, term }) => `${kind} ${term}`)));
  }
  const events = new Map<number, Set<number>>();
  for (let n = 0; n < 6; n += 1) {
    const event = await anEvent(db);
    const seated = some(roll, users, 25);
    for (const user of seated) await anAttendance(db, [user, event]);
    events.set(event.id, new Set(seated.map(({ id }) => id)));
  }
  const conferences = new Map<number, Set<number>>();
  for (let n = 0; n < 3; n += 1) {
    const conference = await aConference(db);
    const seated = some(roll, users, 40);
    for (const user of seated) await aRegistration(db, [user, conference]);
    conferences.set(conference.id, new Set(seated.map(({ id }) => id)));
  }
  const friends = new Map(users.map(({ id }) => [id, new Set<number>()]));
  const linked = new Map(users.map(({ id }) => [id, new Set<number>()]));
  for (const [n, one] of users.entries()) {
    for (const other of some(roll, users.slice(n + 1), 12)) {
      const status = roll(4) === 0 ? 'pending' : 'accepted';
      await aConnection(db, roll(2) ? [one, other] : [other, one], status);
      linked.get(one.id)?.add(other.id);
      linked.get(other.id)?.add(one.id);
      if (status === 'pending') continue;
      friends.get(one.id)?.add(other.id);
      friends.get(other.id)?.add(one.id);
    }
  }
  await store.matchTerms.updateCounts();
  return { users, terms, events, conferences, friends, linked };
}

/** The signals between two users, from the definitions. */
function signalsBetween(world: World, me: number, other: number): Signals {
  const ownersOf = (term: string) =>
    [...world.terms.values()].filter((own) => own.has(term)).length;
  const weigh = (own: string, theirs: string) => {
    let weight = 0;
    for (const term of WORDS) {
      const [mine, their] = [`${own} ${term}`, `${theirs} ${term}`];
      if (!world.terms.get(me)?.has(mine) || !world.terms.get(other)?.has(their)) continue;
      weight += weightOf(ownersOf(their), PEOPLE);
    }
    return { weight, items: [] };
  };
  const meet = (seats: ReadonlyMap<number, ReadonlySet<number>>) => {
    const shared = [...seats.values()].filter((seated) => seated.has(me) && seated.has(other));
    return {
      weight: shared.reduce((sum, { size }) => sum + weightOf(size, PEOPLE), 0),
      items: [],
    };
  };
  const theirs = world.friends.get(other);
  return {
    offers: weigh('l', 'o'),
    looks_for: weigh('o', 'l'),
    interests: weigh('i', 'i'),
    tags: weigh('t', 't').weight,
    events: meet(world.events),
    conferences: meet(world.conferences),
    common: [...(world.friends.get(me) ?? [])].filter((id) => theirs?.has(id)).length,
  };
}

it.each(Array.from({ length: RUNS }, (_, n) => n + 1))(
  'the ranking equals the exhaustive one of the domain when all are candidates, seed %d',
  async (seed) => {
    const world = await aWorld(dice(seed));
    for (const me of world.users.slice(0, 6)) {
      const { body } = await api.as(me).get('/api/v1/users/recommended?limit=100').expect(200);

      const expected = world.users
        .filter(({ id }) => id !== me.id && !world.linked.get(me.id)?.has(id))
        .map(({ id }) => ({ id, score: scoreOf(signalsBetween(world, me.id, id)) }))
        .toSorted((a, b) => b.score - a.score || b.id - a.id);
      const found = body.data.map(({ id, score }: { id: number; score: number }) => ({
        id,
        score,
      }));
      const byId = new Map(expected.map(({ id, score }) => [id, score]));
      expect(found.map(({ id }: { id: number }) => id).toSorted()).toEqual(
        [...byId.keys()].toSorted(),
      );
      for (const { id, score } of found) {
        expect(Math.abs(score - (byId.get(id) ?? -1))).toBeLessThan(0.000_501);
      }
      // Scores are compared in thousandths; of equal ones the newest user is first.
      type Scored = { id: number; score: number };
      const inOrder = found.toSorted((a: Scored, b: Scored) => b.score - a.score || b.id - a.id);
      expect(found).toEqual(inOrder);
    }
  },
);
