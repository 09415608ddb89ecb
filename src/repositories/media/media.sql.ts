const shownBy = (table: string, column: string) => `
  (select true from ${table} p
    where p.${column} is not null and media_key(p.${column}) = any(m.key || m.variant_keys) limit 1)`;

/**
 * SQL for whether a submission shows the proof `m`, or a profile or a picture of a conference, page, event,
 * quest or speaker any other upload `m`: no submission takes a public upload, and nobody else shows a proof.
 * Subqueries, so that each row of a page looks its uses up by index.
 */
export const IS_USED = `coalesce(case m.purpose
  when 'proof' then (select true from user_quest_tasks s where s.media_id = m.id limit 1)
  else coalesce(
    (select true from users u where u.photo_media_id = m.id limit 1),
    ${shownBy('conferences', 'image_url')},
    ${shownBy('conference_pages', 'image_url')},
    ${shownBy('events', 'image_url')},
    ${shownBy('quests', 'image_url')},
    ${shownBy('speakers', 'photo_url')})
  end, false)`;

const pictureOf = (type: string, table: string, [column, name, conference]: readonly string[]) => `
  select '${type}' as type, p.id, p.${name} as name, ${conference} as conference_id from ${table} p
   where p.${column} is not null and media_key(p.${column}) = any((select keys from file)::text[])`;

/**
 * SQL for what `IS_USED` finds of the upload `:id`, at most `:limit` rows. The keys are one value, so each
 * part looks them up by index.
 */
export const USES = `
  with file as (select m.key || m.variant_keys as keys from media m where m.id = :id)
  ${[
    pictureOf('conference', 'conferences', ['image_url', 'name', 'p.id']),
    pictureOf('page', 'conference_pages', ['image_url', 'title', 'p.conference_id']),
    pictureOf('event', 'events', ['image_url', 'title', 'p.conference_id']),
    pictureOf('quest', 'quests', ['image_url', 'title', 'p.conference_id']),
    pictureOf('speaker', 'speakers', ['photo_url', 'name', 'null::bigint']),
  ].join(' union all ')}
  union all
  select 'profile', u.id, null, null::bigint from users u where u.photo_media_id = :id
  union all
  select 'submission', s.id, t.title, q.conference_id from user_quest_tasks s
    join quest_tasks t on t.id = s.task_id join quests q on q.id = t.quest_id
   where s.media_id = :id
  order by type, id limit :limit`;
