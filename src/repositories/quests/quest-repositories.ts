import type { Knex } from 'knex';
import { AdminParticipationsReadModel } from './admin-participations.read-model.ts';
import { AdminQuestsReadModel, QuestFunnelsReadModel } from './admin-quests.read-model.ts';
import { AdminSubmissionsReadModel } from './admin-submissions.read-model.ts';
import { LeaderboardsReadModel } from './leaderboards.read-model.ts';
import { ParticipationsReadModel } from './participations.read-model.ts';
import { ParticipationsRepository } from './participations.repository.ts';
import { PendingAwardsRepository } from './pending-awards.repository.ts';
import { PersonalQuestDataReadModel } from './personal-quest-data.read-model.ts';
import { PersonalQuestDataRepository } from './personal-quest-data.repository.ts';
import { PointsReadModel } from './points.read-model.ts';
import { PointsRepository } from './points.repository.ts';
import { PollsRepository } from './polls.repository.ts';
import { QuestCopiesRepository } from './quest-copies.repository.ts';
import { QuestRemindersRepository } from './quest-reminders.repository.ts';
import { QuestTasksRepository } from './quest-tasks.repository.ts';
import { QuestsReadModel } from './quests.read-model.ts';
import { QuestsRepository } from './quests.repository.ts';
import { RecalculationsRepository } from './recalculations.repository.ts';
import { RegistrationRequestsRepository } from './registration-requests.repository.ts';
import { SignedCallsRepository, UnsignedCallsRepository } from './signed-calls.repository.ts';
import { SubmissionsReadModel } from './submissions.read-model.ts';
import { SubmissionsRepository } from './submissions.repository.ts';

/** The repositories of quests. */
export const QUEST_REPOSITORIES = {
  pendingAwards: (db: Knex) => new PendingAwardsRepository(db),
  personalQuestData: (db: Knex) => new PersonalQuestDataRepository(db),
  participations: (db: Knex) => new ParticipationsRepository(db),
  points: (db: Knex) => new PointsRepository(db),
  polls: (db: Knex) => new PollsRepository(db),
  questCopies: (db: Knex) => new QuestCopiesRepository(db),
  questTasks: (db: Knex) => new QuestTasksRepository(db),
  quests: (db: Knex) => new QuestsRepository(db),
  recalculations: (db: Knex) => new RecalculationsRepository(db),
  registrationRequests: (db: Knex) => new RegistrationRequestsRepository(db),
  questReminders: (db: Knex) => new QuestRemindersRepository(db),
  signedCalls: (db: Knex) => new SignedCallsRepository(db),
  submissions: (db: Knex) => new SubmissionsRepository(db),
  unsignedCalls: (db: Knex) => new UnsignedCallsRepository(db),
};

/** The read models of quests. */
export const QUEST_READ_MODELS = {
  adminQuests: (db: Knex) => new AdminQuestsReadModel(db),
  personalQuestData: (db: Knex) => new PersonalQuestDataReadModel(db),
  leaderboards: (db: Knex) => new LeaderboardsReadModel(db),
  points: (db: Knex) => new PointsReadModel(db),
  adminParticipations: (db: Knex) => new AdminParticipationsReadModel(db),
  participations: (db: Knex) => new ParticipationsReadModel(db),
  adminSubmissions: (db: Knex) => new AdminSubmissionsReadModel(db),
  questFunnels: (db: Knex) => new QuestFunnelsReadModel(db),
  quests: (db: Knex) => new QuestsReadModel(db),
  submissions: (db: Knex) => new SubmissionsReadModel(db),
};
