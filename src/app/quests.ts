import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import type { ProofUrl } from '../domain/quests/admin-submissions.ts';
import type { Quest } from '../domain/quests/quests.ts';
import {
  adminParticipationEndpoints,
  adminRegistrationRequestEndpoints,
} from '../http/routers/quests/admin-participations.router.ts';
import { adminQuestTaskEndpoints } from '../http/routers/quests/admin-quest-tasks.router.ts';
import { adminQuestEndpoints } from '../http/routers/quests/admin-quests.router.ts';
import { adminSubmissionEndpoints } from '../http/routers/quests/admin-submissions.router.ts';
import { leaderboardEndpoints, pointEndpoints } from '../http/routers/quests/points.router.ts';
import { questCallEndpoints } from '../http/routers/quests/quest-calls.router.ts';
import { questOverviewEndpoints } from '../http/routers/quests/quest-overviews.router.ts';
import { questReminderEndpoints } from '../http/routers/quests/quest-reminders.router.ts';
import {
  participationEndpoints,
  pollEndpoints,
  questEndpoints,
  registrationRequestEndpoints,
  submissionEndpoints,
} from '../http/routers/quests/quests.router.ts';
import { Encryption } from '../lib/encryption.ts';
import type { GuestScansService } from '../services/attendance/guest-scans.service.ts';
import type { TicketsService } from '../services/attendance/tickets.service.ts';
import type { MediaService } from '../services/media/media.service.ts';
import type { BroadcastsService } from '../services/messaging/broadcasts.service.ts';
import {
  AdminParticipationsService,
  QuestFunnelsService,
} from '../services/quests/admin-participations.service.ts';
import { AdminQuestTasksService } from '../services/quests/admin-quest-tasks.service.ts';
import { AdminQuestsService } from '../services/quests/admin-quests.service.ts';
import { AdminRegistrationRequestsService } from '../services/quests/admin-registration-requests.service.ts';
import { AdminSubmissionsService } from '../services/quests/admin-submissions.service.ts';
import { LeaderboardsService } from '../services/quests/leaderboards.service.ts';
import { ParticipationsService } from '../services/quests/participations.service.ts';
import { PendingAwardsService } from '../services/quests/pending-awards.service.ts';
import { PointsService } from '../services/quests/points.service.ts';
import { PollsService } from '../services/quests/polls.service.ts';
import { QuestCallsService } from '../services/quests/quest-calls.service.ts';
import { QuestCopiesService } from '../services/quests/quest-copies.service.ts';
import { QuestDuplicatesService } from '../services/quests/quest-duplicates.service.ts';
import { QuestNotificationsService } from '../services/quests/quest-notifications.service.ts';
import { QuestRemindersService } from '../services/quests/quest-reminders.service.ts';
import { QuestSecretsService } from '../services/quests/quest-secrets.service.ts';
import { QuestTaskOrderService } from '../services/quests/quest-task-order.service.ts';
import { QuestTasksService } from '../services/quests/quest-tasks.service.ts';
import { QuestsService } from '../services/quests/quests.service.ts';
import { RecalculationsService } from '../services/quests/recalculations.service.ts';
import { RegistrationRequestsService } from '../services/quests/registration-requests.service.ts';
import { SignedCallsService } from '../services/quests/signed-calls.service.ts';
import { SubmissionsService } from '../services/quests/submissions.service.ts';
import { UnsignedCallsService } from '../services/quests/unsigned-calls.service.ts';
import { type Base, shareLinkOf } from './outside.ts';

interface Deps {
  readonly broadcasts: BroadcastsService;
  readonly tickets: TicketsService;
  readonly guests: GuestScansService;
  readonly hashOf: MessengerHash;
  readonly media: Pick<MediaService, 'urlOf'>;
}

/** Composes quests, their tasks and points. */
export function createQuests(
  { store, config, now }: Base,
  { broadcasts, tickets, guests, hashOf, media }: Deps,
) {
  const shareUrl = shareLinkOf(config);
  const urlOf = ({ id }: Pick<Quest, 'id'>) => shareUrl({ kind: 'quest', id });
  const proofUrl: ProofUrl = (file) => media.urlOf(file);
  const notices = new QuestNotificationsService();
  const points = new PointsService({ store, notices, now });
  const pendingAwards = new PendingAwardsService({ store, points, notices, now });
  const encryption = new Encryption(config.encryptionSecrets);
  const questTasks = new QuestTasksService({ store, encryption, shareUrl, now });
  const participations = new ParticipationsService({ store, pendingAwards, hashOf, now });
  const recalculations = new RecalculationsService({ store, points, now });
  const adminQuests = new AdminQuestsService({ store, recalculations, urlOf, now });
  const questCopies = new QuestCopiesService({ questTasks });
  const calls = new QuestCallsService({ store, tickets, guests, participations, points });
  const secrets = new QuestSecretsService({ store, encryption, now });
  const called = { store, participations, calls, now };
  const leaderboards = new LeaderboardsService({ store, now });
  const services = {
    leaderboards,
    participations,
    points,
    registrationRequests: new RegistrationRequestsService({ store, now }),
    adminRegistrationRequests: new AdminRegistrationRequestsService({ store, notices, now }),
    adminParticipations: new AdminParticipationsService({ store }),
    adminSubmissions: new AdminSubmissionsService({ store, points, notices, proofUrl, now }),
    recalculations,
    adminQuests,
    questDuplicates: new QuestDuplicatesService({ store, adminQuests, questCopies }),
    questFunnels: new QuestFunnelsService({ store, now }),
    questTaskOrder: new QuestTaskOrderService({ store, now }),
    adminQuestTasks: new AdminQuestTasksService({ store, questTasks, recalculations, now }),
    quests: new QuestsService({ store, participations, leaderboards, urlOf, now }),
    polls: new PollsService({ store, now }),
    questReminders: new QuestRemindersService({ store, broadcasts, urlOf }),
    pendingAwards,
    questTasks,
    questCopies,
    submissions: new SubmissionsService({
      store,
      participations,
      points,
      pendingAwards,
      questTasks,
      hashOf,
      now,
    }),
    questSecrets: secrets,
    signedCalls: new SignedCallsService({ ...called, secrets }),
    unsignedCalls: new UnsignedCallsService({ ...called, questTasks }),
  };
  return {
    services,
    endpoints: [
      ...leaderboardEndpoints(services),
      ...participationEndpoints(services),
      ...submissionEndpoints(services),
      ...pointEndpoints(services),
      ...registrationRequestEndpoints(services),
      ...adminSubmissionEndpoints(services),
      ...adminParticipationEndpoints(services),
      ...adminRegistrationRequestEndpoints(services),
      ...adminQuestEndpoints(services),
      ...adminQuestTaskEndpoints(services),
      ...questOverviewEndpoints(services),
      ...questEndpoints(services),
      ...pollEndpoints(services),
      ...questReminderEndpoints(services),
      ...questCallEndpoints(services),
    ],
  };
}
