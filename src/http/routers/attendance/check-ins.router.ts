import type { z } from 'zod';
import type { ConferenceAttendeeIdentifier } from '../../../domain/attendance/check-ins.ts';
import type { CheckInResult } from '../../../domain/attendance/scan-results.ts';
import { AppError } from '../../../errors.ts';
import type { CheckInsService } from '../../../services/attendance/check-ins.service.ts';
import {
  CheckInStatsSchema,
  ConferenceCheckInBatchSchema,
  ConferenceCheckInSchema,
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
  ConferenceScanSchema,
  ConferenceScansSchema,
  ScanNonceSchema,
  ScanSchema,
} from '../../schemas/attendance/scans.schemas.ts';
import { ConferenceParamsSchema, IdParamsSchema } from '../../schemas/common.ts';
import { ok, tagged } from '../../tagged.ts';
import { checkedItem } from '../../uploads/checked-rows.ts';

const endpoint = tagged('Admin: attendance');

const description =
  'Works at any time, even before the start and after the end. Requires a seat. A second check-in of the same attendee answers `already_checked_in: true` and changes nothing, but that the earlier of two scans of offline devices becomes `checked_in_at`. A scan from before the seat was given up is recorded in the audit log, with `is_recorded: true`, and takes no seat.';
const batchDescription =
  'For a device that was offline. Runs the scans in order, and takes each whatever the clock of the device says; each gets the status and the code that a single check-in would get. A refused scan, also one whose fields are invalid, does not stop the others. Safe to repeat: a scan with a `nonce` gets its first result again.';
const undoDescription = 'The attendee keeps their seat. Safe to repeat.';

const TICKET_REFUSALS = [
  'TICKET_INVALID',
  'TICKET_OTHER_EVENT',
  'NOT_FOUND',
  'NOT_REGISTERED',
] as const;
const REFUSALS = [...TICKET_REFUSALS, 'WAITLISTED', 'ACCOUNT_BLOCKED'] as const;

/** The scans of a batch. A scan with invalid fields is refused and does not stop the others. */
const scansOf = <T>(
  schema: z.ZodType<T>,
  { check_ins }: { readonly check_ins: readonly unknown[] },
) =>
  check_ins.map((given) => {
    const checked = checkedItem(schema, given);
    if ('value' in checked) return checked.value;
    const nonce = ScanNonceSchema.safeParse(given).data?.nonce ?? null;
    const { field, error, ...reason } = checked;
    const refusal = new AppError('VALIDATION_ERROR', `${field ?? 'scan'}: ${error}`, {
      errors: [{ field, ...reason }],
    });
    return { nonce, refusal };
  });

export const checkInEndpoints = ({
  eventCheckIns,
  conferenceCheckIns,
}: {
  eventCheckIns: CheckInsService;
  conferenceCheckIns: CheckInsService<ConferenceAttendeeIdentifier, CheckInResult>;
}) => [
  endpoint({
    name: 'checkInEventAttendee',
    route: 'POST /admin/events/:id/check-in',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ event: params.id }),
    namesUsersInside: true,
    summary: 'Check in an attendee at an event',
    description,
    params: IdParamsSchema,
    body: CheckInRequestSchema,
    responses: { 200: EventCheckInSchema },
    errors: [...REFUSALS, 'EVENT_CANCELLED'],
    handle: async ({ caller, params, body }) =>
      ok(await eventCheckIns.checkIn(caller, params.id, body)),
  }),

  endpoint({
    name: 'undoEventCheckIn',
    route: 'DELETE /admin/events/:id/check-in',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ event: params.id }),
    namesUsersInside: true,
    summary: 'Undo a check-in at an event',
    description: undoDescription,
    params: IdParamsSchema,
    body: CheckInUndoingSchema,
    responses: { 200: EventCheckInUndoneSchema },
    errors: [...TICKET_REFUSALS],
    handle: async ({ caller, params, body }) =>
      ok(await eventCheckIns.undo(caller, params.id, body)),
  }),

  endpoint({
    name: 'checkInEventAttendees',
    route: 'POST /admin/events/:id/check-in/batch',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ event: params.id }),
    namesUsersInside: true,
    summary: 'Check in many attendees at an event',
    description: batchDescription,
    params: IdParamsSchema,
    body: CheckInBatchSchema,
    responses: { 200: EventCheckInBatchSchema },
    async handle({ caller, params, body }) {
      const sent = { scans: scansOf(ScanSchema, body), at: body.sent_at };
      const results = await eventCheckIns.checkInAll(caller, params.id, sent);
      return ok({ results });
    },
  }),

  endpoint({
    name: 'getEventCheckInStats',
    route: 'GET /admin/events/:id/check-in/stats',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ event: params.id }),
    summary: 'Get the arrivals at an event',
    params: IdParamsSchema,
    responses: { 200: CheckInStatsSchema },
    handle: async ({ params }) => ok(await eventCheckIns.stats(params.id)),
  }),

  endpoint({
    name: 'checkInConferenceAttendee',
    route: 'POST /admin/conferences/:conference_id/check-in',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    namesUsersInside: true,
    summary: 'Check in an attendee at a conference',
    description: `${description} With \`claimed_by: username\`, compare the name with an identity card.`,
    params: ConferenceParamsSchema,
    body: ConferenceCheckInRequestSchema,
    responses: { 200: ConferenceCheckInSchema },
    errors: [...REFUSALS, 'CONFERENCE_CANCELLED'],
    handle: async ({ caller, params, body }) =>
      ok(await conferenceCheckIns.checkIn(caller, params.conference_id, body)),
  }),

  endpoint({
    name: 'undoConferenceCheckIn',
    route: 'DELETE /admin/conferences/:conference_id/check-in',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    namesUsersInside: true,
    summary: 'Undo a check-in at a conference',
    description: undoDescription,
    params: ConferenceParamsSchema,
    body: ConferenceCheckInUndoingSchema,
    responses: { 200: ConferenceCheckInUndoneSchema },
    errors: [...TICKET_REFUSALS],
    handle: async ({ caller, params, body }) =>
      ok(await conferenceCheckIns.undo(caller, params.conference_id, body)),
  }),

  endpoint({
    name: 'checkInConferenceAttendees',
    route: 'POST /admin/conferences/:conference_id/check-in/batch',
    auth: 'admin',
    scope: 'door:check-in',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    namesUsersInside: true,
    summary: 'Check in many attendees at a conference',
    description: batchDescription,
    params: ConferenceParamsSchema,
    body: ConferenceScansSchema,
    responses: { 200: ConferenceCheckInBatchSchema },
    async handle({ caller, params, body }) {
      const sent = { scans: scansOf(ConferenceScanSchema, body), at: body.sent_at };
      const results = await conferenceCheckIns.checkInAll(caller, params.conference_id, sent);
      return ok({ results });
    },
  }),

  endpoint({
    name: 'getConferenceCheckInStats',
    route: 'GET /admin/conferences/:conference_id/check-in/stats',
    auth: 'admin',
    scope: 'door:read',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Get the arrivals at a conference',
    params: ConferenceParamsSchema,
    responses: { 200: CheckInStatsSchema },
    handle: async ({ params }) => ok(await conferenceCheckIns.stats(params.conference_id)),
  }),
];
