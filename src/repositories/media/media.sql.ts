const shownBy = (table: string, column: string) => `
  (select true from ${table} p
    where p.${column} is not null and media_key(p.${column}) = any(m.key || m.variant_keys) limit 1)`;

/**
 * SQL for whether a submission, a profile or a picture of a conference, event, quest or speaker shows the
 * upload `m`. Subqueries, so that each row of a page looks its uses up by index.
 */
export const IS_USED = `coalesce(
  (select true from user_quest_tasks s where s.media_id = m.id limit 1),
  (select true from users u where u.photo_media_id = m.id limit 1),
  ${shownBy('conferences', 'image_url')},
  ${shownBy('events', 'image_url')},
  ${shownBy('quests', 'image_url')},
  ${shownBy('speakers', 'photo_url')},
  false)`;
