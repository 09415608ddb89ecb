import { useQuery } from '@tanstack/preact-query';
import { isRefusal } from '../../client/api-error.ts';
import type { Welcome, WelcomeInput } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { Check, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

type Fields = Pick<Welcome, 'title' | 'body' | 'is_on'>;

/** Null for a conference without a welcome. @throws ApiError */
async function read(id: number): Promise<Welcome | null> {
  try {
    return await api.call('getWelcome', { params: { id } });
  } catch (error) {
    if (isRefusal(error, 'getWelcome', 'NOT_FOUND')) return null;
    throw error;
  }
}

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** What everyone reads who gets a seat from now on. */
export function WelcomeForm({ conference: { id }, close }: Props) {
  const welcome = useQuery({ queryKey: ['welcome', id], queryFn: () => read(id), gcTime: 0 });
  if (welcome.data === undefined) return null;
  const kept = welcome.data;
  const save = (changes: Partial<Fields>, ifMatch: number | undefined) => {
    const { title = '', body = '', is_on = true } = { ...kept, ...changes };
    const { translations = {}, action_url = null, start = null } = kept ?? {};
    const opens = kept ? { action_url, start } : { start: { kind: 'conference' as const, id } };
    const given = { title, body, is_on, translations, ...opens } as WelcomeInput;
    return api.call('updateWelcome', { params: { id }, body: given, ...(ifMatch && { ifMatch }) });
  };
  return (
    <EditDialog<Fields, Welcome>
      title={t('welcome.title')}
      read={kept ?? undefined}
      fieldsOf={(form) => ({
        title: textOf(form, 'title'),
        body: textOf(form, 'body'),
        is_on: form.has('is_on'),
      })}
      save={(changes, { ifMatch }) => save(changes, ifMatch)}
      saved={({ is_on }) => {
        say(t(is_on ? 'welcome.on' : 'welcome.off'));
        return queries.invalidateQueries({ queryKey: ['welcome'] });
      }}
      close={close}
      label={(field) => t(`welcome.field.${field}`)}
      show={(field, value) =>
        field === 'is_on' ? t(value ? 'welcome.on' : 'welcome.off') : String(value)
      }
    >
      <p class="muted">{t('welcome.more')}</p>
      <TextField
        name="title"
        label={t('welcome.field.title')}
        value={kept?.title}
        maxLength={200}
        required
      />
      <TextArea
        name="body"
        label={t('welcome.field.body')}
        value={kept?.body}
        maxLength={4_000}
        required
        dir="auto"
      />
      <p class="muted">{t('compose.variables')}</p>
      <Check name="is_on" isChecked={kept?.is_on ?? true}>
        {t('welcome.field.is_on')}
      </Check>
    </EditDialog>
  );
}
