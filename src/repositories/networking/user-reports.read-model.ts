import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type {
  AdminUserReport,
  PersonalUserReport,
  ReportStatus,
} from '../../domain/networking/user-reports.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';

const COLUMNS = `
  r.id, r.reason, r.text, r.connection_id, r.message, r.profile, r.created_at,
  case when r.resolved_at is null then 'open' else 'resolved' end as status,
  r.outcome, r.note, r.resolved_at,
  case when o.id is not null then json_build_object(
    'id', o.id, 'first_name', o.first_name, 'last_name', o.last_name) end as reporter,
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'is_blocked', u.is_blocked) as reported`;

const KEYS = { created_at: 'r.created_at' } as const;

export interface UserReportsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly status?: ReportStatus | undefined;
  /** The reported user. */
  readonly user_id?: number | undefined;
}

/** Reports of users by users, for moderators and for the export of their reporters. */
export class UserReportsReadModel extends OnDatabase {
  async find(id: number): Promise<AdminUserReport | undefined> {
    return this.#reports().where('r.id', id).first();
  }

  async list(
    { sort, status, user_id }: UserReportsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminUserReport, SortPosition>> {
    // Few reports are open, most are resolved.
    const query = this.#reports();
    if (status === 'open') query.whereNull('r.resolved_at');
    if (status === 'resolved') query.whereNotNull('r.resolved_at');
    if (user_id !== undefined) query.where('r.reported_id', user_id);
    const sorting = { sort, keys: KEYS, id: 'r.id' };
    return sortedPage<AdminUserReport, keyof typeof KEYS>(sorted(query, sorting), request, sorting);
  }

  /** The reports that a user made, for the export, the oldest first. */
  async listPersonal(userId: number): Promise<PersonalUserReport[]> {
    const { rows } = await this.db.raw<{ rows: PersonalUserReport[] }>(
      `select r.id, json_build_object('id', u.id, 'first_name', u.first_name) as user,
              r.reason, r.text, r.created_at
         from user_reports r
         join users u on u.id = r.reported_id
        where r.reporter_id = :userId
        order by r.created_at, r.id`,
      { userId },
    );
    return rows;
  }

  #reports() {
    return this.db('user_reports as r')
      .join('users as u', 'u.id', 'r.reported_id')
      .leftJoin('users as o', 'o.id', 'r.reporter_id')
      .select(this.db.raw(COLUMNS));
  }
}
