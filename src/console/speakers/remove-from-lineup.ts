import type { AdminSpeaker } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { say } from '../parts/toasts.tsx';
import { placeIn, refreshSpeakers } from './read-speakers.ts';

/** Removes a speaker from the lineup; undone, they have their place again. Says why it was refused. */
export async function removeFromLineup(speaker: AdminSpeaker, conference: Conference) {
  const { id, name, version: ifMatch } = speaker;
  const params = { id };
  const position = placeIn(speaker, conference.id);
  const body = { conference_id: conference.id };
  try {
    const { version } = await api.call('updateSpeakerConference', {
      params,
      body: { ...body, remove: true },
      ifMatch,
    });
    say(t('speakers.lineup.removed', { name, conference: conference.name }), async () => {
      await api
        .call('updateSpeakerConference', {
          params,
          body: { ...body, ...(position !== undefined && { position }) },
          ifMatch: version,
        })
        .catch((error: unknown) => say(sentenceOf(error)));
      await refreshSpeakers();
    });
  } catch (error) {
    say(sentenceOf(error));
  }
  await refreshSpeakers();
}
