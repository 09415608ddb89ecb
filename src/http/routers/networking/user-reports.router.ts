import { MAX_BLOCKS } from '../../../domain/networking/blocks.ts';
import type {
  AdminUserReportsService,
  BlocksService,
  UserReportsService,
} from '../../../services/networking/user-reports.service.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  AdminUserReportSchema,
  BlockSchema,
  ListedBlockSchema,
  ReportDecisionSchema,
  ReportingSchema,
  UserReportSchema,
  UserReportsQuerySchema,
  userReportPosition,
} from '../../schemas/networking/user-reports.schemas.ts';
import {
  largeListOf,
  listOf,
  listReply,
  numbered,
  PageQuerySchema,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Users');
const adminEndpoint = tagged('Admin: reports');

export const userReportEndpoints = ({ userReports }: { userReports: UserReportsService }) => [
  endpoint({
    name: 'reportUser',
    route: 'POST /users/:id/report',
    auth: 'user',
    summary: 'Report a user to the organizers',
    description:
      'Keeps the profile of the user, and the message of the connection, as they are now. The user is not notified and stays visible: block them as well if you do not want to see them. Safe to repeat: while your report of a user is open, 200 answers the same. At most 5 new reports within 24 hours, counted whatever the settings. A user who blocks you answers 404; one whom you block can be reported.',
    params: IdParamsSchema,
    body: ReportingSchema,
    responses: { 200: UserReportSchema, 201: UserReportSchema },
    errors: ['RATE_LIMITED'],
    async handle({ caller, params, body }) {
      const { report, created } = await userReports.create(caller.user, params.id, body);
      return { status: created ? 201 : 200, body: report };
    },
  }),
];

export const adminUserReportEndpoints = ({
  adminUserReports,
}: {
  adminUserReports: AdminUserReportsService;
}) => [
  adminEndpoint({
    name: 'listUserReports',
    route: 'GET /admin/reports',
    auth: 'admin',
    scope: 'reports:read',
    conferences: 'all',
    summary: 'List reports of users',
    description:
      'What users report about users, the newest first. A report is deleted with the erasure of the reported user, and a year after its resolution.',
    query: UserReportsQuerySchema,
    responses: { 200: largeListOf(AdminUserReportSchema) },
    holdsProfiles: true,
    async handle({ query }) {
      const { page: _, limit: __, cursor: ___, ...filter } = query;
      const request = pageRequest(query, userReportPosition(query));
      return ok(listReply(await adminUserReports.list(filter, request)));
    },
  }),

  adminEndpoint({
    name: 'resolveUserReport',
    route: 'POST /admin/reports/:id/resolve',
    auth: 'admin',
    scope: 'reports:resolve',
    conferences: 'all',
    summary: 'Resolve a report of a user',
    description:
      '`warned` notifies the reported user, who does not learn who reported them; `blocked` blocks their account, which `POST /admin/users/:id/unblock` takes back. The audit log records the outcome. Safe to repeat with the same outcome; another one answers 409 `CONFLICT`.',
    params: IdParamsSchema,
    body: ReportDecisionSchema,
    responses: { 200: AdminUserReportSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, body }) =>
      ok(await adminUserReports.resolve(caller, params.id, body)),
  }),
];

export const blockEndpoints = ({ blocks }: { blocks: BlocksService }) => [
  endpoint({
    name: 'createBlock',
    route: 'PUT /users/:id/block',
    toleratesMissing: true,
    auth: 'user',
    summary: 'Block a user',
    description: `Ends your connection, withdraws the requests between you, deletes their notifications, and hides the two of you from each other wherever the caller is known: lists, profiles, attendees, recommendations, searches and links; a leaderboard keeps the rank and shows "Attendee". Anonymous callers, speaker pages and administrators see both; totals of lists without \`q\` still count them. The other user is not notified, and receives 404 where they look for you. At most ${MAX_BLOCKS} users. Safe to repeat. Answers 200 for every id, whether a user has it, is hidden or blocks you.`,
    params: IdParamsSchema,
    responses: { 200: BlockSchema },
    errors: ['TOO_MANY_BLOCKS'],
    handle: async ({ caller, params }) => ok(await blocks.create(caller.user.id, params.id)),
  }),

  endpoint({
    name: 'deleteBlock',
    route: 'DELETE /users/:id/block',
    toleratesMissing: true,
    auth: 'user',
    summary: 'Unblock a user',
    description:
      'A connection that the block ended does not return. The two of you stay hidden from each other if they block you, too. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: BlockSchema },
    handle: async ({ caller, params }) => ok(await blocks.delete(caller.user.id, params.id)),
  }),

  endpoint({
    name: 'listBlocks',
    route: 'GET /users/me/blocks',
    auth: 'user',
    summary: 'List the users I block',
    description:
      'Latest first, as an anonymous caller sees them. A user whose name you could not see when you blocked them, and an id without a user, are "Attendee".',
    query: PageQuerySchema,
    responses: { 200: listOf(ListedBlockSchema) },
    handle: async ({ caller, query }) =>
      ok(listReply(await blocks.list(caller.user.id, numbered(query)))),
  }),
];
