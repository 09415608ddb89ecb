import type {
  CalendarDocument,
  CalendarsService,
} from '../../../services/programme/calendars.service.ts';
import { ConferenceParamsSchema, IdParamsSchema, SlugParamsSchema } from '../../schemas/common.ts';
import {
  CalendarLinkDeletedSchema,
  CalendarLinkSchema,
  CalendarLinkStateSchema,
  CalendarQuerySchema,
  CalendarTextSchema,
  MyCalendarQuerySchema,
} from '../../schemas/programme/calendars.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Calendars');

const asFile = ({ filename, text }: CalendarDocument) => ({
  status: 200 as const,
  body: text,
  headers: { 'Content-Disposition': `attachment; filename="${filename}"` },
});

export const calendarEndpoints = ({ calendars }: { calendars: CalendarsService }) => [
  endpoint({
    name: 'getEventCalendar',
    route: 'GET /events/:id.ics',
    auth: 'public',
    summary: 'Get an event as an iCalendar file',
    params: IdParamsSchema,
    query: CalendarQuerySchema,
    cachedUntil: ['conferences', 'events'],
    responses: { 200: CalendarTextSchema },
    download: true,
    async handle({ params, query }) {
      return asFile(await calendars.event(params.id, query));
    },
  }),

  endpoint({
    name: 'getAgendaCalendar',
    route: 'GET /conferences/:conference_id/agenda.ics',
    auth: 'public',
    summary: 'Get the agenda of a conference as an iCalendar feed',
    params: ConferenceParamsSchema,
    query: CalendarQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: CalendarTextSchema },
    download: true,
    async handle({ params, query }) {
      return asFile(await calendars.agenda({ id: params.conference_id }, query));
    },
  }),

  endpoint({
    name: 'getAgendaCalendarBySlug',
    route: 'GET /conferences/slug/:slug/agenda.ics',
    auth: 'public',
    summary: 'Get the agenda of a conference by slug as an iCalendar feed',
    params: SlugParamsSchema,
    query: CalendarQuerySchema,
    cachedUntil: ['agenda', 'conference_seats', 'conferences', 'events', 'speakers'],
    responses: { 200: CalendarTextSchema },
    download: true,
    async handle({ params, query }) {
      return asFile(await calendars.agenda({ slug: params.slug }, query));
    },
  }),

  endpoint({
    name: 'getMyCalendar',
    route: 'GET /events/my.ics',
    auth: 'optional',
    summary: 'Get the events I attend or am waitlisted for as an iCalendar feed',
    description:
      'Requires sign-in or the `token` of your calendar link. Waitlisted events are `TENTATIVE`. Events that ended more than 90 days ago are omitted.',
    query: MyCalendarQuerySchema,
    responses: { 200: CalendarTextSchema },
    download: true,
    holdsProfiles: true,
    conditional: true,
    async handle({ caller, query }) {
      return asFile(await calendars.eventsOf(caller?.user.id, query));
    },
  }),

  endpoint({
    name: 'createCalendarLink',
    route: 'POST /users/me/calendar-link',
    auth: 'user',
    summary: 'Create a secret link to my calendar',
    description:
      'Anyone with the link can read your events. The link is shown only once. A new link invalidates the previous one.',
    responses: { 201: CalendarLinkSchema },
    holdsSecret: true,
    handle: async ({ caller }) => created(await calendars.createLink(caller.user.id)),
  }),

  endpoint({
    name: 'getCalendarLink',
    route: 'GET /users/me/calendar-link',
    auth: 'user',
    summary: 'Get the state of my calendar link',
    responses: { 200: CalendarLinkStateSchema },
    handle: async ({ caller }) => ok(await calendars.linkOf(caller.user.id)),
  }),

  endpoint({
    name: 'deleteCalendarLink',
    route: 'DELETE /users/me/calendar-link',
    auth: 'user',
    summary: 'Delete my calendar link',
    responses: { 200: CalendarLinkDeletedSchema },
    async handle({ caller }) {
      await calendars.deleteLink(caller.user.id);
      return ok({ deleted: true });
    },
  }),
];
