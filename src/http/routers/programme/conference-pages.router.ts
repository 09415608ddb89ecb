import type { AdminConferencePagesService } from '../../../services/programme/admin-conference-pages.service.ts';
import type { ConferencePagesService } from '../../../services/programme/conference-pages.service.ts';
import { changingListOf, changingListReply } from '../../schemas/changes.schemas.ts';
import { ConferenceParamsSchema, DeletedSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';
import { OrderedSchema } from '../../schemas/programme/agenda-groups.schemas.ts';
import {
  AdminConferencePageSchema,
  ConferencePageChangeSchema,
  ConferencePageOrderSchema,
  ConferencePageParamsSchema,
  ConferencePageSchema,
  ConferencePagesQuerySchema,
  NewConferencePageSchema,
} from '../../schemas/programme/conference-pages.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Conferences');
const adminEndpoint = tagged('Admin: conferences');

const PATH = '/admin/conferences/:conference_id/pages';

export const conferencePageEndpoints = ({
  conferencePages,
}: {
  conferencePages: ConferencePagesService;
}) => [
  endpoint({
    name: 'listConferencePages',
    route: 'GET /conferences/:conference_id/pages',
    auth: 'public',
    summary: 'List the information pages of a conference',
    description:
      'In the order of the organizers: a conference has at most 20 pages, so the first page of the list has all. One of them can be the map, whose marks show where the rooms are.',
    params: ConferenceParamsSchema,
    query: ConferencePagesQuerySchema,
    cachedUntil: ['agenda', 'conferences', 'pages'],
    responses: { 200: changingListOf(ConferencePageSchema) },
    handle: async ({ params, query }) =>
      ok(
        changingListReply(
          await conferencePages.list(params.conference_id, query.updated_since, numbered(query)),
        ),
      ),
  }),
];

export const adminConferencePageEndpoints = ({
  adminConferencePages: pages,
}: {
  adminConferencePages: AdminConferencePagesService;
}) => [
  adminEndpoint({
    name: 'listAdminConferencePages',
    route: `GET ${PATH}`,
    auth: 'admin',
    scope: 'content:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'List the information pages of a conference with their versions',
    description: 'In the order of the organizers.',
    params: ConferenceParamsSchema,
    query: PageQuerySchema,
    responses: { 200: listOf(AdminConferencePageSchema) },
    handle: async ({ params, query }) =>
      ok(listReply(await pages.list(params.conference_id, numbered(query)))),
  }),

  adminEndpoint({
    name: 'createConferencePage',
    route: `POST ${PATH}`,
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Create an information page, or the map',
    description:
      'It is the last in the order. A conference has at most 20 pages, and one map. Visitors see it once the conference is published.',
    params: ConferenceParamsSchema,
    body: NewConferencePageSchema,
    responses: { 201: AdminConferencePageSchema },
    errors: ['PAGE_LIMIT', 'CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await pages.create(caller, params.conference_id, body)),
  }),

  adminEndpoint({
    name: 'updateConferencePage',
    route: `PUT ${PATH}/:id`,
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Update an information page',
    description: '`marks` replaces all marks of a map; a page keeps its kind.',
    params: ConferencePageParamsSchema,
    body: ConferencePageChangeSchema,
    versioned: AdminConferencePageSchema,
    responses: { 200: AdminConferencePageSchema },
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await pages.update(caller, { ...params, ifMatch }, body)),
  }),

  adminEndpoint({
    name: 'orderConferencePages',
    route: `PUT ${PATH}/order`,
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Set the order of the information pages of a conference',
    description:
      '409 unless `ids` are all pages of the conference, as when one was added in the meantime. Safe to repeat.',
    params: ConferenceParamsSchema,
    body: ConferencePageOrderSchema,
    responses: { 200: OrderedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { ids } }) {
      await pages.order(caller, params.conference_id, ids);
      return ok({ ids });
    },
  }),

  adminEndpoint({
    name: 'deleteConferencePage',
    route: `DELETE ${PATH}/:id`,
    auth: 'admin',
    scope: 'content:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Delete an information page',
    description: 'Sent messages that open it open its conference from then on.',
    params: ConferencePageParamsSchema,
    versioned: AdminConferencePageSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await pages.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),
];
