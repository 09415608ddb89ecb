import { remarked } from '../../../domain/reasons.ts';
import type { AgendaImportsService } from '../../../services/programme/agenda-imports.service.ts';
import type { EventImportsService } from '../../../services/programme/event-imports.service.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';
import {
  AgendaImportColumnsSchema,
  AgendaImportQuerySchema,
  AgendaImportRequestSchema,
  AgendaImportResultSchema,
  agendaImportRow,
  MAX_AGENDA_IMPORT_BYTES,
} from '../../schemas/programme/agenda-imports.schemas.ts';
import {
  CalendarImportQuerySchema,
  CalendarImportSchema,
  CalendarReportSchema,
  calendarOptions,
  EventImportedSchema,
  EventImportQuerySchema,
  EventImportSchema,
  importOptions,
} from '../../schemas/programme/event-imports.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { agendaTable } from '../../uploads/agenda-table.ts';

const endpoint = tagged('Admin: events');
const adminEndpoint = tagged('Admin: agenda');

const upload = { field: 'file', maxBytes: 20 * 1024 * 1024 };

export const eventImportEndpoints = ({ eventImports }: { eventImports: EventImportsService }) => [
  endpoint({
    name: 'importCalendarEvent',
    route: 'POST /admin/events/import-extcal',
    auth: 'admin',
    scope: 'content:import',
    conferences: ({ query, body }) => ({ conference: importOptions(query, body).conference_id }),
    summary: 'Import one event of an external calendar',
    description:
      'Options can be in the query, in JSON or in the form; one in the body counts before one in the query.',
    query: EventImportQuerySchema,
    body: EventImportSchema,
    upload,
    responses: { 200: EventImportedSchema },
    errors: ['CONFLICT', 'UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, query, body, file }) {
      const source = { ...importOptions(query, body), file: file?.path };
      return ok(await eventImports.importOne(caller, source));
    },
  }),

  endpoint({
    name: 'importCalendar',
    route: 'POST /admin/events/import-all-extcal',
    auth: 'admin',
    scope: 'content:import',
    conferences: ({ query, body }) => ({ conference: importOptions(query, body).conference_id }),
    summary: 'Import all events of an external calendar',
    description:
      'Options can be in the query, in JSON or in the form; one in the body counts before one in the query. A repeated import changes nothing. `absent` names the events that an earlier import brought and the calendar no longer has; `absent=cancel` cancels them. Each attendee of changed events gets one notification, `programme_changed`.',
    query: CalendarImportQuerySchema,
    body: CalendarImportSchema,
    upload,
    responses: { 200: CalendarReportSchema },
    errors: ['UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, query, body, file }) {
      const source = { ...calendarOptions(query, body), file: file?.path };
      return ok(await eventImports.importAll(caller, source));
    },
  }),
];

export const agendaImportEndpoints = ({
  agendaImports,
}: {
  agendaImports: AgendaImportsService;
}) => [
  adminEndpoint({
    name: 'importAgenda',
    route: 'POST /admin/conferences/:conference_id/agenda/import',
    auth: 'admin',
    scope: 'content:import',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    summary: 'Import agenda items and speakers of a conference',
    description:
      'Reads sheets, schedule.json, schedule.xml and Sessionize as they are. Items are known by `import_key` (the guid of a schedule), else by title, start and room, and stay if no row has them: `absent` names those that an earlier import from the same source brought, `?absent=cancel` cancels them. Fields that an administrator edited are kept, unless the item has an event. Speakers are known by the source of the schedule and any of their keys there, at all conferences; else by name in the lineup; else they are created. Those known by a key take the fields of the import, except what an administrator edited; of others, only empty fields are filled. A key that one file gives to several names is no key. Takes up to 10,000 rows. Safe to repeat: the same rows change nothing.',
    params: ConferenceParamsSchema,
    query: AgendaImportQuerySchema,
    body: AgendaImportRequestSchema,
    upload: { field: 'file', maxBytes: MAX_AGENDA_IMPORT_BYTES },
    responses: { 200: AgendaImportResultSchema },
    idempotent: true,
    async handle({ caller, params, query, body, file }) {
      const { items, ...schedule } = body;
      const isSchedule = Object.keys(schedule).length > 0;
      const given = { file, items, schedule: isSchedule ? schedule : undefined };
      const timezone = await agendaImports.timezoneOf(params.conference_id);
      const source = { ...given, timezone, rowOf: agendaImportRow };
      await using table = await agendaTable(AgendaImportColumnsSchema, source);
      const { rows, ignored_columns } = table;
      const { dry_run: dryRun, notify, absent } = query;
      const request = { rows, dryRun, notify, absent };
      const result = await agendaImports.import(caller, params.conference_id, request);
      return ok({
        ...result,
        ignored_columns,
        ...remarked([...table.warnings, ...result.warnings]),
      });
    },
  }),
];
