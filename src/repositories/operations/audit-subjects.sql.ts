import type { AuditSubjectType } from '../../domain/operations/audit-log.ts';

/** SQL for the name of a subject by its id, while it exists. */
const NAME_OF: Readonly<Partial<Record<AuditSubjectType, string>>> = {
  administrator: 'select name from administrators where id = l.subject_id',
  agenda_item: 'select title from agenda_items where id = l.subject_id',
  api_key: 'select name from api_keys where id = l.subject_id',
  conference: 'select name from conferences where id = l.subject_id',
  event: 'select title from events where id = l.subject_id',
  notification_job: 'select title from notification_jobs where id = l.subject_id',
  quest: 'select title from quests where id = l.subject_id',
  quest_registration_request: `select q.title from quest_registration_requests r
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
export function subjectName({ namesUsers }: { readonly namesUsers: boolean }): string {
  const names = { ...NAME_OF, ...(namesUsers && { user: NAME_OF_USER }) };
  const cases = Object.entries(names).map(([type, sql]) => `when '${type}' then (${sql})`);
  return `case l.subject_type ${cases.join(' ')} end as subject_name`;
}

const userIdOf = (values: 'before' | 'after'): string =>
  `substring(l.${values} ->> 'user_id' from '^[0-9]{1,18}$')::bigint`;

/** SQL for the users in the values of a row `l` of the audit log, as for its subject. */
export const namedPeople = ({ namesUsers }: { readonly namesUsers: boolean }): string =>
  namesUsers
    ? `(select coalesce(json_agg(json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name))), '[]')
          from users u
         where u.id in (${userIdOf('before')}, ${userIdOf('after')}) and u.erased_at is null) as people`
    : `'[]'::json as people`;
