import { useMutation } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { FindOne } from '../parts/find-one.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { findSpeakers, placeIn, refreshSpeakers } from './read-speakers.ts';
import { removeFromLineup } from './remove-from-lineup.ts';

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Adds a speaker of other conferences to the lineup. */
export function AddToLineup({ conference, close }: Props) {
  const add = useMutation({
    mutationFn: async (form: FormData) => addToLineup(Number(form.get('speaker')), conference),
    onSuccess: close,
  });
  return (
    <FormDialog
      title={t('speakers.existing')}
      close={close}
      submit={t('speakers.lineup.add')}
      send={add.mutate}
      isBusy={add.isPending}
      problem={add.error}
    >
      <p class="muted">{t('speakers.existing.more', { conference: conference.name })}</p>
      <FindOne
        name="speaker"
        label={t('speakers.speaker')}
        search={t('speakers.find')}
        queryKey={['speakers', 'outside', conference.id]}
        find={(q, signal) =>
          findSpeakers(q, signal, (speaker) => placeIn(speaker, conference.id) === undefined)
        }
      />
    </FormDialog>
  );
}

/** At the beginning of the lineup, with an undo. @throws ApiError */
export async function addToLineup(id: number, conference: Conference): Promise<void> {
  const added = await api.call('updateSpeakerConference', {
    params: { id },
    body: { conference_id: conference.id },
  });
  say(t('speakers.lineup.added', { name: added.name, conference: conference.name }), () =>
    removeFromLineup(added, conference),
  );
  await refreshSpeakers();
}
