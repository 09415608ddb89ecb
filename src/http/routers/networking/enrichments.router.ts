import type { EnrichmentsService } from '../../../services/networking/enrichments.service.ts';
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
import { accepted, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: enrichment');
const usersEndpoint = tagged('Users');

export const enrichmentEndpoints = ({ enrichments }: { enrichments: EnrichmentsService }) => [
  endpoint({
    name: 'generateEnrichment',
    route: 'POST /admin/enrichment/user/:user_id',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    summary: 'Create an enrichment of a user',
    description:
      'Makes a headline, a summary, tags and interests from the profile: at once inside this service, or by a worker with an outside provider (202). An unchanged profile answers 200 with its enrichment, unless `force`.',
    params: EnrichmentParamsSchema,
    body: EnrichmentRequestSchema,
    responses: { 200: EnrichmentSchema, 202: EnrichmentJobReceiptSchema },
    errors: ['ENRICHMENT_NOT_ALLOWED'],
    idempotent: true,
    async handle({ caller, params, body }) {
      const generated = await enrichments.generate(caller, params.user_id, body);
      if (generated.kind === 'job') return accepted(generated.receipt);
      return ok(generated.enrichment);
    },
  }),

  endpoint({
    name: 'getEnrichment',
    route: 'GET /admin/enrichment/user/:user_id',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    summary: 'Get the enrichment of a user',
    params: EnrichmentParamsSchema,
    responses: { 200: EnrichmentSchema },
    holdsProfiles: true,
    handle: async ({ params }) => ok(await enrichments.get(params.user_id)),
  }),

  endpoint({
    name: 'syncEnrichment',
    route: 'POST /admin/enrichment/user/:user_id/sync',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    summary: 'Update a profile from its enrichment',
    description:
      'Copies the headline and the interests into the profile where they are empty, unless the user has emptied them. From then on recommendations use the tags. Safe to repeat.',
    params: EnrichmentParamsSchema,
    responses: { 200: EnrichmentSchema },
    errors: ['ENRICHMENT_NOT_READY', 'ENRICHMENT_NOT_ALLOWED'],
    handle: async ({ caller, params }) => ok(await enrichments.sync(caller, params.user_id)),
  }),

  endpoint({
    name: 'generateEnrichments',
    route: 'POST /admin/enrichment/users',
    auth: 'admin',
    scope: 'enrichment:run',
    conferences: 'all',
    summary: 'Create enrichments of many users',
    description:
      'A worker enriches the users. `filter` has the fields of an audience; an unknown or empty one is refused. Hidden users, users without consent and unchanged profiles are skipped.',
    body: EnrichmentsRequestSchema,
    responses: { 202: EnrichmentJobReceiptSchema },
    idempotent: true,
    handle: async ({ caller, body: { selection, force } }) =>
      accepted(await enrichments.generateMany(caller, selection, { force })),
  }),

  endpoint({
    name: 'listEnrichmentJobs',
    route: 'GET /admin/enrichment/jobs',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    summary: 'List enrichment jobs',
    description:
      'Newest first, each with its counts. Jobs are kept for 30 days, running ones until they are completed.',
    query: EnrichmentJobsQuerySchema,
    responses: { 200: largeListOf(EnrichmentJobSchema) },
    async handle({ query }) {
      const request = pageRequest(query, enrichmentJobsPosition(query));
      return ok(listReply(await enrichments.jobs(query, request)));
    },
  }),

  endpoint({
    name: 'getEnrichmentJob',
    route: 'GET /admin/enrichment/jobs/:id',
    auth: 'admin',
    scope: 'enrichment:read',
    conferences: 'all',
    summary: 'Get the progress of an enrichment job',
    description: 'Jobs are kept for 30 days. Users who delete their enrichment leave the counts.',
    params: IdParamsSchema,
    responses: { 200: EnrichmentJobSchema },
    handle: async ({ params }) => ok(await enrichments.job(params.id)),
  }),

  usersEndpoint({
    name: 'deleteMyEnrichment',
    route: 'DELETE /users/me/enrichment',
    auth: 'user',
    summary: 'Delete my enrichment',
    description:
      'Deletes what was made from your profile. What organizers copied into your empty fields stays; change it with `PATCH /users/me`, which also switches enrichment off. Safe to repeat.',
    responses: { 200: EnrichmentDeletedSchema },
    allowBlocked: true,
    async handle({ caller }) {
      await enrichments.deleteOwn(caller.user.id);
      return ok({ deleted: true });
    },
  }),
];
