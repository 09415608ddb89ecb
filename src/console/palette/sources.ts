import { unmarked } from '../../lib/unmarked.ts';
import type { Scope } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { type TextKey, t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { dayText } from '../lib/zone.ts';

/** Something to go to. */
export interface Found {
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly more?: string | undefined;
  /** Below the conference: a screen with its filters. */
  readonly to: string;
}

/** What the service finds, by the lists that the screens have; in the order in which it is shown. */
export interface Source {
  readonly kind: 'people' | 'sessions' | 'speakers' | 'quests';
  /** The screen that it leads to, without which it finds nothing. */
  readonly screen: string;
  readonly find: (of: Conference, q: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

/** Of a kind. */
export const MAX_FOUND = 5;
const LIMIT = { limit: MAX_FOUND };

/** Whether a text has all words of `q`. */
export const matches = (text: string, q: string): boolean =>
  unmarked(q)
    .split(/\s+/)
    .every((word) => unmarked(text).includes(word));

export const SOURCES: readonly Source[] = [
  {
    kind: 'people',
    screen: 'attendees',
    async find({ id }, q, signal) {
      const params = { conference_id: id, status: 'all', q, ...LIMIT } as const;
      const { data } = await api.call('listAdminConferenceAttendees', { params, signal });
      return data.flatMap(({ user, invitee }) => {
        const person = user ?? invitee;
        const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ');
        const more = [person?.job_title, person?.company].filter(Boolean).join(' · ');
        return name ? [{ name, more, to: `attendees?q=${encodeURIComponent(name)}` }] : [];
      });
    },
  },
  {
    kind: 'sessions',
    screen: 'agenda',
    async find({ id, timezone }, q, signal) {
      // The list of the screen, which has all: it is read once.
      const { data } = await queries.fetchQuery({
        queryKey: ['agenda', id],
        queryFn: () =>
          api.call('listAgendaItems', {
            params: { conference_id: id, limit: 1_000, include: 'favorites' },
            signal,
          }),
      });
      const { day, time } = wallTimeOf(timezone);
      return data
        .filter(({ title }) => matches(title, q))
        .map(({ title, starts_at, room }) => ({
          name: title,
          more: [`${dayText(day(starts_at))}, ${time(starts_at)}`, room]
            .filter(Boolean)
            .join(' · '),
          to: `agenda?day=${day(starts_at)}`,
        }));
    },
  },
  {
    kind: 'speakers',
    screen: 'speakers',
    async find({ id }, q, signal) {
      const params = { conference_id: id, q, ...LIMIT };
      const { data } = await api.call('listAdminSpeakers', { params, signal });
      return data.map((one) => ({
        name: one.name,
        more: one.company ?? undefined,
        to: `speakers?id=${one.id}`,
      }));
    },
  },
  {
    kind: 'quests',
    screen: 'quests',
    async find({ id }, q, signal) {
      const params = { conference_id: id, q, ...LIMIT };
      const { data } = await api.call('listAdminQuests', { params, signal });
      return data.map((one) => ({ name: one.title, to: `quests?quest=${one.id}` }));
    },
  },
];

interface Action {
  readonly text: TextKey;
  readonly scope: Scope;
  readonly to: string;
}
/** What a key may do at once. `do` opens the form of a screen. */
const ACTIONS: readonly Action[] = [
  { text: 'attendees.add-one', scope: 'attendees:write', to: 'attendees?do=add' },
  { text: 'import.open', scope: 'attendees:import', to: 'attendees?import=file' },
  { text: 'agenda.new', scope: 'content:write', to: 'agenda?do=add' },
  { text: 'palette.import-agenda', scope: 'content:import', to: 'agenda?import=file' },
  { text: 'events.new', scope: 'content:write', to: 'events?do=add' },
  { text: 'palette.add-speaker', scope: 'content:write', to: 'speakers?do=add' },
  { text: 'palette.add-quest', scope: 'quests:write', to: 'quests?do=add' },
  { text: 'broadcasts.write', scope: 'broadcasts:write', to: 'broadcasts?edit=new' },
  { text: 'conferences.create', scope: 'content:write', to: 'conferences?do=add' },
];

const screenOf = ({ to }: { to: string }): string => to.split('?')[0] ?? '';

export const actionsOf = (
  may: (scope: Scope) => boolean,
  screens: readonly string[],
): readonly Found[] =>
  ACTIONS.filter((one) => may(one.scope) && screens.includes(screenOf(one))).map(
    ({ text, to }) => ({ name: t(text), to }),
  );
