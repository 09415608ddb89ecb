import type { ListCalls } from './large-lists.ts';

/**
 * Rows like those of `large-lists.ts`, inserted after all others of quests: the submissions that
 * administrators review in quest 1.
 */
export const REVIEW_ROWS: readonly string[] = [
  `insert into quests (slug, title, is_active)
   select 'reviewed-' || n, 'Quest ' || n, true from generate_series(1, 20) n`,
  `insert into quest_tasks (quest_id, title, type)
   select n, 'Reviewed', 'text' from generate_series(1, 20) n`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
   select quest_id, n, status, 'self', case when status <> 'admitted' then at end, at
     from (select 1 as quest_id, n from generate_series(2, :listed + 700) n
           union all
           select 2 + n % 18, n from generate_series(2, :listed) n) taking_part,
          lateral (select case when n % 200 = 0 then 'admitted' else 'in_progress' end as status,
                          timestamptz '2026-01-01' + n * interval '1 second' as at) s
   on conflict do nothing`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions, submitted_at)
   select t.id, p.user_id, t.quest_id, 'pending',
          case when p.user_id % 200 = 0 then 'public' else 'self' end, 1,
          timestamptz '2026-01-03' + p.user_id / 77 * interval '1 second'
     from quest_tasks t join user_quests p on p.quest_id = t.quest_id
    where t.title = 'Reviewed' order by p.user_id`,
  'update quests set conference_id = 3000 where id = 1',
  // Decisions by two administrators, one of whom is rarely there.
  `insert into administrators (name)
   select 'Reviewer ' || n from generate_series(1, 10) n`,
  `insert into quest_tasks (quest_id, title, type)
   select n, 'Decided', 'text' from generate_series(1, 20) n`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions, submitted_at,
                                 decided_at, reviewer, reviewer_id)
   select t.id, p.user_id, t.quest_id, case when p.user_id % 200 = 0 then 'rejected' else 'approved' end,
          'self', 1, at, at,
          'key 1a2b3c4d', case when p.user_id % 100 = 0 then 7 else 1 end
     from quest_tasks t join user_quests p on p.quest_id = t.quest_id,
          lateral (select timestamptz '2026-01-05' + p.user_id / 77 * interval '1 second' as at) sent
    where t.title = 'Decided' and p.user_id % 2 = 0 order by p.user_id`,
  `insert into registration_requests (quest_id, user_id, status, source, requested_at, decided_at)
   select quest_id, n, case when n % 200 = 0 then 'rejected' else 'pending' end, 'self', now(),
          case when n % 200 = 0 then now() end
     from (select 1 as quest_id, n from generate_series(2, :listed + 700) n
           union all
           select 2 + n % 18, n from generate_series(2, :listed) n) asking
   on conflict do nothing`,
];

/** Every list of them with pages. */
export const REVIEW_LISTS: readonly ListCalls[] = [
  {
    caller: 'administrator',
    path: '/admin/quests/:quest_id/pending',
    filters: ['task_id=7', 'source=public', 'source=self'],
  },
  {
    caller: 'administrator',
    path: '/admin/quests/submissions',
    filters: [
      'status=approved',
      'status=rejected',
      'quest_id=7',
      'quest_id=1&status=approved',
      'quest_id=1&status=approved&sort=-status_since',
      'task_id=7',
      'conference_id=7',
      'conference_id=3000',
      'conference_id=7&status=approved&sort=-status_since',
      'reviewer=7',
      'reviewer=1',
      'reviewer=1&status=rejected',
    ],
  },
  {
    caller: 'administrator',
    path: '/admin/quests/registration-requests',
    filters: ['quest_id=7', 'quest_id=1', 'status=rejected', 'status=approved'],
  },
  {
    caller: 'administrator',
    path: '/admin/quests/:id/participants',
    filters: ['q=person 77', 'status=admitted', 'status=in_progress', 'status=completed'],
  },
];
