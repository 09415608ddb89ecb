import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import type {
  Checkpoint,
  CheckpointOfScan,
  CheckpointScan,
  Direction,
} from '../../domain/attendance/checkpoints.ts';
import { ARE_SCANS_DELETED } from './checkpoint-scans.sql.ts';

const DAY = `to_char(day, 'YYYY-MM-DD') as day`;

/** What a scan records of its time and of its request. */
interface ScanRecord {
  readonly day: string;
  readonly scanned_at: string;
  readonly device: string | null;
  readonly administrator_id: number | null;
}

interface NewScan extends ScanRecord {
  readonly registration_id: number;
  readonly checkpoint: Pick<Checkpoint, 'id' | 'counts'>;
  readonly direction: Direction;
  readonly nonce: string | null;
}

/** The registration of a scan; its user for the live stream. */
export interface ScannedRegistration {
  readonly id: number;
  readonly conference_id: number;
  readonly user_id: number | null;
}

/** Of the deleted scans of a checkpoint, those of a day that were not undone. */
export interface DeletedScans extends Pick<Checkpoint, 'id' | 'name'> {
  readonly conference_id: number;
  readonly day: string;
  readonly people: number;
  readonly scans: number;
}

/** Scans at checkpoints. Lock the checkpoint, the user and the registration first, in this order. */
export class CheckpointScansRepository extends OnDatabase {
  /** Keeps the checkpoint and its `counts`. Undefined for one that is retired. Locks it FOR KEY SHARE. */
  async lockCheckpoint(
    of: { readonly conference_id: number; readonly id: number },
    at: string,
  ): Promise<CheckpointOfScan | undefined> {
    const { rows } = await this.db.raw<{ rows: CheckpointOfScan[] }>(
      `select k.id, k.kind, k.counts,
              to_char(:at::timestamptz at time zone c.timezone, 'YYYY-MM-DD') as day
         from checkpoints k join conferences c on c.id = k.conference_id
        where k.conference_id = :conference_id and k.id = :id and k.retired_at is null
          for key share of k`,
      { ...of, at },
    );
    return rows[0];
  }

  /** Those of a registration, by time, with the undone one of this nonce. */
  async list(
    registration_id: number,
    checkpoint_id: number,
    nonce: string | null,
  ): Promise<CheckpointScan[]> {
    return this.db('check_in_events')
      .where({ registration_id, checkpoint_id })
      .where((of) => of.whereNull('undone_at').orWhere({ nonce }))
      .orderBy(['scanned_at', 'id'])
      .select('id', this.db.raw(DAY), 'direction', 'scanned_at', 'nonce')
      .select(this.db.raw('undone_at is not null as is_undone'));
  }

  /**
   * @param registration changed too, as the lists of devices have its scans
   * @throws AppError CONFLICT for the nonce of a scan of another person
   */
  async insert(
    { checkpoint, ...scan }: Omit<NewScan, 'registration_id'>,
    registration: ScannedRegistration,
  ): Promise<void> {
    const inserted = this.db.raw(
      `with touched as (
         update registrations set changed_at = now() where id = :registration_id
       )
       insert into check_in_events (registration_id, checkpoint_id, day, counted_on, direction,
                                    scanned_at, device, nonce, administrator_id)
       values (:registration_id, :checkpoint_id, :day::date,
               case :counts when 'once' then '-infinity' when 'daily' then :day::date end,
               :direction, :scanned_at, :device, :nonce, :administrator_id)`,
      {
        ...scan,
        registration_id: registration.id,
        checkpoint_id: checkpoint.id,
        counts: checkpoint.counts,
      },
    );
    const problem = 'expected one that no scan of another person has';
    await orConflict(inserted, 'check_in_events_nonce_key', 'nonce', problem);
  }

  /** Gives a scan the time of an earlier one, and who made it. */
  async updateEarlier(
    id: number,
    record: ScanRecord,
    { id: registration_id }: ScannedRegistration,
  ): Promise<void> {
    await this.db.raw(
      `with touched as (
         update registrations set changed_at = now() where id = :registration_id
       )
       update check_in_events
          set day = :day, scanned_at = :scanned_at, device = :device,
              administrator_id = :administrator_id
        where id = :id`,
      { ...record, id, registration_id },
    );
  }

  /**
   * Undoes the latest scan of a registration at a checkpoint, on a day if it is given. Undefined if there is
   * none; `has_others` says whether it has scans anywhere that are not undone.
   */
  async updateUndone(
    { id: registration_id }: ScannedRegistration,
    { checkpoint_id, day = null }: { readonly checkpoint_id: number; readonly day?: string | null },
  ): Promise<{ readonly day: string; readonly has_others: boolean } | undefined> {
    const { rows } = await this.db.raw<{ rows: { day: string; has_others: boolean }[] }>(
      `with undone as (
         update check_in_events set undone_at = now()
          where id = (select e.id from check_in_events e
                       where e.registration_id = :registration_id
                         and e.checkpoint_id = :checkpoint_id and e.undone_at is null
                         and (:day::date is null or e.day = :day::date)
                       order by e.scanned_at desc, e.id desc limit 1)
         returning id, ${DAY}
       ), touched as (
         update registrations set changed_at = now()
          where id = :registration_id and exists (select from undone)
       )
       select undone.day, exists (
                select from check_in_events e
                 where e.registration_id = :registration_id and e.undone_at is null
                   and e.id <> undone.id) as has_others
         from undone`,
      { registration_id, checkpoint_id, day },
    );
    return rows[0];
  }

  async deleteAllOf(user_id: number): Promise<void> {
    const own = this.db('registrations').where({ user_id }).select('id');
    await this.db('check_in_events').whereIn('registration_id', own).delete();
  }

  /**
   * Deletes the scans of rooms, and those of checkpoints that count each, of one conference that ended before a
   * time. Returns their numbers, and nothing once there is no such conference.
   */
  async deleteOld(endedBefore: string): Promise<DeletedScans[]> {
    const { rows } = await this.db.raw<{ rows: DeletedScans[] }>(
      `with due as materialized (
         select c.id from conferences c
          where c.ends_at < :endedBefore and exists (
            select from checkpoints k join check_in_events e on e.checkpoint_id = k.id
             where k.conference_id = c.id and ${ARE_SCANS_DELETED})
          limit 1
       ), deleted as (
         delete from check_in_events e using checkpoints k, due
          where k.conference_id = due.id and ${ARE_SCANS_DELETED} and e.checkpoint_id = k.id
         returning k.conference_id, k.id, k.name, e.day, e.registration_id, e.undone_at
       )
       select conference_id, id, name, ${DAY},
              count(distinct registration_id) filter (where undone_at is null) as people,
              count(*) filter (where undone_at is null) as scans
         from deleted group by conference_id, id, name, day order by id, day`,
      { endedBefore },
    );
    return rows;
  }
}
