import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { adminParticipantEndpoints } from '../http/routers/quests/admin-participants.router.ts';
import { adminRegistrationRequestEndpoints } from '../http/routers/quests/admin-registration-requests.router.ts';
import { adminReviewEndpoints } from '../http/routers/quests/admin-reviews.router.ts';
import { leaderboardEndpoints } from '../http/routers/quests/leaderboards.router.ts';
import { participationEndpoints } from '../http/routers/quests/participations.router.ts';
import { pointEndpoints } from '../http/routers/quests/points.router.ts';
import { questReminderEndpoints } from '../http/routers/quests/quest-reminders.router.ts';
import { questEndpoints } from '../http/routers/quests/quests.router.ts';
import { registrationRequestEndpoints } from '../http/routers/quests/registration-requests.router.ts';
import { Encryption } from '../lib/encryption.ts';
import type { NotificationJobsService } from '../services/messaging/notification-jobs.service.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { AdminRegistrationRequestsService } from '../services/quests/admin-registration-requests.service.ts';
import { AwardsService } from '../services/quests/awards.service.ts';
import { LeaderboardsService } from '../services/quests/leaderboards.service.ts';
import { ParticipationsService } from '../services/quests/participations.service.ts';
import { PointsService } from '../services/quests/points.service.ts';
import { PointsCheckService } from '../services/quests/points-check.service.ts';
import { PollResultsService } from '../services/quests/poll-results.service.ts';
import { QuestParticipantsService } from '../services/quests/quest-participants.service.ts';
import { QuestRemindersService } from '../services/quests/quest-reminders.service.ts';
import { QuestsService } from '../services/quests/quests.service.ts';
import { RankCountsService } from '../services/quests/rank-counts.service.ts';
import { RegistrationRequestsService } from '../services/quests/registration-requests.service.ts';
import { ReviewsService } from '../services/quests/reviews.service.ts';
import { SettlementsService } from '../services/quests/settlements.service.ts';
import { TaskAnswersService } from '../services/quests/task-answers.service.ts';
import { TaskCompletionsService } from '../services/quests/task-completions.service.ts';
import { TriesService } from '../services/quests/tries.service.ts';
import type { Base } from './outside.ts';

interface Deps {
  readonly notifications: NotificationsService;
  readonly notificationJobs: NotificationJobsService;
  readonly hashOf: MessengerHash;
}

/** Composes quests, their tasks and points. */
export function createQuests(
  { store, config, now }: Base,
  { notifications, notificationJobs, hashOf }: Deps,
) {
  const awards = new AwardsService({ notifications, now });
  const answers = new TaskAnswersService({
    encryption: new Encryption(config.encryptionSecrets),
    now,
  });
  const participations = new ParticipationsService({ store, awards, hashOf, now });
  const rankCounts = new RankCountsService({ store, now });
  const services = {
    leaderboards: new LeaderboardsService({ store, rankCounts, now }),
    participations,
    pointsCheck: new PointsCheckService({ store }),
    points: new PointsService({ store, notifications, now }),
    registrationRequests: new RegistrationRequestsService({ store, now }),
    adminRegistrationRequests: new AdminRegistrationRequestsService({ store, notifications, now }),
    questParticipants: new QuestParticipantsService({ store }),
    reviews: new ReviewsService({ store, awards, notifications, now }),
    quests: new QuestsService({ store, participations, now }),
    pollResults: new PollResultsService({ store, now }),
    questReminders: new QuestRemindersService({ store, notificationJobs, urlOf: () => null }),
    settlements: new SettlementsService({ store, awards, notifications, now }),
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
      ...leaderboardEndpoints(services),
      ...participationEndpoints(services),
      ...pointEndpoints(services),
      ...registrationRequestEndpoints(services),
      ...adminReviewEndpoints(services),
      ...adminParticipantEndpoints(services),
      ...adminRegistrationRequestEndpoints(services),
      ...questEndpoints(services),
      ...participationEndpoints(services),
      ...questReminderEndpoints(services),
    ],
  };
}
