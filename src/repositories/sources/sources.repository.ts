import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { KeyOwner } from '../../domain/administration/api-keys.ts';
import type { AfterFailure } from '../../domain/sources/source-rules.ts';
import type { Source, SourceFields, TroubledSource } from '../../domain/sources/stored-sources.ts';
import { inConferences } from '../administration/conference-rows.sql.ts';
import { SOURCE_COLUMNS } from './sources.sql.ts';

type SourceOf = Pick<Source, 'id' | 'conference_id'>;

/** A run that has a source, or had it until its lease ended. */
export interface SourceLease extends SourceOf {
  readonly run_id: number;
}

/** A source that a worker reads next. */
export interface DueSource extends Source {
  /** A run that an organizer asked for; or of a worker that was killed, if it `was_leased`. */
  readonly run_id: number | null;
  readonly was_leased: boolean;
}

/** What an organizer changes. */
export type SourceChanges = Partial<
  Omit<SourceFields, 'conference_id' | 'kind'> &
    Pick<Source, 'off_reason' | 'restless_at'> &
    KeyOwner
>;

/** What a run leaves that did not fail. */
export type SourceEnd = Partial<
  Pick<Source, 'content_hash' | 'seen_hash' | 'cursor' | 'is_confirmed' | 'restless_at'>
>;

const FREE = { run_id: null, leased_until: null };
const SOUND = { failures: 0, refusals: 0, failing_since: null };
const IS_FREE = 'leased_until is null or leased_until <= clock_timestamp()';
const IS_DUE = `off_reason is null and next_run_at <= clock_timestamp() and (${IS_FREE})`;

/** Programmes and guest lists that are read again and again. Their leases are of the database's clock. */
export class SourcesRepository extends OnDatabase {
  async count(conference_id: number): Promise<number> {
    const rows = await this.#table()
      .where({ conference_id })
      .count<{ count: number }[]>({ count: '*' });
    return onlyRow(rows).count;
  }

  /** Returns the id. */
  async insert({
    settings,
    ...fields
  }: SourceFields & KeyOwner & Pick<Source, 'off_reason'>): Promise<number> {
    const rows = await this.#table()
      .insert({ ...fields, settings: JSON.stringify(settings) })
      .returning<{ id: number }[]>('id');
    return onlyRow(rows).id;
  }

  /** Locks the row FOR UPDATE. */
  async lock({ id, conference_id }: SourceOf): Promise<Source | undefined> {
    const { rows } = await this.db.raw<{ rows: Source[] }>(
      `select ${SOURCE_COLUMNS} from sources s
        where s.id = :id and s.conference_id = :conference_id for update`,
      { id, conference_id },
    );
    return rows[0];
  }

  /** As `lock`, while this run has the source; undefined if it has lost it. */
  async lockLeased({ id, run_id }: SourceLease): Promise<Source | undefined> {
    const { rows } = await this.db.raw<{ rows: Source[] }>(
      `select ${SOURCE_COLUMNS} from sources s
        where s.id = :id and s.run_id = :run_id and s.leased_until is not null for update`,
      { id, run_id },
    );
    return rows[0];
  }

  /** Whether a worker has to read something. */
  async findIsDue(): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: { is_due: boolean }[] }>(
      `select exists (select from sources where ${IS_DUE}) as is_due`,
    );
    return onlyRow(rows).is_due;
  }

  /** Locks the source that has been due for longest and that no worker has. */
  async lockDue(): Promise<DueSource | undefined> {
    const { rows } = await this.db.raw<{ rows: DueSource[] }>(
      `select ${SOURCE_COLUMNS}, s.run_id, s.leased_until is not null as was_leased
         from sources s where ${IS_DUE}
        order by s.next_run_at limit 1
          for update skip locked`,
    );
    return rows[0];
  }

  /** Raises the version. A run that has the source loses it when it is switched off. */
  async update({ id }: SourceOf, { settings, ...changes }: SourceChanges): Promise<void> {
    await this.#table()
      .where({ id })
      .update({
        ...changes,
        ...(settings && { settings: JSON.stringify(settings) }),
        ...(changes.off_reason && FREE),
        version: this.db.raw('version + 1'),
      });
  }

  async updateCredential(id: number, credential_encrypted: Buffer): Promise<void> {
    await this.#table().where({ id }).update({ credential_encrypted });
  }

  async findCredential(id: number): Promise<Buffer | null> {
    const row = await this.#table()
      .where({ id })
      .first<{ credential_encrypted: Buffer | null } | undefined>('credential_encrypted');
    return row?.credential_encrypted ?? null;
  }

  /** Forgets all that was read; the next run begins at once. A run that has the source loses it. */
  async updateForgotten({ id }: SourceOf, is_confirmed: boolean): Promise<void> {
    await this.#table()
      .where({ id })
      .update({
        ...FREE,
        ...SOUND,
        ...{ is_confirmed, content_hash: null, seen_hash: null, cursor: null },
        next_run_at: this.db.fn.now(3),
      });
  }

  /** A worker takes this run next. */
  async updateQueued({ id, run_id }: SourceLease): Promise<void> {
    await this.#table()
      .where({ id })
      .update({ run_id, leased_until: null, next_run_at: this.db.fn.now(3) });
  }

  /** Gives the source to a run for 5 minutes. */
  async updateLeased({ id, run_id }: SourceLease): Promise<void> {
    await this.#table().where({ id }).update({ run_id, leased_until: this.#leaseEnd() });
  }

  /** Extends the lease of a run. Returns whether it still has the source. */
  async updateRenewed({ id, run_id }: SourceLease): Promise<boolean> {
    const count = await this.#table()
      .where({ id, run_id })
      .update({ leased_until: this.#leaseEnd() });
    return count > 0;
  }

  /** Ends a run that did not fail. The next one begins an interval later. */
  async updateEnded({ id, run_id }: SourceLease, end: SourceEnd): Promise<void> {
    await this.#table()
      .where({ id, run_id })
      .update({ ...FREE, ...SOUND, ...end, next_run_at: this.#later('interval_minutes') });
  }

  /** Ends a run that failed. */
  async updateFailed(
    { id, run_id }: SourceLease,
    { delay_minutes, ...after }: AfterFailure,
  ): Promise<void> {
    await this.#table()
      .where({ id, run_id })
      .update({ ...FREE, ...after, next_run_at: this.#later('?::integer', delay_minutes) });
  }

  /** Ends a run without a result: the next one begins when it would have. */
  async updateReleased({ id, run_id }: SourceLease): Promise<void> {
    await this.#table().where({ id, run_id }).update(FREE);
  }

  /** A person has looked: its runs apply themselves again, if they may. */
  async updateCalm({ id }: SourceOf): Promise<void> {
    await this.#table().where({ id }).update({ restless_at: null });
  }

  async delete({ id }: SourceOf): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /**
   * The address of the first calendar that is read; of this conference, if one is given.
   * @param conference_ids those of a key; null for all
   */
  async findCalendarUrl(
    conference_id: number | undefined,
    conference_ids: readonly number[] | null,
  ): Promise<string | undefined> {
    const query = this.#table().where({ kind: 'ical', off_reason: null }).orderBy('id');
    if (conference_id !== undefined) query.where({ conference_id });
    inConferences(query, 'conference_id', conference_ids);
    const row = await query.first<{ url: string } | undefined>('url');
    return row?.url;
  }

  /** The sources of an owner that are off for another reason than by hand, or restless. */
  async listTroubled({ administrator_id, api_key_id }: KeyOwner): Promise<TroubledSource[]> {
    return this.#table()
      .where({ administrator_id, api_key_id })
      .where((either) => {
        either.whereIn('off_reason', ['failing', 'refused', 'owner_gone']);
        either.orWhereNotNull('restless_at');
      })
      .orderBy('id')
      .select('id', 'conference_id', 'name', 'off_reason');
  }

  /** How many wait for a person, are late, or are switched off, but not by hand. */
  async countStates(): Promise<Readonly<Record<'waiting' | 'late' | 'off', number>>> {
    const { rows } = await this.db.raw(
      `select count(*) filter (where exists (select from source_runs r
                where r.source_id = s.id and r.status = 'waiting')) as waiting,
              count(*) filter (where off_reason is null
                and next_run_at < now() - interval '15 minutes') as late,
              count(*) filter (where off_reason <> 'by_hand') as off
         from sources s`,
    );
    return onlyRow(rows);
  }

  #leaseEnd() {
    return this.db.raw(`clock_timestamp() + interval '5 minutes'`);
  }

  #later(minutes: string, ...values: number[]) {
    return this.db.raw(`clock_timestamp() + ${minutes} * interval '1 minute'`, values);
  }

  #table() {
    return this.db('sources');
  }
}
