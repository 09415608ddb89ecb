import type { Audience, KeptAudience } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, languageName, t, textIf } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';

export const ATTENDANCES = [
  'registered',
  'checked_in',
  'no_show',
  'waitlisted',
] as const satisfies readonly NonNullable<Audience['attendance']>[number][];
export const QUEST_STATUSES = [
  'not_started',
  'in_progress',
  'completed',
  'not_completed',
] as const satisfies readonly NonNullable<Audience['quest_status']>[];
export const ONBOARDING_STATUSES = [
  'not_started',
  'in_progress',
  'completed',
] as const satisfies readonly NonNullable<Audience['onboarding_statuses']>[number][];

/** The users from whom the filters choose. */
export const BASES = ['conference', 'events', 'all'] as const;
export type Base = (typeof BASES)[number];

export function baseOf({ conference_ids, event_ids }: Audience): Base {
  if (event_ids) return 'events';
  return conference_ids ? 'conference' : 'all';
}

/** The audience with another base. The filters stay, except the attendance, which needs its base. */
export function withBase(
  { all: _, conference_ids: __, event_ids: ___, attendance, ...filters }: Audience,
  base: Base,
  conferenceId: number,
): Audience {
  if (base === 'all') return narrowed(filters);
  return {
    ...filters,
    ...(attendance && { attendance }),
    ...(base === 'conference' ? { conference_ids: [conferenceId] } : { event_ids: [] }),
  };
}

/** New values of filters; those that are undefined are taken out. */
export type Filters = { readonly [F in keyof Audience]: Audience[F] | undefined };

export const withFilters = (audience: Audience, filters: Filters): Audience =>
  narrowed({ ...audience, ...filters });

/** Nothing left to filter by is everyone of the service. */
function narrowed({ all: _, ...filters }: Filters): Audience {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return given.length > 0 ? (Object.fromEntries(given) as Audience) : { all: true };
}

/** The name of an answer among the titles. */
export const answerKey = ({ question_id, value }: NonNullable<Audience['answer']>) =>
  `answer ${question_id} ${value}` as const;

/** The titles of what an audience names by id, where they are known. */
export type Titles = ReadonlyMap<
  `${'event' | 'quest'} ${number}` | ReturnType<typeof answerKey>,
  string
>;

/** What one chip of the composer filters by. */
export type FilterName =
  | 'attendance'
  | 'ticket_types'
  | 'quest'
  | 'answer'
  | 'language_codes'
  | 'interests'
  | 'onboarding_statuses'
  | 'created'
  | 'user_ids'
  | 'messenger_ids';

/** The fields of the audience that one filter has. */
export function fieldsOf(name: FilterName): readonly (keyof Audience)[] {
  if (name === 'quest') return ['quest_id', 'quest_status'];
  return name === 'created' ? ['created_from', 'created_to'] : [name];
}

/** An audience in words, by filter; undefined for those that are off. */
export function filterWords(
  audience: KeptAudience,
  { id, name, timezone }: Conference,
  titles: Titles = new Map(),
): Record<'base', string> & Record<FilterName, string | undefined> {
  const { conference_ids, event_ids, quest_id, user_ids, messenger_ids } = audience;
  const { moment } = zoneOf(timezone);
  const isOne = conference_ids?.length === 1 && conference_ids[0] === id;
  const quest = quest_id && (titles.get(`quest ${quest_id}`) ?? String(quest_id));
  const known = event_ids?.flatMap((event) => titles.get(`event ${event}`) ?? []) ?? [];
  const base = [
    audience.spreadsheet && t('audience.spreadsheet'),
    !conference_ids && !event_ids && !audience.spreadsheet && t('audience.base.all'),
    isOne && t('audience.conference', { name }),
    conference_ids && !isOne && t('audience.conferences', { ids: conference_ids.join(', ') }),
    event_ids &&
      (known.length === event_ids.length && known.length > 0
        ? t('audience.events.named', { titles: known.join(', ') })
        : counted('audience.events.of', event_ids.length)),
  ];
  const created = [
    audience.created_from && t('audience.created.from', { time: moment(audience.created_from) }),
    audience.created_to && t('audience.created.to', { time: moment(audience.created_to) }),
  ];
  return {
    base: base.filter(Boolean).join(', '),
    attendance: audience.attendance?.map((one) => t(`audience.attendance.${one}`)).join(', '),
    ticket_types:
      audience.ticket_types && t('audience.tickets', { list: audience.ticket_types.join(', ') }),
    language_codes: audience.language_codes?.map(languageName).join(', '),
    interests:
      audience.interests && t('audience.interests.of', { list: audience.interests.join(', ') }),
    onboarding_statuses: audience.onboarding_statuses
      ?.map((one) => textIf(`audience.onboarding.${one}`) ?? one)
      .join(', '),
    quest:
      quest && audience.quest_status
        ? t('audience.quest.of', { quest, status: t(`audience.quest.${audience.quest_status}`) })
        : undefined,
    answer: audience.answer && (titles.get(answerKey(audience.answer)) ?? t('audience.answer')),
    created: created.filter(Boolean).join(', ') || undefined,
    user_ids: user_ids && counted('audience.users', user_ids.length),
    messenger_ids: messenger_ids && counted('audience.users', messenger_ids.length),
  };
}

/** An audience in words: each filter is one line. */
export const wordsOf = (...given: Parameters<typeof filterWords>): string[] =>
  Object.values(filterWords(...given)).filter((words) => words !== undefined);
