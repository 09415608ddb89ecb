import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type {
  AdminConference,
  ChangedConference,
  ConferenceChange,
} from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { changesOf, currentOf } from '../lib/edits.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Conflict } from '../parts/conflict.tsx';
import { Check, Notify } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { ConferenceFields, FIELDS, fieldsOf } from './conference-fields.tsx';

/** Changes a conference: first who would be notified, then for real. */
export function EditConference({ conference }: { conference: AdminConference }) {
  const [opened, setOpened] = useState<AdminConference>();
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpened(conference)}>
        <Icon name="pencil" />
        {t('conferences.edit')}
      </button>
      {opened && <Form conference={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

interface Props {
  /** As it was read when the form opened: a later change of others is a conflict. */
  readonly conference: AdminConference;
  readonly close: () => void;
}
interface Tried {
  readonly change: ConferenceChange;
  readonly picture: File | undefined;
  readonly result: ChangedConference;
}

const refresh = () =>
  Promise.all(
    ['conferences', 'readiness'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
  );

function Form({ conference, close }: Props) {
  const may = useMay();
  const [tried, setTried] = useState<Tried>();
  const [theirs, setTheirs] = useState<AdminConference>();
  const params = { id: conference.id };
  const attempt = useMutation({
    mutationFn: async (form: FormData) => {
      const change = changeOf(conference, form);
      const result = await api.call('updateConference', {
        params: { ...params, dry_run: true },
        body: change,
      });
      setTried({ change, picture: pictureOf(form), result });
    },
  });
  const save = useMutation({
    mutationFn: async ({ change, picture }: Tried) => {
      const image_url = picture && (await uploaded(picture));
      return api.call('updateConference', {
        params,
        body: { ...change, ...(image_url && { image_url }) },
        ifMatch: (theirs ?? conference).version,
      });
    },
    onSuccess: async (saved) => {
      say(t('conferences.saved', { name: saved.name }), () => undo(theirs ?? conference, saved));
      close();
      await refresh();
    },
    onError: (error) => setTheirs((old) => currentOf<AdminConference>(error) ?? old),
  });
  const isConflict = currentOf(save.error) !== undefined;
  return (
    <FormDialog
      title={t('conferences.edit.title', { name: conference.name })}
      close={() => {
        close();
        void refresh();
      }}
      cancel={isConflict ? t('conflict.keep-theirs') : t('dialog.cancel')}
      submit={t('edit.check')}
      send={attempt.mutate}
      change={() => setTried(undefined)}
      isBusy={attempt.isPending || save.isPending}
      problem={attempt.error ?? (isConflict ? undefined : save.error)}
      confirm={
        tried && {
          text: isConflict ? t('conflict.save-mine') : t('conferences.save'),
          run: () => save.mutate(tried),
        }
      }
    >
      <ConferenceFields conference={conference} />
      {may('media:write') && (
        <label class="field">
          {t('conferences.field.picture')}
          <input name="picture" type="file" accept="image/jpeg,image/png,image/webp" />
        </label>
      )}
      {conference.image_url && <Check name="no_picture">{t('conferences.field.no-picture')}</Check>}
      {tried && <WouldNotify {...tried.result} />}
      {tried && (tried.result.would_notify ?? 0) > 0 && (
        <Notify
          isChecked={tried.change.notify ?? true}
          choose={(notify) => setTried({ ...tried, change: { ...tried.change, notify } })}
        >
          {t('conferences.notify')}
        </Notify>
      )}
      {isConflict && theirs && tried && (
        <Conflict
          fields={FIELDS}
          read={conference}
          theirs={theirs}
          mine={tried.change}
          label={(field) => t(`conferences.field.${field}`)}
        />
      )}
    </FormDialog>
  );
}

const changeOf = (conference: AdminConference, form: FormData): ConferenceChange => ({
  ...changesOf(conference, fieldsOf(form), FIELDS),
  ...(form.has('no_picture') && { image_url: null }),
});

function pictureOf(form: FormData): File | undefined {
  const file = form.get('picture');
  return file instanceof File && file.size > 0 ? file : undefined;
}

async function uploaded(file: File): Promise<string | null> {
  return (await api.call('uploadAdminImage', { body: { file } })).url;
}

/** Restores what the saved conference had before. No one is notified a second time. */
async function undo(before: AdminConference, saved: AdminConference): Promise<void> {
  const body = { ...changesOf(saved, before, [...FIELDS, 'image_url']), notify: false };
  await api
    .call('updateConference', { params: { id: saved.id }, body, ifMatch: saved.version })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}
