import type { UserReportsService } from '../../../services/networking/user-reports.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  ReportingSchema,
  UserReportSchema,
} from '../../schemas/networking/user-reports.schemas.ts';

export const userReportEndpoints = ({ userReports }: { userReports: UserReportsService }) => [
  endpoint({
    name: 'reportUser',
    method: 'post',
    path: '/users/:id/report',
    auth: 'user',
    tag: 'Users',
    summary: 'Report a user to the organizers',
    description:
      'Keeps the profile of the user, and the message of the connection, as they are now. The user is not notified and stays visible: block them as well if you do not want to see them. Safe to repeat: while your report of a user is open, 200 answers the same. At most 5 new reports within 24 hours, counted whatever the settings. A user who blocks you answers 404; one whom you block can be reported.',
    params: IdParamsSchema,
    body: ReportingSchema,
    responses: { 200: UserReportSchema, 201: UserReportSchema },
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    async handle({ caller, params, body }) {
      const { report, created } = await userReports.create(caller.user, params.id, body);
      return { status: created ? 201 : 200, body: report };
    },
  }),
];
