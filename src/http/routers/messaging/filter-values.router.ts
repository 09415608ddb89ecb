import { TEMPLATE_VARIABLES } from '../../../domain/messaging/templates.ts';
import type { FilterValuesService } from '../../../services/messaging/filter-values.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  FilterValuesSchema,
  TemplateVariableSchema,
} from '../../schemas/messaging/filter-values.schemas.ts';
import { listOf, listReply } from '../../schemas/pages.schemas.ts';

const tag = 'Admin: notifications';

export const filterValueEndpoints = ({ filterValues }: { filterValues: FilterValuesService }) => [
  endpoint({
    name: 'listTemplateVariables',
    method: 'get',
    path: '/admin/notifications/template-variables',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'none',
    tag,
    summary: 'List the variables of message templates',
    description:
      '`{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty.',
    responses: { 200: listOf(TemplateVariableSchema) },
    async handle() {
      const total = TEMPLATE_VARIABLES.length;
      const page = { rows: TEMPLATE_VARIABLES, page: 1, limit: total, total };
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listAudienceFilters',
    method: 'get',
    path: '/admin/notifications/filter-values',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'filtered',
    tag,
    summary: 'List audience filters and the number of users each reaches',
    description:
      'The numbers are at most 5 seconds old. A key of some conferences gets the filters of these, and the numbers of their users.',
    responses: { 200: FilterValuesSchema },
    async handle({ caller }) {
      const values = await filterValues.find(caller);
      return { status: 200, body: { ...values, everybody: values.all_users } };
    },
  }),
];
