import { MIN_CONNECTIONS_FOR_COMMON, SHARES } from '../../domain/networking/recommendations.ts';
import { PROFILE_COLUMNS } from '../people/profiles.sql.ts';

/**
 * SQL for `weightOf` of the domain, for a thing that `people` have. It uses floats, because numeric
 * ln is slow.
 */
const weightOf = (people: string): string => `1 - ln(1 + least(${people}, n)) / ln(1 + n)`;

const saturated = (kinds: string): string =>
  `(1 - exp(-coalesce(sum(s.weight) filter (where s.kind in (${kinds})), 0)))`;

const COMMON = `coalesce(sum(s.weight) filter (where s.kind = 'f'), 0)`;

/**
 * SQL for `holds_seat`, from which PostgreSQL cannot tell that a partial index of seats would serve:
 * before the first ANALYZE it takes that index to be small, and reads all of it for each user.
 */
const holdsSeat = (status: string): string => `holds_seat(${status}) is not false`;

/**
 * The events, conferences, connections and terms of the caller, and the number of users who have
 * them.
 */
const MINE = `
  listed as materialized (
    select greatest(1, coalesce(
      (select people from match_term_counts where kind = '*' and term = ''), 0))::float8 as n
  ), my_events as materialized (
    select e.id, e.title, ${weightOf('e.attendee_count')} as weight
      from listed, event_attendances a
      join events e on e.id = a.event_id
      left join conferences c on c.id = e.conference_id
     where a.user_id = :userId and ${holdsSeat('a.status')} and e.status = 'approved'
       and c.status is distinct from 'draft'
     order by e.ends_at <= :now, e.attendee_count, e.id limit 20
  ), my_conferences as materialized (
    select c.id, c.name as title, ${weightOf('c.attendee_count')} as weight
      from listed, registrations a
      join conferences c on c.id = a.conference_id
     where a.user_id = :userId and ${holdsSeat('a.status')} and c.status <> 'draft'
     order by c.ends_at desc, c.id limit 5
  ), my_people as materialized (
    select recipient_id as id, status from connections
     where requester_id = :userId and status <> 'withdrawn'
     union all
    select requester_id, status from connections
     where recipient_id = :userId and status <> 'withdrawn'
  ), my_friends as materialized (
    -- Empty for a caller to whom common connections would reveal the connections of others.
    select id from my_people
     where status = 'accepted' and ${MIN_CONNECTIONS_FOR_COMMON} <=
           (select count(*) from my_people where status = 'accepted')
  ), my_terms as materialized (
    select t.kind, t.term, ${weightOf('t.people')} as weight,
           -- Doubles the count, because it is up to an hour old.
           case when t.running <= 6000 then 100 + 2 * t.people else 100 end as candidates
      from listed, (
        select m.kind, m.term, coalesce(k.people, 0) as people,
               sum(coalesce(k.people, 0)) over
                 (order by coalesce(k.people, 0), m.kind, m.term) as running
          from (select case kind when 'l' then 'o' when 'o' then 'l' else kind end::"char" as kind,
                       term
                  from match_terms where user_id = :userId) m
          left join match_term_counts k on k.kind = m.kind and k.term = m.term) t
  )`;

const isDismissed = (id: string): string => `
  select true from recommendation_dismissals d where d.user_id = :userId and d.dismissed_id = ${id}`;

/**
 * SQL for whether the caller may be recommended a user, unless they are connected. Scalar subqueries,
 * so that PostgreSQL looks up one user after the other.
 */
const isRecommendable = (id: string): string => `
       (select other.is_listed from users other where other.id = ${id})
       and (${isDismissed(id)}) is not true
       and (select ${id} <> all(:hidden::bigint[]))
       and (:conferenceId::bigint is null
            or (select true from registrations a
                 where a.conference_id = :conferenceId and a.user_id = ${id}
                   and ${holdsSeat('a.status')}))`;

/** Users who may share something, each with its weight. */
const FOUND = `
  found as (
    select f.user_id,
           t.weight * case t.kind when 't' then ${SHARES.tags} when 'i' then ${SHARES.interests}
                                  else ${SHARES.needs} end as weight
      from my_terms t
     cross join lateral (
       select m.user_id from match_terms m
        where m.kind = t.kind and m.term = t.term and m.is_listed
        order by m.user_id desc
        limit t.candidates) f
    union all
    select f.user_id, ${SHARES.events} * e.weight from my_events e
     cross join lateral (
       select a.user_id from event_attendances a
        where a.event_id = e.id and ${holdsSeat('a.status')}
        order by a.queue_number desc limit 100) f
    union all
    select f.user_id, ${SHARES.conferences} * c.weight from my_conferences c
     cross join lateral (
       select a.user_id from registrations a
        where a.conference_id = c.id and a.user_id is not null and ${holdsSeat('a.status')}
        order by a.queue_number desc limit 200) f
    union all
    -- Weighs as little as a rare event that both attend: common connections are not part of the
    -- score.
    select f.user_id, 0.117::float8
      from (select id from my_friends order by id desc limit 100) m
     cross join lateral (
       (select c.recipient_id as user_id from connections c
         where c.requester_id = m.id and c.status = 'accepted' order by c.id desc limit 20)
       union all
       (select c.requester_id from connections c
         where c.recipient_id = m.id and c.status = 'accepted' order by c.id desc limit 20)) f
    union all
    select newest.id, 0::float8
      from (select where :conferenceId::bigint is null) anywhere
     cross join lateral (
       select u.id from users u
        where u.is_listed is not false and u.id not in (select id from my_people)
          and (${isDismissed('u.id')}) is not true
          and u.id <> all(:hidden::bigint[])
        order by u.id desc limit 50) newest
    union all
    (select a.user_id, 0::float8 from registrations a
      where a.conference_id = :conferenceId and a.user_id is not null and ${holdsSeat('a.status')}
      order by a.queue_number desc limit 400)
  )`;

/**
 * The best users who may be recommended: PostgreSQL looks up the best ones, in order, until enough
 * pass, instead of joining all that were found. Each condition is a subquery, since any other would
 * be asked of all that were found.
 */
const POOL = `
  pool as materialized (
    select r.user_id from (
      select user_id, sum(weight) as weight from found
       group by user_id order by sum(weight) desc, user_id desc) r
     where r.user_id not in (select id from my_people) and (select r.user_id <> :userId)
       and ${isRecommendable('r.user_id')}
     order by r.weight desc, r.user_id desc limit :max
  )`;

/**
 * The shared things of each user of the pool. `offset 0` makes PostgreSQL look up their rows by
 * user: else it reads everyone who has one of the caller's terms. `materialized` makes it do so once,
 * whatever it expects of the pool: their seats were read again for each event of the caller.
 */
const SIGNALS = `
  pool_events as materialized (
    select t.user_id, t.event_id
      from pool p
     cross join lateral (
       select t.user_id, t.event_id from event_attendances t
        where t.user_id = p.user_id and ${holdsSeat('t.status')} offset 0) t
  ), signals as materialized (
    select m.user_id, m.kind, sum(w.weight) as weight,
           (array_agg(to_json(m.term) order by w.weight desc, m.term)
             filter (where w.weight > 0))[1:3] as items
      from pool p
     cross join lateral (
       select t.user_id, t.kind, t.term from match_terms t where t.user_id = p.user_id offset 0) m
      join my_terms w on w.kind = m.kind and w.term = m.term
     group by m.user_id, m.kind
    union all
    select a.user_id, 'e', sum(e.weight),
           (array_agg(json_build_object('id', e.id, 'title', e.title) order by e.weight desc, e.id)
             filter (where e.weight > 0))[1:3]
      from pool_events a
      join my_events e on e.id = a.event_id
     group by a.user_id
    union all
    select a.user_id, 'c', sum(c.weight),
           (array_agg(json_build_object('id', c.id, 'title', c.title) order by c.weight desc, c.id)
             filter (where c.weight > 0))[1:3]
      from pool p
     cross join lateral (
       select t.user_id, t.conference_id from registrations t
        where t.user_id = p.user_id and ${holdsSeat('t.status')} offset 0) a
      join my_conferences c on c.id = a.conference_id
     group by a.user_id
    union all
    select p.user_id, 'f', count(*)::float8, null
      from pool p
     cross join lateral (
       (select c.recipient_id as id from connections c
         where c.requester_id = p.user_id and c.status = 'accepted' limit 500)
       union all
       (select c.requester_id from connections c
         where c.recipient_id = p.user_id and c.status = 'accepted' limit 500)) g
     -- "is true" makes it a hash of the caller's connections instead of a join for each user.
     where exists (select from my_friends) and (g.id in (select id from my_friends)) is true
     group by p.user_id
  )`;

/** The score of each, as `scoreOf` of the domain computes it. */
const SCORED = `
  scored as materialized (
    select p.user_id,
           round((1 - (1 - ${SHARES.needs} * ${saturated(`'o', 'l'`)})
                    * (1 - ${SHARES.interests} * ${saturated(`'i'`)})
                    * (1 - ${SHARES.events} * ${saturated(`'e'`)})
                    * (1 - ${SHARES.conferences} * ${saturated(`'c'`)})
                    * (1 - ${SHARES.tags} * ${saturated(`'t'`)}))::numeric, 3) as score,
           ${COMMON} as common,
           json_object_agg(s.kind, json_build_object('weight', s.weight, 'items', s.items))
             filter (where s.kind is not null) as signals
      from pool p
      left join signals s on s.user_id = p.user_id
     group by p.user_id
  )`;

/** Best first. Among users whose score is equal to one decimal, those with more common connections. */
const ORDER = 'round(score, 1) desc, common desc, score desc, user_id desc';

/** One row for each recommended user, with the score and what the caller shares with them. */
export const RANKING = `
  with ${[MINE, FOUND, POOL, SIGNALS, SCORED].map((part) => part.trim()).join(', ')}
  select user_id as id, score::float8 as score, signals from scored order by ${ORDER}`;

/** The profiles of those of some ranked users who may still be recommended, in any order. */
export const PROFILES = `
  select ${PROFILE_COLUMNS.join(', ')},
         is_contact_visible(u.id, :userId, u.contact_visibility, null) as contact_visible,
         'none' as connection_status
    from users u
   where u.id = any(:ids) and ${isRecommendable('u.id')}
     and (select true from connections c
           where least(c.requester_id, c.recipient_id) = least(u.id, :userId::bigint)
             and greatest(c.requester_id, c.recipient_id) = greatest(u.id, :userId::bigint)
             and c.status <> 'withdrawn') is not true`;
