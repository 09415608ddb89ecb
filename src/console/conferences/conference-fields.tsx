import type { AdminConference } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { textOf } from '../parts/form-dialog.tsx';
import { Choice, oneOf } from './choice.tsx';
import { REGISTRATION_FIELDS, RegistrationFields, registrationOf } from './registration-fields.tsx';

const TEXTS = ['venue', 'city'] as const;
const ASKS = ['evening', 'off'] as const;
export const FIELDS = [
  'name',
  'slug',
  'description',
  'starts_on',
  'ends_on',
  'timezone',
  ...TEXTS,
  'country',
  'website',
  'capacity',
  ...REGISTRATION_FIELDS,
  'rating_ask',
  'ratings_need_check_in',
  'show_interest',
  'broadcast_gap_minutes',
] as const satisfies readonly (keyof AdminConference)[];
/** What a new conference begins with; the API has no limit by default. */
const PROPOSED_GAP = 120;
export type Fields = Pick<AdminConference, (typeof FIELDS)[number]>;

/** The fields of a conference, empty for a new one. */
export function ConferenceFields({ conference }: { conference?: AdminConference }) {
  const timezone = conference?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Text name="name" value={conference?.name} maxLength={200} required />
      <label class="field">
        {t(conference ? 'conferences.field.slug' : 'conferences.field.slug-optional')}
        <input
          name="slug"
          maxLength={120}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={t('conferences.slug.form')}
          required={conference !== undefined}
          defaultValue={conference?.slug}
          autocomplete="off"
        />
      </label>
      <label class="field">
        {t('conferences.field.starts_on')}
        <input name="starts_on" type="date" required defaultValue={conference?.starts_on} />
      </label>
      <label class="field">
        {t('conferences.field.ends_on')}
        <input name="ends_on" type="date" required defaultValue={conference?.ends_on} />
      </label>
      <label class="field">
        {t('conferences.field.timezone')}
        <input name="timezone" list="zones" required defaultValue={timezone} autocomplete="off" />
      </label>
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {TEXTS.map((field) => (
        <Text key={field} name={field} value={conference?.[field]} maxLength={200} />
      ))}
      <label class="field">
        {t('conferences.field.country')}
        <input
          name="country"
          maxLength={2}
          pattern="[A-Za-z]{2}"
          title={t('conferences.country.form')}
          defaultValue={conference?.country ?? ''}
          autocomplete="off"
        />
      </label>
      <label class="field">
        {t('conferences.field.website')}
        <input name="website" type="url" defaultValue={conference?.website ?? ''} />
      </label>
      <label class="field">
        {t('conferences.field.description')}
        <textarea
          name="description"
          rows={4}
          maxLength={20_000}
          defaultValue={conference?.description ?? ''}
        />
      </label>
      <label class="field">
        {t('conferences.field.capacity-optional')}
        <input
          name="capacity"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={conference?.capacity ?? ''}
        />
      </label>
      <RegistrationFields conference={conference} timezone={timezone} />
      <Choice
        name="rating_ask"
        values={ASKS}
        value={conference?.rating_ask}
        text={(one) => t(`conferences.ask.${one}`)}
      />
      <Check name="ratings_need_check_in" conference={conference} />
      <Check name="show_interest" conference={conference} />
      <label class="field">
        {t('conferences.field.broadcast_gap_minutes')}
        <input
          name="broadcast_gap_minutes"
          type="number"
          min={0}
          max={10_080}
          defaultValue={conference ? conference.broadcast_gap_minutes : PROPOSED_GAP}
        />
        <small>{t('conferences.gap.more')}</small>
      </label>
    </>
  );
}

interface TextProps {
  readonly name: 'name' | (typeof TEXTS)[number];
  readonly value: string | null | undefined;
  readonly maxLength: number;
  readonly required?: boolean;
}

const Text = ({ name, value, maxLength, required = false }: TextProps) => (
  <label class="field">
    {t(`conferences.field.${name}`)}
    <input
      name={name}
      maxLength={maxLength}
      required={required}
      defaultValue={value ?? ''}
      autocomplete="off"
    />
  </label>
);

interface CheckProps {
  readonly name: 'ratings_need_check_in' | 'show_interest';
  readonly conference: AdminConference | undefined;
}

const Check = ({ name, conference }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} defaultChecked={conference?.[name] ?? false} />
    {t(`conferences.field.${name}`)}
  </label>
);

/** What the form says; the slug of a new conference may be empty. */
export function fieldsOf(form: FormData): Fields {
  const text = (name: string) => textOf(form, name) || null;
  const timezone = textOf(form, 'timezone');
  return {
    name: textOf(form, 'name'),
    slug: textOf(form, 'slug'),
    description: text('description'),
    starts_on: textOf(form, 'starts_on'),
    ends_on: textOf(form, 'ends_on'),
    timezone,
    venue: text('venue'),
    city: text('city'),
    country: textOf(form, 'country').toUpperCase() || null,
    website: text('website'),
    capacity: Number(textOf(form, 'capacity')) || null,
    ...registrationOf(form, timezone),
    rating_ask: oneOf(form, 'rating_ask', ASKS),
    ratings_need_check_in: form.has('ratings_need_check_in'),
    show_interest: form.has('show_interest'),
    broadcast_gap_minutes: Number(textOf(form, 'broadcast_gap_minutes')),
  };
}
