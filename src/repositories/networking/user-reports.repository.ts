import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import {
  REPORTED_FIELDS,
  type ReportOutcome,
  type UserReport,
} from '../../domain/networking/user-reports.ts';

const COLUMNS = [
  'id',
  'reported_id',
  'reason',
  'text',
  'connection_id',
  'created_at',
] as const satisfies readonly (keyof UserReport)[];

const PROFILE = `jsonb_build_object(${REPORTED_FIELDS.map((field) => `'${field}', u.${field}`)})`;

export interface NewUserReport extends Omit<UserReport, 'id'> {
  readonly reporter_id: number;
  readonly message: string | null;
  /** Whether the reporter wrote the message; null without one. */
  readonly is_own_message: boolean | null;
}

/** The decision about a report. */
export interface Resolution {
  readonly outcome: ReportOutcome;
  readonly note: string | null;
  readonly resolved_at: string;
}

/** Reports of users by users. */
export class UserReportsRepository extends OnDatabase {
  /** The report of this pair that nobody has resolved. Call it while both users are locked. */
  async findOpen(reporter_id: number, reported_id: number): Promise<UserReport | undefined> {
    return this.#table()
      .where({ reporter_id, reported_id })
      .whereNull('resolved_at')
      .first(...COLUMNS);
  }

  /** Freezes the profile of the reported user. */
  async insert(report: NewUserReport): Promise<UserReport> {
    const { rows } = await this.db.raw<{ rows: UserReport[] }>(
      `insert into user_reports
         (reported_id, reporter_id, reason, text, connection_id, message, is_own_message, profile,
          created_at)
       select u.id, :reporter_id, :reason, :text, :connection_id, :message, :is_own_message,
              ${PROFILE}, :created_at
         from users u where u.id = :reported_id
       returning ${COLUMNS.join(', ')}`,
      { ...report },
    );
    return onlyRow(rows);
  }

  async findReported(id: number): Promise<number | undefined> {
    const row = await this.#table().where({ id }).first<{ reported_id: number }>('reported_id');
    return row?.reported_id;
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<{ readonly outcome: ReportOutcome | null } | undefined> {
    return this.#table().where({ id }).forUpdate().first('outcome');
  }

  async updateResolved(id: number, resolution: Resolution): Promise<void> {
    await this.#table().where({ id }).update(resolution);
  }

  /** Deletes the reports about an erased user. */
  async deleteAllAbout(reported_id: number): Promise<void> {
    await this.#table().where({ reported_id }).delete();
  }

  /** Keeps the reports of an erased user without them and their words, or what may be theirs. */
  async updateErasedOf(reporter_id: number): Promise<void> {
    const message = this.db.raw('case when is_own_message is false then message end');
    await this.#table().where({ reporter_id }).update({ reporter_id: null, text: null, message });
  }

  /** Returns the number of deleted reports. */
  async deleteResolvedBefore(time: string): Promise<number> {
    return this.#table().where('resolved_at', '<', time).delete();
  }

  #table() {
    return this.db('user_reports');
  }
}
