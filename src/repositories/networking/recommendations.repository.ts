import { OnDatabase } from '../../db/on-database.ts';
import { bulkQuery } from '../../db/staging.ts';
import type { OwnedTerm, TermFields, TermKind } from '../../domain/networking/match-terms.ts';
import { isNotHidden } from './connections.sql.ts';

/**
 * Locks the row of a user who may be dismissed, against a concurrent erasure of either: no row if the
 * user is not listed, is the one who dismisses, or is hidden from them by a block.
 */
const DISMISSABLE = `
  select u.id from users u, users me
   where u.id = :dismissedId and u.is_listed and me.id = :userId and me.erased_at is null
     and u.id <> me.id
     and ${isNotHidden(':userId', 'u.id')}
     for key share`;

/** Users whom a user does not want to be recommended. */
export class RecommendationsRepository extends OnDatabase {
  /** Returns false, and changes nothing, for a user who is not listed and for the caller. */
  async insertDismissal(userId: number, dismissedId: number, now: string): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with dismissable as (${DISMISSABLE}), inserted as (
         insert into recommendation_dismissals (user_id, dismissed_id, dismissed_at)
         select :userId, id, :now from dismissable
         on conflict do nothing
       )
       select id from dismissable`,
      { userId, dismissedId, now },
    );
    return rows.length > 0;
  }

  /** Returns false, and changes nothing, for a user who is not listed and for the caller. */
  async deleteDismissal(userId: number, dismissedId: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with dismissable as (${DISMISSABLE}), deleted as (
         delete from recommendation_dismissals d using dismissable
          where d.user_id = :userId and d.dismissed_id = dismissable.id
       )
       select id from dismissable`,
      { userId, dismissedId },
    );
    return rows.length > 0;
  }

  /** Deletes the dismissals by and of a user. */
  async deleteAllOf(userId: number): Promise<void> {
    await this.db('recommendation_dismissals')
      .where({ user_id: userId })
      .orWhere({ dismissed_id: userId })
      .delete();
  }
}

/** A user of the backlog, whose terms are missing. */
export interface TermsOwner extends TermFields {
  readonly id: number;
  /** The tags of the enrichment that the user synced. */
  readonly tags: readonly string[];
}

/** The terms by which recommendations match users. */
export class MatchTermsRepository extends OnDatabase {
  /**
   * Replaces the terms of these kinds and users with `terms`. Call it in the transaction that
   * changes the profiles, after the change.
   */
  async update(
    userIds: readonly number[],
    kinds: readonly TermKind[],
    terms: readonly OwnedTerm[],
  ): Promise<void> {
    await this.db.raw(
      `with given as (
         select u.id as user_id, g.kind::"char" as kind, g.term, u.is_listed
           from unnest(:owners::bigint[], :kinds::text[], :terms::text[]) as g (user_id, kind, term)
           join users u on u.id = g.user_id
            for no key update of u
       ), gone as (
         delete from match_terms m
          where m.user_id = any(:userIds::bigint[]) and m.kind = any(:replaced::text[]::"char"[])
            and not exists (
              select from given g
               where g.user_id = m.user_id and g.kind = m.kind and g.term = m.term)
       )
       insert into match_terms (user_id, kind, term, is_listed)
       select user_id, kind, term, is_listed from given
       on conflict do nothing`,
      {
        owners: terms.map(({ user_id }) => user_id),
        kinds: terms.map(({ kind }) => kind),
        terms: terms.map(({ term }) => term),
        userIds: [...userIds],
        replaced: [...kinds],
      },
    );
  }

  /**
   * Takes users from the backlog and locks their rows FOR NO KEY UPDATE; call it in a transaction.
   * Concurrent calls take different users.
   */
  async deleteFromBacklog(limit: number): Promise<TermsOwner[]> {
    const { rows } = await this.db.raw<{ rows: TermsOwner[] }>(
      `with taken as (
         delete from match_term_backlog where user_id in (
           select user_id from match_term_backlog order by user_id limit :limit
              for update skip locked)
         returning user_id
       )
       select u.id, u.interests, u.looking_for, u.offering,
              coalesce((select e.tags from enrichments e
                         where e.user_id = u.id and e.synced_at is not null), '{}') as tags
         from users u
        where u.id in (select user_id from taken)
        order by u.id
          for no key update of u`,
      { limit },
    );
    return rows;
  }

  async deleteAllOf(userId: number): Promise<void> {
    await this.db.raw(
      `with waiting as (delete from match_term_backlog where user_id = :userId)
       delete from match_terms where user_id = :userId`,
      { userId },
    );
  }

  /** Recounts the listed users who have each term. Returns the number of changed counts. */
  async updateCounts(): Promise<number> {
    const [row] = await bulkQuery<{ changed: number }>(
      this.db,
      `with counted as materialized (
         select kind, term, count(*)::integer as people from match_terms where is_listed
          group by kind, term
          union all
         select '*', '', count(*)::integer from users where is_listed
       ), gone as (
         delete from match_term_counts k
          where not exists (select from counted c where c.kind = k.kind and c.term = k.term)
         returning 1
       ), changed as (
         insert into match_term_counts as k (kind, term, people)
         select kind, term, people from counted
         on conflict (kind, term) do update set people = excluded.people
          where k.people <> excluded.people
         returning 1
       )
       select (select count(*) from gone) + (select count(*) from changed) as changed`,
    );
    return row?.changed ?? 0;
  }
}
