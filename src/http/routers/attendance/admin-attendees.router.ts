import type { Administrator } from '../../../domain/administration/administrators.ts';
import { seesContacts } from '../../../domain/administration/contacts.ts';
import {
  type Attendee,
  attendeeView,
  conferenceAttendeeView,
  type Invitee,
} from '../../../domain/attendance/attendees.ts';
import type {
  AdminAttendeesService,
  AttendeesService,
} from '../../../services/attendance/admin-attendees.service.ts';
import { OF_CONFERENCE, OF_EVENT } from '../../schemas/admin-paths.schemas.ts';
import {
  type AdminAttendeesQuery,
  AdminConferenceAttendeesQuerySchema,
  AdminConferenceAttendeesSchema,
  AdminEventAttendeesQuerySchema,
  AdminEventAttendeesSchema,
  adminAttendeePosition,
} from '../../schemas/attendance/admin-attendees.schemas.ts';
import {
  AttendeePositionSchema,
  AttendeesQuerySchema,
} from '../../schemas/attendance/attendances.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  CursorQuerySchema,
  largeListOf,
  listReply,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import { ProfileSchema } from '../../schemas/people/users.schemas.ts';
import { costOfSearch } from '../../schemas/search.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: attendance');
const attendanceEndpoint = tagged('Attendance');

const description =
  'Returns registered, waitlisted, checked-in and cancelled attendees. Includes hidden and blocked users. The audit log records each export as a file.';

const FILES = [stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)] as const;

/** What both lists for administrators have in common. */
const LIST = {
  scope: 'attendees:read',
  exportScope: 'attendees:export',
  download: true,
  holdsProfiles: true,
} as const;

const COLUMNS = [
  'user_id',
  'messenger_id',
  'first_name',
  'last_name',
  'username',
  'company',
  'job_title',
  'is_blocked',
  'status',
  'registered_at',
  'waitlist_position',
  'checked_in_at',
] as const satisfies readonly (keyof Attendee)[];
const EVENT = { noun: 'event', columns: [...COLUMNS, 'desk_note'], view: attendeeView } as const;
const CONFERENCE_COLUMNS = [
  ...COLUMNS,
  'ticket_type',
  'invitation_id',
  'reopened_at',
  'claimed_by',
  'desk_note',
  'ticket_code_end',
  'is_walk_in',
  'has_email',
  'email',
] as const;
const CONFERENCE = {
  noun: 'conference',
  columns: CONFERENCE_COLUMNS,
  view: conferenceAttendeeView,
} as const;

type AttendeeList<Row extends Attendee | Invitee> = Pick<
  AdminAttendeesService<Row>,
  'list' | 'export'
>;

export const adminAttendeeEndpoints = ({
  adminEventAttendees,
  adminConferenceAttendees,
}: {
  adminEventAttendees: AttendeeList<Attendee>;
  adminConferenceAttendees: AttendeeList<Attendee | Invitee>;
}) => [
  endpoint({
    ...OF_EVENT,
    name: 'listAdminEventAttendees',
    route: 'GET /admin/events/:id/attendees',
    ...LIST,
    summary: 'List or export the attendees and the waitlist of an event',
    description,
    query: AdminEventAttendeesQuerySchema,
    responses: { 200: inForms(AdminEventAttendeesSchema, ...FILES) },
    handle: async ({ caller, params, query }) =>
      answer(adminEventAttendees, EVENT, { caller, id: params.id, query }),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'listAdminConferenceAttendees',
    route: 'GET /admin/conferences/:conference_id/attendees',
    ...LIST,
    summary: 'List or export the attendees, the waitlist and the invitations of a conference',
    description: `${description} With \`status=invited\` or \`status=all\` also returns open invitations, with \`status=withdrawn\` the withdrawn ones.`,
    query: AdminConferenceAttendeesQuerySchema,
    responses: { 200: inForms(AdminConferenceAttendeesSchema, ...FILES) },
    handle: async ({ caller, params, query }) =>
      answer(adminConferenceAttendees, CONFERENCE, { caller, id: params.conference_id, query }),
  }),
];

async function answer<Row extends Attendee | Invitee, View>(
  attendees: AttendeeList<Row>,
  { noun, columns, view }: { noun: string; columns: readonly string[]; view: (row: Row) => View },
  { caller, id, query }: { caller: Administrator; id: number; query: AdminAttendeesQuery },
) {
  const status = 200 as const;
  const { include = [], ...given } = query;
  const { format } = given;
  const parts: readonly string[] = include;
  const hasCodes = parts.includes('ticket_code');
  const byContacts = seesContacts(caller);
  const answers = byContacts ? ('all' as const) : ('not_sensitive' as const);
  const filter = {
    ...given,
    ...(parts.includes('guests') && { status: 'all' as const }),
    ...(parts.includes('answers') && { withAnswers: answers }),
    hasCodes,
    byContacts,
  };
  if (format === 'json') {
    const request = pageRequest(query, adminAttendeePosition(query));
    const { counts, ...page } = await attendees.list(caller, id, filter, request);
    return { status, body: { ...listReply({ ...page, rows: page.rows.map(view) }), counts } };
  }
  const { answerColumns, batches } = await attendees.export(caller, id, { ...filter, format });
  const name = `${noun}-${id}-attendees`;
  const shown = [...columns, ...(hasCodes ? ['ticket_code'] : []), ...answerColumns];
  return { status, ...tableDownload(caller, { format, name, columns: shown, batches }) };
}

const attendeeDescription =
  'Returns attendees with a seat, newest first. Users who are not discoverable hold a seat but are not listed.';

export const attendeeEndpoints = ({ attendees }: { attendees: AttendeesService }) => [
  attendanceEndpoint({
    name: 'listEventAttendees',
    route: 'GET /events/:id/attendees',
    auth: 'public',
    summary: 'List the attendees of an event',
    description: `${attendeeDescription} Requires no credentials; valid ones leave out the users hidden from you by a block.`,
    params: IdParamsSchema,
    query: CursorQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    holdsProfiles: true,
    knowsSender: true,
    readsPeople: true,
    allowReplica: true,
    async handle({ caller, params, query }) {
      const request = pageRequest(query, AttendeePositionSchema);
      return ok(listReply(await attendees.listOfEvent(params.id, caller?.user.id, request)));
    },
  }),

  attendanceEndpoint({
    name: 'listConferenceAttendees',
    route: 'GET /conferences/:conference_id/attendees',
    auth: 'optional',
    summary: 'List the attendees of a conference',
    description: attendeeDescription,
    params: ConferenceParamsSchema,
    query: AttendeesQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    holdsProfiles: true,
    // The limits of GET /users with this conference.
    readsPeople: (query) => costOfSearch({ ...query, conference_id: true }),
    allowReplica: true,
    async handle({ caller, params, query }) {
      const request = pageRequest(query, AttendeePositionSchema);
      const view = { ...query, viewerId: caller?.user.id };
      return ok(listReply(await attendees.listOfConference(params.conference_id, view, request)));
    },
  }),
];
