import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';
import type { User } from '../domain/people/users.ts';
import type { Conference } from '../domain/programme/conferences.ts';
import { SPEAKERS } from './demo-data.ts';
import { demoPicture } from './demo-pictures.ts';

interface Setting {
  readonly by: Administrator;
  readonly people: readonly User[];
  readonly conference: Pick<Conference, 'id'>;
}

/** The ids of `SPEAKERS`, in their order, which is that of the lineup. */
export async function loadDemoSpeakers(
  services: App['services'],
  { by, people, conference: { id } }: Setting,
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [index, demo] of SPEAKERS.entries()) {
    const { person, hasNoPhoto, ...speaker } = { person: -1, hasNoPhoto: false, ...demo };
    const picture = hasNoPhoto
      ? undefined
      : await demoPicture(services, { user_id: null, index: index + 1 });
    const created = await services.adminSpeakers.create(by, {
      ...speaker,
      photo_url: picture?.url ?? null,
      user_id: people[person]?.id ?? null,
      conference_id: id,
    });
    ids.push(created.id);
  }
  await services.lineups.reorder(by, id, ids);
  return ids;
}
