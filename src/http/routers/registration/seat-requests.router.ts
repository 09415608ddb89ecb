import { seesContacts } from '../../../domain/administration/contacts.ts';
import { answersText } from '../../../domain/registration/forms.ts';
import type { ListedRequest } from '../../../domain/registration/listed-requests.ts';
import type { AdminSeatRequestsService } from '../../../services/registration/admin-seat-requests.service.ts';
import { inForms, stream } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  SeatDecisionsSchema,
  SeatRequestSchema,
  SeatRequestsQuerySchema,
  SeatsDecidedSchema,
  seatRequestPosition,
} from '../../schemas/registration/seat-requests.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: attendance');

const COLUMNS = [
  'id',
  'kind',
  'about',
  'status',
  'requested_at',
  'decided_at',
  'user_id',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'username',
  'reason',
  'answers',
] as const;

const cellsOf = ({
  user,
  conference,
  event,
  quest,
  guests: _,
  answers = [],
  ...request
}: ListedRequest) => ({
  ...user,
  ...request,
  user_id: user.id,
  answers: answersText(answers),
  about: conference?.name ?? event?.title ?? quest?.title ?? null,
});

async function* tableOf(batches: AsyncIterable<readonly ListedRequest[]>) {
  for await (const rows of batches) yield rows.map(cellsOf);
}

export const seatRequestEndpoints = ({
  adminSeatRequests,
}: {
  adminSeatRequests: AdminSeatRequestsService;
}) => [
  endpoint({
    name: 'listRegistrationRequests',
    route: 'GET /admin/registration-requests',
    auth: 'admin',
    scope: 'attendees:read',
    exportScope: 'attendees:export',
    conferences: 'filtered',
    summary: 'List or export registration requests',
    description:
      'Requests for seats at conferences and events whose organizers decide who comes, and with the scope `quests:read` those to take part in quests. Pending ones by default, the oldest first. The audit log records each export as a file.',
    query: SeatRequestsQuerySchema,
    responses: {
      200: inForms(
        largeListOf(SeatRequestSchema),
        stream(TABLE_TYPES.csv),
        stream(TABLE_TYPES.xlsx),
      ),
    },
    download: true,
    holdsProfiles: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, include, ...given } = query;
      const { conference_ids } = caller;
      const byContacts = seesContacts(caller);
      const answers = byContacts ? ('all' as const) : ('not_sensitive' as const);
      const withAnswers = include && answers;
      const filter = { ...given, conference_ids, byContacts, withAnswers };
      const status = 200 as const;
      if (format !== 'json') {
        const batches = tableOf(await adminSeatRequests.export(caller, { ...filter, format }));
        const table = { format, name: 'registration-requests', columns: COLUMNS, batches };
        return { status, ...tableDownload(caller, table) };
      }
      const request = pageRequest(query, seatRequestPosition(query));
      return { status, body: listReply(await adminSeatRequests.list(caller, filter, request)) };
    },
  }),

  endpoint({
    name: 'decideRegistrationRequests',
    route: 'POST /admin/registration-requests/bulk',
    auth: 'admin',
    scope: 'attendees:write',
    conferences: 'filtered',
    summary: 'Approve, reject or reopen registration requests',
    description:
      'Each is decided by itself, those of one conference or event in the order in which they were made. An approval gives a seat; if none is free, a place on the waitlist, and without a waitlist the request stays pending. The users are notified. Requests for quests need the scope `quests:review`. Safe to repeat: the same decision changes nothing.',
    body: SeatDecisionsSchema,
    responses: { 200: SeatsDecidedSchema },
    async handle({ caller, body: { ids, dry_run, reason = null, ...review } }) {
      const given = { ids, dry_run, review: { ...review, reason } };
      return ok({ results: await adminSeatRequests.decideAll(caller, given) });
    },
  }),
];
