import type { Knex } from 'knex';

/**
 * Whether a speaker is public is stored. It was derived from their conferences, so a speaker of a
 * draft became public by leaving its lineup, or when the draft was deleted.
 *
 * A speaker that names no status is a draft: the previous version, which runs beside this one during
 * a deployment, can then publish nobody by mistake.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table speakers
      add column status text not null default 'draft' check (status in ('draft', 'published'));

    drop trigger speakers_publication on speakers;
    drop function note_speaker_publication;

    -- Nobody is notified of this: the public lists stay the same.
    update speakers s set status = 'published'
     where not exists (
             select from conference_speakers m join conferences c on c.id = m.conference_id
              where m.speaker_id = s.id and c.status = 'draft')
        or exists (
             select from conference_speakers m join conferences c on c.id = m.conference_id
              where m.speaker_id = s.id and c.status <> 'draft');
    update speakers set published_at = created_at
     where status = 'published' and published_at is null;

    alter table speakers add check (published_at is not null or status = 'draft');
    create trigger speakers_publication before insert or update on speakers
      for each row when (new.status = 'published' and new.published_at is null)
      execute function note_publication();

    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check (kind in
        ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker'));
    create function note_gone_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id) values ('speaker', old.id);
      return null;
    end
    $$;
    create trigger speakers_gone after delete on speakers
      for each row when (old.published_at is not null) execute function note_gone_speaker();

    -- A lineup reports only speakers who were public as gone.
    create or replace function note_gone_conference_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'conference_speaker', old.speaker_id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null
        and exists (
          select from speakers where id = old.speaker_id and published_at is not null);
      return null;
    end
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function note_gone_conference_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'conference_speaker', old.speaker_id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null;
      return null;
    end
    $$;
    drop trigger speakers_gone on speakers;
    drop function note_gone_speaker;
    delete from gone_rows where kind = 'speaker';
    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check (kind in
        ('event', 'conference', 'agenda_item', 'conference_speaker'));
    drop trigger speakers_publication on speakers;
    alter table speakers drop column status;
    create function note_speaker_publication() returns trigger language plpgsql as $$
    begin
      update speakers set published_at = now()
       where id = new.id and published_at is null and coalesce(
         (select bool_or(c.status <> 'draft')
            from conference_speakers m join conferences c on c.id = m.conference_id
           where m.speaker_id = new.id), true);
      return null;
    end
    $$;
    create constraint trigger speakers_publication after insert or update on speakers
      deferrable initially deferred
      for each row when (new.published_at is null) execute function note_speaker_publication();
  `);
}
