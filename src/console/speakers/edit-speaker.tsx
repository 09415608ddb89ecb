import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { EditDialog, type Sending } from '../parts/edit-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshSpeakers } from './read-speakers.ts';
import { type Fields, fieldsIn, handlesOf, SpeakerFields, shownValue } from './speaker-fields.tsx';

interface Props {
  readonly conference: Conference;
  /** Without one, the form adds a speaker to the lineup. */
  readonly speaker?: AdminSpeaker;
  readonly close: () => void;
}

/** Adds a speaker to the lineup of the conference, or changes one. */
export function EditSpeaker({ conference, speaker, close }: Props) {
  const [read] = useState(speaker);
  const [, go] = useLocation();
  const { at } = useFilters();
  const saved = async (row: AdminSpeaker, undo: Partial<Fields>) => {
    if (read) sayChanged(row, undo);
    else {
      say(t('speakers.added', { name: row.name }));
      go(at({ id: String(row.id) }));
    }
    await refreshSpeakers();
  };
  return (
    <EditDialog<Fields, AdminSpeaker>
      title={read ? t('speakers.edit.title', { name: read.name }) : t('speakers.new')}
      read={read}
      fieldsOf={(form) => fieldsIn(form, read)}
      save={(changes, sending) => save(changes, { read, conference, sending })}
      saved={saved}
      close={close}
      label={(field) => t(`speakers.field.${field}`)}
      show={shownValue}
    >
      <SpeakerFields read={read} />
    </EditDialog>
  );
}

interface Target {
  readonly read: AdminSpeaker | undefined;
  readonly conference: Conference;
  readonly sending: Sending;
}

/** @throws ApiError */
function save(
  changes: Partial<Fields>,
  { read, conference, sending: { ifMatch, idempotencyKey } }: Target,
): Promise<AdminSpeaker> {
  const body = bodyOf(changes);
  if (read) return api.call('updateSpeaker', { params: { id: read.id }, body, ifMatch });
  return api.call('createSpeaker', {
    body: { name: '', ...body, conference_id: conference.id },
    idempotencyKey,
  });
}

const bodyOf = ({ socials, slug, status, ...rest }: Partial<Fields>) => ({
  ...rest,
  ...(socials && { socials: handlesOf(socials) }),
  ...(slug !== undefined && { slug }),
  ...(status && { status }),
});

/** Says that it was saved, with an undo. */
function sayChanged({ id, name, version: ifMatch }: AdminSpeaker, undo: Partial<Fields>): void {
  say(t('speakers.saved', { name }), async () => {
    await api
      .call('updateSpeaker', { params: { id }, body: bodyOf(undo), ifMatch })
      .catch((error: unknown) => say(sentenceOf(error)));
    await refreshSpeakers();
  });
}
