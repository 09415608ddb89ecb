import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { OwnAttendance } from '../../domain/attendance/attendances.ts';
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
  readonly events: Readonly<Record<string, OwnAttendance>>;
  readonly conferences: Readonly<Record<string, OwnAttendance>>;
  /** The quests of the user that are not hidden, by quest id. */
  readonly quests: Readonly<
    Record<string, Pick<QuestProgress, 'status' | 'completed_tasks' | 'total_tasks'>>
  >;
  /** Ids of the public agenda items that the user keeps. */
  readonly favorites: readonly number[];
  readonly unread_notifications: number;
}

/** SQL for the attendances of the user, by the id of the attendable `t`; also where they only asked. */
const byId = (tables: AttendanceTables, where: string) => {
  const { attendances, attendables, key } = tables;
  const attendance = attendanceInJson(tables, { attendable: 't.id', user: ':userId' });
  return `
       (select coalesce(json_object_agg(t.id, ${attendance}), '{}')
          from (select ${key} from ${attendances}
                 where user_id = :userId and status <> 'cancelled'
                 union
                select ${key} from registration_requests
                 where user_id = :userId and status in ('pending', 'rejected')) as own
          join ${attendables} t on t.id = own.${key}
          left join ${attendances} a on a.${key} = t.id and a.user_id = :userId
         where ${where})`;
};

const FIND = preparedQuery<{ userId: number; conferenceId: number | null }, UserState>(
  (db, { userId, conferenceId }) =>
    db.raw(
      `select${byId(
        EVENT_ATTENDANCES,
        `is_public_event_status(t.status) and ${notADraft('t.conference_id')}
           and (:conferenceId::bigint is null or t.conference_id = :conferenceId)`,
      )} as events,${byId(
        CONFERENCE_ATTENDANCES,
        `t.status <> 'draft' and (:conferenceId::bigint is null or t.id = :conferenceId)`,
      )} as conferences,
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
