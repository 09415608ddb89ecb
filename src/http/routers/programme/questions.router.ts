import type { AdminQuestion } from '../../../domain/programme/questions.ts';
import type { AdminQuestionsService } from '../../../services/programme/admin-questions.service.ts';
import type { QuestionsService } from '../../../services/programme/questions.service.ts';
import { DeletedSchema, IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  AdminQuestionSchema,
  AdminQuestionsQuerySchema,
  adminQuestionPosition,
  DecidedQuestionsSchema,
  NewQuestionSchema,
  QuestionDecisionSchema,
  QuestionDecisionsSchema,
  QuestionReportSchema,
  QuestionSchema,
  QuestionsQuerySchema,
  QuestionVoteSchema,
  SessionQuestionsSchema,
} from '../../schemas/programme/questions.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Conferences');
const adminEndpoint = tagged('Admin: agenda');

const VOTE_ERRORS = ['REGISTRATION_REQUIRED', 'QUESTIONS_CLOSED'] as const;
const VOTE_LIMITS = [{ policy: 'question-votes', on: 'request', by: 'user' }] as const;

export const questionEndpoints = ({ questions }: { questions: QuestionsService }) => [
  endpoint({
    name: 'listQuestions',
    route: 'GET /agenda/:id/questions',
    auth: 'public',
    summary: 'List the questions of a session',
    description:
      'Names nobody. Kept for a second: questions and votes are shown within it, a decision of a moderator at once in the process that took it. An empty list while `mode` is `off`.',
    params: IdParamsSchema,
    query: QuestionsQuerySchema,
    cachedUntil: ['agenda', 'conferences', 'events', 'questions'],
    responses: { 200: SessionQuestionsSchema },
    handle: async ({ params, query }) => ok(await questions.list(params.id, query.sort)),
  }),

  endpoint({
    name: 'askQuestion',
    route: 'POST /agenda/:id/questions',
    auth: 'user',
    summary: 'Send a question to a session',
    description:
      'For people with a seat at the conference or the event of the session. The organizers see your name, nobody else does. Safe to repeat: the same text returns 200 and the first question. At most 3 of yours are open in a session, and 6 new ones within a minute.',
    params: IdParamsSchema,
    body: NewQuestionSchema,
    responses: { 200: QuestionSchema, 201: QuestionSchema },
    errors: ['REGISTRATION_REQUIRED', 'QUESTIONS_CLOSED', 'QUESTION_LIMIT', 'RATE_LIMITED'],
    async handle({ caller, params, body }) {
      const { question, created } = await questions.ask(caller.user, params.id, body.text);
      return { status: created ? 201 : 200, body: question };
    },
  }),

  endpoint({
    name: 'withdrawQuestion',
    route: 'DELETE /questions/:id',
    auth: 'user',
    summary: 'Withdraw my question',
    description: 'With its votes. A question that is answered stays.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { id } }) {
      await questions.withdraw(caller.user.id, id);
      return ok({ id, deleted: true });
    },
  }),

  endpoint({
    name: 'voteForQuestion',
    route: 'PUT /questions/:id/vote',
    auth: 'user',
    summary: 'Mark a question as one I want answered',
    description:
      'A user who may ask may vote, for visible questions while they are open. Safe to repeat. A vote for your own question changes nothing.',
    params: IdParamsSchema,
    responses: { 200: QuestionVoteSchema },
    errors: VOTE_ERRORS,
    limits: VOTE_LIMITS,
    handle: async ({ caller, params: { id } }) =>
      ok({ id, voted: await questions.vote(caller.user.id, id, true) }),
  }),

  endpoint({
    name: 'withdrawQuestionVote',
    route: 'DELETE /questions/:id/vote',
    auth: 'user',
    summary: 'Withdraw my vote for a question',
    description: 'Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: QuestionVoteSchema },
    errors: VOTE_ERRORS,
    limits: VOTE_LIMITS,
    handle: async ({ caller, params: { id } }) =>
      ok({ id, voted: await questions.vote(caller.user.id, id, false) }),
  }),

  endpoint({
    name: 'reportQuestion',
    route: 'POST /questions/:id/report',
    auth: 'user',
    summary: 'Report a question to the organizers',
    description:
      'For people with a seat. In an `open` session, the report of a third person hides the question until a moderator decides. Safe to repeat: one more report of yours returns 200.',
    params: IdParamsSchema,
    responses: { 200: QuestionReportSchema, 201: QuestionReportSchema },
    errors: ['REGISTRATION_REQUIRED'],
    async handle({ caller, params: { id } }) {
      const isNew = await questions.report(caller.user.id, id);
      return { status: isNew ? 201 : 200, body: { id, reported: true } };
    },
  }),
];

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'votes',
  'text',
  'user_id',
  'first_name',
  'last_name',
  'username',
  'reports',
  'merged_into',
  'decided_at',
  'decided_by',
] as const satisfies readonly (
  | keyof AdminQuestion
  | 'user_id'
  | keyof NonNullable<AdminQuestion['user']>
)[];

export const adminQuestionEndpoints = ({
  adminQuestions,
}: {
  adminQuestions: AdminQuestionsService;
}) => [
  adminEndpoint({
    name: 'listAdminQuestions',
    route: 'GET /admin/agenda/:id/questions',
    auth: 'admin',
    scope: 'questions:read',
    conferences: ({ params }) => ({ agenda_item: params.id }),
    summary: 'List or export the questions of a session',
    description: 'With the person who asked. The audit log records each export as a file.',
    params: IdParamsSchema,
    query: AdminQuestionsQuerySchema,
    responses: { 200: inForms(largeListOf(AdminQuestionSchema), stream(TABLE_TYPES.csv)) },
    download: true,
    holdsProfiles: true,
    async handle({ caller, params, query }) {
      const { format, sort, status } = query;
      const filter = { sort, status };
      if (format !== 'json') {
        const batches = await adminQuestions.export(caller, params.id, filter);
        const table = { format, name: 'questions', columns: COLUMNS, batches };
        return { status: 200 as const, ...tableDownload(caller, table) };
      }
      const request = pageRequest(query, adminQuestionPosition(query));
      const page = await adminQuestions.list(params.id, filter, request);
      return { status: 200 as const, body: listReply(page) };
    },
  }),

  adminEndpoint({
    name: 'decideQuestions',
    route: 'POST /admin/questions/bulk',
    auth: 'admin',
    scope: 'questions:moderate',
    conferences: 'filtered',
    summary: 'Update the status of many questions',
    description:
      'At most 100, each by itself: one that is no longer as `from` says does not keep the others from changing.',
    body: QuestionDecisionsSchema,
    responses: { 200: DecidedQuestionsSchema },
    handle: async ({ caller, body: { ids, ...decision } }) =>
      ok({ results: await adminQuestions.decideAll(caller, ids, decision) }),
  }),

  adminEndpoint({
    name: 'decideQuestion',
    route: 'PATCH /admin/questions/:id',
    auth: 'admin',
    scope: 'questions:moderate',
    conferences: ({ params, body }) => ({
      question: 'merge_into' in body ? [params.id, body.merge_into] : params.id,
    }),
    summary: 'Update the status of a question, or merge it',
    description:
      'Shows, answers or hides a question, or merges it into another one of its session. Of two moderators who decide at once, the second gets 409 `CONFLICT`, whose sentence says what the question is now. Nobody edits the text.',
    params: IdParamsSchema,
    body: QuestionDecisionSchema,
    responses: { 200: AdminQuestionSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, body }) =>
      ok(await adminQuestions.decide(caller, params.id, body)),
  }),
];
