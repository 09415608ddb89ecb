/** Rows of the contract without an endpoint. A change that adds the endpoint removes its row. */
export const NOT_BUILT_YET: readonly string[] = [
  'GET /quests/leaderboard',
  'POST /quests/:id/request-registration',
  'POST /quests/join',
  'POST /quests/complete-task',
  'POST /partner/partnera/register',
  'POST /partner/partnera/verify',
  'POST /partner/partnera/refresh-token',
  'POST /partner/partnera/pog/mint',
  'GET /partner/partnera/pog/poll',
  'GET /admin/quests/:quest_id/pending',
  'POST /admin/quests/tasks/:user_quest_task_id/approve',
  'POST /admin/quests/tasks/:user_quest_task_id/reject',
  'GET /admin/quests/registration-requests',
  'GET /admin/quests/:id/participants',
  'GET /admin/quests/:id/export',
  'GET /admin/leaderboard',
];
