import { remarked } from '../../../domain/reasons.ts';
import type { AttendeeImportsService } from '../../../services/attendance/attendee-imports.service.ts';
import type { WithdrawalsService } from '../../../services/attendance/withdrawals.service.ts';
import { OF_CONFERENCE } from '../../schemas/admin-paths.schemas.ts';
import {
  AttendeeImportParamsSchema,
  AttendeeImportRequestSchema,
  AttendeeImportResultSchema,
  AttendeeImportRowSchema,
  AttendeeImportUndoneSchema,
} from '../../schemas/attendance/attendee-imports.schemas.ts';
import { ImportQuerySchema, MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { guestTable } from '../../uploads/guest-list.ts';

const endpoint = tagged('Admin: attendance');

export const attendeeImportEndpoints = ({
  attendeeImports,
  withdrawals,
}: {
  attendeeImports: AttendeeImportsService;
  withdrawals: WithdrawalsService;
}) => [
  endpoint({
    ...OF_CONFERENCE,
    name: 'importConferenceAttendees',
    route: 'POST /admin/conferences/:conference_id/bulk-upload',
    scope: 'attendees:import',
    summary: 'Import attendees of a conference',
    description:
      'Registers users, and invites people who are not users yet: an invitation becomes a registration at the first sign-in of its person, who is notified. Both have their seat while seats are free; the rows past the capacity wait in one queue, in row order. Rows with only a username, counted in `by_username`, fill no profile field and mark the registration with `claimed_by`. Ticket codes and e-mail addresses are stored as keyed hashes. Safe to repeat: the same rows change nothing.',
    query: ImportQuerySchema,
    body: AttendeeImportRequestSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: AttendeeImportResultSchema },
    errors: ['CONFERENCE_CANCELLED'],
    idempotent: true,
    // It names people, and a dry run can be repeated.
    notStored: ['preview'],
    async handle({ caller, params, query, body, file }) {
      const { attendees: list, preset, columns, keep_email: keepEmail } = body;
      const given = { file, list, preset, columns, allowsNameless: body.allow_nameless };
      await using table = await guestTable(AttendeeImportRowSchema, given);
      const { rows, preset: shop, columns: read, ignored_columns, warnings } = table;
      const request = { rows, dryRun: query.dry_run, keepEmail };
      const imported = await attendeeImports.import(caller, params.conference_id, request);
      const { preview, ...result } = imported;
      const previewed = preview && { preview: { preset: shop, columns: read, ...preview } };
      return ok({ ...result, ignored_columns, ...remarked(warnings), ...previewed });
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'undoAttendeeImport',
    route: 'POST /admin/conferences/:conference_id/attendee-imports/:import_id/undo',
    scope: 'attendees:write',
    summary: 'Withdraw an attendee import',
    description:
      'Withdraws the invitations that the import made and that nobody has claimed, checked in or changed since. Their seats go to the next in the queue. What it changed in others, and the registrations of users, stay. Nobody is notified of a withdrawal. The same file sent again leaves out the withdrawn rows; `PATCH` of an invitation reopens it. Safe to repeat.',
    params: AttendeeImportParamsSchema,
    responses: { 200: AttendeeImportUndoneSchema },
    handle: async ({ caller, params }) =>
      ok(await withdrawals.undoImport(caller, params.conference_id, params.import_id)),
  }),
];
