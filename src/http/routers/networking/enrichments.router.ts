import type { EnrichmentsService } from '../../../services/networking/enrichments.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import {
  EnrichmentDeletedSchema,
  EnrichmentJobReceiptSchema,
  EnrichmentJobSchema,
  EnrichmentJobsQuerySchema,
  EnrichmentParamsSchema,
  EnrichmentRequestSchema,
  EnrichmentSchema,
  EnrichmentsRequestSchema,
  enrichmentJobsPosition,
} from '../../schemas/networking/enrichments.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';

const tag = 'Admin: enrichment';

export const enrichmentEndpoints = ({ enrichments }: { enrichments: EnrichmentsService }) => [
  endpoint({
    name: 'generateEnrichment',
    method: 'post',
    path: '/admin/enrichment/user/:user_id',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    tag,
    summary: 'Create an enrichment of a user',
    description:
      'Makes a headline, a summary, tags and interests from the profile: at once inside this service, or by a worker with an outside provider (202). An unchanged profile answers 200 with its enrichment, unless `force`.',
    params: EnrichmentParamsSchema,
    body: EnrichmentRequestSchema,
    responses: { 200: EnrichmentSchema, 202: EnrichmentJobReceiptSchema },
    errors: ['NOT_FOUND', 'ENRICHMENT_NOT_ALLOWED'],
    idempotent: true,
    async handle({ caller, params, body }) {
      const generated = await enrichments.generate(caller, params.user_id, body);
      if (generated.kind === 'job') return { status: 202, body: generated.receipt };
      return { status: 200, body: generated.enrichment };
    },
  }),

  endpoint({
    name: 'getEnrichment',
    method: 'get',
    path: '/admin/enrichment/user/:user_id',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    tag,
    summary: 'Get the enrichment of a user',
    params: EnrichmentParamsSchema,
    responses: { 200: EnrichmentSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ params }) {
      return { status: 200, body: await enrichments.get(params.user_id) };
    },
  }),

  endpoint({
    name: 'syncEnrichment',
    method: 'post',
    path: '/admin/enrichment/user/:user_id/sync',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    tag,
    summary: 'Update a profile from its enrichment',
    description:
      'Copies the headline and the interests into the profile where they are empty, unless the user has emptied them. From then on recommendations use the tags. Safe to repeat.',
    params: EnrichmentParamsSchema,
    responses: { 200: EnrichmentSchema },
    errors: ['NOT_FOUND', 'ENRICHMENT_NOT_READY', 'ENRICHMENT_NOT_ALLOWED'],
    async handle({ caller, params }) {
      return { status: 200, body: await enrichments.sync(caller, params.user_id) };
    },
  }),

  endpoint({
    name: 'generateEnrichments',
    method: 'post',
    path: '/admin/enrichment/users',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    tag,
    summary: 'Create enrichments of many users',
    description:
      'A worker enriches the users. `filter` has the fields of an audience; an unknown or empty one is refused. Hidden users, users without consent and unchanged profiles are skipped.',
    body: EnrichmentsRequestSchema,
    responses: { 202: EnrichmentJobReceiptSchema },
    idempotent: true,
    async handle({ caller, body: { selection, force } }) {
      return { status: 202, body: await enrichments.generateMany(caller, selection, { force }) };
    },
  }),

  endpoint({
    name: 'listEnrichmentJobs',
    method: 'get',
    path: '/admin/enrichment/jobs',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    tag,
    summary: 'List enrichment jobs',
    description:
      'Newest first, each with its counts. Jobs are kept for 30 days, running ones until they are completed.',
    query: EnrichmentJobsQuerySchema,
    responses: { 200: largeListOf(EnrichmentJobSchema) },
    async handle({ query }) {
      const request = pageRequest(query, enrichmentJobsPosition(query));
      return { status: 200, body: listReply(await enrichments.jobs(query, request)) };
    },
  }),

  endpoint({
    name: 'getEnrichmentJob',
    method: 'get',
    path: '/admin/enrichment/jobs/:id',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    tag,
    summary: 'Get the progress of an enrichment job',
    description: 'Jobs are kept for 30 days. Users who delete their enrichment leave the counts.',
    params: IdParamsSchema,
    responses: { 200: EnrichmentJobSchema },
    errors: ['NOT_FOUND'],
    async handle({ params }) {
      return { status: 200, body: await enrichments.job(params.id) };
    },
  }),

  endpoint({
    name: 'deleteMyEnrichment',
    method: 'delete',
    path: '/users/me/enrichment',
    auth: 'user',
    tag: 'Users',
    summary: 'Delete my enrichment',
    description:
      'Deletes what was made from your profile. What organizers copied into your empty fields stays; change it with `PATCH /users/me`, which also switches enrichment off. Safe to repeat.',
    responses: { 200: EnrichmentDeletedSchema },
    allowBlocked: true,
    async handle({ caller }) {
      await enrichments.deleteOwn(caller.user.id);
      return { status: 200, body: { deleted: true } };
    },
  }),
];
