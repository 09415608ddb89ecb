import type { Knex } from 'knex';
import { filtersOf } from '../../domain/messaging/audiences.ts';
import type { MessageText, TranslatedText } from '../../domain/messaging/languages.ts';
import {
  parseTemplate,
  type TemplatePart,
  type TemplateVariable,
} from '../../domain/messaging/templates.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import {
  audienceQuery,
  type BroadcastAudience,
  type CountedAttendances,
  countedAttendances,
} from './audiences.sql.ts';
import { joinServedLanguage } from './languages.sql.ts';

/** Templates and audience, whose time also decides which conferences and events are upcoming. */
export type RenderRequest = BroadcastAudience & TranslatedText;

/** The maximum length of each column, in characters. */
const LENGTHS = { title: 200, body: 4_000 } as const;

/** The SQL for the value of each variable for the user `u`. */
const VALUES: Readonly<Record<TemplateVariable, string>> = {
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  username: 'u.username',
  points: 'u.points::text',
  conference_name: 'conference_met.name',
  event_title: 'event_met.title',
  quest_title: 'quest_met.title',
  quest_progress: `quest_met.done || ' of ' || quest_met.tasks`,
};

const conferenceMet = ({ sql }: CountedAttendances) => `left join lateral (
  select c.name
    from registrations a join conferences c on c.id = a.conference_id
   where a.user_id = u.id and ${sql}
     and case when :ids::bigint[] is null then c.status = 'published' and c.ends_at > :now
              else c.id = any(:ids) end
   order by c.starts_on, c.id limit 1) as conference_met on true`;

// The offset keeps PostgreSQL from reading the events of all users by start until it finds one of
// the user.
const eventMet = ({ sql }: CountedAttendances) => `left join lateral (
  select title from (
    select e.id, e.title, e.starts_at
      from event_attendances a join events e on e.id = a.event_id
     where a.user_id = u.id and ${sql}
       and case when :ids::bigint[] is null
                then e.status = 'approved' and e.ends_at > :now and ${notADraft('e.conference_id')}
                else e.id = any(:ids) end
    offset 0) theirs
   order by starts_at, id limit 1) as event_met on true`;

const QUEST_MET = `left join lateral (
  select q.title,
         (select count(*) from user_quest_tasks s join quest_tasks t on t.id = s.task_id
           where s.user_id = u.id and s.quest_id = q.id and s.status = 'approved'
             and t.deleted_at is null) as done,
         (select count(*) from quest_tasks t where t.quest_id = q.id and t.deleted_at is null) as tasks
    from quests q where q.id = :quest_id) as quest_met on true`;

/** The parts of a title and a body. */
type ParsedText = Readonly<Record<keyof typeof LENGTHS, readonly TemplatePart[]>>;

/**
 * Selects the users `u` of a job, each with `title` and `body` rendered in the language that serves
 * them. PostgreSQL renders the texts, so that the fan-out never transfers them to this process.
 */
export function renderedQuery(
  db: Knex,
  { title, body, translations = {}, ...job }: RenderRequest,
): Knex.QueryBuilder {
  const query = audienceQuery(db, job);
  const own = parsed({ title, body });
  const translated = Object.values(translations).map(parsed);
  joinValues(query, job, variablesOf([own, ...translated]));
  const languages = Object.keys(translations);
  if (languages.length > 0) joinServedLanguage(query, languages);
  const hasColumns = 'spreadsheet' in job.audience;
  for (const column of ['title', 'body'] as const) {
    const rendered = (text: ParsedText) => textSql(text[column], hasColumns);
    const { sql, bindings } = inServedLanguage(rendered(own), translated.map(rendered), languages);
    query.select(db.raw(`left(${sql}, ${LENGTHS[column]}) as ${column}`, bindings));
  }
  return query.select('u.id as user_id');
}

const parsed = ({ title, body }: MessageText): ParsedText => ({
  title: parseTemplate('title', title),
  body: parseTemplate('body', body),
});

const variablesOf = (texts: readonly ParsedText[]): ReadonlySet<string> =>
  new Set(
    texts
      .flatMap(({ title, body }) => [...title, ...body])
      .flatMap((part) => ('variable' in part ? [part.variable] : [])),
  );

/** Joins what the used variables read. */
function joinValues(
  query: Knex.QueryBuilder,
  { audience, now }: BroadcastAudience,
  used: ReadonlySet<string>,
): void {
  const filters = filtersOf(audience);
  const { conference_ids = null, event_ids = null, quest_id = null, attendance } = filters;
  if (used.has('conference_name')) {
    const counted = countedAttendances(conference_ids ? attendance : undefined, 'c');
    const ids = conference_ids && [...conference_ids];
    query.joinRaw(conferenceMet(counted), { ids, now, statuses: counted.statuses });
  }
  if (used.has('event_title')) {
    const counted = countedAttendances(event_ids ? attendance : undefined, 'e');
    const ids = event_ids && [...event_ids];
    query.joinRaw(eventMet(counted), { ids, now, statuses: counted.statuses });
  }
  if (used.has('quest_title') || used.has('quest_progress')) {
    query.joinRaw(QUEST_MET, { quest_id });
  }
}

/** SQL with its bindings. */
interface Rendered {
  readonly sql: string;
  readonly bindings: string[];
}

/** SQL for the text of a recipient: their translation in `languages`, else the own one. */
function inServedLanguage(
  own: Rendered,
  translated: readonly Rendered[],
  languages: readonly string[],
): Rendered {
  if (translated.length === 0) return own;
  const cases = translated.map(({ sql }) => `when ? then ${sql}`).join(' ');
  const ofCases = translated.flatMap(({ bindings }, n) => [languages[n] ?? '', ...bindings]);
  return {
    sql: `case served.language ${cases} else ${own.sql} end`,
    bindings: [...ofCases, ...own.bindings],
  };
}

/** SQL that concatenates the parts. No part evaluates to null. */
function textSql(parts: readonly TemplatePart[], hasColumns: boolean): Rendered {
  const pieces = parts.map((part) =>
    'text' in part ? { sql: '?::text', bindings: [part.text] } : variableSql(part, hasColumns),
  );
  return {
    // A template of contacts alone is empty for who does not see them.
    sql: pieces.map(({ sql }) => sql).join(' || ') || `''`,
    bindings: pieces.flatMap(({ bindings }) => bindings),
  };
}

/** A spreadsheet column takes precedence over a built-in variable, unless its cell is empty. */
function variableSql(
  { variable, fallback }: Extract<TemplatePart, { variable: string }>,
  hasColumns: boolean,
) {
  const builtIn = isBuiltIn(variable) ? [VALUES[variable]] : [];
  const values = [...(hasColumns ? ['p.variables ->> ?'] : []), ...builtIn];
  return {
    sql: `coalesce(${values.map((value) => `nullif(${value}, '')`).join(', ')}, ?)`,
    bindings: [...(hasColumns ? [variable] : []), fallback],
  };
}

const isBuiltIn = (name: string): name is TemplateVariable => Object.hasOwn(VALUES, name);
