import type { AgendaImportsService } from '../../../services/programme/agenda-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';
import {
  AgendaImportColumnsSchema,
  AgendaImportQuerySchema,
  AgendaImportRequestSchema,
  AgendaImportResultSchema,
  agendaImportRow,
  MAX_AGENDA_IMPORT_BYTES,
} from '../../schemas/programme/agenda-imports.schemas.ts';
import { agendaTable } from '../../uploads/agenda-table.ts';

export const agendaImportEndpoints = ({
  agendaImports,
}: {
  agendaImports: AgendaImportsService;
}) => [
  endpoint({
    name: 'importAgenda',
    method: 'post',
    path: '/admin/conferences/:conference_id/agenda/import',
    auth: 'admin',
    tag: 'Admin: agenda',
    summary: 'Import agenda items and speakers of a conference',
    description:
      'Reads sheets, schedule.json, schedule.xml and Sessionize as they are. Items are known by `import_key` (the guid of a schedule), else by title, start and room, and stay if no row has them. Fields that an administrator edited are kept, unless the item has an event. Speakers are known by name in the lineup, else created; only their empty fields are filled. Takes up to 5,000 rows. Safe to repeat: the same rows change nothing.',
    params: ConferenceParamsSchema,
    query: AgendaImportQuerySchema,
    body: AgendaImportRequestSchema,
    upload: { field: 'file', maxBytes: MAX_AGENDA_IMPORT_BYTES },
    responses: { 200: AgendaImportResultSchema },
    errors: ['NOT_FOUND'],
    idempotent: true,
    async handle({ caller, params, query, body, file }) {
      const { items, ...schedule } = body;
      const isSchedule = Object.keys(schedule).length > 0;
      const given = { file, items, schedule: isSchedule ? schedule : undefined };
      const source = { ...given, rowOf: agendaImportRow };
      await using table = await agendaTable(AgendaImportColumnsSchema, source);
      const { rows, ignored_columns, warnings } = table;
      const request = { rows, dryRun: query.dry_run, notify: query.notify };
      const result = await agendaImports.import(caller, params.conference_id, request);
      return { status: 200, body: { ...result, ignored_columns, warnings } };
    },
  }),
];
