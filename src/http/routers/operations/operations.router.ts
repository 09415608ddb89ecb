import type { AuditLogService } from '../../../services/operations/audit-log.service.ts';
import type { DenormalizedCountersService } from '../../../services/operations/denormalized-counters.service.ts';
import type { QueuedJobsService } from '../../../services/operations/queued-jobs.service.ts';
import type { SendingService } from '../../../services/operations/sending.service.ts';
import { inForms, stream } from '../../schemas/common.ts';
import {
  AuditQuerySchema,
  AuditRowSchema,
  auditPosition,
} from '../../schemas/operations/audit-log.schemas.ts';
import {
  BroadcastsQuerySchema,
  JobParamsSchema,
  JobPositionSchema,
  QueuedJobSchema,
  SendingRequestSchema,
  SendingSchema,
  sendingReply,
} from '../../schemas/operations/operations.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { PointsCheckQuerySchema, PointsCheckSchema } from '../../schemas/quests/points.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: operations');
const adminEndpoint = tagged('Admin: quests');
const adminAuditLogEndpoint = tagged('Admin: audit log');

export const queuedJobEndpoints = ({ queuedJobs }: { queuedJobs: QueuedJobsService }) => [
  endpoint({
    name: 'listQueuedJobs',
    route: 'GET /admin/operations/jobs',
    auth: 'admin',
    scope: 'operations:read',
    conferences: 'all',
    summary: 'List jobs of the queue',
    description:
      'Newest first, without their payloads. Failed jobs are kept for 14 days, those without retries for an hour.',
    query: BroadcastsQuerySchema,
    responses: { 200: largeListOf(QueuedJobSchema) },
    handle: async ({ query }) =>
      ok(listReply(await queuedJobs.list(query.state, pageRequest(query, JobPositionSchema)))),
  }),

  endpoint({
    name: 'retryQueuedJob',
    route: 'POST /admin/operations/jobs/:id/retry',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    summary: 'Start a failed job again',
    description: 'Enqueues it as a new job with the same payload, and deletes the failed one.',
    params: JobParamsSchema,
    responses: { 200: QueuedJobSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params }) => ok(await queuedJobs.retry(caller, params.id)),
  }),

  endpoint({
    name: 'cancelQueuedJob',
    route: 'POST /admin/operations/jobs/:id/cancel',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    summary: 'Cancel a job',
    description:
      'A job that waits or has failed; a failed one leaves the list. 409 names the state of any other.',
    params: JobParamsSchema,
    responses: { 200: QueuedJobSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params }) => ok(await queuedJobs.cancel(caller, params.id)),
  }),
];

export const sendingEndpoints = ({ sending }: { sending: SendingService }) => [
  endpoint({
    name: 'getSending',
    route: 'GET /admin/operations/sending',
    auth: 'admin',
    scope: 'operations:read',
    conferences: 'all',
    summary: 'Get the state of the sending',
    responses: { 200: SendingSchema },
    handle: async () => ok(sendingReply(await sending.status())),
  }),

  endpoint({
    name: 'setSending',
    route: 'PUT /admin/operations/sending',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    summary: 'Update the sending of messages',
    description:
      'Pauses the messages of all processes, or resumes them within 5 s. Messages in flight still arrive, and the inbox is not affected. A repetition changes nothing.',
    body: SendingRequestSchema,
    responses: { 200: SendingSchema },
    handle: async ({ caller, body: { paused, ...pause } }) =>
      ok(sendingReply(await sending.set(caller, paused ? pause : null))),
  }),
];

export const denormalizedCounterEndpoints = ({
  denormalizedCounters,
}: {
  denormalizedCounters: DenormalizedCountersService;
}) => [
  adminEndpoint({
    name: 'checkPoints',
    route: 'POST /admin/points/check',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    summary: 'Test the totals of points',
    description:
      'Compares in one snapshot, without locks: totals and the points of users with the ledger, awards with approved tasks and completed quests, participant counts with participants. With `repair=true` it first recomputes the totals and points that differ from the ledger, 100 users at a time. Awards and counts are only reported.',
    query: PointsCheckQuerySchema,
    responses: { 200: PointsCheckSchema },
    handle: async ({ caller, query }) => ok(await denormalizedCounters.checkPoints(caller, query)),
  }),
];

const COLUMNS = [
  'id',
  'at',
  'actor',
  'administrator',
  'key',
  'ip',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'conference_id',
  'before',
  'after',
  'request_id',
] as const;

export const auditLogEndpoints = ({ auditLog }: { auditLog: AuditLogService }) => [
  adminAuditLogEndpoint({
    name: 'listAuditLog',
    route: 'GET /admin/audit-log',
    auth: 'admin',
    scope: 'audit:read',
    exportScope: 'audit:export',
    conferences: 'all',
    summary: 'List or export changes by administrators',
    description: 'Each export as a file is a row of the log, too.',
    query: AuditQuerySchema,
    responses: { 200: inForms(largeListOf(AuditRowSchema), stream(TABLE_TYPES.csv)) },
    download: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, action: actions, ...given } = query;
      const filter = { ...given, actions };
      const status = 200 as const;
      if (format === 'csv') {
        const batches = await auditLog.export(caller, filter);
        const table = { format, name: 'audit-log', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const page = await auditLog.list(caller, filter, pageRequest(query, auditPosition(query)));
      return { status, body: listReply(page) };
    },
  }),
];
