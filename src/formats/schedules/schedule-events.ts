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
import type { ScheduleNotes } from './schedule-notes.ts';
import { roomOf } from './schedule-states.ts';
import type { ScheduleTimes } from './schedule-times.ts';

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
  readonly times: ScheduleTimes;
  readonly notes: ScheduleNotes;
}

/**
 * The cells of an event of pretalx, frab or FOSDEM. Texts that are too long are cut, HTML becomes
 * plain text.
 */
export function eventCells(
  event: Json,
  { day, room, source, times, notes }: EventPlace,
): ScheduleRow['cells'] {
  const subtitle = plainLine(textOf(event.subtitle), 300);
  const texts = [subtitle, ...[event.abstract, event.description].map((part) => textOf(part))];
  const persons = arrayOf(event.persons).map((person) => speakerOf(recordOf(person), source));
  const [key] = [event.guid, event.code, event.id].map(textOf).filter((each) => each !== null);
  return {
    title: plainLine(textOf(event.title), 300),
    ...times.of(event, day),
    room: plainLine(roomOf(event, room, notes), 500),
    track: plainLine(textOf(event.track), 100),
    kind: agendaKindOfType(textOf(event.type) ?? ''),
    language: languageOf(textOf(event.language)),
    url: webAddressOf(textOf(event.url)),
    links: Array.isArray(event.links) ? linksOf(event.links) : undefined,
    description: plainText(texts.filter(Boolean).join('\n\n'), 20_000),
    speakers: persons.filter(({ name }) => name !== null),
    import_key: key,
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
