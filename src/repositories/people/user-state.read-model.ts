import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import type { QuestProgress } from '../../domain/quests/participations.ts';
import {
  type AttendanceTables,
  attendanceInJson,
  CONFERENCE_ATTENDANCES,
  EVENT_ATTENDANCES,
} from '../attendance/attendances.sql.ts';
import { newestUnread } from '../messaging/notification-columns.sql.ts';
import { IS_PUBLIC_ITEM } from '../programme/agenda.sql.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { completedTasks, questsOf, TOTAL_TASKS } from '../quests/participations.sql.ts';
import { isShown } from '../quests/quests.sql.ts';

export interface UserState {
  /** The user's current attendances, by event id. */
  readonly events: Readonly<Record<string, Attendance>>;
  readonly conferences: Readonly<Record<string, Attendance>>;
  /** The quests of the user that are not hidden, by quest id. */
  readonly quests: Readonly<
    Record<string, Pick<QuestProgress, 'status' | 'completed_tasks' | 'total_tasks'>>
  >;
  /** Ids of the public agenda items that the user keeps. */
  readonly favorites: readonly number[];
  readonly unread_notifications: number;
}

const byId = (tables: AttendanceTables) =>
  `coalesce(json_object_agg(a.${tables.key}, ${attendanceInJson(tables)}), '{}')`;

const FIND = preparedQuery<{ userId: number; conferenceId: number | null }, UserState>(
  (db, { userId, conferenceId }) =>
    db.raw(
      `select
       (select ${byId(EVENT_ATTENDANCES)}
          from event_attendances a
          join events e on e.id = a.event_id
         where a.user_id = :userId and a.status <> 'cancelled'
           and is_public_event_status(e.status) and ${notADraft('e.conference_id')}
           and (:conferenceId::bigint is null or e.conference_id = :conferenceId)
       ) as events,
       (select ${byId(CONFERENCE_ATTENDANCES)}
          from registrations a
          join conferences c on c.id = a.conference_id
         where a.user_id = :userId and a.status <> 'cancelled' and c.status <> 'draft'
           and (:conferenceId::bigint is null or c.id = :conferenceId)
       ) as conferences,
       (select coalesce(json_object_agg(q.id, json_build_object(
                 'status', own.status,
                 'completed_tasks', ${completedTasks(':userId')},
                 'total_tasks', ${TOTAL_TASKS}) order by q.id), '{}')
          from (${questsOf(':userId')}) own
          join quests q on q.id = own.quest_id
         where ${isShown('q')}
           and (:conferenceId::bigint is null or q.conference_id = :conferenceId)
       ) as quests,
       (select coalesce(json_agg(i.id order by i.id), '[]')
          from agenda_favorites f
          join agenda_items i on i.id = f.agenda_item_id
          left join events e on e.id = i.event_id
         where f.user_id = :userId and ${IS_PUBLIC_ITEM}
           and (:conferenceId::bigint is null or i.conference_id = :conferenceId)
       ) as favorites,
       (select count(*) from ${newestUnread(':userId')}) as unread_notifications`,
      { userId, conferenceId },
    ),
);

/** The current attendances, the quests and the unread count of one user. */
export class UserStateReadModel extends OnDatabase {
  /** With `conferenceId`, what belongs to that conference and its events only. */
  async find(userId: number, conferenceId: number | undefined): Promise<UserState> {
    return onlyRow(await FIND.rows(this.db, { userId, conferenceId: conferenceId ?? null }));
  }
}
