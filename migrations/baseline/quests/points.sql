-- The ledger of points, and the totals of leaderboards. The totals of a user are next to each other in the primary
-- key, since an award changes up to nine of them.

create table point_ledger (
  id            bigint generated always as identity primary key,
  user_id       bigint not null references users,
  quest_id      bigint references quests,
  task_id       bigint references quest_tasks,
  conference_id bigint,
  kind          text not null check (kind in ('task', 'completion', 'correction', 'reversal', 'adjustment')),
  delta         integer not null check (delta <> 0),
  earned_at     timestamptz(3) not null,
  day           date not null,
  week          date not null,
  award_id      bigint references point_ledger,
  voided_at     timestamptz(3),
  reason        text check (length(reason) <= 500),
  actor         text,
  created_at    timestamptz(3) not null default now(),

  constraint point_ledger_adjustment_has_reason check (kind <> 'adjustment' or task_id is null and reason is not null),
  constraint point_ledger_change_has_award check ((kind in ('reversal', 'correction')) = (award_id is not null)),
  constraint point_ledger_completion_has_quest check (
    kind <> 'completion' or task_id is null and quest_id is not null
  ),
  constraint point_ledger_only_award_is_voided check (voided_at is null or (kind in ('task', 'completion'))),
  constraint point_ledger_task_has_task check (kind <> 'task' or task_id is not null and quest_id is not null)
);
comment on column point_ledger.conference_id is
  'Of the quest, or of the adjustment; it stays when the conference is deleted.';
comment on column point_ledger.day is 'Of earned_at in the time zone of the conference, else in UTC.';
comment on column point_ledger.week is 'The Monday of day.';
comment on column point_ledger.award_id is 'The row of kind task or completion that this one changes.';
comment on column point_ledger.voided_at is 'Set by its reversal.';

create unique index point_ledger_task_idx
  on point_ledger (user_id, task_id) where kind = 'task' and voided_at is null;
create unique index point_ledger_completion_idx
  on point_ledger (user_id, quest_id) where kind = 'completion' and voided_at is null;
create unique index point_ledger_reversal_idx on point_ledger (award_id) where kind = 'reversal';
create index point_ledger_award_idx on point_ledger (award_id) where award_id is not null;
create index point_ledger_user_idx on point_ledger (user_id, id desc);
create index point_ledger_quest_idx on point_ledger (quest_id, user_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'rows of the point ledger never change';
  end $$;
create trigger point_ledger_immutable before update on point_ledger for each row
  when (old.voided_at is not null
        or (old.id, old.user_id, old.quest_id, old.task_id, old.conference_id, old.kind, old.delta,
            old.earned_at, old.day, old.week, old.award_id, old.created_at)
           is distinct from
           (new.id, new.user_id, new.quest_id, new.task_id, new.conference_id, new.kind, new.delta,
            new.earned_at, new.day, new.week, new.award_id, new.created_at))
  execute function refuse_ledger_change();

create trigger point_ledger_kept before delete on point_ledger for each row
  execute function refuse_ledger_change();

create table point_totals (
  scope        text not null check (scope in ('all', 'conference', 'quest')),
  scope_id     bigint not null,
  period       text not null check (period in ('all', 'week', 'day')),
  period_start date not null,
  user_id      bigint not null references users,
  points       bigint not null,
  reached_at   timestamptz(3),
  is_ranked    boolean not null,

  primary key (user_id, scope, scope_id, period, period_start)
) with (fillfactor = 85);
comment on table point_totals is 'Sums of the ledger, kept with each row of it.';
comment on column point_totals.scope_id is '0 in the scope of everything.';
comment on column point_totals.period_start is '1970-01-01 in the period of all time.';
comment on column point_totals.reached_at is 'The latest earned_at of the rows that added points.';
comment on column point_totals.is_ranked is 'Whether the user is on boards: users.is_listed and is_ranked.';

create index point_totals_rank_idx
  on point_totals (scope, scope_id, period, period_start, points desc, reached_at, user_id)
  where is_ranked and points > 0;
create index point_totals_admin_idx
  on point_totals (scope, scope_id, period, period_start, points desc, reached_at, user_id)
  where points > 0 and not is_ranked;

create view earned as
  select s.user_id, s.quest_id, s.task_id, t.points, s.submitted_at as earned_at
    from user_quest_tasks s
    join quest_tasks t on t.id = s.task_id and t.deleted_at is null
    join quests q on q.id = s.quest_id and q.deleted_at is null
   where s.status = 'approved'
  union all
  select uq.user_id, uq.quest_id, null, q.completion_points, uq.completed_at
    from user_quests uq
    join quests q on q.id = uq.quest_id and q.deleted_at is null
   where uq.status = 'completed';
comment on view earned is
  'Approved tasks, and completed quests (without task_id), with the points that they are worth now.';

-- One pass over the ledger: an award and its corrections are one group.
create view live_awards as
  select a.id, a.user_id, a.quest_id, a.task_id, a.conference_id, a.points, a.earned_at, a.day,
         a.week,
         case when q.points_taken_back then 'quest' when t.points_taken_back then 'task'
         end as taken_back_with
    from (
      select coalesce(award_id, id) as id, user_id, quest_id, task_id, conference_id,
             sum(delta) as points, earned_at, day, week
        from point_ledger
       where kind in ('task', 'completion', 'correction')
       group by coalesce(award_id, id), user_id, quest_id, task_id, conference_id, earned_at, day,
                week
      -- PostgreSQL takes max(voided_at) is null for true of one award in 200, and so compared each
      -- of many awards with each task.
      having bool_and(voided_at is null)
    ) a
    join quests q on q.id = a.quest_id
    left join quest_tasks t on t.id = a.task_id
   where q.points_taken_back or t.points_taken_back
      or (q.deleted_at is null and t.deleted_at is null);
comment on view live_awards is
  'Awards that no reversal has taken back, with their corrections. Without what was deleted, which keeps its points, unless its deletion takes them back.';
comment on column live_awards.taken_back_with is 'The deletion that takes the award back: quest or task.';

create function rank_points_of_user() returns trigger language plpgsql as $$
  begin
    update point_totals set is_ranked = new.is_listed and new.is_ranked where user_id = new.id;
    return null;
  end $$;
create trigger users_ranked after update on users for each row
  when ((old.is_listed and old.is_ranked) is distinct from (new.is_listed and new.is_ranked))
  execute function rank_points_of_user();
