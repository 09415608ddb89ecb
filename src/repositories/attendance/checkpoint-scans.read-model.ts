import { OnDatabase } from '../../db/on-database.ts';
import type {
  CheckpointStats,
  Direction,
  PlacedScanMark,
} from '../../domain/attendance/checkpoints.ts';
import type { GroupMember } from '../../domain/attendance/scan-results.ts';
import { latestScan, SCAN_MARK } from './checkpoint-scans.sql.ts';

/** A scan of a user, for the export. */
export interface PersonalScan {
  readonly conference: { readonly id: number; readonly name: string };
  readonly checkpoint: string;
  readonly day: string;
  readonly direction: Direction;
  readonly scanned_at: string;
  readonly undone_at: string | null;
}

/** Where a registration was scanned last. */
export interface LatestScan {
  readonly registration_id: number;
  readonly user_id: number | null;
  readonly checkpoint: PlacedScanMark;
}

/** The most people of a group that a device shows. */
const MAX_GROUP = 50;

/** Scans at checkpoints, by conference and by person, and who came together. */
export class CheckpointScansReadModel extends OnDatabase {
  /** By day, in the order of the organizers; retired checkpoints too, if they have scans. */
  async listStats(conferenceId: number): Promise<CheckpointStats[]> {
    const { rows } = await this.db.raw<{ rows: CheckpointStats[] }>(
      `select k.id, k.name, coalesce(counted.days, '[]') as days,
              case when k.counts = 'each' then (
                select count(*) from (
                  select distinct on (e.registration_id) e.direction
                    from check_in_events e
                   where e.checkpoint_id = k.id and e.undone_at is null
                   order by e.registration_id, e.scanned_at desc, e.id desc) latest
                 where direction = 'in') end as inside
         from checkpoints k
         left join lateral (
           select json_agg(json_build_object('day', day, 'people', people, 'scans', scans)
                           order by day) as days
             from (select e.day, count(distinct e.registration_id) as people, count(*) as scans
                     from check_in_events e
                    where e.checkpoint_id = k.id and e.undone_at is null
                    group by e.day) by_day) counted on true
        where k.conference_id = :conferenceId
          and (k.retired_at is null or counted.days is not null)
        order by k.position, k.id`,
      { conferenceId },
    );
    return rows;
  }

  /** The latest scans of these users, and of these guests. */
  async listLatest(
    conferenceId: number,
    people: { readonly userIds: readonly number[]; readonly guestIds: readonly number[] },
  ): Promise<LatestScan[]> {
    const scan = latestScan('r', `json_build_object('id', k.id, 'name', k.name, ${SCAN_MARK})`);
    const { rows } = await this.db.raw<{ rows: LatestScan[] }>(
      `select * from (
         select r.id as registration_id, r.user_id, ${scan} as checkpoint
           from registrations r
          where r.conference_id = :conferenceId
            and (r.user_id = any(:userIds::bigint[]) or r.id = any(:guestIds::bigint[]))) found
        where checkpoint is not null`,
      { conferenceId, userIds: [...people.userIds], guestIds: [...people.guestIds] },
    );
    return rows;
  }

  /** Who came with a registration: brought along by the same user, or that user, or of the same order of a shop. */
  async listGroup(registrationId: number): Promise<GroupMember[]> {
    const { rows } = await this.db.raw<{ rows: GroupMember[] }>(
      `select concat_ws(' ', coalesce(u.first_name, g.first_name),
                        case when u.id is null then g.last_name else u.last_name end) as name,
              g.status, g.id as registration_id, g.user_id
         from registrations own
         join registrations g on g.conference_id = own.conference_id and g.id <> own.id
          and (g.invited_by = own.invited_by or g.invited_by = own.user_id
               or g.user_id = own.invited_by or g.order_hash = own.order_hash)
         left join users u on u.id = g.user_id
        where own.id = :registrationId and g.status <> 'cancelled'
        order by g.id limit :limit`,
      { registrationId, limit: MAX_GROUP },
    );
    return rows;
  }

  /** The scans of a user, for the export, the oldest first. */
  async listPersonal(user_id: number): Promise<PersonalScan[]> {
    return this.db('registrations as r')
      .join('check_in_events as e', 'e.registration_id', 'r.id')
      .join('checkpoints as k', 'k.id', 'e.checkpoint_id')
      .join('conferences as c', 'c.id', 'k.conference_id')
      .where('r.user_id', user_id)
      .orderBy(['e.scanned_at', 'e.id'])
      .select('k.name as checkpoint', 'e.direction', 'e.scanned_at', 'e.undone_at')
      .select(
        this.db.raw(`to_char(e.day, 'YYYY-MM-DD') as day,
                     json_build_object('id', c.id, 'name', c.name) as conference`),
      );
  }
}
