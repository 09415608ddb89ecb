import type { AgendaClash, AgendaKind } from './agenda.ts';
import type { ReadinessFacts } from './readiness-facts.ts';

/** `error`: attendees would meet it. `warning`: probably forgotten. */
type Severity = 'error' | 'warning';

/** A rule about the conference itself, or about some of its rows, which it finds. */
type Rule = { readonly severity: Severity } & (
  | { readonly holds: (facts: ReadinessFacts) => boolean; readonly message: string }
  | {
      readonly find: (facts: ReadinessFacts) => readonly { readonly id: number }[];
      /** The noun of the rows, and what is said of them: of one, and of several. */
      readonly noun: string;
      readonly is: readonly [one: string, several: string];
    }
);

const IN_ROOMS: readonly AgendaKind[] = ['keynote', 'talk', 'panel', 'workshop'];
const WITH_SPEAKERS: readonly AgendaKind[] = ['keynote', 'talk', 'panel'];

const approved = ({ events }: ReadinessFacts) =>
  events.filter(({ status }) => status === 'approved');
const clashing = ({ clashes }: ReadinessFacts, kind: AgendaClash['kind']) => {
  const ids = new Set(clashes.filter((one) => one.kind === kind).map(({ of_id }) => of_id));
  return [...ids].map((id) => ({ id }));
};

export const READINESS_RULES = {
  conference_ended: {
    severity: 'error',
    holds: ({ conference, now }) => conference.ends_at <= now,
    message: 'The last day of the conference is over',
  },
  programme_missing: {
    severity: 'error',
    holds: (facts) => facts.items.length + approved(facts).length === 0,
    message: 'The conference has no agenda items and no events',
  },
  description_missing: {
    severity: 'warning',
    holds: ({ conference }) => conference.description === null,
    message: 'The conference has no description',
  },
  venue_missing: {
    severity: 'warning',
    holds: ({ conference }) => (conference.venue ?? conference.city) === null,
    message: 'The conference has neither a venue nor a city',
  },
  registration_closed: {
    severity: 'warning',
    holds: ({ conference: { registration_mode, registration_closes_at }, now }) =>
      registration_mode === 'closed' ||
      (registration_closes_at !== null && registration_closes_at <= now),
    message: 'Nobody can register for the conference',
  },
  over_capacity: {
    severity: 'warning',
    holds: ({ conference }) => conference.over_capacity_count > 0,
    message: 'The conference has more seats taken than its capacity',
  },
  ticket_types_without_seats: {
    severity: 'warning',
    find: ({ fullTypes }) => fullTypes,
    noun: 'ticket type',
    is: ['has no free seat', 'have no free seat'],
  },
  agenda_items_outside_days: {
    severity: 'error',
    find: ({ items }) => items.filter(({ is_outside }) => is_outside),
    noun: 'agenda item',
    is: ['is outside the days of the conference', 'are outside the days of the conference'],
  },
  agenda_items_in_one_room: {
    severity: 'error',
    find: (facts) => clashing(facts, 'room'),
    noun: 'agenda item',
    is: ['shares its room with another at the same time', 'share a room at the same time'],
  },
  agenda_items_with_one_speaker: {
    severity: 'error',
    find: (facts) => clashing(facts, 'speaker'),
    noun: 'agenda item',
    is: ['shares a speaker with another at the same time', 'share a speaker at the same time'],
  },
  agenda_items_crowded: {
    severity: 'warning',
    find: ({ items }) => items.filter(({ is_crowded }) => is_crowded),
    noun: 'agenda item',
    is: [
      'is kept by more people than its room holds',
      'are kept by more people than their rooms hold',
    ],
  },
  agenda_items_without_room: {
    severity: 'warning',
    find: ({ items }) => items.filter(({ kind, room }) => room === null && IN_ROOMS.includes(kind)),
    noun: 'agenda item',
    is: ['has no room', 'have no room'],
  },
  agenda_items_without_speakers: {
    severity: 'warning',
    find: ({ items }) =>
      items.filter(({ kind, speakers }) => speakers === 0 && WITH_SPEAKERS.includes(kind)),
    noun: 'agenda item',
    is: ['has no speaker', 'have no speaker'],
  },
  speakers_unpublished: {
    severity: 'error',
    // Publishing a draft publishes its lineup.
    find: ({ conference, speakers }) =>
      conference.status === 'draft' ? [] : speakers.filter(({ status }) => status === 'draft'),
    noun: 'speaker',
    is: ['in the lineup is not published', 'in the lineup are not published'],
  },
  speakers_without_photo: {
    severity: 'warning',
    find: ({ speakers }) => speakers.filter(({ has_photo }) => !has_photo),
    noun: 'speaker',
    is: ['has no photo', 'have no photo'],
  },
  speakers_without_bio: {
    severity: 'warning',
    find: ({ speakers }) => speakers.filter(({ has_bio }) => !has_bio),
    noun: 'speaker',
    is: ['has no bio', 'have no bio'],
  },
  speakers_without_talk: {
    severity: 'warning',
    find: ({ speakers }) => speakers.filter(({ has_talk }) => !has_talk),
    noun: 'speaker',
    is: ['is on no agenda item', 'are on no agenda item'],
  },
  questions_in_one_language: {
    severity: 'warning',
    find: ({ questions }) =>
      questions.filter(({ translations }) => Object.keys(translations).length === 0),
    noun: 'question',
    is: ['of the form is in one language only', 'of the form are in one language only'],
  },
  events_outside_days: {
    severity: 'warning',
    find: (facts) => approved(facts).filter(({ is_outside }) => is_outside),
    noun: 'event',
    is: ['is outside the days of the conference', 'are outside the days of the conference'],
  },
  events_without_location: {
    severity: 'warning',
    find: (facts) => approved(facts).filter(({ has_location }) => !has_location),
    noun: 'event',
    is: ['has no location', 'have no location'],
  },
  events_over_capacity: {
    severity: 'warning',
    find: (facts) => approved(facts).filter((event) => event.over_capacity_count > 0),
    noun: 'event',
    is: ['has more seats taken than its capacity', 'have more seats taken than their capacity'],
  },
  events_over_room_capacity: {
    severity: 'warning',
    find: (facts) =>
      approved(facts).filter(
        ({ seats, room_capacity }) => room_capacity !== null && seats > room_capacity,
      ),
    noun: 'event',
    is: ['has more seats than its room', 'have more seats than their rooms'],
  },
  side_events_pending: {
    severity: 'warning',
    find: ({ events }) => events.filter(({ status }) => status === 'pending'),
    noun: 'event',
    is: ['waits for a decision', 'wait for a decision'],
  },
  sources_waiting: {
    severity: 'warning',
    find: ({ sources }) => sources,
    noun: 'source',
    is: ['has changes that have waited for 3 days', 'have changes that have waited for 3 days'],
  },
  quests_without_tasks: {
    severity: 'error',
    find: ({ quests }) => quests.filter(({ is_active, tasks }) => is_active && tasks === 0),
    noun: 'active quest',
    is: ['has no tasks', 'have no tasks'],
  },
  quests_inactive: {
    severity: 'warning',
    find: ({ quests }) => quests.filter(({ is_active }) => !is_active),
    noun: 'quest',
    is: ['is not active', 'are not active'],
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type ReadinessCode = keyof typeof READINESS_RULES;

/** The most ids of a finding, of which `count` has the number of all. */
export const MAX_FOUND_IDS = 100;

export interface ReadinessFinding {
  readonly code: ReadinessCode;
  readonly severity: Severity;
  readonly message: string;
  readonly count?: number;
  readonly ids?: readonly number[];
}

/** What is missing before a conference is published: errors first, else in the order of the rules. */
export const readinessFindings = (facts: ReadinessFacts): ReadinessFinding[] =>
  (Object.keys(READINESS_RULES) as ReadinessCode[])
    .flatMap((code) => findingOf(code, READINESS_RULES[code], facts) ?? [])
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));

function findingOf(
  code: ReadinessCode,
  rule: Rule,
  facts: ReadinessFacts,
): ReadinessFinding | undefined {
  const { severity } = rule;
  if ('holds' in rule)
    return rule.holds(facts) ? { code, severity, message: rule.message } : undefined;
  const found = rule.find(facts);
  const count = found.length;
  if (count === 0) return undefined;
  const [one, several] = rule.is;
  const message = `${count} ${rule.noun}${count === 1 ? ` ${one}` : `s ${several}`}`;
  return { code, severity, message, count, ids: found.slice(0, MAX_FOUND_IDS).map(({ id }) => id) };
}
