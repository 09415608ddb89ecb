import type { ListCalls } from './large-lists.ts';

/** Rows like those of `large-lists.ts`, inserted after them: quests, tasks and participants. */
export const QUEST_ROWS: readonly string[] = [
  // A tenth belongs to a conference or event; few are inactive, not featured, coming or ended.
  `insert into quests (slug, title, conference_id, event_id, is_active, is_featured, starts_at, ends_at,
                       created_at)
   select 'quest-' || n, 'Quest ' || n, case when n % 20 = 0 then n % 1000 + 1 end,
          case when n % 20 = 10 then n % 1000 + 1 end, n % 100 > 0, n % 50 > 0,
          case when n % 100 = 25 then timestamptz '2099-01-01' end,
          case when n % 100 = 75 then timestamptz '2026-02-01' end,
          timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, :listed + 600) n`,
  `insert into quest_tasks (quest_id, title, points, type, config)
   select n, 'Task ' || n, 10, 'link', '{"url":"https://hallway.example.org"}'
     from generate_series(1, :listed + 600) n`,
  `insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
   select quest_id, user_id, status, 'self', at, case when status = 'completed' then at end, at
     from (select n as quest_id, 1 as user_id, n from generate_series(1, :listed + 200) n
           union all
           select n % 1000 + 1, n, n from generate_series(2, 2 * :listed) n) taking_part,
          lateral (select case when n % 100 = 0 then 'completed' else 'in_progress' end as status,
                          timestamptz '2026-01-01' + n * interval '1 second' as at) s`,
  `insert into registration_requests (quest_id, user_id, status, source, requested_at)
   select n, 1, 'pending', 'self', now() from generate_series(:listed + 300, :listed + 500) n
   union all
   select n % 1000 + 1, n, 'pending', 'self', now()
     from generate_series(2 * :listed + 1, 3 * :listed) n`,
  `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submitted_at, decided_at)
   select quest_id, user_id, quest_id, 'approved', 'self', active_at, active_at
     from user_quests where status = 'completed' or user_id % 2 = 0 or user_id = 1
    order by active_at`,
];

/** Every list of quests with pages. */
export const QUEST_LISTS: readonly ListCalls[] = [
  {
    caller: 'anonymous',
    path: '/quests',
    filters: [
      'state=coming',
      'state=ended',
      'state=all',
      'conference_id=21',
      'event_id=11',
      'q=quest 77',
      'updated_since=2099-01-01T00:00:00Z',
    ],
  },
  { caller: 'anonymous', path: '/quests/featured' },
  {
    caller: 'user',
    path: '/quests/my',
    filters: ['status=in_progress', 'status=completed', 'status=requested', 'status=declined'],
  },
];
