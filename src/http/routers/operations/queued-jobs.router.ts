import type { QueuedJobsService } from '../../../services/operations/queued-jobs.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  JobParamsSchema,
  JobPositionSchema,
  JobsQuerySchema,
  QueuedJobSchema,
} from '../../schemas/operations/queued-jobs.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';

const tag = 'Admin: operations';

export const queuedJobEndpoints = ({ queuedJobs }: { queuedJobs: QueuedJobsService }) => [
  endpoint({
    name: 'listQueuedJobs',
    method: 'get',
    path: '/admin/operations/jobs',
    auth: 'admin',
    scope: 'operations:read',
    conferences: 'all',
    tag,
    summary: 'List jobs of the queue',
    description:
      'Newest first, without their payloads. Failed jobs are kept for 14 days, those without retries for an hour.',
    query: JobsQuerySchema,
    responses: { 200: largeListOf(QueuedJobSchema) },
    async handle({ query }) {
      const page = await queuedJobs.list(query.state, pageRequest(query, JobPositionSchema));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'retryQueuedJob',
    method: 'post',
    path: '/admin/operations/jobs/:id/retry',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    tag,
    summary: 'Start a failed job again',
    description: 'Enqueues it as a new job with the same payload, and deletes the failed one.',
    params: JobParamsSchema,
    responses: { 200: QueuedJobSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params }) {
      return { status: 200, body: await queuedJobs.retry(caller, params.id) };
    },
  }),

  endpoint({
    name: 'cancelQueuedJob',
    method: 'post',
    path: '/admin/operations/jobs/:id/cancel',
    auth: 'admin',
    scope: 'operations:write',
    conferences: 'all',
    tag,
    summary: 'Cancel a job',
    description:
      'A job that waits or has failed; a failed one leaves the list. 409 names the state of any other.',
    params: JobParamsSchema,
    responses: { 200: QueuedJobSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params }) {
      return { status: 200, body: await queuedJobs.cancel(caller, params.id) };
    },
  }),
];
