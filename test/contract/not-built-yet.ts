/** Rows of the contract without an endpoint. A change that adds the endpoint removes its row. */
export const NOT_BUILT_YET: readonly string[] = [
  'POST /quests/join',
  'POST /quests/complete-task',
  'GET /admin/quests',
  'GET /admin/quests/:id',
  'POST /admin/quests',
  'PUT /admin/quests/:id',
  'DELETE /admin/quests/:id',
  'PATCH /admin/quests/:id/toggle-active',
  'GET /admin/quests/featured',
  'POST /admin/quests/:id/tasks',
  'PUT /admin/quests/tasks/:id',
  'DELETE /admin/quests/tasks/:id',
];
