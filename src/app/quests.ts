import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { adminQuestTaskEndpoints } from '../http/routers/quests/admin-quest-tasks.router.ts';
import { adminQuestEndpoints } from '../http/routers/quests/admin-quests.router.ts';
import { participationEndpoints } from '../http/routers/quests/participations.router.ts';
import { Encryption } from '../lib/encryption.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { AdminQuestTasksService } from '../services/quests/admin-quest-tasks.service.ts';
import { AdminQuestsService } from '../services/quests/admin-quests.service.ts';
import { AwardsService } from '../services/quests/awards.service.ts';
import { ParticipationsService } from '../services/quests/participations.service.ts';
import { QuestDeletionsService } from '../services/quests/quest-deletions.service.ts';
import { RecalculationsService } from '../services/quests/recalculations.service.ts';
import { TaskAnswersService } from '../services/quests/task-answers.service.ts';
import { TaskCompletionsService } from '../services/quests/task-completions.service.ts';
import { TriesService } from '../services/quests/tries.service.ts';
import type { Base } from './outside.ts';

/** Composes quests, their tasks and points. */
export function createQuests(
  { store, config, now }: Base,
  { notifications, hashOf }: { notifications: NotificationsService; hashOf: MessengerHash },
) {
  const awards = new AwardsService({ notifications, now });
  const answers = new TaskAnswersService({
    encryption: new Encryption(config.encryptionSecrets),
    now,
  });
  const participations = new ParticipationsService({ store, awards, hashOf, now });
  const recalculations = new RecalculationsService({ store, notifications, now });
  const services = {
    participations,
    recalculations,
    adminQuests: new AdminQuestsService({ store, recalculations, now }),
    adminQuestTasks: new AdminQuestTasksService({ store, answers, recalculations, now }),
    questDeletions: new QuestDeletionsService({ store, recalculations, now }),
    taskAnswers: answers,
    taskCompletions: new TaskCompletionsService({
      store,
      participations,
      awards,
      answers,
      tries: new TriesService({ store }),
      hashOf,
      now,
    }),
  };
  return {
    services,
    endpoints: [
      ...participationEndpoints(services),
      ...adminQuestEndpoints(services),
      ...adminQuestTaskEndpoints(services),
    ],
  };
}
