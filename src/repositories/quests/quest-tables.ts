import type { Knex } from 'knex';
import { AdminQuestsReadModel } from './admin-quests.read-model.ts';
import { AutomaticTasksReadModel } from './automatic-tasks.read-model.ts';
import { DueSettlementsRepository } from './due-settlements.repository.ts';
import { ErasedQuestDataRepository } from './erased-quest-data.repository.ts';
import { LeaderboardsReadModel } from './leaderboards.read-model.ts';
import { OwnProgressReadModel } from './own-progress.read-model.ts';
import { ParticipationsRepository } from './participations.repository.ts';
import { PersonalQuestDataReadModel } from './personal-quest-data.read-model.ts';
import { PointAdjustmentsRepository } from './point-adjustments.repository.ts';
import { PointEntriesReadModel } from './point-entries.read-model.ts';
import { PointTotalsRepository } from './point-totals.repository.ts';
import { PointsRepository } from './points.repository.ts';
import { PointsCheckReadModel } from './points-check.read-model.ts';
import { PollVotesReadModel } from './poll-votes.read-model.ts';
import { QuestAccessReadModel } from './quest-access.read-model.ts';
import { QuestParticipantsReadModel } from './quest-participants.read-model.ts';
import { QuestProgressReadModel } from './quest-progress.read-model.ts';
import { QuestReviewsReadModel } from './quest-reviews.read-model.ts';
import { QuestSecretsRepository } from './quest-secrets.repository.ts';
import { QuestTasksRepository } from './quest-tasks.repository.ts';
import { QuestsReadModel } from './quests.read-model.ts';
import { QuestsRepository } from './quests.repository.ts';
import { RecalculatedPointsRepository } from './recalculated-points.repository.ts';
import { RecalculationsRepository } from './recalculations.repository.ts';
import { RegistrationRequestsReadModel } from './registration-requests.read-model.ts';
import { RegistrationRequestsRepository } from './registration-requests.repository.ts';
import { ReminderTemplatesRepository } from './reminder-templates.repository.ts';
import { SignedCallsRepository } from './signed-calls.repository.ts';
import { SubmissionsRepository } from './submissions.repository.ts';
import { TaskCodesRepository } from './task-codes.repository.ts';
import { TaskTriesRepository } from './task-tries.repository.ts';
import { UnsignedCallsRepository } from './unsigned-calls.repository.ts';

/** The part of the store's repositories that is about quests. */
export const QUEST_REPOSITORIES = {
  dueSettlements: (db: Knex) => new DueSettlementsRepository(db),
  erasedQuestData: (db: Knex) => new ErasedQuestDataRepository(db),
  participations: (db: Knex) => new ParticipationsRepository(db),
  pointAdjustments: (db: Knex) => new PointAdjustmentsRepository(db),
  points: (db: Knex) => new PointsRepository(db),
  questSecrets: (db: Knex) => new QuestSecretsRepository(db),
  pointTotals: (db: Knex) => new PointTotalsRepository(db),
  questTasks: (db: Knex) => new QuestTasksRepository(db),
  quests: (db: Knex) => new QuestsRepository(db),
  recalculatedPoints: (db: Knex) => new RecalculatedPointsRepository(db),
  recalculations: (db: Knex) => new RecalculationsRepository(db),
  registrationRequests: (db: Knex) => new RegistrationRequestsRepository(db),
  reminderTemplates: (db: Knex) => new ReminderTemplatesRepository(db),
  signedCalls: (db: Knex) => new SignedCallsRepository(db),
  submissions: (db: Knex) => new SubmissionsRepository(db),
  taskCodes: (db: Knex) => new TaskCodesRepository(db),
  taskTries: (db: Knex) => new TaskTriesRepository(db),
  unsignedCalls: (db: Knex) => new UnsignedCallsRepository(db),
};

/** The part of its read models. */
export const QUEST_READ_MODELS = {
  adminQuests: (db: Knex) => new AdminQuestsReadModel(db),
  automaticTasks: (db: Knex) => new AutomaticTasksReadModel(db),
  ownProgress: (db: Knex) => new OwnProgressReadModel(db),
  personalQuestData: (db: Knex) => new PersonalQuestDataReadModel(db),
  pollVotes: (db: Knex) => new PollVotesReadModel(db),
  leaderboards: (db: Knex) => new LeaderboardsReadModel(db),
  pointEntries: (db: Knex) => new PointEntriesReadModel(db),
  pointsCheck: (db: Knex) => new PointsCheckReadModel(db),
  questAccess: (db: Knex) => new QuestAccessReadModel(db),
  questParticipants: (db: Knex) => new QuestParticipantsReadModel(db),
  questProgress: (db: Knex) => new QuestProgressReadModel(db),
  questReviews: (db: Knex) => new QuestReviewsReadModel(db),
  quests: (db: Knex) => new QuestsReadModel(db),
  registrationRequests: (db: Knex) => new RegistrationRequestsReadModel(db),
};
