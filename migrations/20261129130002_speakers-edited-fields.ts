import type { Knex } from 'knex';

/**
 * Imports take a corrected name, unless an administrator edited it. The audit log is kept for good,
 * so it knows all earlier edits.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table speakers add column edited_fields text[] not null default '{}';
    comment on column speakers.edited_fields is
      'The fields that an administrator set, which imports keep.';

    with edits as (
      select subject_id as speaker_id, jsonb_object_keys(after) as field
        from audit_log where action = 'speaker.update' and after is not null
       union
      select a.subject_id, f.key
        from audit_log a cross join lateral jsonb_each(a.after) f
       where a.action = 'speaker.create' and f.value <> 'null'
       union
      select (a.after ->> 'into')::bigint, f
        from audit_log a cross join unnest('{name,title,company,bio,photo_url}'::text[]) f
       where a.action = 'speaker.merge'
    )
    update speakers s set edited_fields = e.fields
      from (select speaker_id, array_agg(distinct field order by field) as fields
              from edits
             where field in ('name', 'title', 'company', 'bio', 'photo_url')
             group by speaker_id) e
     where e.speaker_id = s.id;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table speakers drop column edited_fields`);
}
