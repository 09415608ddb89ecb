import { useContext, useState } from 'preact/hooks';
import type { ApiKey, ApiKeyChange, OwnAccess } from '../../client/operations.d.ts';
import { Access } from '../lib/access.ts';
import { type Conference, useConferences } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { Check, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { ScopesInput } from './scopes-input.tsx';

/** What a form of a key sets. */
export type Terms = Required<ApiKeyChange>;

interface Props {
  readonly first: Terms;
  readonly conference: Conference;
}

/** What a key may do, where, from where and until when. */
export const KeyFields = ({ first, conference: { timezone } }: Props) => (
  <>
    <TextField
      name="name"
      label={t('keys.name')}
      value={first.name}
      required
      maxLength={200}
      placeholder={t('keys.example')}
    />
    <ScopesInput scopes={first.scopes} />
    <Where ids={first.conference_ids} />
    <MomentInput
      name="ends"
      label={t('keys.ends')}
      value={first.expires_at}
      clock={wallTimeOf(timezone)}
      timezone={timezone}
    />
    <p class="muted">{t('keys.ends.more')}</p>
    <TextArea
      name="networks"
      label={t('keys.networks')}
      value={first.allowed_networks?.join('\n')}
      rows={2}
      maxLength={5_000}
    />
    <p class="muted">{t('keys.networks.more')}</p>
  </>
);

function Where({ ids }: { ids: Terms['conference_ids'] }) {
  const access = useContext(Access);
  const [isAll, setAll] = useState(ids === null);
  return (
    <fieldset class="choices">
      <legend>{t('keys.where')}</legend>
      <label class="check">
        <input
          name="all"
          type="checkbox"
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
        {t('keys.where.all')}
      </label>
      {!isAll && access && <Conferences access={access} ids={ids ?? []} />}
    </fieldset>
  );
}

function Conferences({ access, ids }: { access: OwnAccess; ids: readonly number[] }) {
  const nameOf = useConferenceNames(access);
  const all = new Set([...nameOf.known, ...ids]);
  return [...all].map((id) => (
    <Check key={id} name="conference_ids" value={String(id)} isChecked={ids.includes(id)}>
      {nameOf(id)}
    </Check>
  ));
}

/** The names of conferences, of which a key may have some that are deleted. */
export function useConferenceNames(access: OwnAccess) {
  const conferences = useConferences(access).data ?? [];
  const nameOf = (id: number): string =>
    conferences.find((one) => one.id === id)?.name ?? t('keys.conference', { id: String(id) });
  return Object.assign(nameOf, { known: conferences.map(({ id }) => id) });
}

/** @param before the key as it was read when the form opened */
export function termsIn(form: FormData, { timezone }: Conference, before?: ApiKey): Terms {
  const networks = textOf(form, 'networks')
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    name: textOf(form, 'name'),
    scopes: form.getAll('scopes') as unknown as Terms['scopes'],
    conference_ids: form.has('all') ? null : form.getAll('conference_ids').map(Number),
    allowed_networks: networks.length > 0 ? networks : null,
    expires_at: momentOf(form, 'ends', {
      clock: wallTimeOf(timezone),
      before: before?.expires_at,
    }),
  };
}
