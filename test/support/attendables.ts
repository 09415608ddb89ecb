import type { Knex } from 'knex';
import type { AttendanceStatus } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import type { TestApi } from './api.ts';
import { aConference, anAttendance, anEvent, aRegistration } from './factories.ts';

/** An event or a conference. */
export interface Attendable {
  readonly id: number;
}

type Agent = ReturnType<TestApi['as']>;
type Attending = readonly [user: Pick<User, 'id'>, attendable: Attendable];

/** The data with which tests treat events and conferences alike. */
export interface AttendableKind {
  readonly noun: 'event' | 'conference';
  readonly table: 'events' | 'conferences';
  readonly attendances: 'event_attendances' | 'registrations';
  /** The endpoints by name, for test titles. */
  readonly endpoints: Readonly<
    Record<'attend' | 'cancel' | 'attendance' | 'attendees' | 'adminAttendees', string>
  >;
  /** The attendance fields that only this kind has. */
  ownFields(ticket_type: string | null): object;
  /** `ownFields` and the fields that only administrators see. */
  adminFields(ticket_type: string | null): object;
  /** The same in an exported row, in the order of its columns. */
  exportedFields(ticket_type: string | null): object;
  /** The columns that give an attendable this name. */
  named(name: string): object;
  create(db: Knex, given?: object): Promise<Attendable>;
  /** Creates an attendable that belongs to, or is, a draft conference. */
  createDraft(db: Knex): Promise<Attendable>;
  /** Inserts an attendance and counts it; only registrations have a ticket type. */
  addAttendance(
    db: Knex,
    attending: Attending,
    given?: { status?: AttendanceStatus | undefined; ticket_type?: string | null },
  ): Promise<void>;
  attend(agent: Agent, attendable: Attendable): ReturnType<Agent['post']>;
  cancel(agent: Agent, attendable: Attendable): ReturnType<Agent['delete']>;
}

export const EVENT: AttendableKind = {
  noun: 'event',
  table: 'events',
  attendances: 'event_attendances',
  endpoints: {
    attend: 'POST /events/attend',
    cancel: 'DELETE /events/:id/attend',
    attendance: 'GET /events/:id/attendance',
    attendees: 'GET /events/:id/attendees',
    adminAttendees: 'GET /admin/events/:id/attendees',
  },
  ownFields: () => ({}),
  adminFields: () => ({ desk_note: null }),
  exportedFields: () => ({ desk_note: null }),
  named: (title) => ({ title }),
  create: anEvent,
  async createDraft(db) {
    const { id: conference_id } = await aConference(db, { status: 'draft' });
    return anEvent(db, { conference_id });
  },
  addAttendance: (db, attending, { status } = {}) => anAttendance(db, attending, status),
  attend: (agent, { id }) => agent.post('/api/v1/events/attend').send({ event_id: id }),
  cancel: (agent, { id }) => agent.delete(`/api/v1/events/${id}/attend`),
};

export const CONFERENCE: AttendableKind = {
  noun: 'conference',
  table: 'conferences',
  attendances: 'registrations',
  endpoints: {
    attend: 'POST /conferences/:conference_id/register',
    cancel: 'DELETE /conferences/:conference_id/register',
    attendance: 'GET /conferences/:conference_id/attendance',
    attendees: 'GET /conferences/:conference_id/attendees',
    adminAttendees: 'GET /admin/conferences/:conference_id/attendees',
  },
  ownFields: (ticket_type) => ({ ticket_type }),
  adminFields: (ticket_type) => ({ ticket_type, claimed_by: null, desk_note: null }),
  exportedFields: (ticket_type) => ({
    ticket_type,
    invitation_id: null,
    reopened_at: null,
    claimed_by: null,
    desk_note: null,
  }),
  named: (name) => ({ name }),
  create: aConference,
  createDraft: (db) => aConference(db, { status: 'draft' }),
  addAttendance: (db, attending, given) => aRegistration(db, attending, given),
  attend: (agent, { id }) => agent.post(`/api/v1/conferences/${id}/register`),
  cancel: (agent, { id }) => agent.delete(`/api/v1/conferences/${id}/register`),
};

export const ATTENDABLE_KINDS = [EVENT, CONFERENCE] as const;
