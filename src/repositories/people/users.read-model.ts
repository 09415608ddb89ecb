import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, queryList } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { newestUnread } from '../messaging/notification-columns.sql.ts';
import { isNotHidden } from '../networking/connections.sql.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { countCompletedQuests } from '../quests/participations.sql.ts';
import {
  attending,
  foundAttending,
  type ProfilesFilter,
  type ProfilesViewer,
  profileSources,
  profilesFor,
  readInterested,
  readListedPeople,
  searchProfiles,
  withoutHidden,
} from './profiles.sql.ts';

/** The id of the last user. */
export type UserPosition = SearchPosition<number>;

export interface UsersFilter extends ProfilesFilter {
  readonly conference_id?: number | undefined;
}

/** SQL for the id by which a list is read; a search may find far fewer users than a conference has. */
function idOf({ q, interest, conference_id }: UsersFilter): string {
  if (interest) return 'l.user_id';
  return conference_id && !q ? 'p.user_id' : 'u.id';
}

/** The conferences and the coming events that a user attends, and how many quests they completed. */
export interface AttendedByUser {
  readonly conferences: readonly { id: number; slug: string; name: string }[];
  readonly events: readonly { id: number; slug: string; title: string; starts_at: string }[];
  readonly quests_completed: number;
}

/** The counts that a client shows beside the user's own profile. */
export interface OwnCounts {
  readonly connections: number;
  readonly pending_requests: number;
  readonly events: number;
  readonly quests_completed: number;
  readonly unread_notifications: number;
}

const COUNT_OWN = preparedQuery<{ userId: number }, OwnCounts>((db, { userId }) =>
  db.raw(
    `select
       (select count(*) from connections c
         join users u on u.id = c.recipient_id and not u.is_blocked
         where c.requester_id = :userId and c.status = 'accepted')
       + (select count(*) from connections c
         join users u on u.id = c.requester_id and not u.is_blocked
         where c.recipient_id = :userId and c.status = 'accepted') as connections,
       (select count(*) from connections c
         join users u on u.id = c.requester_id and not u.is_blocked
         where c.recipient_id = :userId and c.status = 'pending') as pending_requests,
       (select count(*) from event_attendances
         where user_id = :userId and status <> 'cancelled') as events,
       ${countCompletedQuests(':userId')} as quests_completed,
       (select count(*) from ${newestUnread(':userId')}) as unread_notifications`,
    { userId },
  ),
);

/** Users as other users find them. */
export class UsersReadModel extends OnDatabase {
  /**
   * Listed users except the viewer and those hidden from the viewer, newest first. `viewerId` is
   * undefined for an anonymous viewer. Without `q`, the total counts hidden users.
   */
  async list(
    filter: UsersFilter,
    viewerId: number | undefined,
    request: PageRequest<UserPosition>,
    hidden: readonly number[] = [],
  ): Promise<Page<ProfileRow, UserPosition>> {
    const viewer = { viewerId, hidden };
    const key = idOf(filter);
    return searchedKeysetPage(filter.q, request, {
      key,
      sourcesOf: profileSources(viewerId),
      of: (words) => this.#listed(filter, words, viewer),
      read: (query, page, total) => {
        const isCountedInOrder = key === 'p.user_id';
        const listing = { total, withoutHidden: withoutHidden(hidden), key, isCountedInOrder };
        const list = queryList<ProfileRow, number>(query, listing, (rows, after) => {
          rows.where(key, '<', after);
        });
        return cursorPage(list, page, ({ id }) => id);
      },
    });
  }

  #listed(
    filter: UsersFilter,
    words: Searched<Pick<UsersFilter, 'q'>>,
    viewer: ProfilesViewer,
  ): Knex.QueryBuilder {
    const { viewerId } = viewer;
    const { conference_id, interest } = filter;
    const id = idOf(filter);
    const query = profilesFor(this.db, viewerId).orderBy(id, 'desc');
    if (viewerId !== undefined) query.whereNot(id, viewerId);
    if (interest) readInterested(query, interest);
    // The others are listed by what they are read from, but an index of words is of listed users.
    if (id === 'u.id' || words.q) query.where('u.is_listed', true);
    if (conference_id) {
      query.whereRaw(notADraft('?'), [conference_id]);
      if (id === 'p.user_id') readListedPeople(query, conference_id);
      else if (words.q) foundAttending(query, conference_id);
      else attending(query, conference_id, { id, isNewestFirst: true });
    }
    searchProfiles(query, words, viewer);
    return query;
  }

  /**
   * Finds a user who is listed, connected with the viewer, or the viewer; never a blocked one, and none
   * who blocks the viewer or whom the viewer blocks.
   */
  async find(id: number, viewerId: number | undefined): Promise<ProfileRow | undefined> {
    const query = profilesFor(this.db, viewerId)
      .where('u.id', id)
      .whereNull('u.erased_at')
      .where('u.is_blocked', false);
    if (viewerId !== id) {
      query.where((visible) => {
        visible.where('u.is_listed', true);
        if (viewerId !== undefined) visible.orWhere('c.status', 'accepted');
      });
      if (viewerId !== undefined) query.whereRaw(isNotHidden(':viewerId', 'u.id'), { viewerId });
    }
    return query.first() as Promise<ProfileRow | undefined>;
  }

  /**
   * The conferences that a user attends, directly or through an event, and the events that have not
   * ended: 100 of each at most, no drafts. Completed quests are counted.
   */
  async findAttended(userId: number, now: string): Promise<AttendedByUser> {
    const { rows } = await this.db.raw<{ rows: AttendedByUser[] }>(
      `with going as (
         select e.id, e.slug, e.title, e.starts_at, e.ends_at, e.conference_id
           from event_attendances a
           join events e on e.id = a.event_id
          where a.user_id = :userId and holds_seat(a.status)
            and e.status = 'approved'
       ), conferences_met as (
         select c.id, c.slug, c.name, c.starts_on
           from conferences c
          where c.status <> 'draft' and c.id in (
                  select conference_id from going
                  union
                  select a.conference_id from registrations a
                   where a.user_id = :userId and holds_seat(a.status))
          order by c.starts_on desc, c.id limit 100
       ), events_coming as (
         select g.id, g.slug, g.title, instant_in_json(g.starts_at) as starts_at
           from going g
           left join conferences c on c.id = g.conference_id
          where g.ends_at > :now and c.status is distinct from 'draft'
          order by g.starts_at, g.id limit 100
       )
       select
         coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'name', name)
           order by starts_on desc, id) from conferences_met), '[]') as conferences,
         coalesce((select json_agg(json_build_object('id', id, 'slug', slug, 'title', title,
           'starts_at', starts_at) order by starts_at, id) from events_coming), '[]') as events,
         ${countCompletedQuests(':userId')} as quests_completed`,
      { userId, now },
    );
    return onlyRow(rows);
  }

  async countOwn(userId: number): Promise<OwnCounts> {
    return onlyRow(await COUNT_OWN.rows(this.db, { userId }));
  }
}
