import { useState } from 'preact/hooks';
import type { Source, SourceChange } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { KINDS, KNOWN_URLS, type SourceGroup, type SourceKind } from './kinds.ts';

export const refreshSources = () => queries.invalidateQueries({ queryKey: ['sources'] });

type Fields = Required<
  Pick<SourceChange, 'name' | 'url' | 'settings' | 'interval_minutes' | 'publish' | 'absent'>
>;

interface Props {
  /** As it was read when the form opened; undefined for a new one. */
  readonly source?: Source;
  readonly conference: Pick<Conference, 'id'>;
  readonly group: SourceGroup;
  readonly close: () => void;
}

const PUBLISHING = ['review', 'auto'] as const;
const ABSENCES = ['keep', 'cancel'] as const;

/** What is read, how often, and whether a person looks first. */
export function SourceForm({ source, conference, group, close }: Props) {
  const [kind, setKind] = useState<SourceKind>(source?.kind ?? KINDS[group][0]);
  const isGuests = group === 'guests';
  let credential = '';
  return (
    <EditDialog<Fields, Source>
      title={source ? t('sources.edit') : t('sources.add')}
      read={source}
      close={close}
      fieldsOf={(form) => {
        credential = textOf(form, 'credential');
        return {
          name: textOf(form, 'name'),
          url: textOf(form, 'url'),
          settings: settingsIn(form),
          interval_minutes: Number(form.get('interval_minutes')),
          publish: form.get('publish') === 'auto' ? 'auto' : 'review',
          absent: form.get('absent') === 'cancel' ? 'cancel' : 'keep',
        };
      }}
      save={(changes, { ifMatch, idempotencyKey }) => {
        const secret = credential ? { credential } : {};
        const { id: conference_id } = conference;
        if (source) {
          const params = { conference_id, id: source.id };
          return api.call('updateSource', { params, body: { ...changes, ...secret }, ifMatch });
        }
        return api.call('createSource', {
          params: { conference_id },
          body: { ...(changes as Fields), ...secret, kind },
          idempotencyKey,
        });
      }}
      saved={({ name }) => {
        say(t('sources.saved', { name }));
        return refreshSources();
      }}
      label={(field) => t(`sources.field.${field}`)}
    >
      {!source && (
        <Choice
          name="kind"
          label={t('sources.field.kind')}
          values={KINDS[group]}
          value={kind as (typeof KINDS)[SourceGroup][number]}
          textOf={(one) => t(`sources.kind.${one}`)}
          choose={setKind}
        />
      )}
      <p class="note">{t(`sources.help.${kind}`)}</p>
      <TextField
        name="name"
        label={t('sources.field.name')}
        value={source?.name ?? t(`sources.kind.${kind}`)}
        required
        maxLength={100}
      />
      <TextField
        key={`url ${kind}`}
        name="url"
        label={t('sources.field.url')}
        value={source?.url ?? KNOWN_URLS[kind]}
        required
        maxLength={2_000}
      />
      <Settings kind={kind} settings={source?.settings ?? {}} />
      {isGuests && (
        <TextField
          name="credential"
          type="password"
          label={t(source ? 'sources.field.credential.new' : 'sources.field.credential')}
          required={!source}
          maxLength={500}
        />
      )}
      <TextField
        name="interval_minutes"
        type="number"
        min={isGuests ? 15 : 5}
        max={1_440}
        label={t('sources.field.interval_minutes')}
        value={source?.interval_minutes ?? (isGuests ? 60 : 15)}
        required
      />
      <Choice
        name="publish"
        label={t('sources.field.publish')}
        values={PUBLISHING}
        value={source?.publish}
        textOf={(one) => t(`sources.publish.${one}`)}
      />
      {!isGuests && (
        <Choice
          name="absent"
          label={t('sources.field.absent')}
          values={ABSENCES}
          value={source?.absent}
          textOf={(one) => t(`sources.absent.${one}`)}
        />
      )}
      <p class="muted">{t('sources.form.more')}</p>
    </EditDialog>
  );
}

function Settings({ kind, settings }: { kind: SourceKind; settings: Source['settings'] }) {
  if (kind === 'ical') {
    return (
      <TextArea
        name="uids"
        label={t('sources.field.uids')}
        value={settings.uids?.join('\n')}
        rows={2}
        maxLength={20_000}
      />
    );
  }
  if (kind === 'sessionize') return null;
  if (kind === 'schedule_json' || kind === 'schedule_xml') {
    return (
      <TextField name="lang" label={t('sources.field.lang')} value={settings.lang} maxLength={35} />
    );
  }
  return (
    <>
      {kind === 'pretix' && (
        <TextField
          name="organizer"
          label={t('sources.field.organizer')}
          value={settings.organizer}
          required
          maxLength={100}
        />
      )}
      <TextField
        name="event"
        label={t(`sources.field.event.${kind}`)}
        value={settings.event}
        required
        maxLength={100}
      />
      <TextArea
        name="ticket_types"
        label={t('sources.field.ticket_types')}
        value={settings.ticket_types?.join('\n')}
        rows={2}
        maxLength={20_000}
      />
      <Check name="keep_email" isChecked={settings.keep_email ?? false}>
        {t('sources.field.keep_email')}
      </Check>
      <Check name="withdraw_claimed" isChecked={settings.withdraw_claimed ?? false}>
        {t('sources.field.withdraw_claimed')}
      </Check>
    </>
  );
}

/** What the form of the kind has; what is empty is left out. */
function settingsIn(form: FormData): Source['settings'] {
  const linesOf = (name: string) =>
    textOf(form, name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  const texts = ['organizer', 'event', 'lang'].flatMap((name) =>
    textOf(form, name) ? [[name, textOf(form, name)]] : [],
  );
  const lists = ['ticket_types', 'uids'].flatMap((name) =>
    linesOf(name).length > 0 ? [[name, linesOf(name)]] : [],
  );
  const flags = ['keep_email', 'withdraw_claimed'].flatMap((name) =>
    form.has(name) ? [[name, true]] : [],
  );
  return Object.fromEntries([...texts, ...lists, ...flags]);
}
