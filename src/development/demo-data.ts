import type { Motif } from './drawings/cover.ts';
import type { LaunchUser } from './launch-data.ts';

/** The users of the demo, with ids from 1; the start text and the docs page sign in as the first. */
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
    allows_write_to_pm: true,
  },
  {
    id: 900_000_003,
    first_name: 'Wei',
    last_name: 'Zhang',
    username: 'wei_demo',
    language_code: 'zh',
    allows_write_to_pm: true,
  },
  {
    id: 900_000_004,
    first_name: 'Aïcha',
    last_name: 'Benali',
    username: 'aicha_demo',
    language_code: 'ar',
    allows_write_to_pm: true,
  },
  {
    id: 900_000_005,
    first_name: 'Tomás',
    last_name: 'Rey',
    username: 'tomas_demo',
    language_code: 'es',
    allows_write_to_pm: true,
  },
  {
    id: 900_000_006,
    first_name: 'Олена',
    last_name: 'Коваль',
    username: 'olena_demo',
    language_code: 'uk',
    allows_write_to_pm: true,
  },
];

/** People with a seat who have not opened the app. */
export const GUESTS = [
  { first_name: 'Edith', last_name: 'Clarke', company: 'Gridline', ticket_type: 'regular' },
  { first_name: 'Kofi', last_name: 'Mensah', company: null, ticket_type: 'speaker' },
] as const;

/** By the index of `DEMO_PEOPLE`. */
export const PROFILES = [
  {
    headline: 'Keeps databases awake',
    company: 'Tideline',
    interests: ['postgres', 'sailing'],
    looking_for: 'People who test their backups',
    offering: 'Help with slow queries',
  },
  { headline: 'Designs calm software', company: 'Nordlys', interests: ['design', 'accessibility'] },
  { headline: 'Makes chips faster', company: 'Quayside', interests: ['hardware', 'compilers'] },
  {
    headline: 'Runs a community of 4,000',
    company: 'Harbor Hub',
    interests: ['community', 'sailing'],
  },
  {
    headline: 'Teaches people to test',
    company: 'Verde',
    interests: ['testing', 'teaching'],
    looking_for: 'Slow queries for my next workshop',
    offering: 'Workshops about testing backups',
  },
  {
    headline: 'Builds for bad networks',
    company: 'Dnipro Labs',
    interests: ['networks', 'postgres'],
  },
];

/**
 * `person` is an index of `DEMO_PEOPLE`. The last two are drafts: one without a photo, and one who is
 * in the lineup twice.
 */
export const SPEAKERS = [
  {
    name: 'Henrike Vos',
    title: 'Harbor master',
    company: 'Port of Rotterdam',
    bio: 'Brings 30,000 ships a year to their berths, and has seen every one of their plans change.',
    is_featured: true,
    socials: { website: 'https://vos.example', linkedin: 'henrike-vos' },
  },
  {
    name: 'Wei Zhang',
    title: 'Engineer',
    company: 'Quayside',
    bio: 'Makes databases faster by asking them less.',
    socials: { github: 'wei-demo' },
    person: 2,
  },
  { name: 'Aïcha Benali', title: 'Community lead', company: 'Harbor Hub', is_featured: true },
  { name: 'Ruben Aalders', title: 'Rope maker', status: 'draft', photoOf: null },
  {
    name: 'A. Benali',
    company: 'Harbor Hub',
    bio: 'Runs a community of 4,000 people on four continents.',
    status: 'draft',
    photoOf: 'Aïcha Benali',
  },
] as const;

/** Those of `DEMO_PEOPLE` without a photo, by their index: their initials are shown. */
export const WITHOUT_PHOTO: readonly number[] = [4];

/** The picture of the conference. */
export const COVER: Motif = { scene: 'quay', hour: 'dusk' };

/** The tracks of the programme, and their colors. */
export const TRACKS = { Systems: '#1d6fb8', Craft: '#b2610a', Lab: '#b8326e' } as const;

/**
 * `day` counts from the first of the conference, `at` is local time, `speaker` indexes `SPEAKERS`. Those
 * without a `cover` have no picture.
 */
export const EVENTS = [
  {
    title: 'Opening: what the harbor taught us',
    day: 0,
    at: '09:30',
    minutes: 45,
    room: 'Great Hall',
    speaker: 0,
    cover: { scene: 'terminal', hour: 'dawn' },
    tags: ['keynote'],
  },
  {
    title: 'Queries that never sleep',
    day: 0,
    at: '11:00',
    minutes: 45,
    room: 'Quay 1',
    speaker: 1,
    cover: { scene: 'lighthouse', hour: 'night' },
    tags: ['talk', 'databases'],
    track: 'Systems',
  },
  {
    title: 'Calm interfaces',
    day: 0,
    at: '11:00',
    minutes: 45,
    room: 'Quay 2',
    cover: { scene: 'bridge', hour: 'dawn' },
    tags: ['talk', 'design'],
    track: 'Craft',
  },
  {
    title: 'Workshop: testing what matters',
    day: 0,
    at: '14:00',
    minutes: 120,
    room: 'Workshop deck',
    tags: ['workshop'],
    track: 'Lab',
    capacity: 3,
  },
  {
    title: 'Software for slow networks',
    day: 1,
    at: '10:00',
    minutes: 45,
    room: 'Quay 1',
    tags: ['talk'],
    track: 'Systems',
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
    cover: { scene: 'sails', hour: 'dusk' },
    tags: ['social'],
    kind: 'side',
    capacity: 12,
  },
] as const;

/** Pending connection requests to Mina, by Jonas and Wei. */
export const REQUESTS = ['What keeps your databases awake?', 'Chips for tides, tides for chips?'];

/** Pending side events, by Aïcha and Tomás; `hour` is on the first evening, in local time. */
export const SIDE_EVENTS = [
  { title: 'Knots and pull requests', hour: '20:00', venue: 'Café De Kade' },
  { title: 'Lighthouse quiz', hour: '21:00', venue: 'Pier 4' },
] as const;

/** `person` is an index of `DEMO_PEOPLE`; null sends anonymously. */
/** Each of another person, about the first session. */
export const RATINGS = [
  { stars: 5, comment: 'The best hour of the day.' },
  { stars: 4, comment: null },
  { stars: 3, comment: 'Good, and too loud in the back rows.' },
] as const;

export const FEEDBACK = [
  {
    person: 1,
    message: 'Could the workshop deck get more seats? We were twice as many as chairs.',
    rating: 4,
    category: 'venue',
    contact: '@jonas_demo',
    context: { page: 'event' },
    event_id: null,
    agenda_item_id: null,
  },
  {
    person: 3,
    message: 'The agenda in the app is the best I have seen.\nDark mode would make it perfect.',
    rating: 5,
    category: 'app',
    contact: null,
    context: { page: 'agenda', app: '1.0.0' },
    event_id: null,
    agenda_item_id: null,
  },
  {
    person: null,
    message: 'Too little vegetarian food on the boat last year.',
    rating: 2,
    category: 'food',
    contact: null,
    context: null,
    event_id: null,
    agenda_item_id: null,
  },
] as const;
