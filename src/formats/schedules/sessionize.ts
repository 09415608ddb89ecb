import { agendaKindOfType } from '../../domain/programme/agenda.ts';
import { sameName } from '../../domain/programme/agenda-imports.ts';
import { type Remark, remark } from '../../domain/reasons.ts';
import { invalid } from '../../errors.ts';
import { webAddressOf } from '../icalendar/event-details.ts';
import { plainLine, plainText } from '../icalendar/plain-text.ts';
import { arrayOf, type Json, recordOf, textOf } from './json-values.ts';
import { personKeysOf } from './person-keys.ts';
import { photoOf, type ScheduleRow } from './schedule-events.ts';
import { ScheduleNotes } from './schedule-notes.ts';
import { isShown } from './schedule-states.ts';

/** Sessionize gives a person one id at all events. */
const SOURCE = { name: 'sessionize.com', isLasting: true };

/** Whether this is a view of Sessionize: "All data", "Sessions" or "Schedule Grid". */
export const isSessionize = (given: unknown): boolean =>
  Array.isArray(given)
    ? given.some((part) => 'sessions' in recordOf(part) || 'rooms' in recordOf(part))
    : Array.isArray(recordOf(given).sessions);

interface Sessionize {
  readonly rows: ScheduleRow[];
  readonly warnings: readonly Remark[];
}

/**
 * The sessions of a view of Sessionize. A session without a time is left out, with a warning.
 *
 * @throws AppError VALIDATION_ERROR when it has no sessions
 */
export function sessionizeRows(given: unknown): Sessionize {
  const sessions = sessionsOf(given);
  if (sessions.length === 0) throw invalid('file', 'expected sessions of Sessionize', 'file_empty');
  const all = Array.isArray(given) ? {} : recordOf(given);
  const notes = new ScheduleNotes();
  const names = {
    rooms: byId(all.rooms, 'room', notes),
    speakers: byId(all.speakers, 'speaker', notes),
    categories: categoriesByItem(all.categories),
    notes,
  };
  const shown = sessions.filter((session) => isShown(session, notes));
  const scheduled = shown.filter(({ startsAt }) => textOf(startsAt) !== null);
  const left = shown.length - scheduled.length;
  const rows = scheduled.map((session, index) => ({
    row: index + 1,
    cells: cellsOf(session, names),
  }));
  const untimed =
    left === 0
      ? []
      : [
          remark(`Sessions without a time, which are left out: ${left}`, 'schedule_note', {
            note: 'untimed',
            count: left,
          }),
        ];
  return { rows, warnings: [...untimed, ...notes.list] };
}

/** A session that all rooms attend is in the grid once for each room: with one id and time. */
function sessionsOf(given: unknown): readonly Json[] {
  const groups = Array.isArray(given) ? given.map(recordOf) : [recordOf(given)];
  const all = groups
    .flatMap(({ sessions, rooms }) =>
      Array.isArray(sessions) ? sessions : arrayOf(rooms).flatMap((room) => sessionsIn(room)),
    )
    .map(recordOf);
  const slotOf = ({ id, title, startsAt }: Json) =>
    textOf(id) === null ? Symbol('no id') : JSON.stringify([id, title, startsAt]);
  return [
    ...new Map(all.toReversed().map((session) => [slotOf(session), session])).values(),
  ].toReversed();
}

function sessionsIn(given: unknown): readonly Json[] {
  const { name, sessions } = recordOf(given);
  return arrayOf(sessions).map((session) => ({ room: name, ...recordOf(session) }));
}

type ById = ReadonlyMap<string, Json>;

interface Names {
  readonly rooms: ById;
  readonly speakers: ById;
  /** By the id of a choice: the choice and the category that has it. */
  readonly categories: ReadonlyMap<string, Category>;
  readonly notes: ScheduleNotes;
}

interface Category {
  readonly category: string;
  readonly name: string;
}

function cellsOf(session: Json, names: Names): ScheduleRow['cells'] {
  const title = plainLine(textOf(session.title), 300);
  const chosen = categoriesOf(session, names);
  const nameIn = (pattern: RegExp) => chosen.find(({ category }) => pattern.test(category))?.name;
  const room = textOf(session.room) ?? textOf(names.rooms.get(textOf(session.roomId) ?? '')?.name);
  return {
    title,
    starts_at: textOf(session.startsAt),
    ends_at: textOf(session.endsAt),
    room: plainLine(room, 500),
    track: plainLine(nameIn(/track/i) ?? nameIn(/category|topic/i) ?? null, 100),
    kind:
      agendaKindOfType(nameIn(/format|type/i) ?? '') ??
      (session.isServiceSession === true ? (agendaKindOfType(title ?? '') ?? 'other') : undefined),
    links: linksOf(session),
    description: plainText(textOf(session.description), 20_000),
    speakers: arrayOf(session.speakers)
      .map((speaker) => speakerOf(speaker, names))
      .filter(({ name }) => {
        if (name === null)
          names.notes.add('Speakers without a name, who are left out', 'nameless', title);
        return name !== null;
      }),
    import_key: textOf(session.id) ?? undefined,
    import_source: SOURCE.name,
  };
}

/** "All data" has ids of choices, the other views the categories themselves. */
const categoriesOf = (session: Json, { categories }: Names): readonly Category[] =>
  Array.isArray(session.categories)
    ? [...categoriesByItem(session.categories).values()]
    : arrayOf(session.categoryItems).flatMap((id) => categories.get(textOf(id) ?? '') ?? []);

const categoriesByItem = (categories: unknown): Names['categories'] =>
  new Map(
    arrayOf(categories)
      .map(recordOf)
      .flatMap(({ title, name, items, categoryItems }) =>
        arrayOf(items ?? categoryItems)
          .map(recordOf)
          .map((item) => [
            textOf(item.id) ?? '',
            { category: textOf(title ?? name) ?? '', name: textOf(item.name) ?? '' },
          ]),
      ),
  );

const LINKS = { liveUrl: 'Live stream', recordingUrl: 'Recording' };

const linksOf = (session: Json) =>
  Object.entries(LINKS).flatMap(([field, title]) => {
    const url = webAddressOf(textOf(session[field]));
    return url === null ? [] : { title, url };
  });

/** "All data" has ids of speakers, the other views also their names. */
function speakerOf(given: unknown, { speakers }: Names) {
  const id = typeof given === 'string' ? given : textOf(recordOf(given).id);
  const speaker: Json = { ...recordOf(given), ...speakers.get(id ?? '') };
  const { tagLine, bio, profilePicture } = speaker;
  return {
    name: plainLine(nameOf(speaker), 200),
    title: plainLine(textOf(tagLine), 200) ?? undefined,
    bio: plainText(textOf(bio), 10_000) ?? undefined,
    photo_url: photoOf(profilePicture),
    ...personKeysOf({ id }, SOURCE),
  };
}

/** The name of a room or a speaker. */
const nameOf = ({ name, fullName, firstName, lastName }: Json): string | null =>
  textOf(fullName) ??
  textOf(name) ??
  ([textOf(firstName), textOf(lastName)].filter(Boolean).join(' ') || null);

/** The entries of a list by id. An id of entries with different names means none of them. */
function byId(list: unknown, what: string, notes: ScheduleNotes): ById {
  const entries = new Map<string, Json>();
  const shared = new Set<string>();
  for (const item of arrayOf(list).map(recordOf)) {
    const id = textOf(item.id) ?? '';
    const [name, other] = [nameOf(item), nameOf(entries.get(id) ?? item)];
    if (name !== null && other !== null && sameName(name) !== sameName(other)) {
      shared.add(id);
      notes.add(
        `Ids of several ${what}s, which name none of them`,
        'shared_ids',
        `${id}: “${other}”, “${name}”`,
      );
    }
    entries.set(id, item);
  }
  for (const id of shared) entries.delete(id);
  return entries;
}
