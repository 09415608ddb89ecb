import type { Knex } from 'knex';

/** The notices of one thing: their kind, and the noticed fields of the thing. */
const KINDS = [
  ['event', `'event_updated', 'event_cancelled'`],
  ['agenda_item', `'agenda_item_updated', 'agenda_item_cancelled'`],
] as const;

/**
 * Notices of changes of one event or agenda item get the states before and after. Those of which a newer
 * one is open, and those of conferences and of many things, keep their stored text.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications
      add column subject text check (length(subject) <= 50),
      add column before jsonb,
      add column change_id bigint;
    comment on column notifications.subject is
      'What the notice is about, as event:12: a person has one open notice of it. Null: of a kind of which there can be several.';
    comment on column notifications.before is
      'By subject the fields that people are notified of, as they were before the first change. args then has the states after the last one, and the text is rendered from both.';
    comment on column notifications.change_id is
      'The id that a notice of the last change would have had: the position in streams, and what is seen. Null: the id.';

    update bot_messages b set notification_id = n.superseded_by
      from notifications n where n.id = b.notification_id and n.superseded_by is not null;
    delete from notifications n
     where superseded_by is not null
       and not exists (select from deliveries d where d.notification_id = n.id);
    -- The upgrade note says to replace all processes, since those of 0.2.0 read it.
    -- contract: unused since 0.3.0
    alter table notifications drop column superseded_by;
  `);
  for (const [kind, types] of KINDS) {
    await knex.raw(`
      update notifications n
         set args = jsonb_build_object(o.subject, n.args -> 'thing' || o.event || o.last),
             before = jsonb_build_object(o.subject, jsonb_build_object(
               'status', n.args #> '{thing,status}', 'starts_at', n.args #> '{thing,starts_at}',
               'ends_at', n.args #> '{thing,ends_at}') || o.first),
             data = n.data - 'changes',
             subject = case when o.nth = 1 then o.subject end
        from (
          select id, '${kind}:' || (data ->> '${kind}_id') as subject,
                 jsonb_strip_nulls(jsonb_build_object('event_id', data -> 'event_id')) as event,
                 coalesce((select jsonb_object_agg(key, value -> 'from')
                             from jsonb_each(data -> 'changes')), '{}') as first,
                 coalesce((select jsonb_object_agg(key, value -> 'to')
                             from jsonb_each(data -> 'changes')), '{}') as last,
                 row_number() over (
                   partition by user_id, data -> '${kind}_id', clicked_at is null and dismissed_at is null
                   order by id desc) as nth
            from notifications
           where type in (${types}) and args is not null and in_app) o
       where n.id = o.id;
    `);
  }
  await knex.raw(`
    create unique index notifications_open_subject_key on notifications (subject, user_id)
     where subject is not null and clicked_at is null and dismissed_at is null;
    create index notifications_changed_idx on notifications (change_id) where change_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_open_subject_key;
    drop index notifications_changed_idx;
    update notifications set args = null where before is not null;
    alter table notifications
      add column superseded_by bigint references notifications on delete set null,
      drop column change_id,
      drop column before,
      drop column subject;
    create index notifications_superseded_by_idx on notifications (superseded_by)
     where superseded_by is not null;
    comment on column notifications.superseded_by is
      'The newest notice of the same subject, which replaces this one in the inbox.';
  `);
}
