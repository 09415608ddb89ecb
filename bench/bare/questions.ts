import type pg from 'pg';
import { rowsStatement, statement } from './database.ts';

const find = statement(
  'questions of item',
  `select i.questions, i.questions_until, i.starts_at, i.ends_at, i.status
     from agenda_items i join conferences c on c.id = i.conference_id and c.status <> 'draft'
    where i.id = $1`,
);
const list = rowsStatement(
  'questions',
  `select q.id, q.text, q.status, q.created_at, count(v.user_id)::int as votes
     from session_questions q left join question_votes v on v.question_id = q.id
    where q.agenda_item_id = $1 and q.status = 'visible' and q.merged_into is null
    group by q.id order by votes desc, q.id limit 200`,
);

let kept: { readonly until: number; readonly text: Promise<string> } | undefined;

/** The questions of a session, which are made once a second. Leaves out the answered ones. */
export function listQuestions(pool: pg.Pool, id: number): Promise<string> {
  const now = Date.now();
  if (!kept || kept.until < now) kept = { until: now + 1_000, text: made(pool, id, now) };
  return kept.text;
}

async function made(pool: pg.Pool, id: number, now: number): Promise<string> {
  const { questions: mode, questions_until, starts_at, ends_at, status } = await find(pool, [id]);
  const end = Date.parse(String(ends_at)) + 30 * 60_000;
  const closes = Math.max(end, Date.parse(String(questions_until ?? ends_at)));
  const isWithin = Date.parse(String(starts_at)) - 60 * 60_000 <= now && now < closes;
  return JSON.stringify({
    mode,
    is_open: mode !== 'off' && status === 'scheduled' && isWithin,
    closes_at: new Date(closes).toISOString(),
    as_of: new Date(now).toISOString(),
    data: await list(pool, [id]),
  });
}
