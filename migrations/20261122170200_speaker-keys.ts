import type { Knex } from 'knex';

/**
 * How imports know speakers again, and which speakers were merged. A speaker whose `updated_at` is
 * that of this transaction is not written again: an import of 10,000 speakers spent most of its time
 * in that second write.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table speaker_keys (
      source     text not null check (length(source) <= 200),
      person_key text not null check (length(person_key) <= 300),
      speaker_id bigint not null references speakers on delete cascade,
      primary key (source, person_key)
    );
    comment on table speaker_keys is
      'By which imports know a speaker: the host of schedules and a person there, or conference:<id> and a name.';
    -- The keys of a speaker, for a merge and the cascade.
    create index speaker_keys_speaker_idx on speaker_keys (speaker_id);

    create table merged_speakers (
      id         bigint primary key,
      speaker_id bigint not null references speakers on delete cascade
    );
    comment on table merged_speakers is
      'Ids of speakers that were merged into another one, so that a repeated merge is answered.';
    -- A speaker that others were merged into, for the next merge and the cascade.
    create index merged_speakers_speaker_idx on merged_speakers (speaker_id);

    create or replace function touch_speaker() returns trigger language plpgsql as $$
    begin
      update speakers set updated_at = now()
       where id = coalesce(new.speaker_id, old.speaker_id)
         and updated_at is distinct from now()::timestamptz(3);
      return null;
    end
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function touch_speaker() returns trigger language plpgsql as $$
    begin
      update speakers set updated_at = now() where id = coalesce(new.speaker_id, old.speaker_id);
      return null;
    end
    $$;
    drop table merged_speakers;
    drop table speaker_keys;
  `);
}
