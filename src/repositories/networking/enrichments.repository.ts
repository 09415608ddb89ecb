import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  Enrichment,
  EnrichmentContent,
  EnrichmentInput,
  ProviderName,
} from '../../domain/networking/enrichments.ts';
import { INPUT, INPUT_HASH, IS_ALLOWED, IS_UNCHANGED } from './enrichments.sql.ts';

const COLUMNS = [
  'user_id',
  'status',
  'provider',
  'headline',
  'summary',
  'tags',
  'interests',
  'generated_at',
  'synced_at',
  'error',
] as const satisfies readonly (keyof Enrichment)[];

/** A user whose profile is to be enriched. */
export interface EnrichmentSubject extends EnrichmentInput {
  readonly id: number;
  readonly edited_fields: readonly string[];
  readonly input_hash: string;
  /** Whether the user is listed and has not refused. */
  readonly is_allowed: boolean;
  /** Whether the last success was made from exactly this profile. */
  readonly is_unchanged: boolean;
}

/** The content of an enrichment. */
export interface GeneratedEnrichment extends EnrichmentContent {
  readonly user_id: number;
  readonly provider: ProviderName;
  readonly input_hash: string;
}

const GENERATED = `
  status = 'ready', error = null, provider = :provider, headline = :headline, summary = :summary,
  tags = :tags::text[], interests = :interests::text[], input_hash = :input_hash,
  generated_at = now(), synced_at = null`;

/** One row per user that was ever enriched. */
export class EnrichmentsRepository extends OnDatabase {
  async find(user_id: number): Promise<Enrichment | undefined> {
    return this.#table()
      .where({ user_id })
      .first(...COLUMNS);
  }

  /** Locks the row FOR UPDATE. */
  async lock(user_id: number): Promise<Enrichment | undefined> {
    return this.#table()
      .where({ user_id })
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Undefined for an erased user. Locks the user FOR NO KEY UPDATE. */
  async lockSubject(
    userId: number,
    { isOutside }: { isOutside: boolean },
  ): Promise<EnrichmentSubject | undefined> {
    const { rows } = await this.db.raw<{ rows: EnrichmentSubject[] }>(
      `select u.id, ${INPUT}, u.edited_fields, ${INPUT_HASH} as input_hash,
              ${IS_ALLOWED} as is_allowed, ${IS_UNCHANGED} as is_unchanged
         from users u
         left join enrichments e on e.user_id = u.id
        where u.id = :user_id and u.erased_at is null
          for no key update of u`,
      { user_id: userId, is_outside: isOutside },
    );
    return rows[0];
  }

  async upsertGenerated(enrichment: GeneratedEnrichment): Promise<void> {
    await this.db.raw(
      `insert into enrichments
         (user_id, status, provider, headline, summary, tags, interests, input_hash, generated_at)
       values (:user_id, 'ready', :provider, :headline, :summary, :tags::text[],
               :interests::text[], :input_hash, now())
       on conflict (user_id) do update set ${GENERATED}`,
      bindings(enrichment),
    );
  }

  /**
   * As `upsertGenerated`, for the answer to a call that took time. Returns false, and changes
   * nothing, if the user has since deleted the enrichment, refused it or been hidden.
   */
  async updateGenerated(
    enrichment: GeneratedEnrichment,
    { isOutside }: { isOutside: boolean },
  ): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: object[] }>(
      `update enrichments e set ${GENERATED}
         from users u
        where u.id = :user_id and e.user_id = u.id and ${IS_ALLOWED}
       returning e.user_id`,
      { ...bindings(enrichment), is_outside: isOutside },
    );
    return rows.length > 0;
  }

  /** The content of the last success stays. */
  async updateFailed(
    user_id: number,
    { provider, error }: Pick<Enrichment, 'provider' | 'error'>,
  ): Promise<void> {
    const generated = this.db.raw('case when generated_at is null then ? else provider end', [
      provider,
    ]);
    await this.#table().where({ user_id }).update({ status: 'failed', error, provider: generated });
  }

  /** Ends `pending` for users that were skipped: their last success counts again, if any. */
  async updateSkipped(userIds: readonly number[]): Promise<void> {
    await this.db.raw(
      `with never_generated as (
         delete from enrichments
          where user_id = any(:ids::bigint[]) and status = 'pending' and generated_at is null
       )
       update enrichments set status = 'ready'
        where user_id = any(:ids::bigint[]) and status = 'pending' and generated_at is not null`,
      { ids: [...userIds] },
    );
  }

  /**
   * Recommendations use the tags from now on. The fields that the sync wrote do not count as a
   * change of the profile, so no new enrichment is due.
   *
   * @param inputHash the hash of the profile before the sync
   */
  async updateSynced(user_id: number, inputHash: string): Promise<Enrichment | undefined> {
    const { rows } = await this.db.raw<{ rows: Enrichment[] }>(
      `update enrichments e
          set synced_at = coalesce(e.synced_at, now()),
              input_hash = case when e.input_hash = :input_hash then ${INPUT_HASH}
                                else e.input_hash end
         from users u
        where e.user_id = :user_id and u.id = e.user_id
       returning ${COLUMNS.map((name) => `e.${name}`).join(', ')}`,
      { user_id, input_hash: inputHash },
    );
    return rows[0];
  }

  /** Returns whether there was one. */
  async delete(user_id: number): Promise<boolean> {
    return (await this.#table().where({ user_id }).delete()) > 0;
  }

  #table() {
    return this.db('enrichments');
  }
}

const bindings = ({ tags, interests, ...columns }: GeneratedEnrichment) => ({
  ...columns,
  tags: [...tags],
  interests: [...interests],
});

/** A call whose process died counts for the time limit of a call, and then as ended. */
const MAX_CALL_SECONDS = 60;
/** The rate is per minute. */
const WINDOW_SECONDS = 60;

/** A call counts from its start until a minute after its end, however long it takes. */
const COUNTS = `coalesce(ended_at, started_at + ${MAX_CALL_SECONDS} * interval '1 second')
  > clock_timestamp() - ${WINDOW_SECONDS} * interval '1 second'`;

/** The calls to the outside provider, which all processes count together. */
export class EnrichmentCallsRepository extends OnDatabase {
  /**
   * Locks the gate row FOR UPDATE: until the transaction ends no other run can claim. Returns the
   * rest of the current pause in milliseconds; 0 without a pause.
   */
  async lockSendRate(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { wait_ms: number }[] }>(
      `select greatest(0, ceil(extract(epoch from paused_until - clock_timestamp()) * 1000))::float8
           as wait_ms
         from enrichment_gate for update`,
    );
    return onlyRow(rows).wait_ms;
  }

  /** Pauses the calls of all processes. A longer pause that is already set stays. */
  async updatePause(ms: number): Promise<void> {
    await this.db.raw(
      `update enrichment_gate
          set paused_until = greatest(paused_until, clock_timestamp() + :ms * interval '1 ms')`,
      { ms },
    );
  }

  /** Requires `lockSendRate`. */
  async count(): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      `select count(*) as count from enrichment_calls where ${COUNTS}`,
    );
    return onlyRow(rows).count;
  }

  /** A call that starts now. Requires `lockSendRate`. */
  async insert(): Promise<{ id: number }> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      'insert into enrichment_calls (started_at) values (clock_timestamp()) returning id',
    );
    return onlyRow(rows);
  }

  async updateEnded(id: number): Promise<void> {
    await this.db.raw('update enrichment_calls set ended_at = clock_timestamp() where id = :id', {
      id,
    });
  }

  /** Deletes the calls that no longer count. */
  async deleteOld(): Promise<void> {
    await this.db.raw(`delete from enrichment_calls where not (${COUNTS})`);
  }
}
