import type { SpreadsheetBroadcastsService } from '../../../services/messaging/spreadsheet-broadcasts.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ImportQuerySchema, MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import {
  SheetDryRunSchema,
  SheetJobSchema,
  SheetRowSchema,
  SheetSendSchema,
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
    tag: 'Admin: notifications',
    summary: 'Send a broadcast to the recipients in a spreadsheet',
    description:
      'A worker sends it, at once or at its time; the answer is the job to follow. Rows that mean nobody here, somebody blocked, or the same person again are named, and do not stop the others. With `dry_run` nothing is kept, with 200.',
    query: ImportQuerySchema,
    body: SheetSendSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: SheetDryRunSchema, 201: SheetJobSchema },
    idempotent: true,
    async handle({ caller, query, body, file }) {
      await using table = await recipientTable(SheetRowSchema, file);
      const { ignored_columns, warnings } = table;
      const dry_run = body.dry_run || query.dry_run;
      const outcome = await spreadsheetBroadcasts.send(caller, { ...body, dry_run }, table);
      const sheet = { ...outcome.sheet, ignored_columns, warnings };
      return 'job' in outcome
        ? { status: 201, body: { ...outcome.job, sheet } }
        : { status: 200, body: { dry_run: true, ...outcome.preview, sheet } };
    },
  }),
];
