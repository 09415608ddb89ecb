import type { AttendeeImportsService } from '../../../services/attendance/attendee-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';
import {
  AttendeeImportRequestSchema,
  AttendeeImportRowSchema,
  ImportQuerySchema,
  ImportResultSchema,
  MAX_IMPORT_BYTES,
} from '../../schemas/imports.schemas.ts';
import { checkedTable } from '../../uploads/checked-rows.ts';

export const attendeeImportEndpoints = ({
  attendeeImports,
}: {
  attendeeImports: AttendeeImportsService;
}) => [
  endpoint({
    name: 'importConferenceAttendees',
    method: 'post',
    path: '/admin/conferences/:conference_id/bulk-upload',
    auth: 'admin',
    tag: 'Admin: attendance',
    summary: 'Import attendees of a conference',
    description:
      'People who are known here are registered while there are seats; the others wait, in the order of the rows. Whoever is not known yet is invited: the invitation becomes an attendance when they first sign in, and holds no seat until then. Sending the same list again changes nothing.',
    params: ConferenceParamsSchema,
    query: ImportQuerySchema,
    body: AttendeeImportRequestSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: ImportResultSchema },
    errors: ['NOT_FOUND'],
    idempotent: true,
    async handle({ caller, params, query, body, file }) {
      const keys = ['messenger_id', 'username'];
      const source = { file, list: body.attendees, listName: 'attendees', keys };
      await using table = await checkedTable(AttendeeImportRowSchema, source);
      const { rows, ignored_columns, warnings } = table;
      const sent = { rows, dryRun: query.dry_run };
      const result = await attendeeImports.import(caller, params.conference_id, sent);
      return { status: 200, body: { ...result, ignored_columns, warnings } };
    },
  }),
];
