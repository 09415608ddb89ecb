import { recentAsOf } from '../../db/changes.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { BadgeHolder, BadgesFilter, BadgesPosition } from '../../domain/attendance/badges.ts';

/** One page of badges by name; `next` is undefined on the last one. */
export interface BadgesPage {
  readonly holders: readonly BadgeHolder[];
  /** What changed later is not on the page. */
  readonly as_of: string;
  readonly next: BadgesPosition | undefined;
}

/** A name of the user, or of the guest. */
const named = (column: string) =>
  `case when a.user_id is null then a.${column} else u.${column} end as ${column}`;

/** All with a seat. */
const HOLDERS = `
  select a.user_id, case when a.user_id is null then a.id end as invitation_id,
         ${['first_name', 'last_name', 'company'].map(named).join(', ')},
         a.ticket_type, a.queue_number,
         greatest(a.badge_changed_at, u.roster_changed_at) as changed_at
    from registrations a left join users u on u.id = a.user_id
   where a.conference_id = :conferenceId and holds_seat(a.status)`;

/** By last name without case and accents, then by first name; who has one name, by that. */
const NAME = `folded_for_search(concat_ws(' ', h.last_name, h.first_name))`;

type Row = BadgeHolder & { readonly name: string };

/** Those at a conference who get a badge: all with a seat, with or without an account. */
export class BadgesReadModel extends OnDatabase {
  async list(
    conferenceId: number,
    { ticket_type, since, ids, invitation_ids }: BadgesFilter,
    { after, limit }: { readonly after: BadgesPosition | undefined; readonly limit: number },
  ): Promise<BadgesPage> {
    // Read before the rows: what changes in between is part of the next round, too.
    const as_of = after?.as_of ?? (await recentAsOf(this.db));
    const conditions = [
      ...(ticket_type === undefined ? [] : ['h.ticket_type = :ticket_type']),
      ...(since === undefined ? [] : ['h.changed_at > :since']),
      ...(ids || invitation_ids
        ? ['(h.user_id = any(:ids::bigint[]) or h.invitation_id = any(:invitation_ids::bigint[]))']
        : []),
      ...(after ? [`(${NAME}, h.queue_number) > (:name, :queue_number)`] : []),
    ];
    const { rows } = await this.db.raw<{ rows: Row[] }>(
      `select h.user_id, h.invitation_id, h.first_name, h.last_name, h.company, h.ticket_type,
              h.queue_number, ${NAME} as name
         from (${HOLDERS}) h
        ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
        order by name, h.queue_number
        limit :limit`,
      {
        conferenceId,
        limit: limit + 1,
        ...(ticket_type !== undefined && { ticket_type }),
        ...(since !== undefined && { since }),
        ...((ids || invitation_ids) && {
          ids: [...(ids ?? [])],
          invitation_ids: [...(invitation_ids ?? [])],
        }),
        ...(after && { name: after.name, queue_number: after.queue_number }),
      },
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const { name, queue_number } = last ?? { name: '', queue_number: 0 };
    return {
      holders: page.map(({ name: _, ...holder }) => holder),
      as_of,
      next: rows.length > limit ? { as_of, name, queue_number } : undefined,
    };
  }
}
