-- all
with
  changed as (
    update speakers s
    set
      name = case
        when s.name is null
        or (
          r.replaces
          and not 'name' = any(s.edited_fields)
        ) then coalesce(r.name, s.name)
        else s.name
      end,
      title = case
        when s.title is null
        or (
          r.replaces
          and not 'title' = any(s.edited_fields)
        ) then coalesce(r.title, s.title)
        else s.title
      end,
      company = case
        when s.company is null
        or (
          r.replaces
          and not 'company' = any(s.edited_fields)
        ) then coalesce(r.company, s.company)
        else s.company
      end,
      bio = case
        when s.bio is null
        or (
          r.replaces
          and not 'bio' = any(s.edited_fields)
        ) then coalesce(r.bio, s.bio)
        else s.bio
      end,
      photo_url = case
        when s.photo_url is null
        or (
          r.replaces
          and not 'photo_url' = any(s.edited_fields)
        ) then coalesce(r.photo_url, s.photo_url)
        else s.photo_url
      end,
      version = s.version + 1,
      updated_at = now()
    from
      jsonb_to_recordset($1::jsonb) as r (
        id bigint,
        replaces boolean,
        name text,
        title text,
        company text,
        bio text,
        photo_url text
      )
      join speakers b on b.id = r.id
    where
      s.id = r.id
      and (s.name, s.title, s.company, s.bio, s.photo_url) is distinct from (
        case
          when s.name is null
          or (
            r.replaces
            and not 'name' = any(s.edited_fields)
          ) then coalesce(r.name, s.name)
          else s.name
        end,
        case
          when s.title is null
          or (
            r.replaces
            and not 'title' = any(s.edited_fields)
          ) then coalesce(r.title, s.title)
          else s.title
        end,
        case
          when s.company is null
          or (
            r.replaces
            and not 'company' = any(s.edited_fields)
          ) then coalesce(r.company, s.company)
          else s.company
        end,
        case
          when s.bio is null
          or (
            r.replaces
            and not 'bio' = any(s.edited_fields)
          ) then coalesce(r.bio, s.bio)
          else s.bio
        end,
        case
          when s.photo_url is null
          or (
            r.replaces
            and not 'photo_url' = any(s.edited_fields)
          ) then coalesce(r.photo_url, s.photo_url)
          else s.photo_url
        end
      )
    returning
      s.id,
      s.name,
      s.slug,
      (s.name, s.title, s.company, s.photo_url) is distinct from (b.name, b.title, b.company, b.photo_url) as is_shown
  ),
  touched as (
    update agenda_items i
    set updated_at = now()
    where
      i.id in (
        select t.agenda_item_id
        from
          agenda_item_speakers t
          join changed c on c.id = t.speaker_id
          and c.is_shown
      )
  )
select
  id,
  name,
  slug
from changed;

-- of a limited key
with
  changed as (
    update speakers s
    set
      name = case
        when s.name is null
        or (
          r.replaces
          and not 'name' = any(s.edited_fields)
        ) then coalesce(r.name, s.name)
        else s.name
      end,
      title = case
        when s.title is null
        or (
          r.replaces
          and not 'title' = any(s.edited_fields)
        ) then coalesce(r.title, s.title)
        else s.title
      end,
      company = case
        when s.company is null
        or (
          r.replaces
          and not 'company' = any(s.edited_fields)
        ) then coalesce(r.company, s.company)
        else s.company
      end,
      bio = case
        when s.bio is null
        or (
          r.replaces
          and not 'bio' = any(s.edited_fields)
        ) then coalesce(r.bio, s.bio)
        else s.bio
      end,
      photo_url = case
        when s.photo_url is null
        or (
          r.replaces
          and not 'photo_url' = any(s.edited_fields)
        ) then coalesce(r.photo_url, s.photo_url)
        else s.photo_url
      end,
      version = s.version + 1,
      updated_at = now()
    from
      jsonb_to_recordset($1::jsonb) as r (
        id bigint,
        replaces boolean,
        name text,
        title text,
        company text,
        bio text,
        photo_url text
      )
      join speakers b on b.id = r.id
    where
      s.id = r.id
      and (s.name, s.title, s.company, s.bio, s.photo_url) is distinct from (
        case
          when s.name is null
          or (
            r.replaces
            and not 'name' = any(s.edited_fields)
          ) then coalesce(r.name, s.name)
          else s.name
        end,
        case
          when s.title is null
          or (
            r.replaces
            and not 'title' = any(s.edited_fields)
          ) then coalesce(r.title, s.title)
          else s.title
        end,
        case
          when s.company is null
          or (
            r.replaces
            and not 'company' = any(s.edited_fields)
          ) then coalesce(r.company, s.company)
          else s.company
        end,
        case
          when s.bio is null
          or (
            r.replaces
            and not 'bio' = any(s.edited_fields)
          ) then coalesce(r.bio, s.bio)
          else s.bio
        end,
        case
          when s.photo_url is null
          or (
            r.replaces
            and not 'photo_url' = any(s.edited_fields)
          ) then coalesce(r.photo_url, s.photo_url)
          else s.photo_url
        end
      )
      and not exists (
        select
        from conference_speakers o
        where
          o.speaker_id = s.id
          and o.conference_id <> all ($2::bigint[])
      )
    returning
      s.id,
      s.name,
      s.slug,
      (s.name, s.title, s.company, s.photo_url) is distinct from (b.name, b.title, b.company, b.photo_url) as is_shown
  ),
  touched as (
    update agenda_items i
    set updated_at = now()
    where
      i.id in (
        select t.agenda_item_id
        from
          agenda_item_speakers t
          join changed c on c.id = t.speaker_id
          and c.is_shown
      )
  )
select
  id,
  name,
  slug
from changed;
