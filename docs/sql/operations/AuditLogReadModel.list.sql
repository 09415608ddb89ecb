-- no filter, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
order by l.id desc
limit $1
offset $2;

-- no filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    limit $1
  ) as counted;

-- by subject_type, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.subject_type = $1
order by l.id desc
limit $2
offset $3;

-- by subject_type, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.subject_type = $1
    limit $2
  ) as counted;

-- by subject_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.subject_id = $1
order by l.id desc
limit $2
offset $3;

-- by subject_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.subject_id = $1
    limit $2
  ) as counted;

-- by actions, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.action = $1
order by l.id desc
limit $2
offset $3;

-- by actions, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.action = $1
    limit $2
  ) as counted;

-- by conference_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.conference_id = $1
order by l.id desc
limit $2
offset $3;

-- by conference_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.conference_id = $1
    limit $2
  ) as counted;

-- by actor, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.actor = $1
order by l.id desc
limit $2
offset $3;

-- by actor, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.actor = $1
    limit $2
  ) as counted;

-- by administrator_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.administrator_id = $1
order by l.id desc
limit $2
offset $3;

-- by administrator_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.administrator_id = $1
    limit $2
  ) as counted;

-- by request_id, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.request_id = $1
order by l.id desc
limit $2
offset $3;

-- by request_id, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.request_id = $1
    limit $2
  ) as counted;

-- by from, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.at >= $1
order by l.id desc
limit $2
offset $3;

-- by from, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.at >= $1
    limit $2
  ) as counted;

-- by to, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.at < $1
order by l.id desc
limit $2
offset $3;

-- by to, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.at < $1
    limit $2
  ) as counted;

-- every filter, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where
  l.subject_type = $1
  and l.subject_id = $2
  and l.conference_id = $3
  and l.actor = $4
  and l.administrator_id = $5
  and l.request_id = $6
  and l.action = $7
  and l.actor = $8
  and l.at >= $9
  and l.at < $10
order by l.id desc
limit $11
offset $12;

-- every filter, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where
      l.subject_type = $1
      and l.subject_id = $2
      and l.conference_id = $3
      and l.actor = $4
      and l.administrator_id = $5
      and l.request_id = $6
      and l.action = $7
      and l.actor = $8
      and l.at >= $9
      and l.at < $10
    limit $11
  ) as counted;

-- by several actions, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where l.action = any($1::text[])
order by l.id desc
limit $2
offset $3;

-- by several actions, 2 of 2
select count(*) as total
from
  (
    select 1
    from
      audit_log as l
      left join administrators as a on a.id = l.administrator_id
    where l.action = any($1::text[])
    limit $2
  ) as counted;

-- naming users, 1 of 2
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
    when 'user' then (
      select concat_ws(' ', first_name, last_name)
      from users
      where
        id = l.subject_id
        and erased_at is null
    )
  end as subject_name,
  (
    select
      coalesce(
        json_agg(json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name))),
        '[]'
      )
    from users u
    where
      u.id in (
        substring(
          l.before ->> 'user_id'
          from '^[0-9]{1,18}$'
        )::bigint,
        substring(
          l.after ->> 'user_id'
          from '^[0-9]{1,18}$'
        )::bigint
      )
      and u.erased_at is null
  ) as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
order by l.id desc
limit $1
offset $2;

-- after a cursor
select
  l.id,
  l.at,
  l.actor,
  l.action,
  l.subject_type,
  l.subject_id,
  l.conference_id,
  l.before,
  l.after,
  l.request_id,
  case
    when a.id is not null then json_build_object('id', a.id, 'name', a.name)
  end as administrator,
  substring(
    l.actor
    from '^key (.*)$'
  ) as key,
  host(l.ip) as ip,
  (
    select name
    from api_keys
    where id = l.api_key_id
  ) as key_name,
  case l.subject_type
    when 'administrator' then (
      select name
      from administrators
      where id = l.subject_id
    )
    when 'agenda_item' then (
      select title
      from agenda_items
      where id = l.subject_id
    )
    when 'api_key' then (
      select name
      from api_keys
      where id = l.subject_id
    )
    when 'conference' then (
      select name
      from conferences
      where id = l.subject_id
    )
    when 'event' then (
      select title
      from events
      where id = l.subject_id
    )
    when 'notification_job' then (
      select title
      from notification_jobs
      where id = l.subject_id
    )
    when 'quest' then (
      select title
      from quests
      where id = l.subject_id
    )
    when 'quest_registration_request' then (
      select q.title
      from
        quest_registration_requests r
        join quests q on q.id = r.quest_id
      where r.id = l.subject_id
    )
    when 'quest_submission' then (
      select t.title
      from
        user_quest_tasks s
        join quest_tasks t on t.id = s.task_id
      where s.id = l.subject_id
    )
    when 'quest_task' then (
      select title
      from quest_tasks
      where id = l.subject_id
    )
    when 'speaker' then (
      select name
      from speakers
      where id = l.subject_id
    )
  end as subject_name,
  '[]'::json as people,
  json_build_array(l.id, l.id) as sort_place
from
  audit_log as l
  left join administrators as a on a.id = l.administrator_id
where (l.id) < ($1)
order by l.id desc
limit $2;
