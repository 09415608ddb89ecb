import type { AdminSpeaker } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import type { Found } from '../parts/find-one.tsx';

/** The most of a page. */
const LIMIT = 100;
/** As many as a search offers. */
const OFFERED = 8;

/** All speakers of a conference, in the order of its lineup. */
export async function readLineup(
  conference_id: number,
  signal: AbortSignal,
): Promise<readonly AdminSpeaker[]> {
  const lineup: AdminSpeaker[] = [];
  const params = { conference_id, limit: LIMIT, sort: 'name' } as const;
  for await (const row of api.rows('listAdminSpeakers', { params, signal })) lineup.push(row);
  const place = (one: AdminSpeaker) => placeIn(one, conference_id) ?? 0;
  // Equal positions stay sorted by name.
  return lineup.sort((one, other) => place(one) - place(other));
}

/** The position of a speaker in the lineup of a conference; undefined for one who is not in it. */
export const placeIn = ({ conferences }: AdminSpeaker, conference_id: number) =>
  conferences.find(({ id }) => id === conference_id)?.position;

/** Speakers by words or an id, as a search offers them. */
export async function findSpeakers(
  q: string,
  signal: AbortSignal,
  isOffered: (speaker: AdminSpeaker) => boolean,
): Promise<readonly Found[]> {
  const params = { q, limit: OFFERED * 2, sort: 'name' } as const;
  const { data } = await api.call('listAdminSpeakers', { params, signal });
  return data.filter(isOffered).slice(0, OFFERED).map(foundOf);
}

const foundOf = (speaker: AdminSpeaker): Found => ({
  id: speaker.id,
  name: speaker.name,
  more: [aboutOf(speaker), t('speakers.number', { id: String(speaker.id) })]
    .filter(Boolean)
    .join(' · '),
});

/** Job title and company. */
export const aboutOf = ({ title, company }: Pick<AdminSpeaker, 'title' | 'company'>): string =>
  [title, company].filter(Boolean).join(', ');

/** Reads again what shows speakers. */
export const refreshSpeakers = () =>
  Promise.all(
    ['speakers', 'agenda', 'readiness'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );
