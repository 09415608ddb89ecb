import type {
  AdminAgendaItem,
  AgendaKind,
  AgendaStatus,
  Room,
  Track,
} from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { TimeInput } from '../parts/time-input.tsx';

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
}
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
});

/** `item` is what the form edits; without one it makes a new item. */
export function fieldsIn(
  form: FormData,
  { clock, speakers }: Program,
  item?: AdminAgendaItem,
): Fields {
  const text = (name: string) => textOf(form, name);
  const offered = speakers.map(({ id }) => id);
  const isChosen = (id: number) => form.getAll('speaker').includes(String(id));
  // Those who stay keep their order, and so do those whom the form does not offer.
  const kept = (item?.speakers ?? [])
    .map(({ id }) => id)
    .filter((id) => isChosen(id) || !offered.includes(id));
  return {
    title: text('title'),
    description: text('description') || null,
    kind: KINDS.find((kind) => kind === form.get('kind')) ?? 'talk',
    track: text('track') || null,
    room: text('room') || null,
    starts_at: clock.instant(text('day'), text('starts')),
    ends_at: clock.instant(text('day'), text('ends')),
    status: form.has('cancelled') ? 'cancelled' : 'scheduled',
    speaker_ids: [...kept, ...offered.filter((id) => isChosen(id) && !kept.includes(id))],
  };
}

/** How a reader sees the value of a field. */
export function shownValue(field: keyof Fields, value: unknown, program: Program): string {
  if (field === 'starts_at' || field === 'ends_at') {
    return `${program.clock.day(String(value))} ${program.clock.time(String(value))}`;
  }
  if (field === 'kind') return t(`agenda.kind.${value as AgendaKind}`);
  if (field === 'status') return t(`agenda.status.${value as AgendaStatus}`);
  if (!Array.isArray(value)) return String(value ?? '–');
  const names = program.speakers.filter(({ id }) => value.includes(id)).map(({ name }) => name);
  return names.join(', ') || '–';
}

interface Props {
  /** The values that the form begins with. */
  readonly first: Fields;
  readonly program: Program;
}

/** The inputs of an agenda item. */
export const ItemFields = ({ first, program }: Props) => (
  <>
    <TextField
      name="title"
      label={t('agenda.field.title')}
      required
      maxLength={200}
      value={first.title}
    />
    <div class="columns">
      <TextField
        name="room"
        label={t('agenda.field.room')}
        list="rooms"
        maxLength={100}
        value={first.room}
      />
      <TextField
        name="track"
        label={t('agenda.field.track')}
        list="tracks"
        maxLength={100}
        value={first.track}
      />
    </div>
    <Names id="rooms" rows={program.rooms} />
    <Names id="tracks" rows={program.tracks} />
    <div class="columns">
      <TextField
        name="day"
        type="date"
        label={t('agenda.day')}
        required
        value={program.clock.day(first.starts_at)}
      />
      <Choice
        name="kind"
        label={t('agenda.field.kind')}
        values={KINDS}
        value={first.kind}
        textOf={(kind) => t(`agenda.kind.${kind}`)}
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
    {program.speakers.length > 0 && (
      <fieldset class="choices">
        <legend>{t('agenda.field.speaker_ids')}</legend>
        {program.speakers.map(({ id, name }) => (
          <Check
            key={id}
            name="speaker"
            value={String(id)}
            isChecked={first.speaker_ids.includes(id)}
          >
            {name}
          </Check>
        ))}
      </fieldset>
    )}
    <TextArea
      name="description"
      label={t('agenda.field.description')}
      rows={3}
      maxLength={5_000}
      value={first.description}
    />
    <Check name="cancelled" isChecked={first.status === 'cancelled'}>
      {t('agenda.cancelled')}
    </Check>
  </>
);

const Names = ({ id, rows }: { id: string; rows: readonly { readonly name: string }[] }) => (
  <datalist id={id}>
    {rows.map(({ name }) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);
