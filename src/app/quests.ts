import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { participationEndpoints } from '../http/routers/quests/participations.router.ts';
import { questEndpoints } from '../http/routers/quests/quests.router.ts';
import { Encryption } from '../lib/encryption.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { AwardsService } from '../services/quests/awards.service.ts';
import { ParticipationsService } from '../services/quests/participations.service.ts';
import { PollResultsService } from '../services/quests/poll-results.service.ts';
import { QuestsService } from '../services/quests/quests.service.ts';
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
  const services = {
    participations,
    quests: new QuestsService({ store, participations, now }),
    pollResults: new PollResultsService({ store, now }),
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
    endpoints: [...questEndpoints(services), ...participationEndpoints(services)],
  };
}
