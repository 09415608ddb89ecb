import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { AuditAction, AuditSubjectType } from '../../domain/operations/audit-log.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';

/** SQL for the name of a subject by its id, while it exists. */
const NAME_OF: Readonly<Partial<Record<AuditSubjectType, string>>> = {
  administrator: 'select name from administrators where id = l.subject_id',
  agenda_item: 'select title from agenda_items where id = l.subject_id',
  api_key: 'select name from api_keys where id = l.subject_id',
  conference: 'select name from conferences where id = l.subject_id',
  event: 'select title from events where id = l.subject_id',
  notification_job: 'select title from notification_jobs where id = l.subject_id',
  quest: 'select title from quests where id = l.subject_id',
  quest_registration_request: `select q.title from registration_requests r
    join quests q on q.id = r.quest_id where r.id = l.subject_id`,
  quest_submission: `select t.title from user_quest_tasks s
    join quest_tasks t on t.id = s.task_id where s.id = l.subject_id`,
  quest_task: 'select title from quest_tasks where id = l.subject_id',
  speaker: 'select name from speakers where id = l.subject_id',
};
const NAME_OF_USER = `select concat_ws(' ', first_name, last_name) from users
  where id = l.subject_id and erased_at is null`;

/**
 * SQL for the present name of the subject of a row `l` of the audit log. It is read for the rows of a
 * page only, since PostgreSQL evaluates such a column after the limit.
 */
function subjectName({ namesUsers }: { readonly namesUsers: boolean }): string {
  const names = { ...NAME_OF, ...(namesUsers && { user: NAME_OF_USER }) };
  const cases = Object.entries(names).map(([type, sql]) => `when '${type}' then (${sql})`);
  return `case l.subject_type ${cases.join(' ')} end as subject_name`;
}

const userIdOf = (values: 'before' | 'after'): string =>
  `substring(l.${values} ->> 'user_id' from '^[0-9]{1,18}$')::bigint`;

/** SQL for the users in the values of a row `l` of the audit log, as for its subject. */
const namedPeople = ({ namesUsers }: { readonly namesUsers: boolean }): string =>
  namesUsers
    ? `(select coalesce(json_agg(json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name))), '[]')
          from users u
         where u.id in (${userIdOf('before')}, ${userIdOf('after')}) and u.erased_at is null) as people`
    : `'[]'::json as people`;

/** One change that an administrator made. */
export interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  /** The owner of the key; null for a key of a machine or of the settings. */
  readonly administrator: { readonly id: number; readonly name: string } | null;
  /** The id of the key; null for an operator at a console. */
  readonly key: string | null;
  /** The present name of a stored key. */
  readonly key_name: string | null;
  readonly ip: string | null;
  readonly action: AuditAction;
  readonly subject_type: AuditSubjectType;
  /** Null when the action has many subjects, such as an import. */
  readonly subject_id: number | null;
  /** The present name of the subject; null for one without a name, or that is gone. */
  readonly subject_name: string | null;
  /** Of the subject at the time; null for subjects of none or several. */
  readonly conference_id: number | null;
  /** The changed fields with their old values; null for a new subject or an erased user. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly request_id: string;
  /** The users whom `user_id` of `before` and `after` refers to. */
  readonly people: readonly { readonly id: number; readonly name: string }[];
}

const COLUMNS = [
  'id',
  'at',
  'actor',
  'action',
  'subject_type',
  'subject_id',
  'conference_id',
  'before',
  'after',
  'request_id',
] as const;

const COMPUTED = `
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as administrator,
  substring(l.actor from '^key (.*)$') as key, host(l.ip) as ip,
  (select name from api_keys where id = l.api_key_id) as key_name`;

const KEYS = { id: 'l.id' } as const;

export interface AuditFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly subject_type?: string | undefined;
  readonly subject_id?: number | undefined;
  /** One of these. */
  readonly actions?: readonly string[] | undefined;
  readonly conference_id?: number | undefined;
  readonly actor?: string | undefined;
  readonly administrator_id?: number | undefined;
  readonly key?: string | undefined;
  readonly request_id?: string | undefined;
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** Whether users are named. */
  readonly namesUsers?: boolean | undefined;
}

/** Lists the audit log. */
export class AuditLogReadModel extends OnDatabase {
  async list(
    filter: AuditFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<AuditRow, SortPosition>> {
    const { sort, key, actions, from, to, namesUsers = false } = filter;
    const query = this.db('audit_log as l')
      .leftJoin('administrators as a', 'a.id', 'l.administrator_id')
      .select(...COLUMNS.map((column) => `l.${column}`))
      .select(this.db.raw(COMPUTED), this.db.raw(subjectName({ namesUsers })))
      .select(this.db.raw(namedPeople({ namesUsers })));
    const { subject_type, subject_id, conference_id, actor, administrator_id, request_id } = filter;
    const equal = { subject_type, subject_id, conference_id, actor, administrator_id, request_id };
    for (const [column, value] of Object.entries(equal)) {
      if (value !== undefined) query.where(`l.${column}`, value);
    }
    if (actions?.length === 1) query.where('l.action', actions[0]);
    else if (actions) query.whereRaw('l.action = any(?::text[])', [[...actions]]);
    if (key !== undefined) query.where('l.actor', `key ${key}`);
    if (from) query.where('l.at', '>=', from);
    if (to) query.where('l.at', '<', to);
    return sortedPage<AuditRow, keyof typeof KEYS>(query, page, { sort, keys: KEYS, id: 'l.id' });
  }
}
