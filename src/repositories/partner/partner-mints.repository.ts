import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { FailureCode, Mint } from '../../domain/partner/partner-mints.ts';

const COLUMNS = [
  'id',
  'user_id',
  'try',
  'status',
  'partner_mint_id',
  'token_id',
  'transaction_hash',
  'explorer_url',
  'failure_code',
] as const;
const UNFINISHED = ['pending', 'unknown'];

/** A mint that one worker works on, until its lease ends. */
export interface LeasedMint extends Pick<Mint, 'id' | 'user_id' | 'try'> {
  /** Whether it was perhaps sent, so that the worker asks the partner first. */
  readonly is_sent: boolean;
  /** Calls of this try so far. */
  readonly polls: number;
  /** Whether its try began more than 24 hours ago. */
  readonly is_late: boolean;
}

export type MintTry = Pick<Mint, 'id' | 'try'>;

/** The identifiers of a minted token. */
export type MintedToken = Pick<
  Mint,
  'partner_mint_id' | 'token_id' | 'transaction_hash' | 'explorer_url'
>;

/** A mint in the export of its user's data. */
export interface PersonalMint extends Omit<Mint, 'user_id'> {
  readonly created_at: string;
  /** The start of the latest try. */
  readonly requested_at: string;
  readonly finished_at: string | null;
}

/** One mint per user. Its due times are by the clock of the database, which all workers share. */
export class PartnerMintsRepository extends OnDatabase {
  async find(id: number): Promise<Mint | undefined> {
    return this.#table()
      .where({ id })
      .first(...COLUMNS);
  }

  async findOf(user_id: number): Promise<Mint | undefined> {
    return this.#table()
      .where({ user_id })
      .first(...COLUMNS);
  }

  async findPersonalOf(user_id: number): Promise<PersonalMint | undefined> {
    return this.#table()
      .where({ user_id })
      .first(
        ...COLUMNS.filter((column) => column !== 'user_id'),
        'created_at',
        'requested_at',
        'finished_at',
      );
  }

  /** Locks the row FOR UPDATE. */
  async lockOf(user_id: number): Promise<Mint | undefined> {
    return this.#table()
      .where({ user_id })
      .forUpdate()
      .first(...COLUMNS);
  }

  async insert(user_id: number): Promise<Mint> {
    return onlyRow(
      await this.#table()
        .insert({ user_id })
        .returning<Mint[]>([...COLUMNS]),
    );
  }

  /** Begins the next try of a failed mint. */
  async updateNewTry(id: number): Promise<Mint> {
    const rows = await this.#table()
      .where({ id, status: 'failed' })
      .increment('try')
      .update({
        status: 'pending',
        partner_mint_id: null,
        failure_code: null,
        finished_at: null,
        polls: 0,
        next_poll_at: this.db.fn.now(),
        requested_at: this.db.fn.now(),
      })
      .returning<Mint[]>([...COLUMNS]);
    return onlyRow(rows);
  }

  /**
   * Claims due mints for `leaseMs`. One that was not sent is `unknown` from now on: the worker may die
   * after it has sent it.
   */
  async updateClaims({ limit, leaseMs }: { limit: number; leaseMs: number }) {
    const { rows } = await this.db.raw<{ rows: LeasedMint[] }>(
      `with due as (
         select id, status, partner_mint_id
           from partner_mints
          where status in ('pending', 'unknown') and next_poll_at <= now()
          order by next_poll_at
          limit :limit
            for update skip locked
       )
       update partner_mints m
          set status = case when due.partner_mint_id is null then 'unknown' else due.status end,
              next_poll_at = now() + :leaseMs * interval '1 millisecond',
              polls = m.polls + 1
         from due
        where m.id = due.id
       returning m.id, m.user_id, m.try, m.polls - 1 as polls,
                 due.status = 'unknown' or due.partner_mint_id is not null as is_sent,
                 m.requested_at < now() - interval '24 hours' as is_late`,
      { limit, leaseMs },
    );
    return rows;
  }

  /** Milliseconds until the next mint is due; undefined if there is none. */
  async findNextDueMs(): Promise<number | undefined> {
    const row = await this.#table()
      .whereIn('status', UNFINISHED)
      .orderBy('next_poll_at')
      .first<{ ms: number } | undefined>(
        this.db.raw('ceil(extract(epoch from next_poll_at - now()) * 1000)::float8 as ms'),
      );
    return row?.ms;
  }

  /** Records that the partner works on the mint. */
  async updateAccepted(mint: MintTry, partner_mint_id: string, delayMs: number): Promise<void> {
    await this.#unfinished(mint).update({
      status: 'pending',
      partner_mint_id,
      next_poll_at: this.#in(delayMs),
    });
  }

  /** Records that the mint may have been sent or not. */
  async updateUnknown(mint: MintTry, delayMs: number): Promise<void> {
    await this.#unfinished(mint).update({ status: 'unknown', next_poll_at: this.#in(delayMs) });
  }

  /** Returns undefined if the mint was finished before. */
  async updateMinted(mint: MintTry, token: MintedToken): Promise<Mint | undefined> {
    const [minted] = await this.#unfinished(mint)
      .update({ ...token, status: 'minted', finished_at: this.db.fn.now() })
      .returning<Mint[]>([...COLUMNS]);
    return minted;
  }

  async updateFailed(
    mint: MintTry,
    failed: { partner_mint_id: string; failure_code: FailureCode },
  ): Promise<void> {
    await this.#unfinished(mint).update({
      ...failed,
      status: 'failed',
      finished_at: this.db.fn.now(),
    });
  }

  /** Makes the unfinished mint of a user due at once. Returns whether there is one. */
  async updateDueOf(user_id: number): Promise<boolean> {
    const rows = await this.#table()
      .where({ user_id })
      .whereIn('status', UNFINISHED)
      .update({ next_poll_at: this.db.raw('least(next_poll_at, now())') });
    return rows > 0;
  }

  /** Whether a mint was requested before a restore that skipped messages. */
  async findIsRestored(id: number): Promise<boolean> {
    const row = await this.#table()
      .join('restores as r', 'r.done_at', '>=', 'partner_mints.requested_at')
      .where({ 'partner_mints.id': id, 'r.is_resent': false })
      .first('partner_mints.id');
    return row !== undefined;
  }

  async deleteOf(user_id: number): Promise<void> {
    await this.#table().where({ user_id }).delete();
  }

  #unfinished({ id, try: nth }: MintTry) {
    return this.#table().where({ id, try: nth }).whereIn('status', UNFINISHED);
  }

  #in(ms: number) {
    return this.db.raw(`now() + ? * interval '1 millisecond'`, [ms]);
  }

  #table() {
    return this.db('partner_mints');
  }
}
