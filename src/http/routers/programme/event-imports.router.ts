import type { EventImportsService } from '../../../services/programme/event-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
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

const tag = 'Admin: events';
const upload = { field: 'file', maxBytes: 20 * 1024 * 1024 };

export const eventImportEndpoints = ({ eventImports }: { eventImports: EventImportsService }) => [
  endpoint({
    name: 'importCalendarEvent',
    method: 'post',
    path: '/admin/events/import-extcal',
    auth: 'admin',
    scope: 'content:import',
    conferences: ({ query, body }) => ({ conference: importOptions(query, body).conference_id }),
    tag,
    summary: 'Import one event of an external calendar',
    description:
      'Options can be in the query, in JSON or in the form; one in the body counts before one in the query.',
    query: EventImportQuerySchema,
    body: EventImportSchema,
    upload,
    responses: { 200: EventImportedSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, query, body, file }) {
      const source = { ...importOptions(query, body), file: file?.path };
      return { status: 200, body: await eventImports.importOne(caller, source) };
    },
  }),

  endpoint({
    name: 'importCalendar',
    method: 'post',
    path: '/admin/events/import-all-extcal',
    auth: 'admin',
    scope: 'content:import',
    conferences: ({ query, body }) => ({ conference: importOptions(query, body).conference_id }),
    tag,
    summary: 'Import all events of an external calendar',
    description:
      'Options can be in the query, in JSON or in the form; one in the body counts before one in the query. A repeated import changes nothing. `absent` names the events that an earlier import brought and the calendar no longer has; `absent=cancel` cancels them. Each attendee of changed events gets one notification, `programme_changed`.',
    query: CalendarImportQuerySchema,
    body: CalendarImportSchema,
    upload,
    responses: { 200: CalendarReportSchema },
    errors: ['NOT_FOUND', 'UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, query, body, file }) {
      const source = { ...calendarOptions(query, body), file: file?.path };
      return { status: 200, body: await eventImports.importAll(caller, source) };
    },
  }),
];
