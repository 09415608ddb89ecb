import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { adminParticipantEndpoints } from '../http/routers/quests/admin-participants.router.ts';
import { adminRegistrationRequestEndpoints } from '../http/routers/quests/admin-registration-requests.router.ts';
import { adminReviewEndpoints } from '../http/routers/quests/admin-reviews.router.ts';
import { participationEndpoints } from '../http/routers/quests/participations.router.ts';
import { registrationRequestEndpoints } from '../http/routers/quests/registration-requests.router.ts';
import { Encryption } from '../lib/encryption.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { AdminRegistrationRequestsService } from '../services/quests/admin-registration-requests.service.ts';
import { AwardsService } from '../services/quests/awards.service.ts';
import { ParticipationsService } from '../services/quests/participations.service.ts';
import { QuestParticipantsService } from '../services/quests/quest-participants.service.ts';
import { RegistrationRequestsService } from '../services/quests/registration-requests.service.ts';
import { ReviewsService } from '../services/quests/reviews.service.ts';
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
    registrationRequests: new RegistrationRequestsService({ store, now }),
    adminRegistrationRequests: new AdminRegistrationRequestsService({ store, notifications, now }),
    questParticipants: new QuestParticipantsService({ store }),
    reviews: new ReviewsService({ store, awards, notifications, now }),
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
      ...registrationRequestEndpoints(services),
      ...adminReviewEndpoints(services),
      ...adminParticipantEndpoints(services),
      ...adminRegistrationRequestEndpoints(services),
    ],
  };
}
