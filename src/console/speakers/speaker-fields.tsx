import type { AdminSpeaker, Socials } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { FindOne, type Found } from '../parts/find-one.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { PhotoInput, photoIn } from './photo-input.tsx';

const STATUSES = ['published', 'draft'] as const;
const NETWORKS = [
  'website',
  'linkedin',
  'x',
  'github',
  'instagram',
  'facebook',
  'youtube',
  'tiktok',
  'discord',
  'farcaster',
] as const satisfies readonly (keyof Socials)[];
/** As many as a search offers. */
const OFFERED = 8;

/** What a form edits. */
export interface Fields
  extends Pick<AdminSpeaker, 'name' | 'title' | 'company' | 'bio' | 'photo_url' | 'is_featured'> {
  readonly socials: Socials;
  readonly user_id: number | null;
  /** Undefined for a new speaker: the service chooses. */
  readonly slug: string | undefined;
  readonly status: AdminSpeaker['status'] | undefined;
}

/** @param read what the form edits; undefined for a new speaker */
export function fieldsIn(form: FormData, read: AdminSpeaker | undefined): Fields {
  const text = (name: string) => textOf(form, name) || null;
  return {
    name: textOf(form, 'name'),
    title: text('title'),
    company: text('company'),
    bio: text('bio'),
    photo_url: photoIn(form, 'photo_url'),
    is_featured: form.has('is_featured'),
    socials: socialsIn(form, read?.socials ?? {}),
    // Without the search of people, the form has no such field.
    user_id: form.has('user_id') ? Number(form.get('user_id')) || null : (read?.user_id ?? null),
    slug: text('slug') ?? read?.slug,
    status: STATUSES.find((one) => one === form.get('status')),
  };
}

/** What was typed, in the order and form of what was read, so that only a change differs from it. */
function socialsIn(form: FormData, read: Socials): Socials {
  const names = [...new Set([...(Object.keys(read) as (typeof NETWORKS)[number][]), ...NETWORKS])];
  const typed = names.flatMap((name) => {
    const handle = textOf(form, name);
    if (!handle) return [];
    const before = read[name];
    return [[name, before?.handle === handle ? before : { handle, url: null }]];
  });
  return Object.fromEntries(typed) as Socials;
}

/** As the service takes them. */
export const handlesOf = (socials: Socials): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(socials).map(([name, { handle }]) => [name, handle]));

/** How a reader sees the value of a field. */
export function shownValue(field: keyof Fields, value: unknown): string {
  if (field === 'status' && (value === 'draft' || value === 'published'))
    return t(`speakers.status.${value}`);
  if (field === 'is_featured')
    return t(value ? 'speakers.featured.true' : 'speakers.featured.false');
  if (field === 'socials') return socialsText(value as Socials) || '–';
  return String(value ?? '–');
}

export const socialsText = (socials: Socials): string =>
  Object.entries(handlesOf(socials))
    .map(([name, handle]) => `${name}: ${handle}`)
    .join(', ');

/** The inputs of a speaker. */
export const SpeakerFields = ({ read }: { read: AdminSpeaker | undefined }) => (
  <>
    <TextField
      name="name"
      label={t('speakers.field.name')}
      required
      maxLength={200}
      value={read?.name}
    />
    <div class="columns">
      <TextField
        name="title"
        label={t('speakers.field.title')}
        maxLength={200}
        value={read?.title}
      />
      <TextField
        name="company"
        label={t('speakers.field.company')}
        maxLength={200}
        value={read?.company}
      />
    </div>
    <TextArea
      name="bio"
      label={t('speakers.field.bio')}
      rows={5}
      maxLength={10_000}
      value={read?.bio}
    />
    <PhotoInput name="photo_url" value={read?.photo_url ?? null} />
    <Check name="is_featured" isChecked={read?.is_featured ?? false}>
      {t('speakers.field.is_featured')}
    </Check>
    {read && (
      <div class="columns">
        <Choice
          name="status"
          label={t('speakers.field.status')}
          values={STATUSES}
          value={read.status}
          textOf={(one) => t(`speakers.status.${one}`)}
        />
        <TextField
          name="slug"
          label={t('speakers.field.slug')}
          required
          maxLength={100}
          value={read.slug}
        />
      </div>
    )}
    <UserField user_id={read?.user_id ?? null} />
    <details>
      <summary>{t('speakers.field.socials')}</summary>
      <div class="columns">
        {NETWORKS.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`speakers.social.${name}`)}
            maxLength={200}
            value={read?.socials[name]?.handle}
          />
        ))}
      </div>
    </details>
  </>
);

/** The account of the speaker. Only those who may read people find one. */
function UserField({ user_id }: { user_id: number | null }) {
  if (!useMay()('people:read')) return null;
  const first = user_id === null ? undefined : { id: user_id, name: userText(user_id) };
  return (
    <FindOne
      name="user_id"
      label={t('speakers.field.user_id')}
      search={t('speakers.user.search')}
      queryKey={['people', 'found']}
      find={findUsers}
      first={first}
      none={t('speakers.user.none')}
    />
  );
}

const userText = (id: number): string => t('speakers.user', { id: String(id) });

async function findUsers(q: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { data } = await api.call('listAdminUsers', { params: { q, limit: OFFERED }, signal });
  return data.map((user) => ({
    id: user.id,
    name: nameOf(user),
    more: [user.company, userText(user.id)].filter(Boolean).join(' · '),
  }));
}
