import type { App } from '../app.ts';
import { type Administrator, UNLIMITED } from '../domain/administration/administrators.ts';
import type { User } from '../domain/people/users.ts';
import type { Conference } from '../domain/programme/conferences.ts';
import { loadDemoBroadcasts } from './demo-broadcasts.ts';
import { demoConnections } from './demo-connections.ts';
import {
  COVER,
  DEMO_PEOPLE,
  EVENTS,
  FEEDBACK,
  GUESTS,
  PROFILES,
  RATINGS,
  SIDE_EVENTS,
  TRACKS,
  WITHOUT_PHOTO,
} from './demo-data.ts';
import { loadDemoPages } from './demo-pages.ts';
import { demoCover, demoPortrait } from './demo-pictures.ts';
import { loadDemoQuestions } from './demo-questions.ts';
import { loadDemoQuests } from './demo-quests.ts';
import { loadDemoSource } from './demo-source.ts';
import { loadDemoSpeakers } from './demo-speakers.ts';
import { dayAfter, localInstant, TIMEZONE } from './demo-times.ts';
import type { LaunchUser } from './launch-data.ts';
import { SANDBOX_CODE } from './partner-book.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** The owner of pictures that no user has uploaded. */
const ORGANIZERS = { user_id: null };
const DEMO: Administrator = {
  ...UNLIMITED,
  name: 'demo data',
  key: 'demo',
  via: 'api_key',
  request_id: 'demo',
  ip: null,
  session_id: null,
};

/**
 * Loads a small conference with its programme and its users into a database that has no conference,
 * through the services of the product. On an empty database all ids are the same each time: the
 * examples of the API reference name them. Returns whether it was loaded.
 */
export async function loadDemoConference(
  { store, services }: Pick<App, 'store' | 'services'>,
  now = new Date(),
): Promise<boolean> {
  if (await store.conferences.findAny()) return false;

  const firstDay = new Date(now.getTime() + 14 * DAY_MS).toISOString().slice(0, 10);
  const people: User[] = [];
  // Inserts them one after the other, so that their ids are always the same.
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    people.push(await demoPerson(services, { person, index, now }));
  }
  await demoUploads(services, people);
  const cover = await demoCover(services, ORGANIZERS, 'Harbor Summit', COVER);
  const conference = await services.adminConferences.create(DEMO, {
    name: 'Harbor Summit',
    description: 'Two days about software that holds in rough weather. Demo data.',
    starts_on: firstDay,
    ends_on: dayAfter(firstDay, 1),
    timezone: TIMEZONE,
    venue: 'The Old Dockyard',
    city: 'Rotterdam',
    country: 'NL',
    status: 'published',
    image_url: cover?.url ?? null,
  });
  const speakerIds = await loadDemoSpeakers(services, { by: DEMO, people, conference });
  await demoConnections(services, people);
  for (const { id } of people) await services.conferenceAdmissions.attend(id, conference.id, {});
  await demoGuests(services, conference.id);
  const eventIds: number[] = [];
  for (const [index, demo] of EVENTS.entries()) {
    const event = await demoEvent(services, conference, demo);
    eventIds.push(event.id);
    // The workshop has fewer seats than attendees: two are on its waitlist. Mina goes to the opening.
    const attendees = 'capacity' in demo ? people.slice(1) : people.slice(2, 4);
    if (index === 0) attendees.push(...people.slice(0, 1));
    for (const { id } of attendees) await services.eventAdmissions.attend(id, event.id, {});
    // Behind the first room, which the examples of the API reference name by its id.
    if (index === 0) await demoTracks(services, conference.id);
    const { id } = await services.adminAgenda.create(DEMO, {
      conference_id: conference.id,
      event_id: event.id,
      questions: index === 0 ? 'moderated' : 'off',
      track: 'track' in demo ? demo.track : null,
      speaker_ids: 'speaker' in demo ? speakerIds.slice(demo.speaker, demo.speaker + 1) : [],
    });
    if (index === 0) {
      await loadDemoQuestions(store, { id, people, now });
      await demoRatings(store, people, { agenda_item_id: id, conference_id: conference.id });
    }
  }
  await demoSideEvents(services, conference, people.slice(3));
  await loadDemoBroadcasts(services, {
    by: DEMO,
    conference_id: conference.id,
    starts_at: localInstant(firstDay, '08:00').toISOString(),
    ends_at: localInstant(dayAfter(firstDay, 1), '18:00').toISOString(),
  });
  await demoFeedback(services, people, conference.id);
  await demoMint(services, people);
  await demoEnrichments(services, people);
  await loadDemoQuests(services, {
    by: DEMO,
    people,
    conference_id: conference.id,
    event_id: eventIds[0] ?? 0,
    starts_at: localInstant(firstDay, '09:00').toISOString(),
    ends_at: localInstant(dayAfter(firstDay, 1), '18:00').toISOString(),
  });
  await loadDemoPages(services, { by: DEMO, conference_id: conference.id });
  await loadDemoSource({ store, services }, { by: DEMO, conference_id: conference.id });
  await services.matchTerms.rebuild(new AbortController().signal);
  return true;
}

type DemoConference = Pick<Conference, 'id' | 'starts_on'>;

/** Guests who have no account: the invitations 7 and 8. */
async function demoGuests({ walkIns }: App['services'], conferenceId: number): Promise<void> {
  for (const person of GUESTS) {
    await walkIns.add(DEMO, conferenceId, { person, isCheckedIn: false, over_capacity: false });
  }
}

async function demoTracks({ agendaGroups }: App['services'], conference_id: number) {
  for (const [name, color] of Object.entries(TRACKS)) {
    await agendaGroups.create(DEMO, { conference_id, kind: 'track' }, { name, color });
  }
}

async function demoSideEvents(
  { sideEvents }: App['services'],
  { id, starts_on }: DemoConference,
  people: readonly User[],
) {
  for (const [index, { title, hour, venue }] of SIDE_EVENTS.entries()) {
    const requester = people[index];
    if (!requester) continue;
    const start = localInstant(starts_on, hour);
    await sideEvents.request(requester.id, {
      conference_id: id,
      title,
      description: 'Everyone is welcome.',
      starts_at: start.toISOString(),
      ends_at: new Date(start.getTime() + 60 * 60_000).toISOString(),
      timezone: TIMEZONE,
      venue: { name: venue },
    });
  }
}

/** The first one is already read. */
async function demoFeedback(
  { feedback, adminFeedback }: App['services'],
  people: readonly User[],
  conference_id: number,
) {
  for (const [index, { person, ...submission }] of FEEDBACK.entries()) {
    const user_id = person === null ? null : (people[person]?.id ?? null);
    const about = { ...submission, conference_id };
    const { feedback: sent } = await feedback.send({ user_id, address: 'demo' }, about);
    if (index === 0) {
      await adminFeedback.update(DEMO, sent.id, { status: 'read', note: 'Ask the venue.' });
    }
  }
}

/** Ratings of the first session, as if it had been: the service accepts none before its start. */
async function demoRatings(
  store: App['store'],
  people: readonly User[],
  session: { readonly agenda_item_id: number; readonly conference_id: number },
): Promise<void> {
  for (const [index, { stars, comment }] of RATINGS.entries()) {
    const key = { user_id: people[index]?.id ?? 0, ...session };
    await store.ratings.upsert(key, { stars, comment, status: comment ? 'new' : 'read' });
  }
}

/** Mint 1 belongs to the second user. Only in the sandbox: another partner would send a code. */
async function demoMint(
  { partnerClient, partnerAccounts, partnerMints }: App['services'],
  [, second]: readonly User[],
): Promise<void> {
  if (!second || !partnerClient?.isSandbox) return;
  await partnerAccounts.register(second, { email: 'demo@example.org' });
  await partnerAccounts.verify(second, SANDBOX_CODE);
  await partnerMints.request(second.id);
}

/**
 * Enriches three users, without a sync of the last one, and creates job 1 for the others. An
 * outside provider would need their consent.
 */
async function demoEnrichments(
  { enrichments, enrichmentProvider }: App['services'],
  people: readonly User[],
) {
  if (enrichmentProvider.isOutside) return;
  const enriched = people.slice(0, 3);
  for (const { id } of enriched) await enrichments.generate(DEMO, id, { force: false });
  for (const { id } of enriched.slice(0, 2)) await enrichments.sync(DEMO, id);
  const user_ids = people.slice(3).map(({ id }) => id);
  await enrichments.generateMany(DEMO, { user_ids }, { force: false });
}

/** A proof of the second user that is not sent yet, and a picture that nothing shows. */
async function demoUploads(services: App['services'], [, second]: readonly User[]): Promise<void> {
  const owner = { user_id: second?.id ?? null, purpose: 'proof' } as const;
  await demoCover(services, owner, 'A proof', { scene: 'bridge', hour: 'day' });
  await demoCover(services, ORGANIZERS, 'A spare picture', { scene: 'quay', hour: 'day' });
}

async function demoEvent(
  services: App['services'],
  { id, starts_on }: DemoConference,
  { day, at, minutes, room, tags, ...event }: (typeof EVENTS)[number],
) {
  const start = localInstant(dayAfter(starts_on, day), at);
  const cover =
    'cover' in event ? await demoCover(services, ORGANIZERS, event.title, event.cover) : undefined;
  return services.adminEvents.create(DEMO, {
    title: event.title,
    conference_id: id,
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + minutes * 60_000).toISOString(),
    venue: { name: room },
    tags: [...tags],
    image_url: cover?.url ?? null,
    ...('kind' in event && { kind: event.kind }),
    ...('capacity' in event && { capacity: event.capacity }),
  });
}

/** Upload 1 is the photo of the first user. */
async function demoPerson(
  services: App['services'],
  { person, index, now }: { person: LaunchUser; index: number; now: Date },
) {
  const { user } = await services.accounts.signIn(
    {
      messenger_id: person.id,
      messenger_first_name: person.first_name,
      messenger_last_name: person.last_name ?? null,
      username: person.username ?? null,
      language_code: person.language_code ?? null,
      is_premium: false,
      messenger_photo_url: undefined,
      messenger_reachable: person.allows_write_to_pm ? true : undefined,
    },
    now.getTime(),
  );
  const name = `${person.first_name} ${person.last_name}`;
  const photo = WITHOUT_PHOTO.includes(index)
    ? undefined
    : await demoPortrait(services, { user_id: user.id }, name);
  const { photo_url } = await services.users.updateProfile(user, {
    ...PROFILES[index],
    ...(photo && { photo_media_id: photo.id }),
  });
  // Notifications contain the photo of who caused them.
  return { ...user, photo_url };
}
