import { seesContacts } from '../../../domain/administration/contacts.ts';
import { broadcastRows } from '../../../domain/messaging/audiences.ts';
import { TEMPLATE_VARIABLES } from '../../../domain/messaging/templates.ts';
import type { BroadcastDeliveriesService } from '../../../services/messaging/broadcast-deliveries.service.ts';
import type { BroadcastPreviewsService } from '../../../services/messaging/broadcast-previews.service.ts';
import type { BroadcastsService } from '../../../services/messaging/broadcasts.service.ts';
import type { FilterValuesService } from '../../../services/messaging/filter-values.service.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { ImportQuerySchema } from '../../schemas/imports.schemas.ts';
import {
  FilterValuesSchema,
  TemplateVariableSchema,
} from '../../schemas/messaging/audiences.schemas.ts';
import {
  BroadcastDeliveriesQuerySchema,
  BroadcastDeliverySchema,
  BroadcastDraftSchema,
  BroadcastStatsQuerySchema,
  BroadcastStatsSchema,
  jobDeliveryPosition,
} from '../../schemas/messaging/broadcast-deliveries.schemas.ts';
import {
  BroadcastPreviewRequestSchema,
  BroadcastPreviewSchema,
  BroadcastSchema,
  BroadcastsQuerySchema,
  DryRunSchema,
  ListedBroadcastSchema,
  NewBroadcastSchema,
} from '../../schemas/messaging/broadcasts.schemas.ts';
import {
  largeListOf,
  listOf,
  listReply,
  numbered,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: notifications');

export const broadcastEndpoints = ({
  broadcasts,
  broadcastPreviews,
  broadcastDeliveries,
}: {
  broadcasts: BroadcastsService;
  broadcastPreviews: BroadcastPreviewsService;
  broadcastDeliveries: BroadcastDeliveriesService;
}) => [
  endpoint({
    name: 'sendBroadcast',
    route: 'POST /admin/notifications/bulk-send',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ body }) => broadcastRows(body),
    summary: 'Send a broadcast to an audience, now or at a time',
    description:
      'Creates a notification job, which a worker runs at once or at `scheduled_at`. With `dry_run`, nothing is stored or sent: the answer is 200 with counts and the texts of three recipients. A duplicate is refused: the same title, body, audience, channels and `scheduled_at` by the same API key within 10 minutes. Exceptions: the first job was cancelled or failed, or the request has `force` or an `Idempotency-Key`.',
    query: ImportQuerySchema,
    body: NewBroadcastSchema,
    responses: { 200: DryRunSchema, 201: BroadcastSchema },
    errors: ['CONFLICT', 'DUPLICATE_BROADCAST', 'PIN_LIMIT'],
    idempotent: true,
    async handle({ caller, idempotencyKey, query, body }) {
      const { dry_run: isDryRun, force, ...request } = body;
      const dry_run = isDryRun || query.dry_run;
      if (dry_run) {
        return ok({ dry_run, ...(await broadcastPreviews.preview(caller, request)) });
      }
      const mayRepeat = force || idempotencyKey !== undefined;
      return created(await broadcasts.send(caller, request, { mayRepeat }));
    },
  }),

  endpoint({
    name: 'previewBroadcast',
    route: 'POST /admin/notifications/preview',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ body }) => broadcastRows(body),
    summary: 'Preview a broadcast and count its audience',
    description:
      'Counts the recipients and renders the texts for three of them. Stores and sends nothing.',
    body: BroadcastPreviewRequestSchema,
    responses: { 200: BroadcastPreviewSchema },
    holdsProfiles: true,
    handle: async ({ caller, body }) => ok(await broadcastPreviews.preview(caller, body)),
  }),

  endpoint({
    name: 'createBroadcastDraft',
    route: 'POST /admin/notifications/jobs',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ body }) => broadcastRows(body),
    summary: 'Create a draft of a broadcast',
    description:
      'Validated as a broadcast, and never sent until `PUT /admin/notifications/jobs/:id` gives it the status `scheduled`.',
    body: BroadcastDraftSchema,
    responses: { 201: BroadcastSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await broadcasts.createDraft(caller, body)),
  }),

  endpoint({
    name: 'listBroadcasts',
    route: 'GET /admin/notifications/jobs',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'filtered',
    summary: 'List broadcasts',
    description: 'Drafts and reminders included.',
    query: BroadcastsQuerySchema,
    responses: { 200: listOf(ListedBroadcastSchema, 'NotificationJobPage') },
    async handle({ caller: { conference_ids }, query }) {
      const filter = { ...query, conference_ids };
      const page = await broadcasts.list(filter, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'getBroadcast',
    route: 'GET /admin/notifications/jobs/:id',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Get a broadcast',
    params: IdParamsSchema,
    versioned: BroadcastSchema,
    responses: { 200: BroadcastSchema },
    handle: async ({ params }) => ok(await broadcasts.get(params.id)),
  }),

  endpoint({
    name: 'getBroadcastStats',
    route: 'GET /admin/notifications/jobs/:id/stats',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Get delivery statistics of a broadcast',
    description: 'With `bucket=minute` also a series of at most 400 minutes.',
    params: IdParamsSchema,
    query: BroadcastStatsQuerySchema,
    responses: { 200: BroadcastStatsSchema },
    async handle({ params, query: { bucket, from } }) {
      const stats = await broadcastDeliveries.stats(params.id);
      if (!bucket) return ok(stats);
      const series = await broadcastDeliveries.listSeries(params.id, from ?? stats.started_at);
      return ok({ ...stats, series });
    },
  }),

  endpoint({
    name: 'listBroadcastDeliveries',
    route: 'GET /admin/notifications/jobs/:id/deliveries',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'List the recipients of a broadcast and their delivery status',
    description: 'Ordered by user id.',
    params: IdParamsSchema,
    query: BroadcastDeliveriesQuerySchema,
    responses: { 200: largeListOf(BroadcastDeliverySchema) },
    holdsProfiles: true,
    async handle({ caller, params, query }) {
      const request = pageRequest(query, jobDeliveryPosition(query));
      const filter = { ...query, byContacts: seesContacts(caller) };
      const page = await broadcastDeliveries.list(params.id, filter, request);
      return ok(listReply(page));
    },
  }),
];

export const filterValueEndpoints = ({ filterValues }: { filterValues: FilterValuesService }) => [
  endpoint({
    name: 'listTemplateVariables',
    route: 'GET /admin/notifications/template-variables',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'none',
    summary: 'List the variables of message templates',
    description:
      '`{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty.',
    responses: { 200: listOf(TemplateVariableSchema) },
    async handle() {
      const total = TEMPLATE_VARIABLES.length;
      const page = { rows: TEMPLATE_VARIABLES, page: 1, limit: total, total };
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'listAudienceFilters',
    route: 'GET /admin/notifications/filter-values',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'filtered',
    summary: 'List audience filters and the number of users each reaches',
    description:
      'The numbers are at most 5 seconds old. A key of some conferences gets the filters of these, and the numbers of their users.',
    responses: { 200: FilterValuesSchema },
    async handle({ caller }) {
      const values = await filterValues.find(caller);
      return ok({ ...values, everybody: values.all_users });
    },
  }),
];
