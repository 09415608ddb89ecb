import { anchorRows, editedRows } from '../../../domain/messaging/audiences.ts';
import { remarked } from '../../../domain/reasons.ts';
import type { BroadcastChangesService } from '../../../services/messaging/broadcast-changes.service.ts';
import type { SpreadsheetBroadcastsService } from '../../../services/messaging/spreadsheet-broadcasts.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { ImportQuerySchema, MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import {
  BroadcastEditSchema,
  ReschedulingSchema,
  RetriedBroadcastSchema,
} from '../../schemas/messaging/broadcast-deliveries.schemas.ts';
import { BroadcastSchema } from '../../schemas/messaging/broadcasts.schemas.ts';
import {
  SheetBroadcastSchema,
  SpreadsheetBroadcastSchema,
  SpreadsheetDryRunSchema,
  SpreadsheetRowSchema,
} from '../../schemas/messaging/spreadsheet-broadcasts.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { recipientTable } from '../../uploads/recipient-table.ts';

const endpoint = tagged('Admin: notifications');

export const broadcastChangeEndpoints = ({
  broadcastChanges,
}: {
  broadcastChanges: BroadcastChangesService;
}) => [
  endpoint({
    name: 'updateBroadcast',
    route: 'PUT /admin/notifications/jobs/:id',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ params, body }) => editedRows(params.id, body),
    summary: 'Update or send a broadcast that has not started',
    description:
      'With `status: scheduled` a draft is sent, at its time or at once; `draft` takes a scheduled broadcast back. Recipients get either the old text or the new one, never both. Needs the scope `broadcasts:send`, unless a draft stays one. A duplicate is refused as in `POST /admin/notifications/bulk-send`.',
    params: IdParamsSchema,
    body: BroadcastEditSchema,
    versioned: BroadcastSchema,
    responses: { 200: BroadcastSchema },
    errors: ['CONFLICT', 'JOB_NOT_EDITABLE', 'DUPLICATE_BROADCAST', 'PIN_LIMIT'],
    async handle({ caller, params, ifMatch, body: { force, ...edit } }) {
      const target = { ...params, ifMatch };
      const job = await broadcastChanges.edit(caller, target, edit, { mayRepeat: force });
      return ok(job);
    },
  }),

  endpoint({
    name: 'deleteBroadcastDraft',
    route: 'DELETE /admin/notifications/jobs/:id',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Delete a draft of a broadcast',
    params: IdParamsSchema,
    versioned: BroadcastSchema,
    responses: { 200: DeletedSchema },
    errors: ['JOB_NOT_EDITABLE'],
    async handle({ caller, params, ifMatch }) {
      await broadcastChanges.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),

  endpoint({
    name: 'cancelBroadcast',
    route: 'POST /admin/notifications/jobs/:id/cancel',
    auth: 'admin',
    scope: 'broadcasts:write',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Cancel a broadcast',
    description:
      'Unsent messages are skipped. Notifications already in inboxes stay. Messages in flight are still delivered.',
    params: IdParamsSchema,
    responses: { 200: BroadcastSchema },
    errors: ['JOB_NOT_CANCELLABLE'],
    handle: async ({ caller, params }) => ok(await broadcastChanges.cancel(caller, params.id)),
  }),

  endpoint({
    name: 'rescheduleBroadcast',
    route: 'PUT /admin/notifications/jobs/:id/reschedule',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params, body }) => ({ broadcast: params.id, ...anchorRows(body) }),
    summary: 'Reschedule a broadcast',
    description: 'Only before it starts, and at most a year ahead.',
    params: IdParamsSchema,
    body: ReschedulingSchema,
    versioned: BroadcastSchema,
    responses: { 200: BroadcastSchema },
    errors: ['CONFLICT', 'JOB_NOT_RESCHEDULABLE'],
    async handle({ caller, params, ifMatch, body }) {
      const target = { ...params, ifMatch };
      const job = await broadcastChanges.reschedule(caller, target, body.scheduled_at);
      return ok(job);
    },
  }),

  endpoint({
    name: 'retryBroadcast',
    route: 'POST /admin/notifications/jobs/:id/retry',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Send the failed messages of a broadcast again',
    description:
      'Queues the messages that failed for good, except to users whom a message would not reach now. The job runs again until they are sent. Safe to repeat: only failed messages are queued. A message whose answer was lost may arrive twice.',
    params: IdParamsSchema,
    responses: { 200: RetriedBroadcastSchema },
    errors: ['JOB_NOT_RETRYABLE'],
    async handle({ caller, params }) {
      const { job, retried } = await broadcastChanges.retry(caller, params.id);
      return ok({ ...job, retried });
    },
  }),

  endpoint({
    name: 'recallBroadcast',
    route: 'POST /admin/notifications/jobs/:id/recall',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params }) => ({ broadcast: params.id }),
    summary: 'Recall a broadcast',
    description:
      'Stops a broadcast that is being sent, and takes its notifications out of the inboxes, counts and streams. Workers delete its messages, or edit those older than 48 hours to “This message was withdrawn.”, also the ones in flight now. Clicks stay counted. The statistics count the recalled messages and those that cannot be recalled; `GET …/deliveries?recall=failed` names them. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: BroadcastSchema },
    errors: ['JOB_NOT_RECALLABLE'],
    handle: async ({ caller, params }) => ok(await broadcastChanges.recall(caller, params.id)),
  }),
];

export const spreadsheetBroadcastEndpoints = ({
  spreadsheetBroadcasts,
}: {
  spreadsheetBroadcasts: SpreadsheetBroadcastsService;
}) => [
  endpoint({
    name: 'sendSpreadsheetBroadcast',
    route: 'POST /admin/notifications/bulk-send-excel',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: 'all',
    summary: 'Send a broadcast to the recipients in a spreadsheet',
    description:
      'Creates a notification job, which a worker runs at once or at `scheduled_at`. Rows without an existing user, with a blocked user or with a repeated user are reported and skipped. With `dry_run`, nothing is stored or sent and the answer is 200.',
    query: ImportQuerySchema,
    body: SpreadsheetBroadcastSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: SpreadsheetDryRunSchema, 201: SheetBroadcastSchema },
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
