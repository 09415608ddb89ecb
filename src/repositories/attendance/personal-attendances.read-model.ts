import { OnDatabase } from '../../db/on-database.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { ClaimMark } from '../../domain/attendance/claim-marks.ts';
import type { Invitation } from '../../domain/attendance/invitations.ts';

export interface PersonalAttendance {
  readonly event: {
    readonly id: number;
    readonly title: string;
    readonly starts_at: string;
    readonly ends_at: string;
  };
  readonly status: AttendanceStatus;
  readonly registered_at: string;
  readonly checked_in_at: string | null;
  readonly desk_note: string | null;
}

export interface PersonalRegistration extends Omit<PersonalAttendance, 'event'> {
  readonly conference: {
    readonly id: number;
    readonly name: string;
    readonly starts_on: string;
    readonly ends_on: string;
  };
  readonly ticket_type: string | null;
  readonly claimed_by: ClaimMark | null;
}

/** An invitation from an attendee import that the user has claimed. */
export interface PersonalInvitation
  extends Pick<
    Invitation,
    | 'id'
    | 'username'
    | 'first_name'
    | 'last_name'
    | 'company'
    | 'job_title'
    | 'ticket_type'
    | 'ticket_code_end'
    | 'email_encrypted'
  > {
  readonly conference: { readonly id: number; readonly name: string };
  readonly created_at: string;
  readonly claimed_at: string;
}

/** The attendances and invitations of one user, for the export; lists are oldest first. */
export class PersonalAttendancesReadModel extends OnDatabase {
  async listAttendances(userId: number): Promise<PersonalAttendance[]> {
    const { rows } = await this.db.raw<{ rows: PersonalAttendance[] }>(
      `select json_build_object('id', e.id, 'title', e.title,
                'starts_at', instant_in_json(e.starts_at),
                'ends_at', instant_in_json(e.ends_at)) as event,
              a.status, a.registered_at, a.checked_in_at, a.desk_note
         from event_attendances a
         join events e on e.id = a.event_id
        where a.user_id = :userId
        order by a.registered_at, e.id`,
      { userId },
    );
    return rows;
  }

  async listRegistrations(userId: number): Promise<PersonalRegistration[]> {
    const { rows } = await this.db.raw<{ rows: PersonalRegistration[] }>(
      `select json_build_object('id', c.id, 'name', c.name,
                'starts_on', c.starts_on, 'ends_on', c.ends_on) as conference,
              a.status, a.ticket_type, a.claimed_by, a.registered_at, a.checked_in_at,
              a.desk_note
         from registrations a
         join conferences c on c.id = a.conference_id
        where a.user_id = :userId
        order by a.registered_at, c.id`,
      { userId },
    );
    return rows;
  }

  /** The invitations that the user has claimed. */
  async listInvitations(userId: number): Promise<PersonalInvitation[]> {
    const { rows } = await this.db.raw<{ rows: PersonalInvitation[] }>(
      `select json_build_object('id', c.id, 'name', c.name) as conference,
              i.id, i.username, i.first_name, i.last_name, i.company, i.job_title, i.ticket_type,
              i.ticket_code_end, i.email_encrypted,
              i.created_at, i.claimed_at
         from registrations i
         join conferences c on c.id = i.conference_id
        where i.claimant_id = :userId
        order by i.id`,
      { userId },
    );
    return rows;
  }
}
