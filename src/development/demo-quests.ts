import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';
import type { User } from '../domain/people/users.ts';
import { demoCover } from './demo-pictures.ts';
import {
  APPROVED_PERSON,
  CREW,
  CREW_COVER,
  CREW_REMINDER,
  CREW_TASK,
  HUNT,
  HUNT_COVER,
  HUNT_TASKS,
  QUEST_REQUESTS,
  REMINDER,
  SUBMISSIONS,
} from './demo-quest-data.ts';

type Services = App['services'];

interface Setting {
  readonly by: Administrator;
  readonly people: readonly User[];
  readonly conference_id: number;
  /** The event that a task asks to attend. */
  readonly event_id: number;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Quest 1 runs at once, quest 2 starts with the conference. */
export async function loadDemoQuests(services: Services, setting: Setting): Promise<void> {
  await demoHunt(services, setting);
  await demoCrew(services, setting);
}

async function demoHunt(services: Services, setting: Setting): Promise<void> {
  const { by, conference_id, event_id, ends_at } = setting;
  const cover = await demoCover(services, { user_id: null }, HUNT.title, HUNT_COVER);
  const given = { ...HUNT, conference_id, ends_at, image_url: cover?.url ?? null };
  const hunt = await services.adminQuests.create(by, given);
  const idOf = new Map<string, number>();
  for (const task of HUNT_TASKS) {
    const ofEvent = task.type === 'event_attendance' && { config: { ...task.config, event_id } };
    const created = await services.adminQuestTasks.create(by, hunt.id, { ...task, ...ofEvent });
    idOf.set(task.type, created.id);
  }
  await demoSubmissions(services, setting, idOf);
  await services.questReminders.create(by, hunt.id, REMINDER);
}

/** Two texts await review, one is approved. */
async function demoSubmissions(
  { submissions, adminSubmissions }: Services,
  { by, people }: Setting,
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { person, type, ...proof } of SUBMISSIONS) {
    const [user, task_id] = [people[person], idOf.get(type)];
    if (!user || task_id === undefined) continue;
    const { completion } = await submissions.complete(user, { task_id, ...proof });
    if (type === 'text' && person === APPROVED_PERSON) {
      const review = { decision: 'approve', reason: null } as const;
      await adminSubmissions.decide(by, completion.user_quest_task_id, review);
    }
  }
}

/** Requests need a quest that runs, so its start is moved after them. */
async function demoCrew(
  services: Services,
  { by, people, conference_id, starts_at, ends_at }: Setting,
): Promise<void> {
  const { adminQuests, adminQuestTasks, questReminders, registrationRequests } = services;
  const cover = await demoCover(services, { user_id: null }, CREW.title, CREW_COVER);
  const image_url = cover?.url ?? null;
  const crew = await adminQuests.create(by, { ...CREW, conference_id, ends_at, image_url });
  await adminQuestTasks.create(by, crew.id, CREW_TASK);
  for (const { person, message } of QUEST_REQUESTS) {
    const user = people[person];
    if (user) await registrationRequests.request(user, crew.id, message);
  }
  await adminQuests.update(by, { id: crew.id, ifMatch: undefined }, { starts_at });
  await questReminders.create(by, crew.id, CREW_REMINDER);
}
