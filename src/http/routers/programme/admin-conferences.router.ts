import type { AdminConferencesService } from '../../../services/programme/admin-conferences.service.ts';
import type { ConferenceCopiesService } from '../../../services/programme/conference-copies.service.ts';
import type { ConferenceReadinessService } from '../../../services/programme/conference-readiness.service.ts';
import type { ConferenceStatsService } from '../../../services/programme/conference-stats.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { DryRunQuerySchema } from '../../schemas/dry-runs.schemas.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  ConferenceCopyInputSchema,
  ConferenceCopySchema,
} from '../../schemas/programme/conference-copies.schemas.ts';
import {
  ConferenceReadinessSchema,
  ConferenceStatsQuerySchema,
  ConferenceStatsSchema,
} from '../../schemas/programme/conference-stats.schemas.ts';
import {
  AdminConferenceSchema,
  AdminConferencesQuerySchema,
  ChangedConferenceSchema,
  ConferenceChangeSchema,
  ConferenceDeletionQuerySchema,
  NewConferenceSchema,
} from '../../schemas/programme/conferences.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: conferences');

export const adminConferenceEndpoints = ({
  adminConferences,
}: {
  adminConferences: AdminConferencesService;
}) => [
  endpoint({
    name: 'listAdminConferences',
    route: 'GET /admin/conferences',
    auth: 'admin',
    scope: 'content:read',
    conferences: 'filtered',
    summary: 'List all conferences',
    description: 'Includes drafts, cancelled and archived conferences. The latest come first.',
    query: AdminConferencesQuerySchema,
    responses: { 200: listOf(AdminConferenceSchema, 'AdminConferencePage') },
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(listReply(await adminConferences.list({ ...query, conference_ids }, numbered(query)))),
  }),

  endpoint({
    name: 'getAdminConference',
    route: 'GET /admin/conferences/:id',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Get a conference in any status',
    params: IdParamsSchema,
    versioned: AdminConferenceSchema,
    responses: { 200: AdminConferenceSchema },
    handle: async ({ params }) => ok(await adminConferences.get(params.id)),
  }),

  endpoint({
    name: 'createConference',
    route: 'POST /admin/conferences',
    auth: 'admin',
    scope: 'content:write',
    conferences: 'all',
    summary: 'Create a conference',
    body: NewConferenceSchema,
    responses: { 201: AdminConferenceSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await adminConferences.create(caller, body)),
  }),

  endpoint({
    name: 'updateConference',
    route: 'PUT /admin/conferences/:id',
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Update, publish, cancel or archive a conference',
    description:
      'A higher capacity promotes waitlisted attendees and notifies them. Changing the status back to `draft` hides the conference and everything in it. A cancelled conference stays readable by id and slug, leaves the lists, accepts no attendees and hides its quests. Attendees and the users who keep its agenda items are notified when a coming conference is cancelled or archived, and the other attendees of its coming events when it is cancelled, unless `notify` is false.',
    params: IdParamsSchema,
    query: DryRunQuerySchema,
    body: ConferenceChangeSchema,
    versioned: AdminConferenceSchema,
    concurrency: ({ params }) => `conference:${params.id}`,
    responses: { 200: ChangedConferenceSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, ifMatch, query, body }) {
      const target = { ...params, ifMatch };
      const given = { ...body, ...query };
      return ok(await adminConferences.update(caller, target, given));
    },
  }),

  endpoint({
    name: 'deleteConference',
    route: 'DELETE /admin/conferences/:id',
    auth: 'admin',
    scope: 'content:delete',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Delete a conference',
    description:
      'Answers 409 while the conference has events, attendees, open invitations or quests. With `force=true` these are deleted too, and its attendees, the users who keep its agenda items and the attendees of its coming events are notified, unless it was cancelled before or `notify` is false. Users keep the points of its quests.',
    params: IdParamsSchema,
    query: ConferenceDeletionQuerySchema,
    versioned: AdminConferenceSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, ifMatch, query }) {
      await adminConferences.delete(caller, { ...params, ifMatch }, query);
      return ok({ id: params.id, deleted: true });
    },
  }),
];

export const conferenceCopyEndpoints = ({
  conferenceCopies,
}: {
  conferenceCopies: ConferenceCopiesService;
}) => [
  endpoint({
    name: 'duplicateConference',
    route: 'POST /admin/conferences/:id/duplicate',
    auth: 'admin',
    scope: 'content:write',
    conferences: 'all',
    summary: 'Create a copy of a conference',
    description:
      'Creates a draft with the fields of the conference and the given parts. Times keep their local time, in its time zone. People, events and external ids are not copied, and nothing is published; codes are new, and secrets of quests are left out. The part `quests` needs `quests:write` besides.',
    params: IdParamsSchema,
    body: ConferenceCopyInputSchema,
    responses: { 201: ConferenceCopySchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await conferenceCopies.duplicate(caller, params.id, body)),
  }),
];

export const conferenceReadinessEndpoints = ({
  conferenceReadiness,
}: {
  conferenceReadiness: ConferenceReadinessService;
}) => [
  endpoint({
    name: 'getConferenceReadiness',
    route: 'GET /admin/conferences/:id/readiness',
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Get what is missing before a conference is published',
    description:
      'Errors come first. Quests need `quests:read` besides. A conference can be published with any finding.',
    params: IdParamsSchema,
    responses: { 200: ConferenceReadinessSchema },
    handle: async ({ caller, params }) => ok(await conferenceReadiness.get(caller, params.id)),
  }),
];

export const conferenceStatsEndpoints = ({
  conferenceStats,
}: {
  conferenceStats: ConferenceStatsService;
}) => [
  endpoint({
    name: 'getConferenceStats',
    route: 'GET /admin/conferences/:id/stats',
    auth: 'admin',
    scope: 'any',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Get the numbers of a conference',
    description:
      'A key sees the numbers of its scopes; other groups are absent. The numbers are at most 1 second old, and those of connections at most 60 seconds.',
    params: IdParamsSchema,
    query: ConferenceStatsQuerySchema,
    responses: { 200: ConferenceStatsSchema },
    handle: async ({ caller, params, query }) =>
      ok(await conferenceStats.get(caller, params.id, query)),
  }),
];
