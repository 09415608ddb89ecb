import type { ItemRatings } from '../../../domain/feedback/ratings.ts';
import type { RatingsService } from '../../../services/feedback/ratings.service.ts';
import {
  ConferenceParamsSchema,
  DeletedSchema,
  IdParamsSchema,
  inForms,
  stream,
} from '../../schemas/common.ts';
import {
  ItemRatingsSchema,
  RatingInputSchema,
  RatingResultSchema,
  RatingsQuerySchema,
  ratingsPosition,
  SpeakerRatingsSchema,
} from '../../schemas/feedback/ratings.schemas.ts';
import {
  largeListOf,
  listOf,
  listReply,
  numbered,
  PageQuerySchema,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Feedback');
const adminEndpoint = tagged('Admin: feedback');

const COLUMNS = [
  'agenda_item_id',
  'title',
  'track',
  'room',
  'starts_at',
  'count',
  'mean',
  'stars_1',
  'stars_2',
  'stars_3',
  'stars_4',
  'stars_5',
  'comments',
  'favorites',
  'seats',
  'arrived',
] as const satisfies readonly (keyof ItemRatings | `stars_${number}`)[];

const limits = [{ policy: 'ratings-per-person', on: 'request', by: 'user' }] as const;

export const ratingEndpoints = ({ ratings }: { ratings: RatingsService }) => [
  endpoint({
    name: 'getRating',
    route: 'GET /agenda/:id/rating',
    auth: 'user',
    summary: 'Get my rating of an agenda item',
    params: IdParamsSchema,
    responses: { 200: RatingResultSchema },
    handle: async ({ caller, params: { id } }) => ok(await ratings.get(caller.user.id, id)),
  }),

  endpoint({
    name: 'rateAgendaItem',
    route: 'PUT /agenda/:id/rating',
    auth: 'user',
    summary: 'Update my rating of an agenda item',
    description:
      'From the start of the item to 7 days after its end, for people with a seat at the conference or the event; where the conference asks for it, for those who are checked in. A field that is not given stays; null for both withdraws the rating. Organizers see who rates. Speakers see means of five ratings or more. Safe to repeat.',
    params: IdParamsSchema,
    body: RatingInputSchema,
    responses: { 200: RatingResultSchema },
    errors: ['RATING_CLOSED', 'FORBIDDEN', 'REGISTRATION_REQUIRED'],
    limits,
    concurrency: ({ params }) => `agenda_item:${params.id}`,
    handle: async ({ caller, params: { id }, body }) =>
      ok(await ratings.rate(caller.user.id, id, body)),
  }),

  endpoint({
    name: 'withdrawRating',
    route: 'DELETE /agenda/:id/rating',
    auth: 'user',
    summary: 'Withdraw my rating of an agenda item',
    description: 'While the item is rated. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['RATING_CLOSED'],
    limits,
    concurrency: ({ params }) => `agenda_item:${params.id}`,
    async handle({ caller, params: { id } }) {
      await ratings.withdraw(caller.user.id, id);
      return ok({ id, deleted: true });
    },
  }),

  endpoint({
    name: 'listSpeakerRatings',
    route: 'GET /speakers/me/ratings',
    auth: 'user',
    summary: 'List the ratings of my own sessions',
    description: 'Empty for a user who is no speaker. The latest first.',
    query: PageQuerySchema,
    responses: { 200: listOf(SpeakerRatingsSchema) },
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(listReply(await ratings.listOfSpeaker(caller.user.id, numbered(query)))),
  }),

  adminEndpoint({
    name: 'listRatings',
    route: 'GET /admin/conferences/:conference_id/ratings',
    auth: 'admin',
    scope: 'feedback:read',
    exportScope: 'feedback:export',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'List or export the ratings of agenda items in numbers',
    description: 'Breaks are left out. The audit log records each export as a file.',
    params: ConferenceParamsSchema,
    query: RatingsQuerySchema,
    responses: {
      200: inForms(
        largeListOf(ItemRatingsSchema),
        stream(TABLE_TYPES.csv),
        stream(TABLE_TYPES.xlsx),
      ),
    },
    download: true,
    async handle({ caller, params: { conference_id }, query }) {
      const { page: _, limit: __, cursor: ___, format, ...filter } = query;
      const status = 200 as const;
      if (format !== 'json') {
        const batches = await ratings.export(caller, conference_id, { ...filter, format });
        const table = { format, name: 'ratings', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const request = pageRequest(query, ratingsPosition(query));
      return { status, body: listReply(await ratings.list(conference_id, filter, request)) };
    },
  }),
];
