import type { App } from '../app.ts';
import type { User } from '../domain/people/users.ts';
import type { Conference } from '../domain/programme/conferences.ts';
import type { LaunchUser } from './launch-data.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const TIMEZONE = 'Europe/Amsterdam';
const DEMO = { name: 'demo data', request_id: 'demo' };

/** The people of the demo; the first is the one the start text signs in. */
export const DEMO_PEOPLE: readonly LaunchUser[] = [
  {
    id: 900_000_001,
    first_name: 'Mina',
    last_name: 'Okafor',
    username: 'mina_demo',
    language_code: 'en',
    allows_write_to_pm: true,
  },
  {
    id: 900_000_002,
    first_name: 'Jonas',
    last_name: 'Lindqvist',
    username: 'jonas_demo',
    language_code: 'sv',
  },
  {
    id: 900_000_003,
    first_name: 'Wei',
    last_name: 'Zhang',
    username: 'wei_demo',
    language_code: 'zh',
  },
  {
    id: 900_000_004,
    first_name: 'Aïcha',
    last_name: 'Benali',
    username: 'aicha_demo',
    language_code: 'fr',
  },
  {
    id: 900_000_005,
    first_name: 'Tomás',
    last_name: 'Rey',
    username: 'tomas_demo',
    language_code: 'es',
  },
  {
    id: 900_000_006,
    first_name: 'Олена',
    last_name: 'Коваль',
    username: 'olena_demo',
    language_code: 'uk',
  },
];

const PROFILES = [
  { headline: 'Keeps databases awake', company: 'Tideline', interests: ['postgres', 'sailing'] },
  { headline: 'Designs calm software', company: 'Nordlys', interests: ['design', 'accessibility'] },
  { headline: 'Makes chips faster', company: 'Quayside', interests: ['hardware', 'compilers'] },
  {
    headline: 'Runs a community of 4,000',
    company: 'Harbour Hub',
    interests: ['community', 'sailing'],
  },
  { headline: 'Teaches people to test', company: 'Verde', interests: ['testing', 'teaching'] },
  {
    headline: 'Builds for bad networks',
    company: 'Dnipro Labs',
    interests: ['networks', 'postgres'],
  },
];

const SPEAKERS = [
  { name: 'Henrike Vos', title: 'Harbour master', company: 'Port of Rotterdam', is_featured: true },
  { name: 'Wei Zhang', title: 'Engineer', company: 'Quayside' },
  { name: 'Aïcha Benali', title: 'Community lead', company: 'Harbour Hub', is_featured: true },
] as const;

/** `day` counts from the first of the conference, `at` is local time, `speaker` one of those above. */
const EVENTS = [
  {
    title: 'Opening: what the harbour taught us',
    day: 0,
    at: '09:30',
    minutes: 45,
    room: 'Great Hall',
    speaker: 0,
    tags: ['keynote'],
  },
  {
    title: 'Queries that never sleep',
    day: 0,
    at: '11:00',
    minutes: 45,
    room: 'Quay 1',
    speaker: 1,
    tags: ['talk', 'databases'],
  },
  {
    title: 'Calm interfaces',
    day: 0,
    at: '11:00',
    minutes: 45,
    room: 'Quay 2',
    tags: ['talk', 'design'],
  },
  {
    title: 'Workshop: testing what matters',
    day: 0,
    at: '14:00',
    minutes: 120,
    room: 'Workshop deck',
    tags: ['workshop'],
    capacity: 3,
  },
  {
    title: 'Software for slow networks',
    day: 1,
    at: '10:00',
    minutes: 45,
    room: 'Quay 1',
    tags: ['talk'],
  },
  {
    title: 'Closing panel',
    day: 1,
    at: '16:00',
    minutes: 60,
    room: 'Great Hall',
    speaker: 2,
    tags: ['panel'],
  },
  {
    title: 'Evening sail',
    day: 0,
    at: '19:00',
    minutes: 150,
    room: 'Pier 4',
    tags: ['social'],
    kind: 'side',
    capacity: 12,
  },
] as const;

const REQUESTS = ['What keeps your databases awake?', 'Chips for tides, tides for chips?'];

/**
 * Loads a small conference, its programme and its people, through the same services as everybody, into
 * a database that has no conference. Tells whether it did.
 */
export async function loadDemoConference({ store, services }: App): Promise<boolean> {
  if (await store.conferences.findAny()) return false;

  const firstDay = new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10);
  const people: User[] = [];
  // One by one: the README names them by their ids.
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    people.push(await demoPerson(services, person, index));
  }
  const conference = await services.adminConferences.create(DEMO, {
    name: 'Harbour Summit',
    description: 'Two days about software that holds in rough weather. Demo data.',
    starts_on: firstDay,
    ends_on: dayAfter(firstDay, 1),
    timezone: TIMEZONE,
    venue: 'The Old Dockyard',
    city: 'Rotterdam',
    country: 'NL',
    status: 'published',
  });
  const speakerIds = await demoSpeakers(services, conference);
  await demoRequests(services, people);
  for (const guest of people.slice(1)) {
    await services.registrations.attend(guest.id, conference.id);
  }
  for (const demo of EVENTS) {
    const event = await demoEvent(services, conference, demo);
    // The workshop is fuller than its room: the last of them wait.
    const guests = 'capacity' in demo ? people.slice(1) : people.slice(2, 4);
    for (const guest of guests) await services.attendances.attend(guest.id, event.id);
    await services.adminAgenda.create(DEMO, {
      conference_id: conference.id,
      event_id: event.id,
      speaker_ids: 'speaker' in demo ? speakerIds.slice(demo.speaker, demo.speaker + 1) : [],
    });
  }
  return true;
}

type DemoConference = Pick<Conference, 'id' | 'starts_on'>;

/** The first of the people is asked by two others. */
async function demoRequests({ connections }: App['services'], [first, ...others]: User[]) {
  for (const [index, message] of REQUESTS.entries()) {
    const asker = others[index];
    if (first && asker) await connections.request(asker.id, { recipient_id: first.id, message });
  }
}

/** Their ids, in their order. */
async function demoSpeakers({ adminSpeakers }: App['services'], { id }: DemoConference) {
  const ids: number[] = [];
  for (const speaker of SPEAKERS) {
    ids.push((await adminSpeakers.create(DEMO, { ...speaker, conference_id: id })).id);
  }
  return ids;
}

async function demoEvent(
  { adminEvents }: App['services'],
  { id, starts_on }: DemoConference,
  { day, at, minutes, room, tags, ...event }: (typeof EVENTS)[number],
) {
  const start = localInstant(dayAfter(starts_on, day), at);
  return adminEvents.create(DEMO, {
    title: event.title,
    conference_id: id,
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + minutes * 60_000).toISOString(),
    venue: { name: room },
    tags: [...tags],
    ...('kind' in event && { kind: event.kind }),
    ...('capacity' in event && { capacity: event.capacity }),
  });
}

async function demoPerson({ accounts, users }: App['services'], person: LaunchUser, index: number) {
  const { user } = await accounts.signIn(
    {
      messenger_id: person.id,
      messenger_first_name: person.first_name,
      messenger_last_name: person.last_name ?? null,
      username: person.username ?? null,
      language_code: person.language_code ?? null,
      is_premium: false,
      photo_url: undefined,
      messenger_reachable: person.allows_write_to_pm ? true : undefined,
    },
    Date.now(),
  );
  await users.updateProfile(user, PROFILES[index] ?? {});
  return user;
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The instant of a local time of the demo's zone. */
function localInstant(day: string, time: string): Date {
  const asUtc = new Date(`${day}T${time}:00Z`);
  const local = asUtc.toLocaleString('sv', { timeZone: TIMEZONE });
  const offset = Date.parse(`${local.replace(' ', 'T')}Z`) - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
}
