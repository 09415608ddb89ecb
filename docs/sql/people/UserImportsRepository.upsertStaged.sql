-- 1 of 3
with
  inserted as (
    insert into
      users (
        messenger_id,
        messenger_first_name,
        messenger_last_name,
        username,
        language_code,
        headline,
        company,
        job_title,
        bio,
        interests
      )
    select
      messenger_id,
      first_name,
      last_name,
      username,
      language_code,
      headline,
      company,
      job_title,
      bio,
      coalesce(interests, '{}')
    from staged_users s
    where
      not exists (
        select
        from users u
        where u.messenger_id = s.messenger_id
      )
    on conflict (messenger_id) do nothing
    returning 1
  )
select
  (
    select count(*)
    from inserted
  ) as created,
  (
    select count(*)
    from staged_users
  ) as staged;

-- 2 of 3
with
  merged as (
    update users u
    set
      (
        messenger_first_name,
        messenger_last_name,
        username,
        language_code,
        headline,
        company,
        job_title,
        bio,
        interests,
        version,
        updated_at
      ) = row (
        imported_until_sign_in(u.last_seen_at, u.messenger_first_name, s.first_name),
        imported_until_sign_in(u.last_seen_at, u.messenger_last_name, s.last_name),
        imported_until_sign_in(u.last_seen_at, u.username, s.username),
        imported_until_sign_in(u.last_seen_at, u.language_code, s.language_code),
        case
          when 'headline' = any(u.edited_fields) then u.headline
          else coalesce(s.headline, u.headline)
        end,
        case
          when 'company' = any(u.edited_fields) then u.company
          else coalesce(s.company, u.company)
        end,
        case
          when 'job_title' = any(u.edited_fields) then u.job_title
          else coalesce(s.job_title, u.job_title)
        end,
        case
          when 'bio' = any(u.edited_fields) then u.bio
          else coalesce(s.bio, u.bio)
        end,
        case
          when 'interests' = any(u.edited_fields) then u.interests
          else coalesce(s.interests, u.interests)
        end,
        u.version + 1,
        now()
      )
    from staged_users s
    where
      u.messenger_id = s.messenger_id
      and (
        u.messenger_first_name,
        u.messenger_last_name,
        u.username,
        u.language_code,
        u.headline,
        u.company,
        u.job_title,
        u.bio,
        u.interests
      ) is distinct from (
        imported_until_sign_in(u.last_seen_at, u.messenger_first_name, s.first_name),
        imported_until_sign_in(u.last_seen_at, u.messenger_last_name, s.last_name),
        imported_until_sign_in(u.last_seen_at, u.username, s.username),
        imported_until_sign_in(u.last_seen_at, u.language_code, s.language_code),
        case
          when 'headline' = any(u.edited_fields) then u.headline
          else coalesce(s.headline, u.headline)
        end,
        case
          when 'company' = any(u.edited_fields) then u.company
          else coalesce(s.company, u.company)
        end,
        case
          when 'job_title' = any(u.edited_fields) then u.job_title
          else coalesce(s.job_title, u.job_title)
        end,
        case
          when 'bio' = any(u.edited_fields) then u.bio
          else coalesce(s.bio, u.bio)
        end,
        case
          when 'interests' = any(u.edited_fields) then u.interests
          else coalesce(s.interests, u.interests)
        end
      )
    returning 1
  )
select count(*) as updated
from merged;

-- 3 of 3
with
  written as (
    select
      u.id,
      u.is_listed,
      s.interest_terms as terms
    from
      staged_users s
      join users u on u.messenger_id = s.messenger_id
    where
      u.updated_at = now()::timestamptz(3)
      and u.interests = s.interests
  ),
  gone as (
    delete from match_terms m using written w
    where
      m.user_id = w.id
      and m.kind = 'i'
      and m.term <> all (w.terms)
  )
insert into match_terms (user_id, kind, term, is_listed)
select
  id,
  'i',
  term,
  is_listed
from
  written,
  unnest(terms) as term
on conflict do nothing;
