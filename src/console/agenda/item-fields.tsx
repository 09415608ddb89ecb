import type {
  AdminAgendaItem,
  AgendaKind,
  AgendaStatus,
  Room,
  Track,
} from '../../client/operations.d.ts';
import { languageName, t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Later } from '../parts/later.tsx';
import { momentOf } from '../parts/moment-input.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { modeIn, QuestionsPart } from './questions-part.tsx';
import { SpeakersField } from './speakers-field.tsx';

/** What the forms of items know of their conference. */
export interface Program {
  readonly conference_id: number;
  readonly rooms: readonly Room[];
  readonly tracks: readonly Track[];
  readonly speakers: readonly { readonly id: number; readonly name: string }[];
  readonly clock: WallTime;
  readonly timezone: string;
}

/** What a form edits. */
export interface Fields {
  readonly title: string;
  readonly description: string | null;
  readonly kind: AgendaKind;
  readonly track: string | null;
  readonly room: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly status: AgendaStatus;
  readonly speaker_ids: readonly number[];
  readonly language: string | null;
  readonly url: string | null;
  readonly links: AdminAgendaItem['links'];
  readonly questions: AdminAgendaItem['questions'];
  readonly questions_until: string | null;
}
/** Offered; any other tag can be typed. */
const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'pt', 'ru', 'tr', 'uk', 'zh'] as const;
const KINDS = [
  'keynote',
  'talk',
  'panel',
  'workshop',
  'break',
  'social',
  'other',
] as const satisfies readonly AgendaKind[];

export const fieldsOf = ({ speakers, ...item }: AdminAgendaItem): Fields => ({
  title: item.title,
  description: item.description,
  kind: item.kind,
  track: item.track,
  room: item.room,
  starts_at: item.starts_at,
  ends_at: item.ends_at,
  status: item.status,
  speaker_ids: speakers.map(({ id }) => id),
  language: item.language,
  url: item.url,
  links: item.links,
  questions: item.questions,
  questions_until: item.questions_until,
});

/** `item` is what the form edits; without one it makes a new item. */
export function fieldsIn(
  form: FormData,
  { clock, speakers }: Program,
  item?: AdminAgendaItem,
): Fields {
  const text = (name: string) => textOf(form, name);
  const chosen = form.getAll('speaker').map(Number);
  // Those who stay keep their order, and so do those whom the form does not offer.
  const kept = (item?.speakers ?? [])
    .map(({ id }) => id)
    .filter((id) => chosen.includes(id) || speakers.every((one) => one.id !== id));
  return {
    title: text('title'),
    description: text('description') || null,
    kind: KINDS.find((kind) => kind === form.get('kind')) ?? 'talk',
    track: text('track') || null,
    room: text('room') || null,
    starts_at: clock.instant(text('day'), text('starts')),
    ends_at: clock.instant(text('day'), text('ends')),
    status: form.has('cancelled') ? 'cancelled' : 'scheduled',
    language: text('language') || null,
    url: text('url') || null,
    links: linksIn(text('links')),
    questions: modeIn(form),
    questions_until: momentOf(form, 'questions_until', { clock, before: item?.questions_until }),
    speaker_ids: [...kept, ...chosen.filter((id) => !kept.includes(id))],
  };
}

/** How a reader sees the value of a field. */
export function shownValue(field: keyof Fields, value: unknown, program: Program): string {
  if (value !== null && ['starts_at', 'ends_at', 'questions_until'].includes(field)) {
    return `${program.clock.day(String(value))} ${program.clock.time(String(value))}`;
  }
  if (field === 'kind') return t(`agenda.kind.${value as AgendaKind}`);
  if (field === 'status') return t(`agenda.status.${value as AgendaStatus}`);
  if (field === 'questions') return t(`agenda.questions.${value as Fields['questions']}`);
  if (field === 'links') return linesOf(value as Fields['links']) || '–';
  if (!Array.isArray(value)) return String(value ?? '–');
  const names = program.speakers.filter(({ id }) => value.includes(id)).map(({ name }) => name);
  return names.join(', ') || '–';
}

/** One link a line: its address, and what it is called. */
const linesOf = (links: Fields['links']): string =>
  links.map(({ url, title }) => [url, title].filter(Boolean).join(' ')).join('\n');
const linksIn = (text: string): Fields['links'] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [url = '', ...title] = line.split(/\s+/);
      return { url, title: title.join(' ') || null };
    });

interface Props {
  /** The values that the form begins with. */
  readonly first: Fields;
  readonly program: Program;
}

/** The inputs of an agenda item. */
export const ItemFields = ({ first, program }: Props) => (
  <>
    <section class="part">
      <h3>{t('agenda.part.what')}</h3>
      <TextField
        name="title"
        label={t('agenda.field.title')}
        required
        maxLength={200}
        value={first.title}
      />
      <div class="columns">
        <Choice
          name="kind"
          label={t('agenda.field.kind')}
          values={KINDS}
          value={first.kind}
          textOf={(kind) => t(`agenda.kind.${kind}`)}
        />
        <TextField
          name="track"
          label={t('agenda.field.track')}
          list="tracks"
          maxLength={100}
          value={first.track}
        />
      </div>
      <TextArea
        name="description"
        label={t('agenda.field.description')}
        rows={3}
        maxLength={5_000}
        value={first.description}
      />
    </section>
    <section class="part">
      <h3>{t('agenda.part.when')}</h3>
      <div class="columns">
        <TextField
          name="day"
          type="date"
          label={t('agenda.day')}
          required
          value={program.clock.day(first.starts_at)}
        />
        <TextField
          name="room"
          label={t('agenda.field.room')}
          list="rooms"
          maxLength={100}
          value={first.room}
        />
      </div>
      <div class="columns">
        <TimeInput
          name="starts"
          label={t('agenda.starts', { zone: program.timezone })}
          value={program.clock.time(first.starts_at)}
        />
        <TimeInput
          name="ends"
          label={t('agenda.ends', { zone: program.timezone })}
          value={program.clock.time(first.ends_at)}
        />
      </div>
    </section>
    <Later>
      <Names id="rooms" rows={program.rooms} />
      <Names id="tracks" rows={program.tracks} />
      <datalist id="languages">
        {LANGUAGES.map((tag) => (
          <option key={tag} value={tag} label={languageName(tag)} />
        ))}
      </datalist>
    </Later>
    {program.speakers.length > 0 && (
      <SpeakersField speakers={program.speakers} first={first.speaker_ids} />
    )}
    <QuestionsPart first={first} program={program} />
    <section class="part">
      <h3>{t('agenda.part.also')}</h3>
      <div class="columns">
        <TextField
          name="language"
          label={t('agenda.field.language')}
          list="languages"
          maxLength={35}
          value={first.language}
        />
        <TextField
          name="url"
          type="url"
          label={t('agenda.field.url')}
          maxLength={2_000}
          value={first.url}
        />
      </div>
      <TextArea
        name="links"
        label={t('agenda.links.lines')}
        rows={3}
        maxLength={20_000}
        value={linesOf(first.links)}
      />
      <Check name="cancelled" isChecked={first.status === 'cancelled'}>
        {t('agenda.cancelled')}
      </Check>
    </section>
  </>
);

const Names = ({ id, rows }: { id: string; rows: readonly { readonly name: string }[] }) => (
  <datalist id={id}>
    {rows.map(({ name }) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
