import { OnDatabase } from '../../db/on-database.ts';
import type { KnownSpeaker, SpeakerKey } from '../../domain/programme/imported-speakers.ts';

/** The keys by which imports recognize speakers, and the merged speakers. */
export class SpeakerKeysRepository extends OnDatabase {
  /** Locks sources, so that one transaction at a time gives or moves their keys. */
  async lockSources(sources: readonly string[]): Promise<void> {
    await this.db.raw(
      `select pg_advisory_xact_lock(hashtext('speaker keys'), lock)
         from (select distinct hashtext(source) as lock from unnest(?::text[]) as source
                order by lock) as locks`,
      [[...sources]],
    );
  }

  /** The sources of the keys of these speakers. */
  async listSources(speakerIds: readonly number[]): Promise<string[]> {
    return this.db('speaker_keys')
      .whereRaw('speaker_id = any(?::bigint[])', [[...speakerIds]])
      .distinct()
      .pluck('source');
  }

  /**
   * Locks the lineup of a conference and the speakers with one of these keys FOR NO KEY UPDATE, in
   * id order. Lock the conference and the sources first.
   *
   * @param conference_ids a speaker with a key is known only if they are at one of these; null for all
   */
  async lockKnown(
    conference_id: number,
    keys: readonly SpeakerKey[],
    conference_ids: readonly number[] | null,
  ): Promise<KnownSpeaker[]> {
    const isAtOne = `and exists (
               select from conference_speakers o
                where o.speaker_id = k.speaker_id and o.conference_id = any(:conference_ids::bigint[]))`;
    const { rows } = await this.db.raw<{ rows: KnownSpeaker[] }>(
      `with given as materialized (
         select * from jsonb_to_recordset(:keys::jsonb) as g (source text, person_key text)
       ), locked as (
         select s.id, s.name from speakers s
          where s.id in (
            select m.speaker_id from conference_speakers m where m.conference_id = :conference_id
             union all
            select k.speaker_id from given g
              join speaker_keys k on k.source = g.source and k.person_key = g.person_key
             ${conference_ids ? isAtOne : ''})
          order by s.id
            for no key update
       )
       select l.id, l.name,
              m.speaker_id is not null as in_lineup, coalesce(k.keys, '[]') as keys
         from locked l
         left join conference_speakers m
           on m.conference_id = :conference_id and m.speaker_id = l.id
         -- As a join, since without statistics a subquery reads all keys for each speaker.
         left join (
           select speaker_id,
                  json_agg(json_build_object('source', source, 'person_key', person_key)) as keys
             from speaker_keys where source in (select source from given)
            group by speaker_id) k on k.speaker_id = l.id
        order by l.id`,
      {
        conference_id,
        keys: JSON.stringify(keys),
        ...(conference_ids && { conference_ids: [...conference_ids] }),
      },
    );
    return rows;
  }

  async insertMany(keys: readonly (SpeakerKey & { readonly speaker_id: number })[]): Promise<void> {
    await this.db.raw(
      `insert into speaker_keys (source, person_key, speaker_id)
       select source, person_key, speaker_id from jsonb_to_recordset(:keys::jsonb)
              as k (source text, person_key text, speaker_id bigint)
           on conflict (source, person_key) do nothing`,
      { keys: JSON.stringify(keys) },
    );
  }

  /** Gives the keys of a speaker to another one. */
  async updateSpeaker({ from, to }: { from: number; to: number }): Promise<void> {
    await this.db('speaker_keys').where({ speaker_id: from }).update({ speaker_id: to });
  }

  /** The speaker into whom this one was merged, if any. */
  async findCoalesced(id: number): Promise<number | undefined> {
    const row = await this.db('merged_speakers')
      .where({ id })
      .first<{ speaker_id: number } | undefined>('speaker_id');
    return row?.speaker_id;
  }

  /** Records that a speaker, and everyone merged into them, is merged into another one. */
  async insertCoalesced({ from, to }: { from: number; to: number }): Promise<void> {
    await this.db.raw(
      `with earlier as (
         update merged_speakers set speaker_id = :to where speaker_id = :from
       )
       insert into merged_speakers (id, speaker_id) values (:from, :to)`,
      { from, to },
    );
  }
}
