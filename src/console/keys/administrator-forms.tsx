import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Administrator, AdministratorChange } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { changesOf } from '../lib/edits.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';

/** The keys of a disabled person change their status, too. */
const refresh = () =>
  Promise.all(
    ['administrators', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );

type Fields = Required<Omit<AdministratorChange, 'is_disabled'>>;
const fieldsIn = (form: FormData): Fields => ({
  name: textOf(form, 'name'),
  email: textOf(form, 'email') || null,
  messenger_id: Number(textOf(form, 'messenger_id')) || null,
});

interface FormProps {
  /** As it was read when the form opened; undefined for a new one. */
  readonly administrator?: Administrator;
  readonly close: () => void;
}

/** A person who can hold keys. */
export function AdministratorForm({ administrator: given, close }: FormProps) {
  // A list that is read again changes no open form.
  const [read] = useState(given);
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const fields = fieldsIn(form);
      return read
        ? change(read.id, changesOf<Fields>(read, fields))
        : api.call('createAdministrator', { body: fields, idempotencyKey });
    },
    onSuccess: ({ name }) => {
      say(t('keys.person.saved', { name }));
      close();
      return refresh();
    },
  });
  return (
    <FormDialog
      title={read ? t('keys.edit-name', { name: read.name }) : t('keys.person.make')}
      close={close}
      submit={t('edit.save')}
      send={save.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={save.isPending}
      problem={save.error}
    >
      <TextField name="name" label={t('keys.name')} value={read?.name} required maxLength={200} />
      <TextField name="email" type="email" label={t('keys.person.email')} value={read?.email} />
      <TextField
        name="messenger_id"
        type="number"
        min={1}
        label={t('keys.person.messenger')}
        value={read?.messenger_id}
      />
      <p class="muted">{t('keys.person.messenger.more')}</p>
    </FormDialog>
  );
}

const change = (id: number, body: AdministratorChange) =>
  api.call('updateAdministrator', { params: { id }, body });

interface DisableProps {
  readonly administrator: Administrator;
  readonly close: () => void;
}

/** Asks before all keys of a person open nothing, and names them. */
export function DisableAdministrator({ administrator, close }: DisableProps) {
  const { id, name } = administrator;
  const keys = useQuery({
    queryKey: ['keys', { administrator_id: id, status: 'valid' }, 'names'],
    queryFn: () =>
      api.call('listApiKeys', { params: { administrator_id: id, status: 'valid', limit: 100 } }),
  });
  return (
    <Confirm
      title={t('keys.person.disable-name', { name })}
      submit={t('keys.person.disable')}
      close={close}
      run={async () => {
        await change(id, { is_disabled: true });
        say(t('keys.person.disabled', { name }), () => enable(administrator));
        await refresh();
      }}
    >
      <p>{t('keys.person.disable.more', { name })}</p>
      {keys.isPending && <Loading />}
      {keys.error && <Failure error={keys.error} again={keys.refetch} />}
      <ul class="list">
        {keys.data?.data.map((key) => (
          <li key={key.id}>{key.name}</li>
        ))}
      </ul>
      {keys.data?.data.length === 0 && <p class="muted">{t('keys.person.no-keys')}</p>}
    </Confirm>
  );
}

/** The keys of a person that are neither revoked nor expired open again. */
export async function enable({ id, name }: Administrator): Promise<void> {
  try {
    await change(id, { is_disabled: false });
    say(t('keys.person.enabled', { name }));
  } catch (error) {
    say(sentenceOf(error));
  }
  await refresh();
}
