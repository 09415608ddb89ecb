import type { FeedbackRow } from '../../../domain/feedback/feedback.ts';
import type {
  AdminFeedbackService,
  FeedbackService,
} from '../../../services/feedback/feedback.service.ts';
import type { SignedIn } from '../../endpoint.ts';
import { IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  AdminFeedbackQuerySchema,
  adminFeedbackPosition,
  FeedbackChangeSchema,
  FeedbackReceiptSchema,
  FeedbackResultsSchema,
  FeedbackSchema,
  FeedbackStatisticsQuerySchema,
  FeedbackStatisticsSchema,
  FeedbackStatusesSchema,
  FeedbackSubmissionSchema,
} from '../../schemas/feedback/feedback.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: feedback');
const feedbackEndpoint = tagged('Feedback');

/** The longest feedback, with every character escaped, has about 60 KiB. */
const MAX_BODY_BYTES = 64 * 1_024;

interface Sending {
  readonly caller: SignedIn | undefined;
  readonly address: string;
}

export const feedbackEndpoints = ({ feedback }: { feedback: FeedbackService }) => [
  feedbackEndpoint({
    name: 'sendFeedback',
    route: 'POST /feedback',
    auth: 'public',
    summary: 'Send feedback to the organizers',
    description:
      'Requires no credentials: valid ones name you as the sender, others are ignored. It can be about a public conference, event or agenda item. Safe to repeat: within 10 minutes your same message about the same returns 200 and the first one, unchanged. Anonymous feedback is the same if all fields and the address are equal. The address itself is not stored. For 10 minutes, a keyed hash of it with the feedback is stored, and the rate limit counts it.',
    body: FeedbackSubmissionSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: FeedbackReceiptSchema, 201: FeedbackReceiptSchema },
    errors: ['NOT_FOUND'],
    knowsSender: true,
    limits: [
      { policy: 'feedback-per-person', on: 'request', by: 'user' },
      // Of anonymous senders only: the users of a venue share one address.
      {
        policy: 'feedback-per-address',
        on: 'request',
        by: ({ caller, address }: Sending) => (caller ? undefined : address),
      },
    ],
    async handle({ caller, address, body }) {
      const sender = { user_id: caller?.user.id ?? null, address };
      const sent = await feedback.send(sender, body);
      return { status: sent.created ? 201 : 200, body: sent.feedback };
    },
  }),
];

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'rating',
  'category',
  'message',
  'contact',
  'context',
  'user_id',
  'first_name',
  'last_name',
  'username',
  'note',
  'conference_id',
  'event_id',
  'agenda_item_id',
  'about',
  'is_rating',
  'shared_at',
] as const satisfies readonly (keyof FeedbackRow)[];

export const adminFeedbackEndpoints = ({
  adminFeedback,
}: {
  adminFeedback: AdminFeedbackService;
}) => [
  endpoint({
    name: 'listAdminFeedback',
    route: 'GET /admin/feedback',
    auth: 'admin',
    scope: 'feedback:read',
    exportScope: 'feedback:export',
    conferences: 'filtered',
    summary: 'List or export feedback',
    description: 'The audit log records each export as a file.',
    query: AdminFeedbackQuerySchema,
    responses: {
      200: inForms(largeListOf(FeedbackSchema), stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)),
    },
    download: true,
    holdsProfiles: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, ...given } = query;
      const filter = { ...given, conference_ids: caller.conference_ids };
      const status = 200 as const;
      if (format !== 'json') {
        const batches = await adminFeedback.export(caller, { ...filter, format });
        const table = { format, name: 'feedback', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const request = pageRequest(query, adminFeedbackPosition(query));
      return { status, body: listReply(await adminFeedback.list(filter, request)) };
    },
  }),

  endpoint({
    name: 'getFeedbackStatistics',
    route: 'GET /admin/feedback/statistics',
    auth: 'admin',
    scope: 'feedback:read',
    conferences: 'filtered',
    summary: 'Get statistics of feedback',
    description: 'Counts by status, rating, category and day. Reads all feedback of the filter.',
    query: FeedbackStatisticsQuerySchema,
    responses: { 200: FeedbackStatisticsSchema },
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(await adminFeedback.statistics({ ...query, conference_ids })),
  }),

  endpoint({
    name: 'updateFeedbackStatuses',
    route: 'POST /admin/feedback/bulk',
    auth: 'admin',
    scope: 'feedback:write',
    conferences: 'filtered',
    summary: 'Update the status of much feedback, or share its comments',
    description:
      'At most 100. One that does not exist does not keep the others from changing. The audit log has one row for all that changed. Safe to repeat.',
    body: FeedbackStatusesSchema,
    responses: { 200: FeedbackResultsSchema },
    handle: async ({ caller, body: { ids, ...changes } }) =>
      ok({ results: await adminFeedback.updateMany(caller, ids, changes) }),
  }),

  endpoint({
    name: 'updateFeedback',
    route: 'PATCH /admin/feedback/:id',
    auth: 'admin',
    scope: 'feedback:write',
    conferences: ({ params }) => ({ feedback: params.id }),
    summary: 'Update the status or the note of feedback',
    description:
      'Changes the given fields; the feedback itself never changes. The audit log records each change. Safe to repeat.',
    params: IdParamsSchema,
    body: FeedbackChangeSchema,
    responses: { 200: FeedbackSchema },
    handle: async ({ caller, params: { id }, body }) =>
      ok(await adminFeedback.update(caller, id, body)),
  }),
];
