import type { AdminSubmissionsService } from '../../../services/quests/admin-submissions.service.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  BulkDecidedSchema,
  BulkReviewSchema,
  PendingParamsSchema,
  PendingQuerySchema,
  pendingPosition,
  ReviewedTaskSchema,
  ReviewParamsSchema,
  ReviewQuerySchema,
  ReviewSchema,
  reviewPosition,
  TaskRejectionSchema,
  TaskReopeningSchema,
} from '../../schemas/quests/admin-submissions.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: quests');

export const adminSubmissionEndpoints = ({
  adminSubmissions,
}: {
  adminSubmissions: AdminSubmissionsService;
}) => [
  endpoint({
    name: 'listPendingQuestTasks',
    route: 'GET /admin/quests/:quest_id/pending',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.quest_id }),
    summary: 'List the tasks of users that await review',
    description: 'Includes tasks of a quest that is over or inactive.',
    params: PendingParamsSchema,
    query: PendingQuerySchema,
    responses: { 200: largeListOf(ReviewedTaskSchema) },
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, pendingPosition(query));
      const page = await adminSubmissions.listPending(params.quest_id, query, request);
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'listQuestSubmissions',
    route: 'GET /admin/quests/submissions',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    summary: 'List the submissions of all quests for review',
    description:
      'Pending submissions, or those on which an administrator decided, with the administrator and the time. Without those that were approved at once, by a worker or by a signed call, and without those of deleted tasks and quests. The URLs of a proof are valid for 10 minutes; `GET /admin/media/:id/url` gives a new one. `quests:read` opens proofs only here.',
    query: ReviewQuerySchema,
    responses: { 200: largeListOf(ReviewSchema) },
    holdsProfiles: true,
    async handle({ caller: { conference_ids }, query }) {
      const request = pageRequest(query, reviewPosition(query));
      const page = await adminSubmissions.list({ ...query, conference_ids }, request);
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'approveQuestTask',
    route: 'POST /admin/quests/tasks/:user_quest_task_id/approve',
    auth: 'admin',
    scope: 'quests:review',
    conferences: ({ params }) => ({ submission: params.user_quest_task_id }),
    summary: 'Approve a task of a user',
    description:
      'Awards its points for the time when it was sent, and notifies the user. Only a pending task can be approved, also after the end of the quest. Safe to repeat. The 409 after another decision names who made it, and when.',
    params: ReviewParamsSchema,
    responses: { 200: ReviewedTaskSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params }) {
      const review = { decision: 'approve', reason: null } as const;
      const body = await adminSubmissions.decide(caller, params.user_quest_task_id, review);
      return ok(body);
    },
  }),

  endpoint({
    name: 'rejectQuestTask',
    route: 'POST /admin/quests/tasks/:user_quest_task_id/reject',
    auth: 'admin',
    scope: 'quests:review',
    conferences: ({ params }) => ({ submission: params.user_quest_task_id }),
    summary: 'Reject a task of a user',
    description:
      'The user is notified of the reason and can send the task again while the quest runs. The rejection of a submission of an unsigned call notifies no one. Only a pending task can be rejected. Safe to repeat. The 409 after another decision names who made it, and when.',
    params: ReviewParamsSchema,
    body: TaskRejectionSchema,
    responses: { 200: ReviewedTaskSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { reason = null } }) {
      const review = { decision: 'reject', reason } as const;
      const body = await adminSubmissions.decide(caller, params.user_quest_task_id, review);
      return ok(body);
    },
  }),

  endpoint({
    name: 'reopenQuestTask',
    route: 'POST /admin/quests/tasks/:user_quest_task_id/reopen',
    auth: 'admin',
    scope: 'quests:review',
    conferences: ({ params }) => ({ submission: params.user_quest_task_id }),
    summary: 'Undo the decision on a task of a user',
    description:
      'The task is pending again, its points are taken back, and the quest is in progress again if the user now lacks a required task. Safe to repeat.',
    params: ReviewParamsSchema,
    body: TaskReopeningSchema,
    responses: { 200: ReviewedTaskSchema },
    handle: async ({ caller, params, body: { reason } }) =>
      ok(await adminSubmissions.reopen(caller, params.user_quest_task_id, reason)),
  }),

  endpoint({
    name: 'reviewQuestTasks',
    route: 'POST /admin/quests/tasks/bulk-review',
    auth: 'admin',
    scope: 'quests:review',
    conferences: 'filtered',
    summary: 'Approve or reject many tasks of users',
    description:
      'Decides on at most 500 pending tasks, each by itself: a refused one does not stop the others. Safe to repeat.',
    body: BulkReviewSchema,
    responses: { 200: BulkDecidedSchema },
    async handle({ caller, body: { ids, decision, reason = null } }) {
      const results = await adminSubmissions.decideAll(caller, ids, { decision, reason });
      return ok({ results });
    },
  }),
];
