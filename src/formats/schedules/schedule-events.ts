import {
  AGENDA_LANGUAGE,
  type AgendaLink,
  agendaKindOfType,
  MAX_AGENDA_LINKS,
} from '../../domain/programme/agenda.ts';
import { webAddressOf } from '../icalendar/event-details.ts';
import { plainLine, plainText } from '../icalendar/plain-text.ts';
import { arrayOf, type Json, recordOf, textOf } from './json-values.ts';
import { type PersonSource, personKeysOf } from './person-keys.ts';

/** A row of a schedule: its number in the file, and cells as in a JSON list of agenda items. */
export interface ScheduleRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, unknown>>;
}

/** The position of an event in the tree of a schedule. */
interface EventPlace {
  readonly day: Json;
  readonly room: string;
  readonly source: PersonSource;
}

/**
 * The cells of an event of pretalx, frab or FOSDEM. Texts that are too long are cut, HTML becomes
 * plain text.
 */
export function eventCells(event: Json, { day, room, source }: EventPlace): ScheduleRow['cells'] {
  const starts_at = startOf(event, day);
  const subtitle = plainLine(textOf(event.subtitle), 300);
  const texts = [subtitle, ...[event.abstract, event.description].map((part) => textOf(part))];
  const persons = arrayOf(event.persons).map((person) => speakerOf(recordOf(person), source));
  const key = event.guid ?? event.code ?? event.id;
  return {
    title: plainLine(textOf(event.title), 300),
    starts_at,
    ends_at: endOf(starts_at, textOf(event.duration)),
    room: plainLine(textOf(event.room) ?? room, 500),
    track: plainLine(textOf(event.track), 100),
    kind: agendaKindOfType(textOf(event.type) ?? ''),
    language: languageOf(textOf(event.language)),
    url: webAddressOf(textOf(event.url)),
    links: Array.isArray(event.links) ? linksOf(event.links) : undefined,
    description: plainText(texts.filter(Boolean).join('\n\n'), 20_000),
    speakers: persons.filter(({ name }) => name !== null),
    import_key: key === undefined || key === null ? undefined : String(key),
  };
}

/** The language as a BCP 47 tag; programs also write `de_AT`, and `-` for none. */
function languageOf(given: string | null): string | undefined {
  const tag = given?.replaceAll('_', '-') ?? '';
  return tag.length <= 35 && AGENDA_LANGUAGE.test(tag) ? tag : undefined;
}

/** Links to websites only: exports also contain relative and misspelled addresses. */
const linksOf = (links: readonly unknown[]): AgendaLink[] =>
  links
    .map(recordOf)
    .flatMap(({ url, title }) => {
      const address = webAddressOf(textOf(url));
      return address === null ? [] : { title: plainLine(textOf(title), 300), url: address };
    })
    .slice(0, MAX_AGENDA_LINKS);

const speakerOf = (person: Json, source: PersonSource) => ({
  name: plainLine(textOf(person.public_name ?? person.full_public_name ?? person.name), 200),
  bio: plainText(textOf(person.biography), 10_000) ?? undefined,
  photo_url: photoOf(person.avatar),
  ...personKeysOf(person, source),
});

export const photoOf = (address: unknown): string | undefined =>
  /^https:\/\/\S{1,1990}$/.exec(textOf(address) ?? '')?.[0];

/**
 * `date` is an instant in newer files. Older ones have only the time of day; times before the start
 * of the day belong to the next morning.
 */
function startOf({ date, start }: Json, day: Json): string | null {
  const instant = textOf(date);
  if (instant !== null && /T\d\d:/.test(instant)) return instant;
  const time = textOf(start);
  const on = textOf(day.date);
  if (time === null || on === null) return null;
  const dayStart = /T(\d\d:\d\d)/.exec(textOf(day.day_start) ?? '')?.[1] ?? '00:00';
  return shifted(`${on}T${time.padStart(5, '0')}`, time.padStart(5, '0') < dayStart ? 24 * 60 : 0);
}

/** `duration` is `00:45`, or `1:02:30` with days. */
function endOf(starts_at: string | null, duration: string | null): string | null {
  const parts = duration?.split(':').map(Number) ?? [];
  const [minutes = Number.NaN, hours = 0, days = 0] = parts.toReversed();
  return starts_at === null ? null : shifted(starts_at, (days * 24 + hours) * 60 + minutes);
}

/** The time this number of minutes later, in the same notation; null unless both are known. */
function shifted(time: string, minutes: number): string | null {
  const [, local = '', offset = ''] = /^(.*?)(Z|[+-]\d\d:?\d\d)?$/.exec(time) ?? [];
  const wall = Date.parse(`${local}Z`) + minutes * 60_000;
  return Number.isNaN(wall) ? null : new Date(wall).toISOString().slice(0, 19) + offset;
}
