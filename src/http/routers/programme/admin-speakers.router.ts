import type { AdminSpeakersService } from '../../../services/programme/admin-speakers.service.ts';
import type { LineupsService } from '../../../services/programme/lineups.service.ts';
import type { SpeakerMergesService } from '../../../services/programme/speaker-merges.service.ts';
import { ConferenceParamsSchema, DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AdminSpeakerSchema,
  AdminSpeakersQuerySchema,
  LineupOrderSchema,
  LineupSchema,
  NewSpeakerSchema,
  SpeakerChangeSchema,
  SpeakerMappingSchema,
  SpeakerMergeSchema,
} from '../../schemas/programme/speakers.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: speakers');

export const adminSpeakerEndpoints = ({
  adminSpeakers,
  lineups,
  speakerMerges,
}: {
  adminSpeakers: AdminSpeakersService;
  lineups: LineupsService;
  speakerMerges: SpeakerMergesService;
}) => [
  endpoint({
    name: 'listAdminSpeakers',
    route: 'GET /admin/speakers',
    auth: 'admin',
    scope: 'content:read',
    conferences: 'filtered',
    summary: 'List all speakers',
    query: AdminSpeakersQuerySchema,
    responses: { 200: listOf(AdminSpeakerSchema) },
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(listReply(await adminSpeakers.list({ ...query, conference_ids }, numbered(query)))),
  }),

  endpoint({
    name: 'getAdminSpeaker',
    route: 'GET /admin/speakers/:id',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ speaker: params.id }),
    summary: 'Get a speaker and their conferences',
    params: IdParamsSchema,
    versioned: AdminSpeakerSchema,
    responses: { 200: AdminSpeakerSchema },
    handle: async ({ caller, params }) => ok(await adminSpeakers.get(caller, params.id)),
  }),

  endpoint({
    name: 'createSpeaker',
    route: 'POST /admin/speakers',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ body }) => ({ conference: body.conference_id }),
    summary: 'Create a speaker',
    body: NewSpeakerSchema,
    responses: { 201: AdminSpeakerSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminSpeakers.create(caller, body)),
  }),

  endpoint({
    name: 'updateSpeaker',
    route: 'PUT /admin/speakers/:id',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ changed_speaker: params.id }),
    summary: 'Update a speaker',
    params: IdParamsSchema,
    body: SpeakerChangeSchema,
    versioned: AdminSpeakerSchema,
    responses: { 200: AdminSpeakerSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await adminSpeakers.update(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    name: 'deleteSpeaker',
    route: 'DELETE /admin/speakers/:id',
    auth: 'admin',
    scope: 'content:delete',
    conferences: ({ params }) => ({ changed_speaker: params.id }),
    summary: 'Delete a speaker',
    description: 'Also removes them from lineups and agenda items; the items stay.',
    params: IdParamsSchema,
    versioned: AdminSpeakerSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await adminSpeakers.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),

  endpoint({
    name: 'mergeSpeakers',
    route: 'POST /admin/speakers/:id/merge',
    auth: 'admin',
    scope: ['content:write', 'content:delete'],
    conferences: ({ params, body }) => ({ changed_speaker: [params.id, body.into] }),
    summary: 'Merge two entries of one speaker',
    description:
      'Merges the speaker into another one: moves the agenda items and lineups to `into`, and what `into` lacks of user, photo, title, company and bio; the speaker is deleted. Later imports find `into`. Safe to repeat. Two speakers with different users cannot be merged, nor a speaker who was merged into another one.',
    params: IdParamsSchema,
    body: SpeakerMergeSchema,
    responses: { 200: AdminSpeakerSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body }) {
      const merge = { from: params.id, into: body.into };
      return ok(await speakerMerges.merge(caller, merge));
    },
  }),

  endpoint({
    name: 'updateSpeakerConference',
    route: 'PUT /admin/speakers/:id/conference',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params, body }) => ({
      speaker: params.id,
      conference: body.conference_id,
    }),
    summary: 'Update the lineup: add a speaker to a conference or remove them',
    description:
      'Adding a draft speaker to a conference that is not a draft publishes the speaker; removing changes no `status`. A speaker on the agenda of a conference cannot be removed from its lineup.',
    params: IdParamsSchema,
    body: SpeakerMappingSchema,
    versioned: AdminSpeakerSchema,
    responses: { 200: AdminSpeakerSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await adminSpeakers.setMapping(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    name: 'orderSpeakers',
    route: 'PUT /admin/conferences/:conference_id/speakers/order',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Update the order of the lineup of a conference',
    description:
      'Takes all speakers of the lineup, each once, and numbers them from 1; else 409. Raises the `version` of those who move. Safe to repeat.',
    params: ConferenceParamsSchema,
    body: LineupOrderSchema,
    responses: { 200: LineupSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body }) {
      const speakers = await lineups.reorder(caller, params.conference_id, body.ids);
      return ok({ speakers });
    },
  }),
];
