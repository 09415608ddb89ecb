import type { z } from 'zod';
import type { ConferenceAttendeeIdentifier } from '../../../domain/attendance/check-ins.ts';
import type { CheckInResult } from '../../../domain/attendance/scan-results.ts';
import { AppError } from '../../../errors.ts';
import type { CheckInsService } from '../../../services/attendance/check-ins.service.ts';
import type { CheckpointScansService } from '../../../services/attendance/checkpoint-scans.service.ts';
import type { RecentCheckInsService } from '../../../services/attendance/recent-check-ins.service.ts';
import { OF_CONFERENCE, OF_EVENT } from '../../schemas/admin-paths.schemas.ts';
import {
  CheckInStatsSchema,
  ConferenceCheckInBatchSchema,
  ConferenceCheckInSchema,
  ConferenceCheckInStatsSchema,
  ConferenceCheckInUndoneSchema,
  EventCheckInBatchSchema,
  EventCheckInSchema,
  EventCheckInUndoneSchema,
} from '../../schemas/attendance/check-ins.schemas.ts';
import {
  CheckInBatchSchema,
  CheckInRequestSchema,
  CheckInUndoingSchema,
  ConferenceCheckInRequestSchema,
  ConferenceCheckInUndoingSchema,
  ConferenceScansSchema,
  ScanNonceSchema,
} from '../../schemas/attendance/scans.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { checkedItem } from '../../uploads/checked-rows.ts';

const endpoint = tagged('Admin: attendance');

const description =
  'Works at any time, even before the start and after the end. Requires a seat. A second check-in of the same attendee answers `already_checked_in: true` and changes nothing, but that the earlier of two scans of offline devices becomes `checked_in_at`. A scan from before the seat was given up is recorded in the audit log, with `is_recorded: true`, and takes no seat.';
const batchDescription =
  'For a device that was offline. Runs the scans in order, and takes each whatever the clock of the device says; each gets the status and the code that a single check-in would get. A refused scan, also one whose fields are invalid, does not stop the others. Safe to repeat: a scan with a `nonce` gets its first result again.';
const atCheckpoint =
  'With `checkpoint_id` the scan is one of that checkpoint, of which `already_checked_in` speaks; `checked_in_at` stays the arrival, which the first scan `in` anywhere is. `nonce` names one scan of a checkpoint: 409 for that of another person.';
const undoDescription = 'The attendee keeps their seat. Safe to repeat.';

const TICKET_REFUSALS = [
  'TICKET_INVALID',
  'TICKET_OTHER_EVENT',
  'NOT_FOUND',
  'NOT_REGISTERED',
] as const;
const REFUSALS = [...TICKET_REFUSALS, 'WAITLISTED', 'ACCOUNT_BLOCKED'] as const;

/** What the endpoints that change check-ins have in common. */
const AT_THE_DOOR = { scope: 'door:check-in', namesUsersInside: true } as const;

/** The scans of a batch. A scan with invalid fields is refused and does not stop the others. */
const sentScans = <T>(schema: z.ZodType<T>, body: z.output<typeof CheckInBatchSchema>) => ({
  at: body.sent_at,
  scans: body.check_ins.map((given) => {
    const checked = checkedItem(schema, given);
    if ('value' in checked) return checked.value;
    const nonce = ScanNonceSchema.safeParse(given).data?.nonce ?? null;
    const { field, error, ...reason } = checked;
    const errors = [{ field, ...reason }];
    return {
      nonce,
      refusal: new AppError('VALIDATION_ERROR', `${field ?? 'scan'}: ${error}`, { errors }),
    };
  }),
});

type Arrivals = Pick<RecentCheckInsService<never>, 'stats'>;

export const checkInEndpoints = ({
  eventCheckIns,
  conferenceCheckIns,
  eventRecentCheckIns,
  conferenceRecentCheckIns,
  checkpointScans,
}: {
  eventCheckIns: CheckInsService;
  conferenceCheckIns: CheckInsService<ConferenceAttendeeIdentifier, CheckInResult>;
  eventRecentCheckIns: Arrivals;
  conferenceRecentCheckIns: Arrivals;
  checkpointScans: Pick<CheckpointScansService, 'stats'>;
}) => [
  endpoint({
    ...OF_EVENT,
    name: 'checkInEventAttendee',
    route: 'POST /admin/events/:id/check-in',
    ...AT_THE_DOOR,
    summary: 'Check in an attendee at an event',
    description,
    body: CheckInRequestSchema,
    responses: { 200: EventCheckInSchema },
    errors: [...REFUSALS, 'EVENT_CANCELLED'],
    handle: async ({ caller, params, body }) =>
      ok(await eventCheckIns.checkIn(caller, params.id, body)),
  }),

  endpoint({
    ...OF_EVENT,
    name: 'undoEventCheckIn',
    route: 'DELETE /admin/events/:id/check-in',
    ...AT_THE_DOOR,
    summary: 'Undo a check-in at an event',
    description: undoDescription,
    body: CheckInUndoingSchema,
    responses: { 200: EventCheckInUndoneSchema },
    errors: [...TICKET_REFUSALS],
    handle: async ({ caller, params, body }) =>
      ok(await eventCheckIns.undo(caller, params.id, { attendee: body })),
  }),

  endpoint({
    ...OF_EVENT,
    name: 'checkInEventAttendees',
    route: 'POST /admin/events/:id/check-in/batch',
    ...AT_THE_DOOR,
    summary: 'Check in many attendees at an event',
    description: batchDescription,
    body: CheckInBatchSchema,
    responses: { 200: EventCheckInBatchSchema },
    async handle({ caller, params, body }) {
      const sent = sentScans(CheckInRequestSchema, body);
      return ok({ results: await eventCheckIns.checkInAll(caller, params.id, sent) });
    },
  }),

  endpoint({
    ...OF_EVENT,
    name: 'getEventCheckInStats',
    route: 'GET /admin/events/:id/check-in/stats',
    scope: 'door:read',
    summary: 'Get the arrivals at an event',
    responses: { 200: CheckInStatsSchema },
    handle: async ({ params }) => ok(await eventRecentCheckIns.stats(params.id)),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'checkInConferenceAttendee',
    route: 'POST /admin/conferences/:conference_id/check-in',
    ...AT_THE_DOOR,
    summary: 'Check in an attendee at a conference',
    description: `${description} With \`claimed_by: username\`, compare the name with an identity card. ${atCheckpoint}`,
    body: ConferenceCheckInRequestSchema,
    responses: { 200: ConferenceCheckInSchema },
    errors: [...REFUSALS, 'CONFERENCE_CANCELLED', 'CONFLICT'],
    handle: async ({ caller, params, body }) =>
      ok(await conferenceCheckIns.checkIn(caller, params.conference_id, body)),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'undoConferenceCheckIn',
    route: 'DELETE /admin/conferences/:conference_id/check-in',
    ...AT_THE_DOOR,
    summary: 'Undo a check-in at a conference',
    description: `${undoDescription} With \`checkpoint_id\` the latest scan there is undone, and the check-in with the last scan; without it the check-in and all scans.`,
    body: ConferenceCheckInUndoingSchema,
    responses: { 200: ConferenceCheckInUndoneSchema },
    errors: [...TICKET_REFUSALS],
    handle: async ({ caller, params, body }) =>
      ok(await conferenceCheckIns.undo(caller, params.conference_id, body)),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'checkInConferenceAttendees',
    route: 'POST /admin/conferences/:conference_id/check-in/batch',
    ...AT_THE_DOOR,
    summary: 'Check in many attendees at a conference',
    description: batchDescription,
    body: ConferenceScansSchema,
    responses: { 200: ConferenceCheckInBatchSchema },
    async handle({ caller, params, body }) {
      const sent = sentScans(ConferenceCheckInRequestSchema, body);
      return ok({
        results: await conferenceCheckIns.checkInAll(caller, params.conference_id, sent),
      });
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'getConferenceCheckInStats',
    route: 'GET /admin/conferences/:conference_id/check-in/stats',
    scope: 'door:read',
    summary: 'Get the arrivals at a conference',
    description: 'With the scans at each checkpoint by day; a retired one only if it has scans.',
    responses: { 200: ConferenceCheckInStatsSchema },
    async handle({ params: { conference_id } }) {
      const arrivals = await conferenceRecentCheckIns.stats(conference_id);
      return ok({ ...arrivals, checkpoints: [...(await checkpointScans.stats(conference_id))] });
    },
  }),
];
