import { audienceRows } from '../../../domain/messaging/notification-jobs.ts';
import type { NotificationJobsService } from '../../../services/messaging/notification-jobs.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema, listOf, listReply, numbered, pageRequest } from '../../schemas/common.ts';
import { ImportQuerySchema } from '../../schemas/imports.schemas.ts';
import {
  BulkSendSchema,
  DryRunSchema,
  JobDeliveriesQuerySchema,
  JobDeliverySchema,
  JobPreviewRequestSchema,
  JobPreviewSchema,
  JobStatsSchema,
  JobsQuerySchema,
  jobDeliveryPosition,
  NotificationJobSchema,
  ReschedulingSchema,
} from '../../schemas/messaging/notification-jobs.schemas.ts';

const tag = 'Admin: notifications';

export const notificationJobEndpoints = ({
  notificationJobs,
}: {
  notificationJobs: NotificationJobsService;
}) => [
  endpoint({
    name: 'sendBroadcast',
    method: 'post',
    path: '/admin/notifications/bulk-send',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ body }) => audienceRows(body.audience),
    tag,
    summary: 'Send a broadcast to an audience, now or at a time',
    description:
      'Creates a notification job, which a worker runs at once or at `scheduled_at`. With `dry_run`, nothing is stored or sent: the answer is 200 with counts and the texts of three recipients. A duplicate is refused: the same title, body, audience, channels and `scheduled_at` by the same API key within 10 minutes. Exceptions: the first job was cancelled or failed, or the request has `force` or an `Idempotency-Key`.',
    query: ImportQuerySchema,
    body: BulkSendSchema,
    responses: { 200: DryRunSchema, 201: NotificationJobSchema },
    errors: ['DUPLICATE_BROADCAST'],
    idempotent: true,
    async handle({ caller, idempotencyKey, query, body }) {
      const { dry_run: isDryRun, force, ...request } = body;
      const dry_run = isDryRun || query.dry_run;
      if (dry_run) {
        return {
          status: 200,
          body: { dry_run, ...(await notificationJobs.preview(caller, request)) },
        };
      }
      const mayRepeat = force || idempotencyKey !== undefined;
      return { status: 201, body: await notificationJobs.send(caller, request, { mayRepeat }) };
    },
  }),

  endpoint({
    name: 'previewBroadcast',
    method: 'post',
    path: '/admin/notifications/preview',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ body }) => audienceRows(body.audience),
    tag,
    summary: 'Preview a broadcast and count its audience',
    description:
      'Counts the recipients and renders the texts for three of them. Stores and sends nothing.',
    body: JobPreviewRequestSchema,
    responses: { 200: JobPreviewSchema },
    holdsProfiles: true,
    async handle({ caller, body }) {
      return { status: 200, body: await notificationJobs.preview(caller, body) };
    },
  }),

  endpoint({
    name: 'listBroadcasts',
    method: 'get',
    path: '/admin/notifications/jobs',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: 'filtered',
    tag,
    summary: 'List broadcasts',
    query: JobsQuerySchema,
    responses: { 200: listOf(NotificationJobSchema) },
    async handle({ caller: { conference_ids }, query }) {
      const filter = { ...query, conference_ids };
      const page = await notificationJobs.list(filter, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getBroadcast',
    method: 'get',
    path: '/admin/notifications/jobs/:id',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    tag,
    summary: 'Get a broadcast',
    params: IdParamsSchema,
    versioned: NotificationJobSchema,
    responses: { 200: NotificationJobSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await notificationJobs.get(params.id) };
    },
  }),

  endpoint({
    name: 'getBroadcastStats',
    method: 'get',
    path: '/admin/notifications/jobs/:id/stats',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    tag,
    summary: 'Get delivery statistics of a broadcast',
    params: IdParamsSchema,
    responses: { 200: JobStatsSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await notificationJobs.stats(params.id) };
    },
  }),

  endpoint({
    name: 'listBroadcastDeliveries',
    method: 'get',
    path: '/admin/notifications/jobs/:id/deliveries',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ broadcast: params.id }),
    tag,
    summary: 'List the recipients of a broadcast and their delivery status',
    description: 'Ordered by user id.',
    params: IdParamsSchema,
    query: JobDeliveriesQuerySchema,
    responses: { 200: listOf(JobDeliverySchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, jobDeliveryPosition(query));
      const page = await notificationJobs.listDeliveries(params.id, query, request);
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'cancelBroadcast',
    method: 'post',
    path: '/admin/notifications/jobs/:id/cancel',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ params }) => ({ broadcast: params.id }),
    tag,
    summary: 'Cancel a broadcast',
    description:
      'Unsent messages are skipped. Notifications already in inboxes stay. Messages in flight are still delivered.',
    params: IdParamsSchema,
    responses: { 200: NotificationJobSchema },
    errors: ['NOT_FOUND', 'JOB_NOT_CANCELLABLE'],
    async handle({ caller, params }) {
      return { status: 200, body: await notificationJobs.cancel(caller, params.id) };
    },
  }),

  endpoint({
    name: 'rescheduleBroadcast',
    method: 'put',
    path: '/admin/notifications/jobs/:id/reschedule',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params }) => ({ broadcast: params.id }),
    tag,
    summary: 'Reschedule a broadcast',
    description: 'Only before it starts, and at most a year ahead.',
    params: IdParamsSchema,
    body: ReschedulingSchema,
    versioned: NotificationJobSchema,
    responses: { 200: NotificationJobSchema },
    errors: ['NOT_FOUND', 'JOB_NOT_RESCHEDULABLE'],
    async handle({ caller, params, ifMatch, body }) {
      const target = { ...params, ifMatch };
      const job = await notificationJobs.reschedule(caller, target, body.scheduled_at);
      return { status: 200, body: job };
    },
  }),
];
