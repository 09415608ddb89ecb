import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';
import type { User } from '../domain/people/users.ts';
import type { Conference } from '../domain/programme/conferences.ts';
import { SPEAKERS } from './demo-data.ts';
import { demoPortrait } from './demo-pictures.ts';

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
  for (const demo of SPEAKERS) {
    const { person, photoOf, ...speaker } = { person: -1, photoOf: demo.name, ...demo };
    const photo = photoOf && (await demoPortrait(services, { user_id: null }, photoOf));
    const created = await services.adminSpeakers.create(by, {
      ...speaker,
      photo_url: photo?.url ?? null,
      user_id: people[person]?.id ?? null,
      conference_id: id,
    });
    ids.push(created.id);
  }
  await services.lineups.reorder(by, id, ids);
  return ids;
}
