import { attendeeView, conferenceAttendeeView } from '../../../domain/attendance/attendees.ts';
import type { Conference } from '../../../domain/programme/conferences.ts';
import type { Event } from '../../../domain/programme/events.ts';
import type { OrganizerChangesService } from '../../../services/attendance/organizer-changes.service.ts';
import type { OrganizerNotesService } from '../../../services/attendance/organizer-notes.service.ts';
import type { WalkInsService } from '../../../services/attendance/walk-ins.service.ts';
import { OF_CONFERENCE, OF_EVENT } from '../../schemas/admin-paths.schemas.ts';
import {
  AddedConferenceAttendeeSchema,
  AdminConferenceAttendeeSchema,
  AdminEventAttendeeSchema,
} from '../../schemas/attendance/admin-attendees.schemas.ts';
import {
  AttendeesChangedSchema,
  ConferenceAttendeesChangeSchema,
  EventAttendeesChangeSchema,
} from '../../schemas/attendance/attendee-bulk.schemas.ts';
import {
  ConferenceAttendeeChangeSchema,
  ConferenceAttendeeParamsSchema,
  ConferenceAttendeeRemovalQuerySchema,
  EventAttendeeChangeSchema,
  EventAttendeeParamsSchema,
  EventAttendeeRemovalQuerySchema,
  NewConferenceAttendeeSchema,
  NewEventAttendeeSchema,
} from '../../schemas/attendance/organizer-notes.schemas.ts';
import { DeletedSchema } from '../../schemas/common.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: attendance');

const AT_EVENT = { ...OF_EVENT, scope: 'attendees:write' } as const;
const AT_CONFERENCE = { ...OF_CONFERENCE, scope: 'attendees:write' } as const;

const REFUSALS = ['NOT_FOUND', 'CONFERENCE_CANCELLED'] as const;
const ADDED =
  'Gives a seat if one is free, else a place on the waitlist; past the capacity, also that of a ticket type, only with `over_capacity`. Ignores the registration mode and its closing time. An attendee stays as they are, which answers 200.';
const CHANGED =
  'Gives a seat, takes it, or moves the attendee to the end of the waitlist. A freed seat goes to the next in the queue. The user is notified unless `notify` is `false`.';
const REMOVED =
  'Deletes the attendance; a freed seat goes to the next in the queue. The user is notified unless `notify` is `false`.';

export const organizerNoteEndpoints = ({
  eventNotes,
  conferenceNotes,
  walkIns,
}: {
  eventNotes: OrganizerNotesService<Event>;
  conferenceNotes: OrganizerNotesService<Conference>;
  walkIns: WalkInsService;
}) => [
  endpoint({
    ...AT_EVENT,
    name: 'addEventAttendee',
    route: 'POST /admin/events/:id/attendees',
    summary: 'Register a user for an event',
    description: ADDED,
    body: NewEventAttendeeSchema,
    concurrency: ({ params }) => `event:${params.id}`,
    responses: { 200: AdminEventAttendeeSchema, 201: AdminEventAttendeeSchema },
    errors: [...REFUSALS, 'EVENT_FULL', 'EVENT_CANCELLED', 'CONFLICT'],
    idempotent: true,
    async handle({ caller, params, body }) {
      const { attendee, created: isNew } = await eventNotes.add(caller, params.id, body);
      return { status: isNew ? 201 : 200, body: attendeeView(attendee) };
    },
  }),

  endpoint({
    ...AT_EVENT,
    name: 'updateEventAttendee',
    route: 'PATCH /admin/events/:id/attendees/:user_id',
    summary: 'Update the seat of an attendee of an event',
    description: CHANGED,
    params: EventAttendeeParamsSchema,
    body: EventAttendeeChangeSchema,
    versioned: AdminEventAttendeeSchema,
    responses: { 200: AdminEventAttendeeSchema },
    errors: [...REFUSALS, 'EVENT_FULL', 'EVENT_CANCELLED', 'CONFLICT'],
    handle: async ({ caller, params: { id, user_id: userId }, ifMatch, body: wish }) =>
      ok(attendeeView(await eventNotes.update(caller, id, { userId, ifMatch, wish }))),
  }),

  endpoint({
    ...AT_EVENT,
    name: 'removeEventAttendee',
    route: 'DELETE /admin/events/:id/attendees/:user_id',
    summary: 'Delete the attendance of a user at an event',
    description: REMOVED,
    params: EventAttendeeParamsSchema,
    query: EventAttendeeRemovalQuerySchema,
    versioned: AdminEventAttendeeSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params: { id, user_id: userId }, ifMatch, query: { notify } }) {
      await eventNotes.remove(caller, id, { userId, ifMatch, notify, reopen: false });
      return ok({ id: userId, deleted: true });
    },
  }),

  endpoint({
    ...AT_CONFERENCE,
    name: 'addConferenceAttendee',
    route: 'POST /admin/conferences/:conference_id/attendees',
    summary: 'Register a user or a walk-in for a conference',
    description: `${ADDED} A person who never signed in is not a user: a \`bulk-upload\` of one row invites them. A \`first_name\` without a user adds a walk-in: a guest with a seat, whose \`guest_code\` is for the badge and whose \`claim_link\` is for the app. Each request adds another one; an \`Idempotency-Key\` adds them once.`,
    body: NewConferenceAttendeeSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: AddedConferenceAttendeeSchema, 201: AddedConferenceAttendeeSchema },
    errors: [...REFUSALS, 'CONFERENCE_FULL', 'TICKET_TYPE_FULL'],
    idempotent: true,
    notStored: ['claim_link', 'guest_code'],
    atReplay: async ({ invitation_id: id }) => ({
      guest_code: typeof id === 'number' ? await walkIns.findGuestCode(id) : null,
    }),
    async handle({ caller, params: { conference_id: id }, body: { newcomer, wish } }) {
      if ('walkIn' in newcomer) {
        const { over_capacity } = wish;
        const added = await walkIns.add(caller, id, { ...newcomer.walkIn, over_capacity });
        const { invitee, ...codes } = added;
        const row = conferenceAttendeeView({ ...invitee, email: null });
        return created({ ...row, ...codes });
      }
      const { person } = newcomer;
      const { attendee, created: isNew } = await conferenceNotes.add(caller, id, { person, wish });
      const body = { ...conferenceAttendeeView(attendee), guest_code: null, claim_link: null };
      return { status: isNew ? 201 : 200, body };
    },
  }),

  endpoint({
    ...AT_CONFERENCE,
    name: 'updateConferenceAttendee',
    route: 'PATCH /admin/conferences/:conference_id/attendees/:user_id',
    summary: 'Update the seat or ticket type of an attendee of a conference',
    description: CHANGED,
    params: ConferenceAttendeeParamsSchema,
    body: ConferenceAttendeeChangeSchema,
    versioned: AdminConferenceAttendeeSchema,
    responses: { 200: AdminConferenceAttendeeSchema },
    errors: [...REFUSALS, 'CONFERENCE_FULL', 'CONFLICT', 'TICKET_TYPE_FULL'],
    handle: async ({ caller, params: { conference_id, user_id: userId }, ifMatch, body: wish }) =>
      ok(
        conferenceAttendeeView(
          await conferenceNotes.update(caller, conference_id, { userId, ifMatch, wish }),
        ),
      ),
  }),

  endpoint({
    ...AT_CONFERENCE,
    name: 'removeConferenceAttendee',
    route: 'DELETE /admin/conferences/:conference_id/attendees/:user_id',
    summary: 'Delete the registration of a user for a conference',
    description: `${REMOVED} Later imports leave out the invitations that the user claimed; \`reopen\` gives back those by username.`,
    params: ConferenceAttendeeParamsSchema,
    query: ConferenceAttendeeRemovalQuerySchema,
    versioned: AdminConferenceAttendeeSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { conference_id, user_id: userId }, ifMatch, query }) {
      await conferenceNotes.remove(caller, conference_id, { userId, ifMatch, ...query });
      return ok({ id: userId, deleted: true });
    },
  }),
];

const DESCRIPTION =
  'Follows the rules of a change of one attendee, in one transaction. A refused id does not stop the others; its result has the code. Freed seats go to the next in the queue once all changes are made. Each user is notified at most once, unless `notify` is `false`. Safe to repeat.';

export const attendeeBulkEndpoints = ({
  eventChanges,
  conferenceChanges,
}: {
  eventChanges: OrganizerChangesService<Event>;
  conferenceChanges: OrganizerChangesService<Conference>;
}) => [
  endpoint({
    ...AT_EVENT,
    name: 'updateEventAttendees',
    route: 'POST /admin/events/:id/attendees/bulk',
    namesUsersInside: true,
    summary: 'Update or delete many attendees of an event',
    description: DESCRIPTION,
    body: EventAttendeesChangeSchema,
    responses: { 200: AttendeesChangedSchema },
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      ok(await eventChanges.changeMany(caller, params.id, body)),
  }),

  endpoint({
    ...AT_CONFERENCE,
    name: 'updateConferenceAttendees',
    route: 'POST /admin/conferences/:conference_id/attendees/bulk',
    namesUsersInside: true,
    summary: 'Update or delete many attendees and invitations of a conference',
    description: DESCRIPTION,
    body: ConferenceAttendeesChangeSchema,
    responses: { 200: AttendeesChangedSchema },
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      ok(await conferenceChanges.changeMany(caller, params.conference_id, body)),
  }),
];
