select m.id
from media as m
where
  m.id = $1
  and not coalesce(
    case m.purpose
      when 'proof' then (
        select true
        from user_quest_tasks s
        where s.media_id = m.id
        limit 1
      )
      else coalesce(
        (
          select true
          from users u
          where u.photo_media_id = m.id
          limit 1
        ),
        (
          select true
          from conferences p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from events p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from quests p
          where
            p.image_url is not null
            and media_key(p.image_url) = any(m.key || m.variant_keys)
          limit 1
        ),
        (
          select true
          from speakers p
          where
            p.photo_url is not null
            and media_key(p.photo_url) = any(m.key || m.variant_keys)
          limit 1
        )
      )
    end,
    false
  )
limit $2;
