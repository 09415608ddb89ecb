import { remarked } from '../../../domain/reasons.ts';
import type { SpreadsheetBroadcastsService } from '../../../services/messaging/spreadsheet-broadcasts.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ImportQuerySchema, MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import {
  SpreadsheetBroadcastSchema,
  SpreadsheetDryRunSchema,
  SpreadsheetJobSchema,
  SpreadsheetRowSchema,
} from '../../schemas/messaging/spreadsheet-broadcasts.schemas.ts';
import { recipientTable } from '../../uploads/recipient-table.ts';

export const spreadsheetBroadcastEndpoints = ({
  spreadsheetBroadcasts,
}: {
  spreadsheetBroadcasts: SpreadsheetBroadcastsService;
}) => [
  endpoint({
    name: 'sendSpreadsheetBroadcast',
    method: 'post',
    path: '/admin/notifications/bulk-send-excel',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: 'all',
    tag: 'Admin: notifications',
    summary: 'Send a broadcast to the recipients in a spreadsheet',
    description:
      'Creates a notification job, which a worker runs at once or at `scheduled_at`. Rows without an existing user, with a blocked user or with a repeated user are reported and skipped. With `dry_run`, nothing is stored or sent and the answer is 200.',
    query: ImportQuerySchema,
    body: SpreadsheetBroadcastSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: SpreadsheetDryRunSchema, 201: SpreadsheetJobSchema },
    idempotent: true,
    async handle({ caller, query, body, file }) {
      await using table = await recipientTable(SpreadsheetRowSchema, file);
      const { ignored_columns, warnings } = table;
      const dry_run = body.dry_run || query.dry_run;
      const outcome = await spreadsheetBroadcasts.send(caller, { ...body, dry_run }, table);
      const sheet = { ...outcome.report, ignored_columns, ...remarked(warnings) };
      return 'job' in outcome
        ? { status: 201, body: { ...outcome.job, sheet } }
        : { status: 200, body: { dry_run: true, ...outcome.preview, sheet } };
    },
  }),
];
