import type {
  RecentCheckIn,
  RecentGuestCheckIn,
} from '../../../domain/attendance/recent-check-ins.ts';
import type {
  CheckInSearchService,
  OfflineAttendeeListsService,
} from '../../../services/attendance/offline-attendee-lists.service.ts';
import type { RecentCheckInsService } from '../../../services/attendance/recent-check-ins.service.ts';
import { OF_CONFERENCE, OF_EVENT } from '../../schemas/admin-paths.schemas.ts';
import {
  ConferenceRecentCheckInSchema,
  ConferenceRecentCheckInsQuerySchema,
  EventRecentCheckInSchema,
  RecentCheckInsQuerySchema,
  recentCheckInPosition,
} from '../../schemas/attendance/check-ins.schemas.ts';
import {
  CheckInSearchSchema,
  ConferenceOfflineListQuerySchema,
  DoorSearchQuerySchema,
  OfflineAttendeeListSchema,
  OfflineListQuerySchema,
  offlineCursor,
  offlineListReply,
} from '../../schemas/attendance/offline-attendee-lists.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: attendance');

const description =
  'For a device that checks attendees in while it is offline: with it the device recognizes the tickets that it scans, and no ticket code is in it. A code that no row or several rows have is `ask`: send the scan to the batch check-in.';

/** What both rosters have in common. */
const ROSTER = {
  scope: 'door:read',
  query: OfflineListQuerySchema,
  responses: { 200: OfflineAttendeeListSchema },
  errors: ['NOT_FOUND'],
  holdsProfiles: true,
  holdsSecret: true,
  compressed: true,
} as const;

export const offlineListEndpoints = ({
  eventOfflineLists,
  conferenceOfflineLists,
}: {
  eventOfflineLists: OfflineAttendeeListsService;
  conferenceOfflineLists: OfflineAttendeeListsService;
}) => [
  endpoint({
    ...OF_EVENT,
    ...ROSTER,
    name: 'getEventCheckInRoster',
    route: 'GET /admin/events/:id/check-in/roster',
    summary: 'Get the roster for a device at the door of an event',
    description: `${description} Request pages until \`has_more\` is false; later, the last \`cursor\` returns all attendees again. An event has no guests.`,
    async handle({ caller, params, query: { cursor, limit } }) {
      const request = { cursor: offlineCursor(cursor), limit };
      return ok(offlineListReply(await eventOfflineLists.page(caller, params.id, request)));
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    ...ROSTER,
    name: 'getCheckInRoster',
    route: 'GET /admin/conferences/:conference_id/check-in/roster',
    summary: 'Get the roster for a device at the door',
    description: `${description} Request pages until \`has_more\` is false; later, the last \`cursor\` returns what has changed since then, however long the device slept.`,
    query: ConferenceOfflineListQuerySchema,
    async handle({ caller, params, query: { cursor, ...query } }) {
      const request = { ...query, cursor: offlineCursor(cursor) };
      return ok(
        offlineListReply(await conferenceOfflineLists.page(caller, params.conference_id, request)),
      );
    },
  }),
];

export const checkInSearchEndpoints = ({
  checkInSearch,
}: {
  checkInSearch: CheckInSearchService;
}) => [
  endpoint({
    ...OF_CONFERENCE,
    name: 'searchDoorPeople',
    route: 'GET /admin/conferences/:conference_id/check-in/search',
    scope: 'door:read',
    summary: 'List the people at the door who match a name',
    description:
      'For a person without a code: finds attendees, guests without an account and walk-ins, also those on the waitlist and those who cancelled. Has no contacts.',
    query: DoorSearchQuerySchema,
    responses: { 200: CheckInSearchSchema },
    holdsProfiles: true,
    async handle({ params, query }) {
      return ok({ data: [...(await checkInSearch.search(params.conference_id, query.q))] });
    },
  }),
];

const recentDescription =
  'With the device and the administrator who checked the attendee in. A check-in that was undone, or whose attendee gave the seat up, is not in the list; the audit log has it.';

export const recentCheckInEndpoints = ({
  eventRecentCheckIns,
  conferenceRecentCheckIns,
}: {
  eventRecentCheckIns: RecentCheckInsService<RecentCheckIn>;
  conferenceRecentCheckIns: RecentCheckInsService<RecentCheckIn | RecentGuestCheckIn>;
}) => [
  endpoint({
    ...OF_EVENT,
    name: 'listEventCheckIns',
    route: 'GET /admin/events/:id/check-ins',
    scope: 'door:read',
    summary: 'List the recent check-ins at an event',
    description: recentDescription,
    query: RecentCheckInsQuerySchema,
    responses: { 200: largeListOf(EventRecentCheckInSchema) },
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, recentCheckInPosition(query));
      return ok(listReply(await eventRecentCheckIns.list(params.id, query, request)));
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'listConferenceCheckIns',
    route: 'GET /admin/conferences/:conference_id/check-ins',
    scope: 'door:read',
    summary: 'List the recent check-ins at a conference',
    description: recentDescription,
    query: ConferenceRecentCheckInsQuerySchema,
    responses: { 200: largeListOf(ConferenceRecentCheckInSchema) },
    holdsProfiles: true,
    async handle({ params, query }) {
      const request = pageRequest(query, recentCheckInPosition(query));
      const filter = { sort: query.sort, hasGuests: query.include?.includes('guests') };
      const page = await conferenceRecentCheckIns.list(params.conference_id, filter, request);
      // Each row of a conference has both.
      const rows = page.rows.map((row) => ({ ticket_type: null, checkpoint: null, ...row }));
      return ok(listReply({ ...page, rows }));
    },
  }),
];
