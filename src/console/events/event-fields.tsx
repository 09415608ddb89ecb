import type {
  AdminEvent,
  EventChange,
  EventKind,
  EventStatus,
  RegistrationMode,
  Waitlist,
} from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { PhotoInput, photoIn } from '../speakers/photo-input.tsx';

/** What the form of an event edits; the venue by its parts. */
export interface Fields {
  readonly title: string;
  readonly description: string | null;
  readonly kind: EventKind;
  readonly status: EventStatus;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly capacity: number | null;
  readonly registration_mode: RegistrationMode;
  readonly waitlist: Waitlist;
  readonly organizer: string | null;
  readonly url: string | null;
  readonly image_url: string | null;
  readonly tags: readonly string[];
  readonly all_day: boolean;
}

const KINDS = ['main', 'side'] as const satisfies readonly EventKind[];
const MODES = [
  'open',
  'approval',
  'invited',
  'closed',
] as const satisfies readonly RegistrationMode[];
const WAITLISTS = ['auto', 'manual', 'off'] as const satisfies readonly Waitlist[];
export const STATUSES = [
  'approved',
  'pending',
  'rejected',
  'cancelled',
] as const satisfies readonly EventStatus[];

export const fieldsOf = ({ venue, ...event }: AdminEvent): Fields => ({
  title: event.title,
  description: event.description,
  kind: event.kind,
  status: event.status,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  venue_name: venue.name,
  venue_address: venue.address,
  capacity: event.capacity,
  registration_mode: event.registration_mode,
  waitlist: event.waitlist,
  organizer: event.organizer,
  url: event.url,
  image_url: event.image_url,
  tags: event.tags,
  all_day: event.all_day,
});

/** Times are those of the zone of the event. */
export function fieldsIn(form: FormData, timezone: string): Fields {
  const clock = wallTimeOf(timezone);
  const text = (name: string) => textOf(form, name) || null;
  const moment = (name: string) =>
    clock.instant(textOf(form, `${name}_day`), textOf(form, `${name}_time`));
  return {
    title: textOf(form, 'title'),
    description: text('description'),
    kind: KINDS.find((kind) => kind === form.get('kind')) ?? 'main',
    status: STATUSES.find((status) => status === form.get('status')) ?? 'approved',
    starts_at: moment('starts'),
    ends_at: moment('ends'),
    venue_name: text('venue_name'),
    venue_address: text('venue_address'),
    capacity: Number(text('capacity')) || null,
    registration_mode: MODES.find((mode) => mode === form.get('registration_mode')) ?? 'open',
    waitlist: WAITLISTS.find((one) => one === form.get('waitlist')) ?? 'auto',
    organizer: text('organizer'),
    url: text('url'),
    image_url: photoIn(form, 'image_url'),
    tags: textOf(form, 'tags')
      .split(/\s*,\s*/)
      .filter(Boolean),
    all_day: form.has('all_day'),
  };
}

/** The change as the service takes it: the venue in one. */
export function bodyOf<F extends Partial<Fields>>({ venue_name, venue_address, ...rest }: F) {
  const venue: EventChange['venue'] = {
    ...(venue_name !== undefined && { name: venue_name }),
    ...(venue_address !== undefined && { address: venue_address }),
  };
  return { ...rest, ...(Object.keys(venue).length > 0 && { venue }) };
}

/** How a reader sees the value of a field. */
export function shownValue(field: keyof Fields, value: unknown, timezone: string): string {
  if (value === null) return '–';
  if (field === 'starts_at' || field === 'ends_at') {
    const clock = wallTimeOf(timezone);
    return `${clock.day(String(value))} ${clock.time(String(value))}`;
  }
  if (field === 'kind') return t(`events.kind.${value as EventKind}`);
  if (field === 'status') return t(`events.status.${value as EventStatus}`);
  if (field === 'registration_mode') return t(`events.mode.${value as RegistrationMode}`);
  if (field === 'waitlist') return t(`events.waitlist.${value as Waitlist}`);
  if (field === 'all_day') return t(value ? 'events.all-day' : 'events.timed');
  return (Array.isArray(value) ? value.join(', ') : String(value)) || '–';
}

interface Props {
  /** The values that the form begins with. */
  readonly first: Fields;
  readonly timezone: string;
}

/** The inputs of an event. */
export function EventFields({ first, timezone }: Props) {
  const clock = wallTimeOf(timezone);
  return (
    <>
      <TextField
        name="title"
        label={t('events.field.title')}
        required
        maxLength={200}
        value={first.title}
      />
      {(['starts', 'ends'] as const).map((name) => (
        <div key={name} class="columns">
          <TextField
            name={`${name}_day`}
            type="date"
            required
            label={t(`events.day.${name}`)}
            value={clock.day(first[`${name}_at`])}
          />
          <TimeInput
            name={`${name}_time`}
            label={t(`events.time.${name}`, { zone: timezone })}
            value={clock.time(first[`${name}_at`])}
          />
        </div>
      ))}
      <Check name="all_day" isChecked={first.all_day}>
        {t('events.all-day')}
      </Check>
      <div class="columns">
        <TextField
          name="venue_name"
          label={t('events.field.venue_name')}
          maxLength={500}
          value={first.venue_name}
        />
        <TextField
          name="venue_address"
          label={t('events.field.venue_address')}
          maxLength={500}
          value={first.venue_address}
        />
      </div>
      <div class="columns">
        <TextField
          name="capacity"
          type="number"
          min={1}
          label={t('events.field.capacity')}
          placeholder={t('events.no-limit')}
          value={first.capacity}
        />
        <Choice
          name="registration_mode"
          label={t('events.field.registration_mode')}
          values={MODES}
          value={first.registration_mode}
          textOf={(mode) => t(`events.mode.${mode}`)}
        />
        <Choice
          name="waitlist"
          label={t('events.field.waitlist')}
          values={WAITLISTS}
          value={first.waitlist}
          textOf={(one) => t(`events.waitlist.${one}`)}
        />
      </div>
      <div class="columns">
        <Choice
          name="kind"
          label={t('events.field.kind')}
          values={KINDS}
          value={first.kind}
          textOf={(kind) => t(`events.kind.${kind}`)}
        />
        <Choice
          name="status"
          label={t('events.field.status')}
          values={STATUSES}
          value={first.status}
          textOf={(status) => t(`events.status.${status}`)}
        />
      </div>
      <TextField
        name="organizer"
        label={t('events.field.organizer')}
        maxLength={200}
        value={first.organizer}
      />
      <TextField
        name="url"
        type="url"
        label={t('events.field.url')}
        maxLength={2_000}
        value={first.url}
      />
      <TextArea
        name="description"
        label={t('events.field.description')}
        maxLength={5_000}
        value={first.description}
      />
      <TextField
        name="tags"
        label={t('events.tags.commas')}
        maxLength={1_000}
        value={first.tags.join(', ')}
      />
      <PhotoInput name="image_url" value={first.image_url} label={t('picture.label')} />
    </>
  );
}
