import type { AnnouncementsService } from '../../../services/messaging/announcements.service.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { AnnouncementSchema } from '../../schemas/messaging/announcements.schemas.ts';
import { BroadcastSchema, PinChangeSchema } from '../../schemas/messaging/broadcasts.schemas.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Conferences');
const adminEndpoint = tagged('Admin: notifications');

export const announcementEndpoints = ({
  announcements,
}: {
  announcements: AnnouncementsService;
}) => [
  endpoint({
    name: 'listAnnouncements',
    route: 'GET /conferences/:id/announcements',
    auth: 'optional',
    summary: 'List the announcements of a conference',
    description:
      'What is pinned now, the newest first, at most ten, in your language. Without a seat or a place on the waitlist you get those for everyone.',
    params: IdParamsSchema,
    query: PageQuerySchema,
    responses: { 200: listOf(AnnouncementSchema) },
    async handle({ caller, params, query }) {
      const page = await announcements.list(params.id, caller?.user, numbered(query));
      return ok(listReply(page));
    },
  }),

  adminEndpoint({
    name: 'pinBroadcast',
    route: 'PATCH /admin/notifications/jobs/:id/pin',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Update the pin of a broadcast',
    description:
      'Keeps a broadcast of any status as an announcement of its conference, or takes it down with `null`. A broadcast that has started is shown or gone at once. At most ten are pinned to a conference at a time. For `everyone` it needs the scope `broadcasts:send`.',
    params: IdParamsSchema,
    body: PinChangeSchema,
    versioned: BroadcastSchema,
    responses: { 200: BroadcastSchema },
    errors: ['PIN_LIMIT'],
    async handle({ caller, params, ifMatch, body }) {
      return ok(await announcements.pin(caller, { ...params, ifMatch }, body.pin));
    },
  }),
];
