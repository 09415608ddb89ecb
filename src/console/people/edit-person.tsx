import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminUser, AdminUserChange, AdminUserDetails } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { changesOf, currentOf } from '../lib/edits.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Conflict } from '../parts/conflict.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';

const TEXTS = [
  ['first_name', 100],
  ['last_name', 100],
  ['headline', 200],
  ['job_title', 200],
  ['company', 200],
] as const;
const LONG_TEXTS = [
  ['bio', 2_000],
  ['looking_for', 500],
  ['offering', 500],
] as const;
const FIELDS = [
  ...TEXTS.map(([field]) => field),
  ...LONG_TEXTS.map(([field]) => field),
  'interests',
  'is_ranked',
] as const;
type Fields = Pick<AdminUser, (typeof FIELDS)[number]>;

/** Corrects a profile. */
export function EditPerson({ user }: { user: AdminUserDetails }) {
  const [opened, setOpened] = useState<AdminUserDetails>();
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpened(user)}>
        <Icon name="pencil" />
        {t('people.edit')}
      </button>
      {opened && <Form user={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

const refresh = () => queries.invalidateQueries({ queryKey: ['people'] });

/** @param props.user as it was read when the form opened: a later change of others is a conflict */
function Form({ user, close }: { user: AdminUserDetails; close: () => void }) {
  const [theirs, setTheirs] = useState<AdminUser>();
  const [mine, setMine] = useState<AdminUserChange>({});
  const params = { id: user.id };
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const body = changesOf(user, fieldsOf(form));
      setMine(body);
      return api.call('updateAdminUser', { params, body, ifMatch: (theirs ?? user).version });
    },
    onSuccess: async (saved, form) => {
      const before = changesOf<Fields>(fieldsOf(form), theirs ?? user, FIELDS);
      say(t('people.saved', { name: nameOf(saved) }), () => undo(user.id, before, saved.version));
      close();
      await refresh();
    },
    onError: (error) => setTheirs((old) => currentOf<AdminUser>(error) ?? old),
  });
  const isConflict = currentOf(save.error) !== undefined;
  return (
    <FormDialog
      title={t('people.edit.title', { name: nameOf(user) })}
      close={() => {
        close();
        void refresh();
      }}
      cancel={isConflict ? t('conflict.keep-theirs') : t('dialog.cancel')}
      submit={isConflict ? t('conflict.save-mine') : t('people.save')}
      send={save.mutate}
      isBusy={save.isPending}
      problem={isConflict ? undefined : save.error}
    >
      {TEXTS.map(([field, maxLength]) => (
        <label key={field} class="field">
          {t(`people.field.${field}`)}
          <input
            name={field}
            maxLength={maxLength}
            required={field === 'first_name'}
            defaultValue={user[field] ?? ''}
            autocomplete="off"
          />
        </label>
      ))}
      {LONG_TEXTS.map(([field, maxLength]) => (
        <label key={field} class="field">
          {t(`people.field.${field}`)}
          <textarea name={field} rows={3} maxLength={maxLength} defaultValue={user[field] ?? ''} />
        </label>
      ))}
      <label class="field">
        {t('people.interests')}
        <input name="interests" defaultValue={user.interests.join(', ')} autocomplete="off" />
      </label>
      <label class="check">
        <input name="is_ranked" type="checkbox" defaultChecked={user.is_ranked} />
        {t('people.field.is_ranked')}
      </label>
      {isConflict && theirs && (
        <Conflict
          fields={FIELDS}
          read={user}
          theirs={theirs}
          mine={mine}
          label={(field) => t(`people.field.${field}`)}
          show={shown}
        />
      )}
    </FormDialog>
  );
}

function fieldsOf(form: FormData): Fields {
  const text = (name: string) => textOf(form, name) || null;
  return {
    first_name: textOf(form, 'first_name'),
    last_name: text('last_name'),
    headline: text('headline'),
    job_title: text('job_title'),
    company: text('company'),
    bio: text('bio'),
    looking_for: text('looking_for'),
    offering: text('offering'),
    interests: textOf(form, 'interests')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    is_ranked: form.has('is_ranked'),
  };
}

const shown = (field: keyof Fields, value: unknown): string => {
  if (field === 'is_ranked') return t(value ? 'people.ranked.true' : 'people.ranked.false');
  if (Array.isArray(value)) return value.join(', ') || '–';
  return String(value ?? '–');
};

async function undo(id: number, before: AdminUserChange, version: number): Promise<void> {
  await api
    .call('updateAdminUser', { params: { id }, body: before, ifMatch: version })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}
