import type { AdminEventsService } from '../../../services/programme/admin-events.service.ts';
import type { EventImportsService } from '../../../services/programme/event-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  CalendarImportSchema,
  CalendarReportSchema,
  EventImportedSchema,
  EventImportSchema,
} from '../../schemas/programme/event-imports.schemas.ts';

const tag = 'Admin: events';
const upload = { field: 'file', maxBytes: 20 * 1024 * 1024 };

export const eventImportEndpoints = ({
  eventImports,
  adminEvents,
}: {
  eventImports: EventImportsService;
  adminEvents: AdminEventsService;
}) => [
  endpoint({
    name: 'importCalendarEvent',
    method: 'post',
    path: '/admin/events/import-extcal',
    auth: 'admin',
    tag,
    summary: 'Import one event of an external calendar',
    body: EventImportSchema,
    upload,
    responses: { 200: EventImportedSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, body, file }) {
      const { result, event_id } = await eventImports.importOne(caller, {
        ...body,
        file: file?.path,
      });
      return { status: 200, body: { result, event: await adminEvents.get(event_id) } };
    },
  }),

  endpoint({
    name: 'importCalendar',
    method: 'post',
    path: '/admin/events/import-all-extcal',
    auth: 'admin',
    tag,
    summary: 'Import all events of an external calendar',
    body: CalendarImportSchema,
    upload,
    responses: { 200: CalendarReportSchema },
    errors: ['NOT_FOUND', 'UPSTREAM_ERROR'],
    idempotent: true,
    async handle({ caller, body, file }) {
      const report = await eventImports.importAll(caller, { ...body, file: file?.path });
      return { status: 200, body: report };
    },
  }),
];
