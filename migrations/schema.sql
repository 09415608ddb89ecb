-- The schema as the migrations leave it, to be read and compared; the migrations build it.
-- Written by `npm run generate`.

create extension pg_trgm;
create extension unaccent;

create sequence attendance_queue as bigint start 1 increment 1;

CREATE OR REPLACE FUNCTION public.add_seats(changes text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
      declare
        emptied tid[];
        changed integer;
      begin
        with added as (
          insert into conference_people as p (conference_id, user_id, seats)
          select split_part(line, ' ', 1)::bigint, split_part(line, ' ', 2)::bigint,
                 sum(split_part(line, ' ', 3)::integer)
            from string_to_table(changes, ',') as line
           group by 1, 2 having sum(split_part(line, ' ', 3)::integer) <> 0
           order by 1, 2
          on conflict (conference_id, user_id) do update set seats = p.seats + excluded.seats
          returning p.ctid, p.seats
        )
        select array_agg(ctid) filter (where seats = 0), count(*) into emptied, changed from added;
        if emptied is not null then
          delete from conference_people where ctid = any(emptied);
        end if;
        return changed;
      end $function$;

CREATE OR REPLACE FUNCTION public.agenda_group_named(conference bigint, of_kind text, given text, makes boolean)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    declare
      spelling text;
    begin
      if conference is null or coalesce(folded_name(given), '') = '' then
        return given;
      end if;
      loop
        -- The lock lets a rename and a deletion wait for this transaction.
        select g.name into spelling from agenda_groups g
         where g.conference_id = conference and g.kind = of_kind
           and folded_name(g.name) = folded_name(given)
           for share;
        if spelling is not null or not makes then
          return coalesce(spelling, given);
        end if;
        insert into agenda_groups (conference_id, kind, name, position)
        values (conference, of_kind, btrim(regexp_replace(given, '\s+', ' ', 'g')),
                (select coalesce(max(g.position) + 1, 0) from agenda_groups g
                  where g.conference_id = conference and g.kind = of_kind))
            on conflict (conference_id, kind, folded_name(name)) do nothing;
      end loop;
    end $function$;

CREATE OR REPLACE FUNCTION public.analyze_grown_tables()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    declare
      grown regclass;
      analyzed text[] := '{}';
    begin
      if not pg_try_advisory_xact_lock(hashtext('analyze_grown_tables')) then return analyzed; end if;
      for grown in
        select c.oid from pg_class c
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
           and pg_relation_size(c.oid) / current_setting('block_size')::integer
               > greatest(2 * c.relpages, 32)
         order by c.oid
      loop
        execute format('analyze %s', grown);
        analyzed := analyzed || grown::text;
      end loop;
      return analyzed;
    end $function$;

CREATE OR REPLACE FUNCTION public.connection_status_for(viewer_id bigint, requester_id bigint, status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (status IS NULL) THEN 'none'::text WHEN (status <> 'pending'::text) THEN status WHEN (requester_id = viewer_id) THEN 'pending_sent'::text ELSE 'pending_received'::text END;

CREATE OR REPLACE FUNCTION public.contains_misspelled(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (contains_swapped(searched, word) OR ((count_letters(word) >= 3) AND contains_piece(searched, word) AND (word_similarity(folded_for_search(word), searched) >= (0.4)::double precision)));

CREATE OR REPLACE FUNCTION public.contains_piece(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (count_letters(word) < 3) THEN contains_word(searched, word) ELSE ((searched ~~ search_pattern(word)) OR (searched ~~ ANY (word_pieces(word)))) END;

CREATE OR REPLACE FUNCTION public.contains_similar(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((searched ~~ search_pattern(word)) OR (searched ~~ ANY (search_swaps(word))) OR (searched %> folded_for_search(word)));

CREATE OR REPLACE FUNCTION public.contains_swapped(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((count_letters(word) >= 3) AND (count_letters(word) <= 8)) THEN ((searched ~~ search_pattern(word)) OR (searched ~~ ANY (search_swaps(word)))) ELSE contains_word(searched, word) END;

CREATE OR REPLACE FUNCTION public.contains_word(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (count_letters(word) = 0) THEN false WHEN (count_letters(word) >= 3) THEN (searched ~~ search_pattern(word)) WHEN (length(btrim(folded_for_search(word))) = count_letters(word)) THEN (search_words(searched) @@ search_prefix(word)) ELSE ((search_words(searched) @@ search_prefix(spaced_words(word))) AND ((searched || ''::text) ~~ search_pattern(word))) END;

CREATE OR REPLACE FUNCTION public.copy_user_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into user_activity (user_id, last_seen_at)
        select id, coalesce(last_seen_at, '-infinity') from new_users where erased_at is null;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.count_item_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.revision := old.revision + 1;
      -- Calendars show the revisions of an item and its event as one number, which never falls.
      if new.event_id is distinct from old.event_id then
        new.revision := new.revision
          + coalesce((select revision from events where id = old.event_id), 0);
      end if;
      return new;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.count_letters(word text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN length(regexp_replace(folded_for_search(word), '[^[:alnum:]]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.count_noted_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        noted text := current_setting('hallway.seat_changes', true);
      begin
        -- The first of the rows counts what was noted of all.
        if noted <> '' then
          perform set_config('hallway.seat_changes', '', true);
          perform add_seats(noted);
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.count_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.revision := old.revision + 1;
      return new;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.delivery_skip_reason(messenger_reachable boolean, notifications_enabled boolean, muted_topics text[], topic text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (NOT messenger_reachable) THEN 'unreachable'::text WHEN (NOT notifications_enabled) THEN 'disabled'::text WHEN (topic = ANY (muted_topics)) THEN 'muted'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.enrichment_input_hash(headline text, company text, job_title text, bio text, interests text[], looking_for text, offering text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
      select encode(sha256(convert_to(jsonb_build_array(
        headline, company, job_title, bio, interests, looking_for, offering)::text, 'UTF8')), 'hex')
    $function$;

CREATE OR REPLACE FUNCTION public.folded(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT lower(word.word) AS lower FROM unnest(folded.words) word(word));

CREATE OR REPLACE FUNCTION public.folded_for_search(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN lower(value) ELSE regexp_replace(replace(lower(unaccent('unaccent'::regdictionary, NORMALIZE(value, NFKC))), 'ς'::text, 'σ'::text), '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U000323af]'::text, ' \& '::text, 'g'::text) END;

CREATE OR REPLACE FUNCTION public.folded_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(btrim(regexp_replace(name, '\s+'::text, ' '::text, 'g'::text)));

CREATE OR REPLACE FUNCTION public.holds_seat(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['registered'::text, 'checked_in'::text]));

CREATE OR REPLACE FUNCTION public.imported_if_empty(field text, edited_fields text[], own text, imported text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (field = ANY (edited_fields)) THEN own ELSE COALESCE(own, imported) END;

CREATE OR REPLACE FUNCTION public.imported_until_sign_in(last_seen_at timestamp with time zone, own text, imported text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (last_seen_at IS NULL) THEN COALESCE(imported, own) ELSE own END;

CREATE OR REPLACE FUNCTION public.instant_in_json(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);

CREATE OR REPLACE FUNCTION public.is_contact_visible(user_id bigint, viewer_id bigint, contact_visibility text, connection_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((user_id = viewer_id) OR (contact_visibility = 'everyone'::text) OR (NOT (connection_status IS DISTINCT FROM 'accepted'::text)));

CREATE OR REPLACE FUNCTION public.is_in_inbox(in_app boolean, dismissed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (in_app AND (dismissed_at IS NULL));

CREATE OR REPLACE FUNCTION public.is_public_event_status(status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (status = ANY (ARRAY['approved'::text, 'cancelled'::text]));

CREATE OR REPLACE FUNCTION public.is_unread(in_app boolean, dismissed_at timestamp with time zone, clicked_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (in_app AND (dismissed_at IS NULL) AND (clicked_at IS NULL));

CREATE OR REPLACE FUNCTION public.keep_changed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.changed_at := old.changed_at;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_lists_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.is_listed is distinct from new.is_listed then
        update match_terms set is_listed = new.is_listed where user_id = new.id;
      end if;
      if tg_op = 'INSERT' or (old.is_listed, old.interests)
           is distinct from (new.is_listed, new.interests) then
        if tg_op = 'UPDATE' then
          delete from listed_interests where user_id = new.id;
        end if;
        if new.is_listed then
          insert into listed_interests (interest, user_id)
          select distinct unnest(folded(new.interests)), new.id
          on conflict do nothing;
        end if;
      end if;
      if tg_op = 'UPDATE' and (old.is_listed and old.is_ranked)
           is distinct from (new.is_listed and new.is_ranked) then
        update point_totals set is_ranked = new.is_listed and new.is_ranked where user_id = new.id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.keep_user_activity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        seen timestamptz(3) := coalesce(new.last_seen_at, '-infinity');
      begin
        if new.erased_at is not null then
          delete from user_activity where user_id = new.id;
          return null;
        end if;
        update user_activity set last_seen_at = seen where user_id = new.id;
        if not found then
          -- A migration may be copying the users at this moment.
          insert into user_activity (user_id, last_seen_at) values (new.id, seen)
          on conflict (user_id) do update set last_seen_at = excluded.last_seen_at;
        end if;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.media_key(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN split_part(split_part(split_part(url, '?'::text, 1), '#'::text, 1), '/'::text, '-1'::integer);

CREATE OR REPLACE FUNCTION public.move_questions_until()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.questions_until = old.questions_until then
        new.questions_until := new.questions_until + (new.ends_at - old.ends_at);
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.name_for_search(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((octet_length(name) > char_length(name)) AND (name ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U000323af]'::text)) THEN regexp_replace(name, '^\s*(\S+)\s+(\S.*)$'::text, '\1 \2 \1\2 \2\1'::text) ELSE name END;

CREATE OR REPLACE FUNCTION public.natural_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(folded_name(name), '(\d+)'::text, '000000000\1'::text, 'g'::text), '\d*(\d{10})'::text, '\1'::text, 'g'::text);

CREATE OR REPLACE FUNCTION public.note_agenda_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.conference_id is distinct from new.conference_id then
        update feedback set conference_id = new.conference_id where agenda_item_id = new.id;
      end if;
      -- It goes where its event goes, and an event that nobody sees may be given to it.
      if tg_op = 'DELETE' or (old.conference_id, old.event_id)
           is distinct from (new.conference_id, new.event_id) then
        insert into gone_rows (kind, gone_id, conference_id)
        select 'agenda_item', old.id, old.conference_id
          from conferences where id = old.conference_id and published_at is not null
           and not exists (
             select from events where id = old.event_id and status in ('pending', 'rejected'));
      end if;
      if tg_op = 'DELETE' or (old.status, old.starts_at, old.ends_at, old.room)
           is distinct from (new.status, new.starts_at, new.ends_at, new.room) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('agenda_item:' || old.id, least(old.starts_at, new.starts_at),
                old.status is distinct from new.status);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_requests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_subjects (subject, is_urgent)
    select 'connection:' || id, true from connections where requester_id = old.id and status = 'pending';
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into changed_subjects (subject, is_urgent) values (tg_argv[0] || ':' || old.id, true);
    return null;
  end $function$;

CREATE OR REPLACE FUNCTION public.note_conference()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'DELETE' and old.published_at is not null then
        insert into gone_rows (kind, gone_id) values ('conference', old.id);
      end if;
      if tg_op = 'DELETE' or (old.status, old.starts_on, old.ends_on, old.timezone, old.venue, old.city)
           is distinct from (new.status, new.starts_on, new.ends_on, new.timezone, new.venue, new.city) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('conference:' || old.id,
                least(old.starts_on::timestamp at time zone old.timezone,
                      new.starts_on::timestamp at time zone new.timezone),
                old.status is distinct from new.status);
        if (old.status, old.timezone)
           is distinct from (new.status, new.timezone) then
          insert into changed_subjects (subject, starts_at, is_urgent)
          select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id
          union all
          select 'event:' || id, starts_at, false from events where conference_id = old.id;
        end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_conference_in_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted jsonb := coalesce(new.before, '{}') || coalesce(new.after, '{}');
    begin
      case new.subject_type
        when 'conference' then
          new.conference_id := new.subject_id;
        when 'event' then
          select conference_id into new.conference_id from events where id = new.subject_id;
        when 'agenda_item' then
          select conference_id into new.conference_id from agenda_items where id = new.subject_id;
        when 'quest' then
          select conference_id into new.conference_id from quests where id = new.subject_id;
        when 'quest_task' then
          select q.conference_id into new.conference_id
            from quest_tasks t join quests q on q.id = t.quest_id where t.id = new.subject_id;
        when 'quest_submission' then
          select q.conference_id into new.conference_id
            from user_quest_tasks s join quests q on q.id = s.quest_id where s.id = new.subject_id;
        when 'feedback' then
          select conference_id into new.conference_id from feedback where id = new.subject_id;
        when 'notification_job' then
          select (audience -> 'conference_ids' ->> 0)::bigint into new.conference_id
            from notification_jobs
           where id = new.subject_id and jsonb_array_length(audience -> 'conference_ids') = 1;
        else null;
      end case;
      -- A deleted subject, and one of none or several conferences, such as a speaker in a lineup.
      if new.conference_id is null then
        if jsonb_typeof(noted -> 'conference_id') = 'number' then
          new.conference_id := (noted ->> 'conference_id')::bigint;
        elsif jsonb_typeof(noted -> 'quest_id') = 'number' then
          select conference_id into new.conference_id
            from quests where id = (noted ->> 'quest_id')::bigint;
        end if;
      end if;
      return new;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.note_connection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      -- Accepted, or met after it was. On an insert, old.status is null.
      if new.status = 'accepted' and (old.status is distinct from 'accepted'
           or old.met_at is null and new.met_at is not null) then
        insert into due_settlements (user_id)
        select party from unnest(array[new.requester_id, new.recipient_id]) as party
         where exists (
           select from quest_tasks t join quests q on q.id = t.quest_id
            where t.type = 'connections' and t.deleted_at is null
              and q.is_active and q.deleted_at is null);
      end if;
      if tg_op = 'DELETE' or old.status <> new.status then
        insert into changed_subjects (subject, is_urgent) values ('connection:' || old.id, true);
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_due_participants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into due_settlements (user_id)
      select user_id from user_quests where quest_id = new.quest_id order by user_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_due_participants_of_quest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into due_settlements (user_id)
      select user_id from user_quests
       where quest_id = new.id and exists (
         select from quest_tasks t
          where t.quest_id = new.id and t.deleted_at is null
            and t.type in ('connections', 'event_attendance', 'conference_registration', 'profile'))
       order by user_id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_due_profile()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into due_settlements (user_id)
      select new.id
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'profile' and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.conference_id is distinct from new.conference_id then
        update feedback set conference_id = new.conference_id where event_id = new.id;
      end if;
      -- A conference that was never public may get it.
      if old.status in ('approved', 'cancelled')
        and (tg_op = 'DELETE' or old.conference_id is distinct from new.conference_id) then
        insert into gone_rows (kind, gone_id, conference_id)
        select 'event', old.id, old.conference_id
         where not exists
           (select from conferences where id = old.conference_id and published_at is null);
      end if;
      if tg_op = 'DELETE' or (old.status, old.starts_at, old.ends_at, old.all_day, old.timezone, old.venue_name, old.venue_address)
           is distinct from (new.status, new.starts_at, new.ends_at, new.all_day, new.timezone, new.venue_name, new.venue_address) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        values ('event:' || old.id, least(old.starts_at, new.starts_at),
                old.status is distinct from new.status);
        -- An agenda item has no timezone of its own.
        if tg_op = 'UPDATE' and (old.status, old.timezone)
           is distinct from (new.status, new.timezone) then
          insert into changed_subjects (subject, starts_at, is_urgent)
          select 'agenda_item:' || id, starts_at, old.status <> new.status
            from agenda_items where event_id = old.id;
        end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_event_attendances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted text;
    begin
      if tg_op = 'INSERT' then
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from new_rows as changed
     where exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', (select e.conference_id from events e where e.id = n.event_id), jsonb_build_object('event_id', n.event_id, 'user_id', n.user_id,
                   'status', n.status, 'has_seat', holds_seat(n.status))
            from new_rows n
           where true
           union all
          select 'check_in.changed', (select e.conference_id from events e where e.id = n.event_id), jsonb_build_object('event_id', n.event_id, 'user_id', n.user_id,
                   'checked_in_at', instant_in_json(n.checked_in_at))
            from new_rows n
           where n.checked_in_at is not null
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select (select e.conference_id from events e
                     where e.id = s.event_id and e.status = 'approved') as conference_id,
                   s.user_id, s.change
              from (select user_id, event_id, sum(change) as change from (select *, 1 as change from new_rows) as seats
                     where holds_seat(status)
                     group by user_id, event_id having sum(change) <> 0) as s) as changes
     where conference_id is not null;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      elsif tg_op = 'UPDATE' then
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from new_rows as changed
     where exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', (select e.conference_id from events e where e.id = n.event_id), jsonb_build_object('event_id', n.event_id, 'user_id', n.user_id,
                   'status', n.status, 'has_seat', holds_seat(n.status))
            from new_rows n join old_rows o on o.event_id = n.event_id and o.user_id = n.user_id
           where (o.status) is distinct from (n.status)
           union all
          select 'check_in.changed', (select e.conference_id from events e where e.id = n.event_id), jsonb_build_object('event_id', n.event_id, 'user_id', n.user_id,
                   'checked_in_at', instant_in_json(n.checked_in_at))
            from new_rows n join old_rows o on o.event_id = n.event_id and o.user_id = n.user_id
           where (o.checked_in_at) is distinct from (n.checked_in_at)
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select (select e.conference_id from events e
                     where e.id = s.event_id and e.status = 'approved') as conference_id,
                   s.user_id, s.change
              from (select user_id, event_id, sum(change) as change from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
                     where holds_seat(status)
                     group by user_id, event_id having sum(change) <> 0) as s) as changes
     where conference_id is not null;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      else
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from old_rows as changed
     where exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', (select e.conference_id from events e where e.id = o.event_id), jsonb_build_object('event_id', o.event_id, 'user_id', o.user_id,
                   'status', 'deleted', 'has_seat', false)
            from old_rows o
           where true
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select (select e.conference_id from events e
                     where e.id = s.event_id and e.status = 'approved') as conference_id,
                   s.user_id, s.change
              from (select user_id, event_id, sum(change) as change from (select *, -1 as change from old_rows) as seats
                     where holds_seat(status)
                     group by user_id, event_id having sum(change) <> 0) as s) as changes
     where conference_id is not null;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_gone_conference_speaker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'conference_speaker', old.speaker_id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null
        and exists (
          select from speakers where id = old.speaker_id and published_at is not null);
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.note_gone_page()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        insert into gone_rows (kind, gone_id, conference_id)
        select 'page', old.id, old.conference_id
          from conferences where id = old.conference_id and published_at is not null;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_gone_speaker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into gone_rows (kind, gone_id) values ('speaker', old.id);
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.note_moved_quest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      values ('quest', old.id, old.conference_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.published_at := now();
      return new;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.note_registrations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted text;
    begin
      if tg_op = 'INSERT' then
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from (select * from new_rows) as changed
     where changed.user_id is not null and exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'conference_registration'
          and (t.config->>'conference_id')::bigint = changed.conference_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', n.conference_id, jsonb_build_object('registration_id', n.id, 'user_id', n.user_id,
                   'status', n.status, 'has_seat', holds_seat(n.status), 'ticket_type', n.ticket_type)
            from new_rows n
           where true
           union all
          select 'check_in.changed', n.conference_id, jsonb_build_object('registration_id', n.id, 'user_id', n.user_id,
                   'checked_in_at', instant_in_json(n.checked_in_at))
            from new_rows n
           where n.checked_in_at is not null
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if exists (select from new_rows where ticket_type is not null and holds_seat(status)) then
        update ticket_types t
           set seat_count = t.seat_count + c.change,
               over_count = case
                 when c.change < 0 then greatest(0, t.over_count + c.change)
                 when current_setting('hallway.over_quotas', true) = 'on'
                   then greatest(t.over_count, t.seat_count + c.change - t.capacity)
                 else t.over_count end
          from (select conference_id, folded_name(ticket_type) as name, sum(change) as change
                  from (select *, 1 as change from new_rows) as seats
                 where ticket_type is not null and holds_seat(status)
                 group by 1, 2 having sum(change) <> 0) as c
         where t.conference_id = c.conference_id and t.folded_name = c.name;
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select conference_id, user_id, sum(change) as change from (select *, 1 as change from new_rows) as seats
             where user_id is not null and holds_seat(status)
             group by conference_id, user_id having sum(change) <> 0) as changes;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      elsif tg_op = 'UPDATE' then
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from (select * from new_rows) as changed
     where changed.user_id is not null and exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'conference_registration'
          and (t.config->>'conference_id')::bigint = changed.conference_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', n.conference_id, jsonb_build_object('registration_id', n.id, 'user_id', n.user_id,
                   'status', n.status, 'has_seat', holds_seat(n.status), 'ticket_type', n.ticket_type)
            from new_rows n join old_rows o on o.id = n.id
           where (o.status,o.user_id,o.ticket_type) is distinct from (n.status,n.user_id,n.ticket_type)
           union all
          select 'check_in.changed', n.conference_id, jsonb_build_object('registration_id', n.id, 'user_id', n.user_id,
                   'checked_in_at', instant_in_json(n.checked_in_at))
            from new_rows n join old_rows o on o.id = n.id
           where (o.checked_in_at) is distinct from (n.checked_in_at)
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if exists (select from new_rows where ticket_type is not null
          union all select from old_rows where ticket_type is not null)
        and exists (select from old_rows o join new_rows n on n.id = o.id
                     where (holds_seat(o.status), o.ticket_type)
                           is distinct from (holds_seat(n.status), n.ticket_type)) then
        update ticket_types t
           set seat_count = t.seat_count + c.change,
               over_count = case
                 when c.change < 0 then greatest(0, t.over_count + c.change)
                 when current_setting('hallway.over_quotas', true) = 'on'
                   then greatest(t.over_count, t.seat_count + c.change - t.capacity)
                 else t.over_count end
          from (select conference_id, folded_name(ticket_type) as name, sum(change) as change
                  from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
                 where ticket_type is not null and holds_seat(status)
                 group by 1, 2 having sum(change) <> 0) as c
         where t.conference_id = c.conference_id and t.folded_name = c.name;
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select conference_id, user_id, sum(change) as change from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
             where user_id is not null and holds_seat(status)
             group by conference_id, user_id having sum(change) <> 0) as changes;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      else
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from (select * from old_rows) as changed
     where changed.user_id is not null and exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'conference_registration'
          and (t.config->>'conference_id')::bigint = changed.conference_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
        insert into gone_rows (kind, gone_id, conference_id)
        select gone.kind, gone.id, o.conference_id
          from old_rows o
          join conferences c on c.id = o.conference_id
         cross join lateral (
           select 'attendee' as kind, o.user_id as id where o.user_id is not null
            union all
           select 'guest', o.id where o.user_id is null or o.claimant_id is not null) as gone;
        update idempotency_keys set body = null, mentions = '{}'
         where mentions && (select array_agg(-id) from old_rows);
        if exists (select from webhook_endpoints where status <> 'off' and kinds && '{attendance.changed,check_in.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select c.kind, c.conference_id, c.item from (
          select 'attendance.changed', o.conference_id, jsonb_build_object('registration_id', o.id, 'user_id', o.user_id,
                   'status', 'deleted', 'has_seat', false, 'ticket_type', o.ticket_type)
            from old_rows o
           where true
        ) as c (kind, conference_id, item)
         where exists (
            select from webhook_endpoints w
             where w.status <> 'off' and c.kind = any(w.kinds)
               and (w.conference_id is null or w.conference_id = c.conference_id));
      end if;
      if exists (select from old_rows where ticket_type is not null and holds_seat(status)) then
        update ticket_types t
           set seat_count = t.seat_count + c.change,
               over_count = case
                 when c.change < 0 then greatest(0, t.over_count + c.change)
                 when current_setting('hallway.over_quotas', true) = 'on'
                   then greatest(t.over_count, t.seat_count + c.change - t.capacity)
                 else t.over_count end
          from (select conference_id, folded_name(ticket_type) as name, sum(change) as change
                  from (select *, -1 as change from old_rows) as seats
                 where ticket_type is not null and holds_seat(status)
                 group by 1, 2 having sum(change) <> 0) as c
         where t.conference_id = c.conference_id and t.folded_name = c.name;
      end if;
      if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then return null; end if;
        
    select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
      from (select conference_id, user_id, sum(change) as change from (select *, -1 as change from old_rows) as seats
             where user_id is not null and holds_seat(status)
             group by conference_id, user_id having sum(change) <> 0) as changes;
    if noted is not null then
      perform set_config('hallway.seat_changes',
        concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
    end if;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_seat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.seated_at := now();
      if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id then
        new.welcomed_at := null;
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_seats_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        noted text;
      begin
        
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
          select c.conference_id, a.user_id, c.change from event_attendances a
           cross join (select old.conference_id, -1 as change where old.status = 'approved'
                       union all
                       select new.conference_id, 1
                        where tg_op = 'UPDATE' and new.status = 'approved') as c
           where a.event_id = old.id and holds_seat(a.status)) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
        return old;
      end $function$;

CREATE OR REPLACE FUNCTION public.note_webhook_completion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if (tg_op = 'UPDATE' and old.status = 'completed') = (new.status = 'completed') then
        return null;
      end if;
      if exists (select from webhook_endpoints where status <> 'off' and kinds && '{quest.completed}') then
        insert into webhook_changes (kind, conference_id, item)
        select 'quest.completed', q.conference_id,
               jsonb_build_object('quest_id', new.quest_id, 'user_id', new.user_id, 'status', new.status)
          from quests q
         where q.id = new.quest_id and exists (
            select from webhook_endpoints w
             where w.status <> 'off' and 'quest.completed' = any(w.kinds)
               and (w.conference_id is null or w.conference_id = q.conference_id));
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_webhook_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      noted constant text := tg_argv[0];
      changed jsonb;
      left_conference bigint;
    begin
      if tg_op = 'UPDATE' and old.version = new.version then return null; end if;
      if not exists (select from webhook_endpoints where status <> 'off' and noted = any(kinds)) then
        return null;
      end if;
      if tg_op = 'DELETE' then changed := to_jsonb(old); else changed := to_jsonb(new); end if;
      if tg_op = 'UPDATE' then
        left_conference := nullif((to_jsonb(old) ->> 'conference_id')::bigint,
                                  (changed ->> 'conference_id')::bigint);
      end if;
      insert into webhook_changes (kind, conference_id, item)
      select noted, c.conference_id,
             jsonb_build_object('id', changed -> 'id', 'status', changed -> 'status',
                                'version', changed -> 'version', 'is_deleted', c.is_deleted)
             || case when t.starts_at is null then '{}'
                     else jsonb_build_object('starts_at', instant_in_json(t.starts_at),
                                             'ends_at', instant_in_json(t.ends_at)) end
        from (
          -- For the conference that it left it is deleted; what is now has the higher sequence.
          select left_conference, true where left_conference is not null
           union all
          select case noted when 'conference.changed' then (changed ->> 'id')::bigint
                            else (changed ->> 'conference_id')::bigint end, tg_op = 'DELETE'
        ) as c (conference_id, is_deleted),
        (select coalesce((changed ->> 'starts_at')::timestamptz,
                         (changed ->> 'starts_on')::timestamp at time zone (changed ->> 'timezone')),
                (changed ->> 'ends_at')::timestamptz
        ) as t (starts_at, ends_at);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.note_webhook_submission()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.status = new.status then return null; end if;
      if exists (select from webhook_endpoints where status <> 'off' and kinds && '{submission.changed}') then
        insert into webhook_changes (kind, conference_id, item)
        select 'submission.changed', q.conference_id,
               jsonb_build_object('submission_id', new.id, 'quest_id', new.quest_id,
                 'task_id', new.task_id, 'user_id', new.user_id, 'status', new.status)
          from quests q
         where q.id = new.quest_id and exists (
            select from webhook_endpoints w
             where w.status <> 'off' and 'submission.changed' = any(w.kinds)
               and (w.conference_id is null or w.conference_id = q.conference_id));
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_api_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('hallway_api_keys', new.public_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_api_key_of_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.id = coalesce(new.key_id, old.key_id);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.notify_api_keys_of_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.administrator_id = new.id;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.quiet_until(at timestamp with time zone, quiet_start time without time zone, quiet_end time without time zone, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (quiet_start < quiet_end) THEN CASE WHEN ((((at AT TIME ZONE zone))::time without time zone >= quiet_start) AND (((at AT TIME ZONE zone))::time without time zone < quiet_end)) THEN ((((at AT TIME ZONE zone))::date + quiet_end) AT TIME ZONE zone) ELSE NULL::timestamp with time zone END WHEN (((at AT TIME ZONE zone))::time without time zone >= quiet_start) THEN (((((at AT TIME ZONE zone))::date + 1) + quiet_end) AT TIME ZONE zone) WHEN (((at AT TIME ZONE zone))::time without time zone < quiet_end) THEN ((((at AT TIME ZONE zone))::date + quiet_end) AT TIME ZONE zone) ELSE NULL::timestamp with time zone END;

CREATE OR REPLACE FUNCTION public.recount_conference_people(conference bigint, after_user_id bigint, upto_user_id bigint)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
  declare
    missing text;
  begin
    -- Two at once would both correct the same rows.
    perform pg_advisory_xact_lock(hashtext('recount_conference_people'));
    -- A snapshot has each seat with its count, or neither. What others commit later adds to it.
    select string_agg(concat_ws(' ', conference, user_id, seats), ',') into missing
      from (select user_id, sum(seats) as seats
              from (select user_id, 1 as seats from registrations
                     where conference_id = conference and holds_seat(status)
                       and user_id > after_user_id and user_id <= upto_user_id
                    union all
                    select a.user_id, 1 from events e
                      join event_attendances a on a.event_id = e.id and holds_seat(a.status)
                     where e.conference_id = conference and e.status = 'approved'
                       and a.user_id > after_user_id and a.user_id <= upto_user_id
                    union all
                    select user_id, -seats from conference_people
                     where conference_id = conference
                       and user_id > after_user_id and user_id <= upto_user_id) as seats
             group by user_id having sum(seats) <> 0) as missing;
    return case when missing is null then 0 else add_seats(missing) end;
  end $function$;

CREATE OR REPLACE FUNCTION public.redact_audit_log(of_type text, ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      perform set_config('hallway.redacts_audit_log', 'on', true);
      update audit_log set before = null, after = null
       where subject_type = of_type and subject_id = any (ids)
         and (before is not null or after is not null);
      perform set_config('hallway.redacts_audit_log', '', true);
    end
    $function$;

CREATE OR REPLACE FUNCTION public.redact_user_of_speakers_in_audit_log(erased_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      linked jsonb := jsonb_build_object('user_id', erased_id);
    begin
      perform set_config('hallway.redacts_audit_log', 'on', true);
      update audit_log set before = before - 'user_id', after = after - 'user_id'
       where subject_type = 'speaker' and (before @> linked or after @> linked);
      perform set_config('hallway.redacts_audit_log', '', true);
    end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE'
        and to_jsonb(new) - '{before,after}'::text[] = to_jsonb(old) - '{before,after}'::text[]
      then
        if current_setting('hallway.redacts_audit_log', true) = 'on'
          and not exists (
            select * from jsonb_each(new.before) except select * from jsonb_each(old.before))
          and not exists (
            select * from jsonb_each(new.after) except select * from jsonb_each(old.after))
        then
          return new;
        end if;
        if old.action = 'people.read'
          and new.before is not distinct from old.before
          and new.after - 'reads' = old.after - 'reads'
          and (new.after ->> 'reads')::bigint > (old.after ->> 'reads')::bigint
        then
          return new;
        end if;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
    end
    $function$;

CREATE OR REPLACE FUNCTION public.refuse_ledger_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'rows of the point ledger never change';
  end $function$;

CREATE OR REPLACE FUNCTION public.row_contains_word(searched text, word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(CASE WHEN (count_letters(word) = 0) THEN false WHEN (count_letters(word) >= 3) THEN ((searched || ''::text) ~~ search_pattern(word)) ELSE (((searched || ''::text) ~~ search_pattern(word)) AND (((searched || ''::text) ~~ ('% '::text || substr(search_pattern(btrim(word)), 2))) OR ((searched || ''::text) ~ ('(^|[^[:alnum:]])'::text || regexp_replace(btrim(folded_for_search(word)), '([^[:alnum:] ])'::text, '\\\1'::text, 'g'::text))))) END, false);

CREATE OR REPLACE FUNCTION public.search_pattern(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (('%'::text || regexp_replace(folded_for_search(word), '[\\%_]'::text, '\\\&'::text, 'g'::text)) || '%'::text);

CREATE OR REPLACE FUNCTION public.search_prefix(word text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsquery('simple'::regconfig, ((''''::text || regexp_replace(folded_for_search(word), '[''\\]'::text, '\&\&'::text, 'g'::text)) || ''':*'::text));

CREATE OR REPLACE FUNCTION public.search_swaps(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT search_pattern(((("left"(search_swaps.word, (i.i - 1)) || substr(search_swaps.word, (i.i + 1), 1)) || substr(search_swaps.word, i.i, 1)) || substr(search_swaps.word, (i.i + 2)))) AS search_pattern FROM generate_series(1, LEAST((length(search_swaps.word) - 1), 20)) i(i));

CREATE OR REPLACE FUNCTION public.search_words(searched text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, spaced_words(searched));

CREATE OR REPLACE FUNCTION public.spaced_words(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(replace(replace(replace(folded, '/'::text, ' '::text), '.'::text, ' '::text), '-'::text, ' '::text), '+'::text, ' '::text), '@'::text, ' '::text), '&'::text, ' '::text), '<'::text, ' '::text);

CREATE OR REPLACE FUNCTION public.speaks_one_of(language_code text, codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((lower(language_code) = ANY (folded(codes))) OR (lower(split_part(language_code, '-'::text, 1)) = ANY (folded(codes))));

CREATE OR REPLACE FUNCTION public.spell_groups_of_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'INSERT' or (old.conference_id, old.room, old.track)
           is distinct from (new.conference_id, new.room, new.track) then
        new.room := agenda_group_named(new.conference_id, 'room', new.room, true);
        new.track := agenda_group_named(new.conference_id, 'track', new.track, true);
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.spell_room_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.conference_id is not null and new.venue_name is not null
        and (tg_op = 'INSERT' or (old.conference_id, old.venue_name)
           is distinct from (new.conference_id, new.venue_name)) then
        -- A side event takes place in a bar or an office more often than in a room.
        new.venue_name := agenda_group_named(
          new.conference_id, 'room', new.venue_name, new.kind = 'main');
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.ticket_type_named(conference bigint, given text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
      declare
        spelling text;
      begin
        if folded_name(given) = '' then return given; end if;
        loop
          select t.name into spelling from ticket_types t
           where t.conference_id = conference and t.folded_name = folded_name(given);
          if found then return spelling; end if;
          insert into ticket_types (conference_id, name, position)
          values (conference, given, (select coalesce(max(t.position) + 1, 0) from ticket_types t
                                       where t.conference_id = conference))
              on conflict do nothing;
        end loop;
      end $function$;

CREATE OR REPLACE FUNCTION public.touch_page_of_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update conference_pages set updated_at = now()
         where id = old.page_id and updated_at is distinct from now()::timestamptz(3);
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.touch_pages_of_room()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update conference_pages p set updated_at = now()
          from page_marks m where m.room_id = new.id and p.id = m.page_id;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.touch_quest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'INSERT' or (old.points, old.deleted_at)
           is distinct from (new.points, new.deleted_at) then
        update quests set updated_at = now() where id = new.quest_id;
      end if;
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.touch_registration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.ticket_type is not null
        and (tg_op = 'INSERT' or new.ticket_type is distinct from old.ticket_type) then
        new.ticket_type := ticket_type_named(new.conference_id, new.ticket_type);
      end if;
      if tg_op = 'INSERT' then
        if num_nonnulls(new.first_name, new.last_name, new.company, new.username) > 0 then
          new.search_text := folded_for_search(name_for_search(coalesce(new.first_name, '') || ' '
            || coalesce(new.last_name, '')) || ' ' || coalesce(new.company, '') || ' @'
            || coalesce(new.username, ''));
        end if;
        return new;
      end if;
      new.changed_at := now();
      if holds_seat(new.status) and not holds_seat(old.status)
        or new.ticket_type is distinct from old.ticket_type then
        new.badge_changed_at := now();
      end if;
      if old.import_id is not null and (new.ticket_type is distinct from old.ticket_type
           or old.user_id is null and old.cancelled_at is not null and new.cancelled_at is null) then
        new.is_changed_since_import := true;
      end if;
      -- A check-in, which a door waits for, changes nothing of these.
      if (new.user_id, new.ticket_code_end, new.first_name, new.last_name, new.company, new.username, new.messenger_id, new.job_title, new.email_encrypted, new.claimant_id) is not distinct from (old.user_id, old.ticket_code_end, old.first_name, old.last_name, old.company, old.username, old.messenger_id, old.job_title, old.email_encrypted, old.claimant_id) then
        return new;
      end if;
      if (new.first_name, new.last_name, new.company, new.username) is distinct from (old.first_name, old.last_name, old.company, old.username) then
        new.search_text := case when num_nonnulls(new.first_name, new.last_name, new.company, new.username) > 0
          then folded_for_search(name_for_search(coalesce(new.first_name, '') || ' '
            || coalesce(new.last_name, '')) || ' ' || coalesce(new.company, '') || ' @'
            || coalesce(new.username, '')) end;
      end if;
      if new.user_id is null and (old.user_id is not null
           or (new.first_name, new.last_name, new.company) is distinct from (old.first_name, old.last_name, old.company)) then
        new.badge_changed_at := now();
      end if;
      if old.import_id is not null
        and (new.first_name, new.last_name, new.company, new.username, new.messenger_id, new.job_title, new.ticket_code_end) is distinct from (old.first_name, old.last_name, old.company, old.username, old.messenger_id, old.job_title, old.ticket_code_end) then
        new.is_changed_since_import := true;
      end if;
      -- Answers that are kept for a repeated request name the guest.
      if old.first_name is not null and new.first_name is null or old.last_name is not null and new.last_name is null or old.company is not null and new.company is null or old.username is not null and new.username is null or old.messenger_id is not null and new.messenger_id is null or old.job_title is not null and new.job_title is null or old.email_encrypted is not null and new.email_encrypted is null or old.claimant_id is not null and new.claimant_id is null then
        update idempotency_keys set body = null, mentions = '{}' where mentions && array[-old.id];
      end if;
      if old.user_id is not null and new.user_id is distinct from old.user_id then
        insert into gone_rows (kind, gone_id, conference_id)
        values ('attendee', old.user_id, old.conference_id);
        
    insert into due_settlements (user_id)
    select distinct changed.user_id from (select old.user_id, old.conference_id) as changed
     where changed.user_id is not null and exists (
       select from quest_tasks t join quests q on q.id = t.quest_id
        where t.type = 'conference_registration'
          and (t.config->>'conference_id')::bigint = changed.conference_id
          and t.deleted_at is null and q.is_active and q.deleted_at is null);
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.touch_rosters_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.roster_changed_at := now();
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION public.touch_speaker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update speakers set updated_at = now()
       where id = coalesce(new.speaker_id, old.speaker_id)
         and updated_at is distinct from now()::timestamptz(3);
      return null;
    end
    $function$;

CREATE OR REPLACE FUNCTION public.undo_scans_of_registration()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        kept bigint;
      begin
        if old.claimant_id is null and new.claimant_id is not null then
          select r.id into kept from registrations r
           where r.conference_id = new.conference_id and r.user_id = new.claimant_id;
          update check_in_events e set registration_id = kept
           where e.registration_id = new.id and e.undone_at is null and kept is not null
             and not exists (
               select from check_in_events o
                where o.registration_id = kept and o.checkpoint_id = e.checkpoint_id
                  and o.counted_on = e.counted_on and o.undone_at is null);
        end if;
        update check_in_events set undone_at = now() where registration_id = new.id and undone_at is null;
        return null;
      end $function$;

CREATE OR REPLACE FUNCTION public.word_pieces(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (WITH split AS (SELECT array_remove(regexp_split_to_array(folded_for_search(word_pieces.word), '[^[:alnum:]]+'::text), ''::text) AS parts), sized AS (SELECT split.parts, split.parts[1] AS part, length(split.parts[1]) AS letters FROM split) SELECT CASE WHEN (cardinality(sized.parts) > 1) THEN ARRAY(SELECT unnest(CASE WHEN (length(part.part) < 3) THEN ARRAY[(part.part || '%'::text), (('% '::text || part.part) || '%'::text)] ELSE ARRAY[(('%'::text || part.part) || '%'::text)] END) AS unnest FROM unnest(sized.parts) part(part)) WHEN (sized.letters < 6) THEN (CASE WHEN (sized.letters = 5) THEN ARRAY[(('%'::text || "left"(sized.part, 3)) || '%'::text)] ELSE ARRAY[("left"(sized.part, 2) || '%'::text), (('% '::text || "left"(sized.part, 2)) || '%'::text)] END || ARRAY[('%'::text || "right"(sized.part, 2)), (('%'::text || "right"(sized.part, 2)) || ' %'::text)]) ELSE ARRAY(SELECT (('%'::text || substr(sized.part, (1 + ((i.i * sized.letters) / pieces.n)), ((((i.i + 1) * sized.letters) / pieces.n) - ((i.i * sized.letters) / pieces.n)))) || '%'::text) FROM (SELECT (sized.letters / 3) AS n) pieces, LATERAL generate_series(0, (pieces.n - 1)) i(i)) END AS "array" FROM sized);

comment on function add_seats is 'Adds numbers of seats: conference, user and number, each time, with commas between them. Returns how many rows it changed.';
comment on function agenda_group_named is 'The name as its room or track spells it, which is made if it is unknown and makes is true.';
comment on function analyze_grown_tables is 'Analyzes each table of more than 32 pages that has more than doubled since it was analyzed.';
comment on function connection_status_for is 'The status of a connection as one of the two users sees it. Null status: they have none.';
comment on function contains_misspelled is 'Whether folded text contains a word, or one that differs by a small typing error: two neighboring letters swapped, or a shared piece and 40 % of the trigrams. A word of less than three letters is never misspelled.';
comment on function contains_piece is 'Whether folded text contains a piece of a word, without which it is not misspelled there.';
comment on function contains_similar is 'Whether folded text contains a word, or one that differs by a small typing error. The setting pg_trgm.word_similarity_threshold limits the difference.';
comment on function contains_swapped is 'Whether folded text contains a word, or one of at most 8 letters with two neighboring ones swapped.';
comment on function contains_word is 'Whether folded text contains a word: one of three letters or more anywhere, a shorter one as a whole word or at the beginning of one. Without letters it matches nothing.';
comment on function count_letters is 'Letters and digits of a word, once it is folded.';
comment on function delivery_skip_reason is 'Why a user gets no messenger message of a topic; null for a user who gets one. Users without settings have no muted_topics.';
comment on function folded_for_search is 'Text without accents, case and typographic variants. Indexes store what it returns, so a change of it must rebuild them.';
comment on function folded_name is 'Names of rooms and tracks are equal if this is.';
comment on function holds_seat is 'Whether an attendance of this status counts towards the capacity.';
comment on function imported_if_empty is 'A profile field after an import that fills empty fields only, and none that the user edited.';
comment on function imported_until_sign_in is 'A field of the messenger after an import: imports fill it until the first sign-in.';
comment on function instant_in_json is 'An instant as the API writes it, for JSON that PostgreSQL builds.';
comment on function is_contact_visible is 'Whether a viewer may see how to contact a user. Null connection_status: the two have no connection.';
comment on function is_in_inbox is 'Whether the inbox lists a notification.';
comment on function is_public_event_status is 'Whether users may see an event of this status.';
comment on function is_unread is 'Whether a notification counts as unread in the inbox.';
comment on function media_key is 'The key of an uploaded file in its URL: the last part of the path. The last part of any other URL is the key of no file.';
comment on function name_for_search is 'A name, and in scripts without spaces also its two parts written together in either order.';
comment on function natural_key is 'Sorts names as people do: Room 2 before Room 10.';
comment on function note_conference_in_audit_log is 'Names the conference of the subject of an action.';
comment on function recount_conference_people is 'Corrects the people of a conference among the users of an id above the first one, up to the second. Returns how many rows were wrong.';
comment on function row_contains_word is 'As contains_word, for rows that another index finds: without an index of its own, and without the words of each row, which take 10 us to find. PostgreSQL takes coalesce for true in half of the rows, so it does not begin with the words.';
comment on function search_pattern is 'A LIKE pattern for folded text that contains the word literally.';
comment on function search_prefix is 'Matches words that begin with this one. The quotes keep its characters from being parsed as operators.';
comment on function search_swaps is 'Patterns of a word with two neighboring characters swapped. A swap leaves a short word too few trigrams to be similar.';
comment on function search_words is 'The words of folded text. Indexes store what it returns.';
comment on function spaced_words is 'Text in which text search finds every word: its parser takes AI/ML for a path, node.js for a host and -19 for a number. Seven replacements take a third of the time of one translate.';
comment on function speaks_one_of is 'Whether a language matches one of the codes, in any case; en also matches en-GB.';
comment on function ticket_type_named is 'The name as its ticket type spells it, which is made as a name only if it is unknown.';
comment on function touch_page_of_mark is 'A page has changed when its room, and so a mark, is deleted.';
comment on function touch_pages_of_room is 'A page shows the names of the rooms of its marks.';
comment on function undo_scans_of_registration is 'Scans are of an arrival: who gave the seat up, or whose arrival is undone, has none. Those of a guest pass with the arrival to the registration that their claimant had.';
comment on function word_pieces is 'LIKE patterns of folded text that contains a piece of the word. A small typing error leaves a piece intact, and a trigram index finds each of them.';

create table admin_sessions (
  id bigint generated always as identity not null,
  secret_hash bytea not null,
  key_id bigint,
  key_hex text,
  created_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  user_agent text,
  ip inet,
  constraint admin_sessions_pkey PRIMARY KEY (id),
  constraint admin_sessions_secret_hash_key UNIQUE (secret_hash),
  constraint admin_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint admin_sessions_have_one_key CHECK (num_nonnulls(key_id, key_hex) = 1),
  constraint admin_sessions_key_hex_check CHECK (key_hex ~ '^[0-9a-f]{8}$'::text),
  constraint admin_sessions_secret_hash_check CHECK (octet_length(secret_hash) = 32),
  constraint admin_sessions_user_agent_check CHECK (length(user_agent) <= 300)
);

create table admin_sign_in_codes (
  code_hash bytea not null,
  key_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint admin_sign_in_codes_pkey PRIMARY KEY (code_hash),
  constraint admin_sign_in_codes_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint admin_sign_in_codes_code_hash_check CHECK (octet_length(code_hash) = 32)
);

create table admin_stream_tickets (
  token_hash text not null,
  credential jsonb not null,
  expires_at timestamp(3) with time zone not null,
  constraint admin_stream_tickets_pkey PRIMARY KEY (token_hash),
  constraint admin_stream_tickets_token_hash_check CHECK (length(token_hash) = 64)
);

create table administrators (
  id bigint generated always as identity not null,
  name text not null,
  email text,
  messenger_id bigint,
  disabled_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  constraint administrators_pkey PRIMARY KEY (id),
  constraint administrators_messenger_id_key UNIQUE (messenger_id),
  constraint administrators_created_by_fkey FOREIGN KEY (created_by) REFERENCES administrators(id),
  constraint administrators_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint administrators_messenger_id_check CHECK (messenger_id > 0),
  constraint administrators_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);

create table agenda_favorites (
  user_id bigint not null,
  agenda_item_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint agenda_favorites_pkey PRIMARY KEY (user_id, agenda_item_id),
  constraint agenda_favorites_agenda_item_id_fkey FOREIGN KEY (agenda_item_id) REFERENCES agenda_items(id) ON DELETE CASCADE,
  constraint agenda_favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table agenda_groups (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  kind text not null,
  name text not null,
  position integer not null,
  capacity integer,
  color text,
  constraint agenda_groups_pkey PRIMARY KEY (id),
  constraint agenda_groups_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint agenda_groups_capacity_check CHECK (capacity > 0),
  constraint agenda_groups_color_check CHECK (color ~ '^#[0-9a-f]{6}$'::text),
  constraint agenda_groups_kind_check CHECK (kind = ANY (ARRAY['room'::text, 'track'::text])),
  constraint agenda_groups_name_check CHECK (length(name) <= 500),
  constraint agenda_groups_name_is_not_empty CHECK (folded_name(name) <> ''::text),
  constraint agenda_groups_only_rooms_have_capacity CHECK (capacity IS NULL OR kind = 'room'::text),
  constraint agenda_groups_position_check CHECK ("position" >= 0)
);

create table agenda_item_speakers (
  agenda_item_id bigint not null,
  speaker_id bigint not null,
  position integer not null,
  constraint agenda_item_speakers_pkey PRIMARY KEY (agenda_item_id, speaker_id),
  constraint agenda_item_speakers_agenda_item_id_fkey FOREIGN KEY (agenda_item_id) REFERENCES agenda_items(id) ON DELETE CASCADE,
  constraint agenda_item_speakers_speaker_id_fkey FOREIGN KEY (speaker_id) REFERENCES speakers(id) ON DELETE CASCADE
);

create table agenda_items (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  event_id bigint,
  title text not null,
  description text,
  kind text default 'talk'::text not null,
  track text,
  room text,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  position integer default 0 not null,
  edited_fields text[] default '{}'::text[] not null,
  calendar_uid uuid default gen_random_uuid() not null,
  revision integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  search tsvector generated always as ((setweight(to_tsvector('simple'::regconfig, folded_for_search(title)), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, folded_for_search((COALESCE(track, ''::text) || ' '::text) || COALESCE(room, ''::text))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, folded_for_search(COALESCE(description, ''::text))), 'C'::"char")) stored not null,
  search_text text generated always as (folded_for_search((((title || ' '::text) || COALESCE(track, ''::text)) || ' '::text) || COALESCE(room, ''::text))) stored not null,
  status text default 'scheduled'::text not null,
  import_key text,
  language text,
  url text,
  links jsonb default '[]'::jsonb not null,
  import_source text,
  cancelled_by_import boolean default false not null,
  version integer default 1 not null,
  interest text,
  questions text default 'off'::text not null,
  questions_until timestamp(3) with time zone,
  constraint agenda_items_pkey PRIMARY KEY (id),
  constraint agenda_items_event_id_key UNIQUE (event_id),
  constraint agenda_items_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint agenda_items_event_id_conference_id_fkey FOREIGN KEY (event_id, conference_id) REFERENCES events(id, conference_id) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint agenda_items_description_check CHECK (length(description) <= 20000),
  constraint agenda_items_end_not_before_start CHECK (ends_at >= starts_at),
  constraint agenda_items_import_key_check CHECK (length(import_key) <= 200),
  constraint agenda_items_import_source_check CHECK (length(import_source) <= 200),
  constraint agenda_items_interest_check CHECK (interest = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text])),
  constraint agenda_items_kind_check CHECK (kind = ANY (ARRAY['keynote'::text, 'talk'::text, 'panel'::text, 'workshop'::text, 'break'::text, 'social'::text, 'other'::text])),
  constraint agenda_items_language_check CHECK (length(language) <= 35),
  constraint agenda_items_links_check CHECK (jsonb_typeof(links) = 'array'::text),
  constraint agenda_items_position_check CHECK ("position" >= 0 AND "position" <= 1000000),
  constraint agenda_items_questions_check CHECK (questions = ANY (ARRAY['off'::text, 'moderated'::text, 'open'::text])),
  constraint agenda_items_room_check CHECK (length(room) <= 500),
  constraint agenda_items_status_check CHECK (status = ANY (ARRAY['scheduled'::text, 'cancelled'::text])),
  constraint agenda_items_title_check CHECK (length(title) <= 300),
  constraint agenda_items_track_check CHECK (length(track) <= 100),
  constraint agenda_items_url_check CHECK (length(url) <= 2000)
);

create table agenda_moves (
  conference_id bigint not null,
  move_hash bytea not null,
  moved_at timestamp(3) with time zone default now() not null,
  constraint agenda_moves_pkey PRIMARY KEY (conference_id, move_hash),
  constraint agenda_moves_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint agenda_moves_move_hash_check CHECK (length(move_hash) = 32)
);

create table api_key_secrets (
  hash bytea not null,
  key_id bigint not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone,
  constraint api_key_secrets_pkey PRIMARY KEY (hash),
  constraint api_key_secrets_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint api_key_secrets_hash_check CHECK (octet_length(hash) = 32)
);

create table api_keys (
  id bigint generated always as identity not null,
  public_id text not null,
  administrator_id bigint,
  name text not null,
  scopes text[] not null,
  conference_ids bigint[],
  allowed_networks cidr[],
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_by bigint,
  created_at timestamp(3) with time zone default now() not null,
  last_used_at timestamp(3) with time zone,
  last_used_ip inet,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_public_id_key UNIQUE (public_id),
  constraint api_keys_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES administrators(id),
  constraint api_keys_allowed_networks_check CHECK (cardinality(allowed_networks) > 0),
  constraint api_keys_conference_ids_check CHECK (cardinality(conference_ids) > 0),
  constraint api_keys_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint api_keys_of_administrators_end CHECK (administrator_id IS NULL OR expires_at IS NOT NULL),
  constraint api_keys_public_id_check CHECK (public_id ~ '^[g-z][a-z2-7]{7}$'::text),
  constraint api_keys_scopes_check CHECK (cardinality(scopes) > 0)
);

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp(3) with time zone default now() not null,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  request_id text not null,
  administrator_id bigint,
  api_key_id bigint,
  session_id bigint,
  ip inet,
  conference_id bigint,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table backups (
  taken_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone default now() not null,
  constraint backups_pkey PRIMARY KEY (taken_at),
  constraint backups_finished_after_start CHECK (finished_at >= taken_at)
);

create table blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamp(3) with time zone not null,
  is_named boolean default true not null,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id),
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_of_another_user CHECK (blocker_id <> blocked_id)
);

create table bot_message_subjects (
  subject text not null,
  bot_message_id bigint not null,
  constraint bot_message_subjects_pkey PRIMARY KEY (subject, bot_message_id),
  constraint bot_message_subjects_bot_message_id_fkey FOREIGN KEY (bot_message_id) REFERENCES bot_messages(id) ON DELETE CASCADE,
  constraint bot_message_subjects_subject_check CHECK (length(subject) <= 50)
);

create table bot_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  chat_id bigint not null,
  message_id bigint,
  notification_id bigint,
  state text not null,
  sent_at timestamp(3) with time zone,
  content_hash text,
  edit_due_at timestamp(3) with time zone,
  is_urgent boolean default false not null,
  edited_at timestamp(3) with time zone,
  attempts smallint default 0 not null,
  run_id uuid,
  leased_until timestamp(3) with time zone,
  constraint bot_messages_pkey PRIMARY KEY (id),
  constraint bot_messages_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL,
  constraint bot_messages_attempts_check CHECK (attempts >= 0),
  constraint bot_messages_content_hash_check CHECK (length(content_hash) <= 64),
  constraint bot_messages_gone_not_due CHECK (state <> 'gone'::text OR edit_due_at IS NULL),
  constraint bot_messages_lease_complete CHECK ((run_id IS NULL) = (leased_until IS NULL)),
  constraint bot_messages_sent_has_id CHECK (state = 'sending'::text OR message_id IS NOT NULL AND sent_at IS NOT NULL),
  constraint bot_messages_state_check CHECK (state = ANY (ARRAY['sending'::text, 'standing'::text, 'gone'::text]))
);

create table broadcast_recipients (
  job_id bigint not null,
  user_id bigint not null,
  variables jsonb not null,
  constraint broadcast_recipients_pkey PRIMARY KEY (job_id, user_id),
  constraint broadcast_recipients_job_id_fkey FOREIGN KEY (job_id) REFERENCES notification_jobs(id) ON DELETE CASCADE,
  constraint broadcast_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table cached_rankings (
  user_id bigint not null,
  conference_id bigint,
  profile text not null,
  people integer not null,
  connections integer not null,
  ranking text not null,
  made_at timestamp(3) with time zone not null,
  is_due boolean default false not null,
  constraint cached_rankings_user_id_conference_id_key UNIQUE NULLS NOT DISTINCT (user_id, conference_id),
  constraint cached_rankings_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint cached_rankings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint cached_rankings_profile_check CHECK (length(profile) = 40)
);

create table calendar_links (
  user_id bigint not null,
  token_hash text not null,
  created_at timestamp(3) with time zone not null,
  constraint calendar_links_pkey PRIMARY KEY (user_id),
  constraint calendar_links_token_hash_key UNIQUE (token_hash),
  constraint calendar_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint calendar_links_token_hash_check CHECK (length(token_hash) = 64)
);

create table changed_subjects (
  id bigint generated always as identity not null,
  subject text not null,
  starts_at timestamp(3) with time zone,
  is_urgent boolean not null,
  changed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint changed_subjects_pkey PRIMARY KEY (id)
);

create table check_in_events (
  id bigint generated always as identity not null,
  registration_id bigint not null,
  checkpoint_id bigint not null,
  day date not null,
  counted_on date,
  direction text not null,
  scanned_at timestamp(3) with time zone not null,
  device text,
  nonce text,
  administrator_id bigint,
  undone_at timestamp(3) with time zone,
  constraint check_in_events_pkey PRIMARY KEY (id),
  constraint check_in_events_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id) ON DELETE SET NULL,
  constraint check_in_events_checkpoint_id_fkey FOREIGN KEY (checkpoint_id) REFERENCES checkpoints(id) ON DELETE CASCADE,
  constraint check_in_events_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE,
  constraint check_in_events_device_check CHECK (length(device) <= 64),
  constraint check_in_events_direction_check CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint check_in_events_nonce_check CHECK (length(nonce) <= 200)
);

create table checkpoints (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  name text not null,
  folded_name text generated always as (folded_name(name)) stored not null,
  kind text not null,
  counts text not null,
  position integer not null,
  retired_at timestamp(3) with time zone,
  version integer default 1 not null,
  constraint checkpoints_pkey PRIMARY KEY (id),
  constraint checkpoints_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint checkpoints_counts_check CHECK (counts = ANY (ARRAY['once'::text, 'daily'::text, 'each'::text])),
  constraint checkpoints_folded_name_check CHECK (folded_name <> ''::text),
  constraint checkpoints_kind_check CHECK (kind = ANY (ARRAY['entrance'::text, 'room'::text, 'exit'::text])),
  constraint checkpoints_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint checkpoints_position_check CHECK ("position" >= 0)
);

create table conference_pages (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  kind text not null,
  title text not null,
  body text not null,
  image_url text,
  position integer not null,
  translations jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint conference_pages_pkey PRIMARY KEY (id),
  constraint conference_pages_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint conference_pages_body_check CHECK (length(body) <= 20000),
  constraint conference_pages_image_url_check CHECK (length(image_url) <= 2000),
  constraint conference_pages_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'map'::text])),
  constraint conference_pages_position_check CHECK ("position" >= 0),
  constraint conference_pages_title_check CHECK (length(title) >= 1 AND length(title) <= 200)
);

create table conference_people (
  conference_id bigint not null,
  user_id bigint not null,
  seats integer not null,
  constraint conference_people_pkey PRIMARY KEY (conference_id, user_id)
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.05);

create table conference_speakers (
  conference_id bigint not null,
  speaker_id bigint not null,
  position integer default 0 not null,
  constraint conference_speakers_pkey PRIMARY KEY (conference_id, speaker_id),
  constraint conference_speakers_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint conference_speakers_speaker_id_fkey FOREIGN KEY (speaker_id) REFERENCES speakers(id) ON DELETE CASCADE,
  constraint conference_speakers_position_check CHECK ("position" >= 0 AND "position" <= 1000000)
);

create table conference_welcomes (
  conference_id bigint not null,
  title text not null,
  body text not null,
  translations jsonb default '{}'::jsonb not null,
  action_url text,
  start jsonb,
  is_on boolean not null,
  since timestamp(3) with time zone,
  version integer default 1 not null,
  constraint conference_welcomes_pkey PRIMARY KEY (conference_id),
  constraint conference_welcomes_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint conference_welcomes_action_url_check CHECK (length(action_url) <= 2000),
  constraint conference_welcomes_body_check CHECK (length(body) >= 1 AND length(body) <= 4000),
  constraint conference_welcomes_on_has_since CHECK (is_on = (since IS NOT NULL)),
  constraint conference_welcomes_open_one_thing CHECK (start IS NULL OR action_url IS NULL),
  constraint conference_welcomes_title_check CHECK (length(title) >= 1 AND length(title) <= 200),
  constraint conference_welcomes_translations_check CHECK (jsonb_typeof(translations) = 'object'::text)
);

create table conferences (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  name text not null,
  description text,
  starts_on date not null,
  ends_on date not null,
  timezone text not null,
  venue text,
  city text,
  country text,
  website text,
  image_url text,
  capacity integer,
  status text default 'draft'::text not null,
  attendee_count integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  ends_at timestamp(3) with time zone generated always as (((ends_on + 1)::timestamp without time zone AT TIME ZONE timezone)::timestamp(3) with time zone) stored not null,
  published_at timestamp(3) with time zone,
  search_text text generated always as (folded_for_search((((name || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(venue, ''::text))) stored not null,
  invited_count integer default 0 not null,
  over_capacity_count integer default 0 not null,
  registration_mode text default 'open'::text not null,
  registration_closes_at timestamp(3) with time zone,
  event_access text default 'anyone'::text not null,
  version integer default 1 not null,
  ratings_need_check_in boolean default false not null,
  rating_ask text default 'evening'::text not null,
  ratings_asked_on date,
  show_interest boolean default false not null,
  broadcast_gap_minutes integer default 0 not null,
  waitlist text default 'auto'::text not null,
  has_form boolean default false not null,
  has_ticket_types boolean default false not null,
  guests_per_person integer default 0 not null,
  guest_claim_by timestamp(3) with time zone,
  transfers_until timestamp(3) with time zone,
  constraint conferences_pkey PRIMARY KEY (id),
  constraint conferences_slug_key UNIQUE (slug),
  constraint conferences_broadcast_gap_minutes_check CHECK (broadcast_gap_minutes >= 0 AND broadcast_gap_minutes <= 10080),
  constraint conferences_capacity_check CHECK (capacity > 0),
  constraint conferences_city_check CHECK (length(city) <= 200),
  constraint conferences_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint conferences_description_check CHECK (length(description) <= 20000),
  constraint conferences_end_not_before_start CHECK (ends_on >= starts_on),
  constraint conferences_event_access_check CHECK (event_access = ANY (ARRAY['anyone'::text, 'registered'::text])),
  constraint conferences_guests_per_person_check CHECK (guests_per_person >= 0 AND guests_per_person <= 10),
  constraint conferences_image_url_check CHECK (length(image_url) <= 2000),
  constraint conferences_name_check CHECK (length(name) <= 200),
  constraint conferences_published_unless_draft CHECK (published_at IS NOT NULL OR status = 'draft'::text),
  constraint conferences_rating_ask_check CHECK (rating_ask = ANY (ARRAY['off'::text, 'evening'::text])),
  constraint conferences_registration_mode_check CHECK (registration_mode = ANY (ARRAY['open'::text, 'approval'::text, 'invited'::text, 'closed'::text])),
  constraint conferences_seats_check CHECK (attendee_count >= 0 AND invited_count >= 0 AND over_capacity_count >= 0 AND (capacity IS NULL OR (attendee_count + invited_count) <= (capacity + over_capacity_count))),
  constraint conferences_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint conferences_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'cancelled'::text, 'archived'::text])),
  constraint conferences_timezone_check CHECK (('1970-01-01 00:00:00'::timestamp without time zone AT TIME ZONE timezone) IS NOT NULL),
  constraint conferences_venue_check CHECK (length(venue) <= 500),
  constraint conferences_waitlist_check CHECK (waitlist = ANY (ARRAY['auto'::text, 'manual'::text, 'off'::text])),
  constraint conferences_website_check CHECK (length(website) <= 2000)
);

create table connection_notes (
  connection_id bigint not null,
  writer_id bigint not null,
  note text not null,
  updated_at timestamp(3) with time zone not null,
  constraint connection_notes_pkey PRIMARY KEY (connection_id, writer_id),
  constraint connection_notes_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE,
  constraint connection_notes_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connection_notes_note_length CHECK (char_length(note) >= 1 AND char_length(note) <= 1000)
);

create table connection_requests (
  requester_hash text not null,
  recipient_hash text not null,
  requested_at timestamp(3) with time zone not null,
  rejected_at timestamp(3) with time zone,
  key_id text,
  constraint connection_requests_key_id_check CHECK (length(key_id) = 8),
  constraint connection_requests_recipient_hash_check CHECK (length(recipient_hash) = 64),
  constraint connection_requests_requester_hash_check CHECK (length(requester_hash) = 64)
);

create table connections (
  id bigint generated always as identity not null,
  requester_id bigint not null,
  recipient_id bigint not null,
  status text default 'pending'::text not null,
  message text,
  created_at timestamp(3) with time zone default now() not null,
  responded_at timestamp(3) with time zone,
  met_at timestamp(3) with time zone,
  met_conference_id bigint,
  lower_rejections smallint default 0 not null,
  higher_rejections smallint default 0 not null,
  constraint connections_pkey PRIMARY KEY (id),
  constraint connections_met_conference_id_fkey FOREIGN KEY (met_conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint connections_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_message_check CHECK (length(message) <= 500),
  constraint connections_met_at_conference CHECK (met_conference_id IS NULL OR met_at IS NOT NULL),
  constraint connections_met_once_accepted CHECK (met_at IS NULL OR status = 'accepted'::text),
  constraint connections_pending_until_response CHECK ((status = 'pending'::text) = (responded_at IS NULL)),
  constraint connections_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint connections_two_users CHECK (requester_id <> recipient_id)
);

create table deleted_feed_events (
  feed_conference_id bigint,
  feed_uid text not null,
  feed_recurrence_id text not null,
  feed_title text not null,
  feed_starts_at timestamp(3) with time zone not null,
  constraint deleted_feed_events_feed_conference_id_fkey FOREIGN KEY (feed_conference_id) REFERENCES conferences(id) ON DELETE CASCADE
);

create table deliveries (
  notification_id bigint not null,
  user_id bigint not null,
  job_id bigint,
  status text default 'queued'::text not null,
  reason text,
  attempts smallint default 0 not null,
  is_test boolean default false not null,
  due_at timestamp(3) with time zone default now() not null,
  run_id uuid,
  leased_until timestamp(3) with time zone,
  answered_at timestamp(3) with time zone,
  is_reminder boolean default false not null,
  concerns_at timestamp(3) with time zone,
  is_bulk boolean default false not null,
  constraint deliveries_pkey PRIMARY KEY (notification_id),
  constraint deliveries_job_id_fkey FOREIGN KEY (job_id) REFERENCES notification_jobs(id) ON DELETE CASCADE,
  constraint deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint deliveries_attempts_check CHECK (attempts >= 0),
  constraint deliveries_reason_check CHECK (length(reason) <= 100),
  constraint deliveries_sending_has_lease CHECK ((status = 'sending'::text) = (leased_until IS NOT NULL)),
  constraint deliveries_sending_has_run CHECK ((status = 'sending'::text) = (run_id IS NOT NULL)),
  constraint deliveries_sent_without_reason CHECK (status <> 'sent'::text OR reason IS NULL),
  constraint deliveries_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text])),
  constraint deliveries_unsent_has_reason CHECK ((status <> ALL (ARRAY['failed'::text, 'skipped'::text])) OR reason IS NOT NULL)
) with (autovacuum_vacuum_scale_factor=0.05);

create table due_settlements (
  id bigint generated always as identity not null,
  user_id bigint not null,
  constraint due_settlements_pkey PRIMARY KEY (id),
  constraint due_settlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table enrichment_calls (
  id bigint generated always as identity not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint enrichment_calls_pkey PRIMARY KEY (id)
);

create table enrichment_gate (
  is_only boolean default true not null,
  paused_until timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  constraint enrichment_gate_pkey PRIMARY KEY (is_only),
  constraint enrichment_gate_is_only_check CHECK (is_only)
);

create table enrichment_job_users (
  job_id bigint not null,
  user_id bigint not null,
  status text default 'queued'::text not null,
  attempts integer default 0 not null,
  invalid_answers integer default 0 not null,
  due_at timestamp(3) with time zone default now() not null,
  run_id uuid,
  leased_until timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  constraint enrichment_job_users_pkey PRIMARY KEY (job_id, user_id),
  constraint enrichment_job_users_job_id_fkey FOREIGN KEY (job_id) REFERENCES enrichment_jobs(id) ON DELETE CASCADE,
  constraint enrichment_job_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint enrichment_job_users_running_has_lease CHECK ((status = 'running'::text) = (run_id IS NOT NULL AND leased_until IS NOT NULL)),
  constraint enrichment_job_users_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text, 'skipped'::text]))
);

create table enrichment_jobs (
  id bigint generated always as identity not null,
  is_forced boolean not null,
  queued integer default 0 not null,
  skipped integer default 0 not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint enrichment_jobs_pkey PRIMARY KEY (id),
  constraint enrichment_jobs_queued_check CHECK (queued >= 0),
  constraint enrichment_jobs_skipped_check CHECK (skipped >= 0)
);

create table enrichments (
  user_id bigint not null,
  status text not null,
  provider text not null,
  headline text,
  summary text,
  tags text[] default '{}'::text[] not null,
  interests text[] default '{}'::text[] not null,
  input_hash text,
  generated_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  error text,
  constraint enrichments_pkey PRIMARY KEY (user_id),
  constraint enrichments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint enrichments_error_check CHECK (error = ANY (ARRAY['invalid_answer'::text, 'unavailable'::text])),
  constraint enrichments_failed_has_error CHECK ((status = 'failed'::text) = (error IS NOT NULL)),
  constraint enrichments_headline_check CHECK (length(headline) <= 120),
  constraint enrichments_input_hash_check CHECK (length(input_hash) = 64),
  constraint enrichments_interests_check CHECK (cardinality(interests) <= 20),
  constraint enrichments_provider_check CHECK (provider = ANY (ARRAY['local'::text, 'chat'::text])),
  constraint enrichments_ready_has_input CHECK (status <> 'ready'::text OR generated_at IS NOT NULL AND input_hash IS NOT NULL),
  constraint enrichments_status_check CHECK (status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text])),
  constraint enrichments_summary_check CHECK (length(summary) <= 500),
  constraint enrichments_tags_check CHECK (cardinality(tags) <= 12)
);

create table erased_people (
  messenger_hash text not null,
  erased_at timestamp(3) with time zone not null,
  is_blocked boolean not null,
  key_id text,
  constraint erased_people_pkey PRIMARY KEY (messenger_hash),
  constraint erased_people_key_id_check CHECK (length(key_id) = 8),
  constraint erased_people_messenger_hash_check CHECK (length(messenger_hash) = 64)
);

create table event_attendances (
  event_id bigint not null,
  user_id bigint not null,
  status text not null,
  queue_number bigint default nextval('attendance_queue'::regclass) not null,
  registered_at timestamp(3) with time zone not null,
  checked_in_at timestamp(3) with time zone,
  check_in_nonce text,
  version integer default 1 not null,
  desk_note text,
  check_in_device text,
  check_in_key text,
  check_in_administrator_id bigint,
  cancelled_at timestamp(3) with time zone,
  constraint event_attendances_pkey PRIMARY KEY (event_id, user_id),
  constraint event_attendances_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint event_attendances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint event_attendances_check_in_device_check CHECK (length(check_in_device) <= 64),
  constraint event_attendances_check_in_key_check CHECK (length(check_in_key) <= 64),
  constraint event_attendances_check_in_nonce_check CHECK (length(check_in_nonce) <= 200),
  constraint event_attendances_checked_in_has_time CHECK ((status = 'checked_in'::text) = (checked_in_at IS NOT NULL)),
  constraint event_attendances_desk_note_check CHECK (length(desk_note) <= 1000),
  constraint event_attendances_status_check CHECK (status = ANY (ARRAY['registered'::text, 'waitlisted'::text, 'cancelled'::text, 'checked_in'::text]))
);

create table events (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  conference_id bigint,
  title text not null,
  description text,
  kind text default 'main'::text not null,
  status text not null,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  all_day boolean default false not null,
  timezone text not null,
  venue_name text,
  venue_address text,
  venue_latitude double precision,
  venue_longitude double precision,
  image_url text,
  url text,
  organizer text,
  tags text[] default '{}'::text[] not null,
  capacity integer,
  attendee_count integer default 0 not null,
  registration_closes_at timestamp(3) with time zone,
  source text not null,
  edited_fields text[] default '{}'::text[] not null,
  feed_conference_id bigint,
  feed_uid text,
  feed_recurrence_id text default ''::text not null,
  feed_variant text default ''::text not null,
  feed_title text,
  feed_starts_at timestamp(3) with time zone,
  feed_fingerprint text,
  cancelled_by_feed boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  submitted_by bigint,
  contact text,
  rejection_reason text,
  calendar_uid uuid default gen_random_uuid() not null,
  revision integer default 0 not null,
  agenda_item_deleted boolean default false not null,
  feed_url_hash text,
  search_text text generated always as (folded_for_search((((title || ' '::text) || COALESCE(venue_name, ''::text)) || ' '::text) || COALESCE(organizer, ''::text))) stored not null,
  over_capacity_count integer default 0 not null,
  registration_mode text default 'open'::text not null,
  version integer default 1 not null,
  is_full boolean generated always as (capacity IS NOT NULL AND attendee_count >= capacity) stored,
  feed_revision jsonb,
  waitlist text default 'auto'::text not null,
  has_form boolean default false not null,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_id_conference_id_key UNIQUE (id, conference_id),
  constraint events_slug_key UNIQUE (slug),
  constraint events_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id),
  constraint events_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint events_capacity_check CHECK (capacity > 0),
  constraint events_contact_check CHECK (length(contact) <= 200),
  constraint events_description_check CHECK (length(description) <= 20000),
  constraint events_end_not_before_start CHECK (ends_at >= starts_at),
  constraint events_extcal_has_uid CHECK ((source = 'extcal'::text) = (feed_uid IS NOT NULL)),
  constraint events_feed_revision_check CHECK (jsonb_typeof(feed_revision) = 'object'::text),
  constraint events_feed_uid_check CHECK (length(feed_uid) <= 1000),
  constraint events_feed_url_hash_check CHECK (feed_url_hash ~ '^[0-9a-f]{64}$'::text),
  constraint events_image_url_check CHECK (length(image_url) <= 2000),
  constraint events_kind_check CHECK (kind = ANY (ARRAY['main'::text, 'side'::text])),
  constraint events_only_rejected_has_reason CHECK (rejection_reason IS NULL OR status = 'rejected'::text),
  constraint events_organizer_check CHECK (length(organizer) <= 200),
  constraint events_registration_mode_check CHECK (registration_mode = ANY (ARRAY['open'::text, 'approval'::text, 'invited'::text, 'closed'::text])),
  constraint events_rejection_reason_check CHECK (length(rejection_reason) <= 1000),
  constraint events_seats_check CHECK (attendee_count >= 0 AND over_capacity_count >= 0 AND (capacity IS NULL OR attendee_count <= (capacity + over_capacity_count))),
  constraint events_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint events_source_check CHECK (source = ANY (ARRAY['admin'::text, 'request'::text, 'extcal'::text])),
  constraint events_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text])),
  constraint events_tags_check CHECK (cardinality(tags) <= 20),
  constraint events_title_check CHECK (length(title) <= 300),
  constraint events_url_check CHECK (length(url) <= 2000),
  constraint events_venue_address_check CHECK (length(venue_address) <= 500),
  constraint events_venue_latitude_check CHECK (venue_latitude >= '-90'::integer::double precision AND venue_latitude <= 90::double precision),
  constraint events_venue_longitude_check CHECK (venue_longitude >= '-180'::integer::double precision AND venue_longitude <= 180::double precision),
  constraint events_venue_name_check CHECK (length(venue_name) <= 500),
  constraint events_waitlist_check CHECK (waitlist = ANY (ARRAY['auto'::text, 'manual'::text, 'off'::text]))
);

create table feedback (
  id bigint generated always as identity not null,
  user_id bigint,
  message text not null,
  rating smallint,
  category text,
  contact text,
  context jsonb,
  status text default 'new'::text not null,
  note text,
  repeat_hash text,
  created_at timestamp(3) with time zone default now() not null,
  search_text text generated always as (folded_for_search(message)) stored not null,
  conference_id bigint,
  event_id bigint,
  agenda_item_id bigint,
  is_rating boolean default false not null,
  in_group boolean default false not null,
  shared_at timestamp(3) with time zone,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_agenda_item_id_fkey FOREIGN KEY (agenda_item_id) REFERENCES agenda_items(id) ON DELETE SET NULL,
  constraint feedback_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint feedback_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE SET NULL,
  constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint feedback_category_check CHECK (length(category) >= 1 AND length(category) <= 50),
  constraint feedback_contact_check CHECK (length(contact) >= 1 AND length(contact) <= 200),
  constraint feedback_context_check CHECK (jsonb_typeof(context) = 'object'::text),
  constraint feedback_message_check CHECK (length(message) >= 1 AND length(message) <= 4000),
  constraint feedback_note_check CHECK (length(note) >= 1 AND length(note) <= 2000),
  constraint feedback_one_link CHECK (event_id IS NULL OR agenda_item_id IS NULL),
  constraint feedback_rating_check CHECK (rating >= 1 AND rating <= 5),
  constraint feedback_ratings_say_something CHECK (NOT is_rating OR rating IS NOT NULL OR message <> '–'::text OR in_group),
  constraint feedback_repeat_hash_check CHECK (length(repeat_hash) = 64),
  constraint feedback_status_check CHECK (status = ANY (ARRAY['new'::text, 'read'::text, 'done'::text]))
);

create table form_answers (
  id bigint generated always as identity not null,
  question_id bigint not null,
  user_id bigint not null,
  value jsonb not null,
  answered_at timestamp(3) with time zone not null,
  constraint form_answers_pkey PRIMARY KEY (id),
  constraint form_answers_key UNIQUE (question_id, user_id),
  constraint form_answers_question_id_fkey FOREIGN KEY (question_id) REFERENCES form_questions(id) ON DELETE CASCADE,
  constraint form_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table form_questions (
  id bigint generated always as identity not null,
  conference_id bigint,
  event_id bigint,
  kind text not null,
  label text not null,
  help text,
  options jsonb default '[]'::jsonb not null,
  is_required boolean default false not null,
  is_sensitive boolean default false not null,
  ticket_type_ids bigint[],
  position smallint not null,
  translations jsonb default '{}'::jsonb not null,
  replaces bigint,
  retired_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  constraint form_questions_pkey PRIMARY KEY (id),
  constraint form_questions_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint form_questions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint form_questions_replaces_fkey FOREIGN KEY (replaces) REFERENCES form_questions(id) ON DELETE SET NULL,
  constraint form_questions_have_one_owner CHECK (num_nonnulls(conference_id, event_id) = 1),
  constraint form_questions_help_check CHECK (length(help) >= 1 AND length(help) <= 500),
  constraint form_questions_kind_check CHECK (kind = ANY (ARRAY['text'::text, 'long_text'::text, 'choice'::text, 'choices'::text, 'yes_no'::text, 'url'::text])),
  constraint form_questions_label_check CHECK (length(label) >= 1 AND length(label) <= 300),
  constraint form_questions_options_check CHECK (jsonb_array_length(options) <= 30),
  constraint form_questions_position_check CHECK ("position" >= 0)
);

create table gone_rows (
  id bigint generated always as identity not null,
  kind text not null,
  gone_id bigint not null,
  conference_id bigint,
  gone_at timestamp(3) with time zone default now() not null,
  constraint gone_rows_pkey PRIMARY KEY (id),
  constraint gone_rows_kind_check CHECK (kind = ANY (ARRAY['event'::text, 'conference'::text, 'agenda_item'::text, 'conference_speaker'::text, 'speaker'::text, 'quest'::text, 'attendee'::text, 'guest'::text, 'page'::text]))
);

create table idempotency_keys (
  scope text not null,
  run_id uuid not null,
  request_hash text not null,
  user_id bigint,
  status smallint,
  body text,
  mentions bigint[] default '{}'::bigint[] not null,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (scope),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint idempotency_keys_body_has_status CHECK (status IS NOT NULL OR body IS NULL),
  constraint idempotency_keys_request_hash_check CHECK (length(request_hash) = 64),
  constraint idempotency_keys_scope_check CHECK (length(scope) = 64),
  constraint idempotency_keys_status_check CHECK (status >= 200 AND status <= 499)
);

create table listed_interests (
  interest text collate "C" not null,
  user_id bigint not null,
  constraint listed_interests_pkey PRIMARY KEY (interest, user_id),
  constraint listed_interests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_insert_scale_factor=0.05);

create table match_term_backlog (
  user_id bigint not null,
  constraint match_term_backlog_pkey PRIMARY KEY (user_id),
  constraint match_term_backlog_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table match_term_counts (
  kind "char" not null,
  term text collate "C" not null,
  people integer not null,
  constraint match_term_counts_pkey PRIMARY KEY (kind, term),
  constraint match_term_counts_people_check CHECK (people >= 0)
);

create table match_terms (
  user_id bigint not null,
  kind "char" not null,
  term text collate "C" not null,
  is_listed boolean not null,
  constraint match_terms_pkey PRIMARY KEY (user_id, kind, term),
  constraint match_terms_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint match_terms_kind_check CHECK (kind = ANY (ARRAY['i'::"char", 'l'::"char", 'o'::"char", 't'::"char"])),
  constraint match_terms_term_check CHECK (length(term) <= 200)
);

create table media (
  id bigint generated always as identity not null,
  key text,
  user_id bigint,
  kind text not null,
  storage text not null,
  purpose text default 'public'::text not null,
  status text default 'storing'::text not null,
  mime_type text,
  bytes bigint not null,
  width integer,
  height integer,
  frames integer,
  variants jsonb default '{}'::jsonb not null,
  variant_keys text[] default '{}'::text[] not null,
  sha256 text,
  created_at timestamp(3) with time zone default now() not null,
  constraint media_pkey PRIMARY KEY (id),
  constraint media_key_key UNIQUE (key),
  constraint media_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint media_bytes_check CHECK (bytes >= 0),
  constraint media_frames_check CHECK (frames > 0),
  constraint media_height_check CHECK (height > 0),
  constraint media_key_check CHECK (length(key) <= 100),
  constraint media_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'video'::text])),
  constraint media_mime_type_check CHECK (length(mime_type) <= 100),
  constraint media_only_image_has_variants CHECK (kind = 'image'::text OR variants = '{}'::jsonb AND frames IS NULL),
  constraint media_purpose_check CHECK (purpose = ANY (ARRAY['public'::text, 'proof'::text])),
  constraint media_ready_has_file CHECK (status <> 'ready'::text OR key IS NOT NULL AND mime_type IS NOT NULL AND sha256 IS NOT NULL),
  constraint media_sha256_check CHECK (length(sha256) = 64),
  constraint media_status_check CHECK (status = ANY (ARRAY['storing'::text, 'ready'::text, 'deleting'::text])),
  constraint media_storage_check CHECK (storage = ANY (ARRAY['local'::text, 'objstore'::text])),
  constraint media_width_check CHECK (width > 0)
);

create table merged_speakers (
  id bigint not null,
  speaker_id bigint not null,
  constraint merged_speakers_pkey PRIMARY KEY (id),
  constraint merged_speakers_speaker_id_fkey FOREIGN KEY (speaker_id) REFERENCES speakers(id) ON DELETE CASCADE
);

create table messenger_chats (
  chat_id bigint not null,
  free_at timestamp(3) with time zone not null,
  paused_until timestamp(3) with time zone,
  slowed_at timestamp(3) with time zone,
  constraint messenger_chats_pkey PRIMARY KEY (chat_id)
);

create table messenger_gate (
  is_only boolean default true not null,
  paused_until timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  paused_at timestamp(3) with time zone,
  pause_scope text default 'all'::text not null,
  pause_ends_at timestamp(3) with time zone,
  pause_reason text,
  constraint messenger_gate_pkey PRIMARY KEY (is_only),
  constraint messenger_gate_is_only_check CHECK (is_only),
  constraint messenger_gate_pause_reason_check CHECK (length(pause_reason) <= 200),
  constraint messenger_gate_pause_scope_check CHECK (pause_scope = ANY (ARRAY['all'::text, 'broadcasts'::text]))
);

create table messenger_updates (
  bot_id bigint not null,
  update_id bigint not null,
  person_id bigint,
  content jsonb,
  is_applied boolean default false not null,
  received_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint messenger_updates_pkey PRIMARY KEY (bot_id, update_id),
  constraint messenger_updates_content_has_person CHECK ((person_id IS NULL) = (content IS NULL))
);

create table notification_jobs (
  id bigint generated always as identity not null,
  title text not null,
  body text not null,
  action_url text,
  audience jsonb not null,
  channels text[] not null,
  status text default 'scheduled'::text not null,
  failure_reason text,
  scheduled_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  total integer default 0 not null,
  fixed_up_to bigint default 0 not null,
  fixed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  created_by text,
  content_hash text,
  type text default 'message'::text not null,
  quest_id bigint,
  version integer default 1 not null,
  submitted_at timestamp(3) with time zone default now(),
  administrator_id bigint,
  search_text text generated always as (folded_for_search((title || ' '::text) || body)) stored,
  recalled_at timestamp(3) with time zone,
  start jsonb,
  translations jsonb default '{}'::jsonb not null,
  pinned_conference_id bigint,
  pinned_until timestamp(3) with time zone,
  pinned_visibility text,
  anchor text,
  anchor_seconds integer,
  anchor_conference_id bigint,
  anchor_event_id bigint,
  missed_at timestamp(3) with time zone,
  ignore_gap boolean default false not null,
  warnings jsonb default '[]'::jsonb not null,
  audience_conference_id bigint,
  constraint notification_jobs_pkey PRIMARY KEY (id),
  constraint notification_jobs_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint notification_jobs_anchor_conference_id_fkey FOREIGN KEY (anchor_conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint notification_jobs_anchor_event_id_fkey FOREIGN KEY (anchor_event_id) REFERENCES events(id) ON DELETE SET NULL,
  constraint notification_jobs_audience_conference_id_fkey FOREIGN KEY (audience_conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint notification_jobs_pinned_conference_id_fkey FOREIGN KEY (pinned_conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint notification_jobs_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint notification_jobs_action_url_check CHECK (length(action_url) <= 2000),
  constraint notification_jobs_anchor_check CHECK (anchor = ANY (ARRAY['before_start'::text, 'after_start'::text, 'after_end'::text])),
  constraint notification_jobs_anchor_is_whole CHECK ((anchor IS NULL) = (anchor_seconds IS NULL) AND num_nonnulls(anchor_conference_id, anchor_event_id) <= (anchor IS NOT NULL)::integer),
  constraint notification_jobs_anchor_seconds_check CHECK (anchor_seconds >= 0 AND anchor_seconds <= 2592000),
  constraint notification_jobs_body_check CHECK (length(body) <= 4000),
  constraint notification_jobs_channels_check CHECK (channels <@ ARRAY['in_app'::text, 'messenger'::text] AND cardinality(channels) <= 2),
  constraint notification_jobs_content_hash_check CHECK (length(content_hash) = 64),
  constraint notification_jobs_created_by_check CHECK (length(created_by) <= 100),
  constraint notification_jobs_draft_not_started CHECK (status <> 'draft'::text OR started_at IS NULL),
  constraint notification_jobs_failed_has_reason CHECK ((status = 'failed'::text) = (failure_reason IS NOT NULL)),
  constraint notification_jobs_failure_reason_check CHECK (length(failure_reason) <= 100),
  constraint notification_jobs_finished_has_time CHECK ((status = ANY (ARRAY['completed'::text, 'cancelled'::text, 'failed'::text])) = (finished_at IS NOT NULL)),
  constraint notification_jobs_missed_is_draft CHECK (missed_at IS NULL OR status = 'draft'::text),
  constraint notification_jobs_open_one_thing CHECK (start IS NULL OR action_url IS NULL),
  constraint notification_jobs_pin_is_whole CHECK ((pinned_until IS NULL) = (pinned_visibility IS NULL) AND (pinned_conference_id IS NULL OR pinned_until IS NOT NULL)),
  constraint notification_jobs_pinned_visibility_check CHECK (pinned_visibility = ANY (ARRAY['registered'::text, 'everyone'::text])),
  constraint notification_jobs_reminder_has_quest CHECK ((type = 'quest_reminder'::text) = (quest_id IS NOT NULL)),
  constraint notification_jobs_run_has_start CHECK ((status <> ALL (ARRAY['running'::text, 'completed'::text])) OR started_at IS NOT NULL),
  constraint notification_jobs_scheduled_not_started CHECK (status <> 'scheduled'::text OR started_at IS NULL),
  constraint notification_jobs_status_check CHECK (status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text])),
  constraint notification_jobs_submitted_has_time CHECK (status = 'draft'::text OR scheduled_at IS NOT NULL),
  constraint notification_jobs_title_check CHECK (length(title) <= 200),
  constraint notification_jobs_total_check CHECK (total >= 0),
  constraint notification_jobs_translations_check CHECK (jsonb_typeof(translations) = 'object'::text),
  constraint notification_jobs_type_check CHECK (type = ANY (ARRAY['message'::text, 'quest_reminder'::text, 'seat_check'::text])),
  constraint notification_jobs_warnings_check CHECK (jsonb_typeof(warnings) = 'array'::text)
) with (fillfactor=10);

create table notification_settings (
  user_id bigint not null,
  muted_topics text[] default '{}'::text[] not null,
  quiet_start time without time zone,
  quiet_end time without time zone,
  quiet_timezone text,
  seen_up_to bigint default 0 not null,
  quiet_strict boolean default false not null,
  reminder_minutes smallint default 10 not null,
  reminder_for text[] default '{favorites,seats}'::text[] not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_settings_quiet_hours_complete CHECK (num_nulls(quiet_start, quiet_end, quiet_timezone) = ANY (ARRAY[0, 3])),
  constraint notification_settings_quiet_hours_not_empty CHECK (quiet_start <> quiet_end),
  constraint notification_settings_quiet_timezone_check CHECK (quiet_timezone IS NULL OR ('1970-01-01 00:00:00'::timestamp without time zone AT TIME ZONE quiet_timezone) IS NOT NULL),
  constraint notification_settings_reminder_for_check CHECK (reminder_for <@ ARRAY['favorites'::text, 'seats'::text]),
  constraint notification_settings_reminder_minutes_check CHECK (reminder_minutes = ANY (ARRAY[0, 5, 10, 30]))
);

create table notifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  type text not null,
  title text not null,
  body text not null,
  action_url text,
  data jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone default now() not null,
  clicked_at timestamp(3) with time zone,
  dismissed_at timestamp(3) with time zone,
  job_id bigint,
  in_app boolean default true not null,
  args jsonb,
  start jsonb,
  subject text,
  before jsonb,
  change_id bigint,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_job_id_fkey FOREIGN KEY (job_id) REFERENCES notification_jobs(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_action_url_check CHECK (length(action_url) <= 2000),
  constraint notifications_body_check CHECK (length(body) <= 4000),
  constraint notifications_open_one_thing CHECK (start IS NULL OR action_url IS NULL),
  constraint notifications_subject_check CHECK (length(subject) <= 50),
  constraint notifications_title_check CHECK (length(title) <= 200)
);

create table page_marks (
  id bigint generated always as identity not null,
  page_id bigint not null,
  room_id bigint,
  label text,
  x smallint not null,
  y smallint not null,
  constraint page_marks_pkey PRIMARY KEY (id),
  constraint page_marks_page_id_fkey FOREIGN KEY (page_id) REFERENCES conference_pages(id) ON DELETE CASCADE,
  constraint page_marks_room_id_fkey FOREIGN KEY (room_id) REFERENCES agenda_groups(id) ON DELETE CASCADE,
  constraint page_marks_have_one_name CHECK (num_nonnulls(room_id, label) = 1),
  constraint page_marks_label_check CHECK (length(label) >= 1 AND length(label) <= 100),
  constraint page_marks_x_check CHECK (x >= 0 AND x <= 1000),
  constraint page_marks_y_check CHECK (y >= 0 AND y <= 1000)
);

create table partner_accounts (
  user_id bigint not null,
  status text not null,
  partner_user_id text,
  destination_encrypted bytea,
  otp_reference uuid,
  otp_expires_at timestamp(3) with time zone,
  tries integer default 0 not null,
  try_returned boolean default false not null,
  access_encrypted bytea,
  refresh_encrypted bytea,
  expires_at timestamp(3) with time zone,
  refresh_claim uuid,
  refresh_claimed_until timestamp(3) with time zone,
  verified_at timestamp(3) with time zone,
  constraint partner_accounts_pkey PRIMARY KEY (user_id),
  constraint partner_accounts_partner_user_id_key UNIQUE (partner_user_id),
  constraint partner_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint partner_accounts_otp_sent_has_reference CHECK (status <> 'otp_sent'::text OR otp_reference IS NOT NULL AND otp_expires_at IS NOT NULL),
  constraint partner_accounts_partner_user_id_check CHECK (length(partner_user_id) <= 100),
  constraint partner_accounts_status_check CHECK (status = ANY (ARRAY['none'::text, 'otp_sent'::text, 'verified'::text])),
  constraint partner_accounts_tries_check CHECK (tries >= 0 AND tries <= 5),
  constraint partner_accounts_verified_has_tokens CHECK (status <> 'verified'::text OR partner_user_id IS NOT NULL AND refresh_encrypted IS NOT NULL AND access_encrypted IS NOT NULL AND expires_at IS NOT NULL)
);

create table partner_erased (
  account_hash text not null,
  key_id text not null,
  erased_at timestamp(3) with time zone not null,
  constraint partner_erased_pkey PRIMARY KEY (account_hash),
  constraint partner_erased_account_hash_check CHECK (length(account_hash) = 64),
  constraint partner_erased_key_id_check CHECK (length(key_id) = 8)
);

create table partner_mints (
  id bigint generated always as identity not null,
  user_id bigint not null,
  try integer default 1 not null,
  status text default 'pending'::text not null,
  partner_mint_id text,
  token_id text,
  transaction_hash text,
  explorer_url text,
  failure_code text,
  polls integer default 0 not null,
  next_poll_at timestamp(3) with time zone default now() not null,
  created_at timestamp(3) with time zone default now() not null,
  requested_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  constraint partner_mints_pkey PRIMARY KEY (id),
  constraint partner_mints_user_id_key UNIQUE (user_id),
  constraint partner_mints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint partner_mints_explorer_url_check CHECK (length(explorer_url) <= 2000),
  constraint partner_mints_failure_code_check CHECK (failure_code = ANY (ARRAY['sold_out'::text, 'not_eligible'::text, 'rejected'::text])),
  constraint partner_mints_partner_mint_id_check CHECK (length(partner_mint_id) <= 100),
  constraint partner_mints_status_check CHECK (status = ANY (ARRAY['pending'::text, 'unknown'::text, 'minted'::text, 'failed'::text])),
  constraint partner_mints_token_id_check CHECK (length(token_id) <= 100),
  constraint partner_mints_transaction_hash_check CHECK (length(transaction_hash) <= 100),
  constraint partner_mints_try_check CHECK (try >= 1)
);

create table point_ledger (
  id bigint generated always as identity not null,
  user_id bigint not null,
  quest_id bigint,
  task_id bigint,
  conference_id bigint,
  kind text not null,
  delta integer not null,
  earned_at timestamp(3) with time zone not null,
  day date not null,
  week date not null,
  award_id bigint,
  voided_at timestamp(3) with time zone,
  reason text,
  actor text,
  created_at timestamp(3) with time zone default now() not null,
  constraint point_ledger_pkey PRIMARY KEY (id),
  constraint point_ledger_award_id_fkey FOREIGN KEY (award_id) REFERENCES point_ledger(id),
  constraint point_ledger_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint point_ledger_task_id_fkey FOREIGN KEY (task_id) REFERENCES quest_tasks(id),
  constraint point_ledger_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint point_ledger_adjustment_has_reason CHECK (kind <> 'adjustment'::text OR task_id IS NULL AND reason IS NOT NULL),
  constraint point_ledger_change_has_award CHECK ((kind = ANY (ARRAY['reversal'::text, 'correction'::text])) = (award_id IS NOT NULL)),
  constraint point_ledger_completion_has_quest CHECK (kind <> 'completion'::text OR task_id IS NULL AND quest_id IS NOT NULL),
  constraint point_ledger_delta_check CHECK (delta <> 0),
  constraint point_ledger_kind_check CHECK (kind = ANY (ARRAY['task'::text, 'completion'::text, 'correction'::text, 'reversal'::text, 'adjustment'::text])),
  constraint point_ledger_only_award_is_voided CHECK (voided_at IS NULL OR (kind = ANY (ARRAY['task'::text, 'completion'::text]))),
  constraint point_ledger_reason_check CHECK (length(reason) <= 500),
  constraint point_ledger_task_has_task CHECK (kind <> 'task'::text OR task_id IS NOT NULL AND quest_id IS NOT NULL)
);

create table point_totals (
  scope text not null,
  scope_id bigint not null,
  period text not null,
  period_start date not null,
  user_id bigint not null,
  points bigint not null,
  reached_at timestamp(3) with time zone,
  is_ranked boolean not null,
  constraint point_totals_pkey PRIMARY KEY (user_id, scope, scope_id, period, period_start),
  constraint point_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint point_totals_period_check CHECK (period = ANY (ARRAY['all'::text, 'week'::text, 'day'::text])),
  constraint point_totals_scope_check CHECK (scope = ANY (ARRAY['all'::text, 'conference'::text, 'quest'::text]))
) with (fillfactor=85);

create table poll_votes (
  task_id bigint not null,
  user_id bigint not null,
  option_id text not null,
  constraint poll_votes_pkey PRIMARY KEY (task_id, user_id),
  constraint poll_votes_task_id_fkey FOREIGN KEY (task_id) REFERENCES quest_tasks(id),
  constraint poll_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table quest_recalculations (
  quest_id bigint not null,
  status text not null,
  people integer not null,
  after_user_id bigint default 0 not null,
  requested_at timestamp(3) with time zone not null,
  finished_at timestamp(3) with time zone,
  actor text not null,
  constraint quest_recalculations_pkey PRIMARY KEY (quest_id),
  constraint quest_recalculations_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint quest_recalculations_done_has_time CHECK ((status = 'done'::text) = (finished_at IS NOT NULL)),
  constraint quest_recalculations_status_check CHECK (status = ANY (ARRAY['running'::text, 'done'::text]))
);

create table quest_tasks (
  id bigint generated always as identity not null,
  quest_id bigint not null,
  title text not null,
  description text,
  type text not null,
  points integer default 0 not null,
  position integer default 0 not null,
  is_required boolean default true not null,
  config jsonb default '{}'::jsonb not null,
  answer_encrypted bytea,
  old_answer_encrypted bytea,
  old_answer_until timestamp(3) with time zone,
  opens_at timestamp(3) with time zone,
  closes_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  points_taken_back boolean default false not null,
  version integer default 1 not null,
  constraint quest_tasks_pkey PRIMARY KEY (id),
  constraint quest_tasks_quest_id_id_key UNIQUE (quest_id, id),
  constraint quest_tasks_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint quest_tasks_close_after_open CHECK (closes_at > opens_at),
  constraint quest_tasks_description_check CHECK (length(description) <= 5000),
  constraint quest_tasks_only_code_or_quiz_has_answer CHECK ((type = ANY (ARRAY['code'::text, 'quiz'::text])) OR answer_encrypted IS NULL),
  constraint quest_tasks_points_check CHECK (points >= 0 AND points <= 10000),
  constraint quest_tasks_points_taken_back_check CHECK (deleted_at IS NOT NULL OR NOT points_taken_back),
  constraint quest_tasks_title_check CHECK (length(title) <= 200),
  constraint quest_tasks_type_check CHECK (type = ANY (ARRAY['link'::text, 'text'::text, 'photo'::text, 'code'::text, 'quiz'::text, 'poll'::text, 'connections'::text, 'event_attendance'::text, 'conference_registration'::text, 'profile'::text, 'external'::text]))
);

create table question_reports (
  question_id bigint not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint question_reports_pkey PRIMARY KEY (question_id, user_id),
  constraint question_reports_question_id_fkey FOREIGN KEY (question_id) REFERENCES session_questions(id) ON DELETE CASCADE,
  constraint question_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table question_votes (
  question_id bigint not null,
  user_id bigint not null,
  constraint question_votes_pkey PRIMARY KEY (question_id, user_id),
  constraint question_votes_question_id_fkey FOREIGN KEY (question_id) REFERENCES session_questions(id) ON DELETE CASCADE,
  constraint question_votes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table quests (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  title text not null,
  description text,
  image_url text,
  conference_id bigint,
  event_id bigint,
  is_active boolean default false not null,
  is_featured boolean default false not null,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  registration_mode text default 'open'::text not null,
  access text default 'anyone'::text not null,
  max_participants integer,
  public_api_enabled boolean default false not null,
  secret_encrypted bytea,
  old_secret_encrypted bytea,
  old_secret_until timestamp(3) with time zone,
  completion_points integer default 0 not null,
  participant_count integer default 0 not null,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  points_taken_back boolean default false not null,
  search_text text generated always as (folded_for_search(title)) stored not null,
  version integer default 1 not null,
  constraint quests_pkey PRIMARY KEY (id),
  constraint quests_slug_key UNIQUE (slug),
  constraint quests_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE SET NULL,
  constraint quests_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE SET NULL,
  constraint quests_access_check CHECK (access = ANY (ARRAY['anyone'::text, 'registered'::text, 'checked_in'::text])),
  constraint quests_completion_points_check CHECK (completion_points >= 0 AND completion_points <= 100000),
  constraint quests_description_check CHECK (length(description) <= 20000),
  constraint quests_end_after_start CHECK (ends_at > starts_at),
  constraint quests_image_url_check CHECK (length(image_url) <= 2000),
  constraint quests_max_participants_check CHECK (max_participants > 0),
  constraint quests_participant_count_check CHECK (participant_count >= 0),
  constraint quests_participants_within_limit CHECK (max_participants IS NULL OR participant_count <= max_participants),
  constraint quests_points_taken_back_check CHECK (deleted_at IS NOT NULL OR NOT points_taken_back),
  constraint quests_registration_mode_check CHECK (registration_mode = ANY (ARRAY['open'::text, 'approval'::text])),
  constraint quests_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint quests_title_check CHECK (length(title) <= 200)
);

create table rate_limit_counters (
  key text not null,
  hits integer not null,
  expires_at timestamp(3) with time zone not null,
  constraint rate_limit_counters_pkey PRIMARY KEY (key),
  constraint rate_limit_counters_key_check CHECK (length(key) <= 300)
);

create table rating_groups (
  agenda_item_id bigint not null,
  number smallint not null,
  stars_sum smallint not null,
  filled_at timestamp(3) with time zone default now() not null,
  constraint rating_groups_pkey PRIMARY KEY (agenda_item_id, number),
  constraint rating_groups_agenda_item_id_fkey FOREIGN KEY (agenda_item_id) REFERENCES agenda_items(id) ON DELETE CASCADE,
  constraint rating_groups_stars_sum_check CHECK (stars_sum >= 5 AND stars_sum <= 25)
);

create table recommendation_dismissals (
  user_id bigint not null,
  dismissed_id bigint not null,
  dismissed_at timestamp(3) with time zone default now() not null,
  constraint recommendation_dismissals_pkey PRIMARY KEY (user_id, dismissed_id),
  constraint recommendation_dismissals_dismissed_id_fkey FOREIGN KEY (dismissed_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recommendation_dismissals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recommendation_dismissals_two_users CHECK (user_id <> dismissed_id)
);

create table registration_requests (
  id bigint generated always as identity not null,
  quest_id bigint,
  user_id bigint not null,
  status text default 'pending'::text not null,
  source text default 'self'::text not null,
  message text,
  reason text,
  requested_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  conference_id bigint,
  event_id bigint,
  ticket_type_id bigint,
  guests jsonb default '[]'::jsonb not null,
  decided_by_administrator_id bigint,
  constraint quest_registration_requests_pkey PRIMARY KEY (id),
  constraint quest_registration_requests_quest_id_user_id_key UNIQUE (quest_id, user_id),
  constraint registration_requests_conference_key UNIQUE (conference_id, user_id),
  constraint registration_requests_event_key UNIQUE (event_id, user_id),
  constraint quest_registration_requests_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint quest_registration_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint registration_requests_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint registration_requests_decided_by_administrator_id_fkey FOREIGN KEY (decided_by_administrator_id) REFERENCES administrators(id) ON DELETE SET NULL,
  constraint registration_requests_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint registration_requests_ticket_type_id_fkey FOREIGN KEY (ticket_type_id) REFERENCES ticket_types(id) ON DELETE SET NULL,
  constraint quest_registration_requests_message_check CHECK (length(message) <= 500),
  constraint quest_registration_requests_pending_until_decision CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  constraint quest_registration_requests_reason_check CHECK (length(reason) <= 500),
  constraint quest_registration_requests_source_check CHECK (source = ANY (ARRAY['self'::text, 'public'::text, 'signed'::text])),
  constraint registration_requests_of_one CHECK (num_nonnulls(quest_id, conference_id, event_id) = 1),
  constraint registration_requests_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))
);

create table registrations (
  id bigint generated by default as identity not null,
  conference_id bigint not null,
  user_id bigint,
  status text not null,
  queue_number bigint default nextval('attendance_queue'::regclass) not null,
  ticket_type character varying(100),
  registered_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  checked_in_at timestamp(3) with time zone,
  check_in_nonce character varying(200),
  check_in_device character varying(64),
  check_in_key character varying(64),
  check_in_administrator_id bigint,
  desk_note character varying(1000),
  version integer default 1 not null,
  claimed_by text,
  claimant_id bigint,
  claimed_at timestamp(3) with time zone,
  claimed_with text,
  claim_epoch integer default 0 not null,
  reopened_at timestamp(3) with time zone,
  barred_user_ids bigint[] default '{}'::bigint[] not null,
  barred_hashes text[] default '{}'::text[] not null,
  messenger_id bigint,
  username character varying(64),
  first_name character varying(256),
  last_name character varying(256),
  company character varying(200),
  job_title character varying(200),
  ticket_code_hash text,
  ticket_code_end character varying(4),
  scan_code_hash text,
  email_hash text,
  email_encrypted bytea,
  guest_key_id text,
  erased_key_hashes text[] default '{}'::text[] not null,
  is_walk_in boolean default false not null,
  import_id uuid,
  is_changed_since_import boolean default false not null,
  search_text text,
  created_at timestamp(3) with time zone default now() not null,
  changed_at timestamp(3) with time zone default now() not null,
  badge_changed_at timestamp(3) with time zone default now() not null,
  seated_at timestamp(3) with time zone,
  welcomed_at timestamp(3) with time zone,
  source_id bigint,
  order_hash text,
  invited_by bigint,
  transferred_by bigint,
  constraint registrations_pkey PRIMARY KEY (id),
  constraint registrations_user_key UNIQUE (conference_id, user_id),
  constraint registrations_claimant_id_fkey FOREIGN KEY (claimant_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint registrations_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint registrations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint registrations_transferred_by_fkey FOREIGN KEY (transferred_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint registrations_cancelled_has_no_seat CHECK (cancelled_at IS NULL OR status = 'cancelled'::text),
  constraint registrations_checked_in_has_time CHECK ((status = 'checked_in'::text) = (checked_in_at IS NOT NULL)),
  constraint registrations_claimant_is_user CHECK (user_id IS NULL OR claimant_id IS NULL OR claimant_id = user_id),
  constraint registrations_claimed_by_check CHECK (claimed_by = ANY (ARRAY['username'::text, 'ticket_code'::text, 'link'::text])),
  constraint registrations_claimed_with_check CHECK (claimed_with = ANY (ARRAY['link'::text, 'ticket_code'::text])),
  constraint registrations_guest_status CHECK (user_id IS NOT NULL OR (status = 'cancelled'::text) = (claimed_at IS NOT NULL OR cancelled_at IS NOT NULL)),
  constraint registrations_kept_email_has_hash CHECK (email_encrypted IS NULL OR email_hash IS NOT NULL),
  constraint registrations_status_check CHECK (status = ANY (ARRAY['registered'::text, 'waitlisted'::text, 'cancelled'::text, 'checked_in'::text])),
  constraint registrations_user_has_time CHECK (user_id IS NULL OR registered_at IS NOT NULL)
);

create table reminder_templates (
  id bigint generated always as identity not null,
  quest_id bigint not null,
  name text not null,
  title text,
  body text not null,
  is_default boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  version integer default 1 not null,
  translations jsonb default '{}'::jsonb not null,
  constraint reminder_templates_pkey PRIMARY KEY (id),
  constraint reminder_templates_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint reminder_templates_body_check CHECK (length(body) <= 4000),
  constraint reminder_templates_name_check CHECK (length(name) <= 100),
  constraint reminder_templates_title_check CHECK (length(title) <= 200),
  constraint reminder_templates_translations_check CHECK (jsonb_typeof(translations) = 'object'::text)
);

create table restores (
  taken_at timestamp(3) with time zone not null,
  done_at timestamp(3) with time zone default now() not null,
  is_resent boolean not null,
  constraint restores_pkey PRIMARY KEY (taken_at),
  constraint restores_done_not_before_backup CHECK (done_at >= taken_at)
);

create table session_questions (
  id bigint generated always as identity not null,
  agenda_item_id bigint not null,
  user_id bigint,
  text text not null,
  status text not null,
  merged_into bigint,
  reports smallint default 0 not null,
  decided_by_administrator_id bigint,
  decided_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint session_questions_pkey PRIMARY KEY (id),
  constraint session_questions_agenda_item_id_fkey FOREIGN KEY (agenda_item_id) REFERENCES agenda_items(id) ON DELETE CASCADE,
  constraint session_questions_decided_by_administrator_id_fkey FOREIGN KEY (decided_by_administrator_id) REFERENCES administrators(id) ON DELETE SET NULL,
  constraint session_questions_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES session_questions(id) ON DELETE SET NULL,
  constraint session_questions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint session_questions_merged_into_another CHECK (merged_into <> id),
  constraint session_questions_reports_check CHECK (reports >= 0),
  constraint session_questions_status_check CHECK (status = ANY (ARRAY['waiting'::text, 'visible'::text, 'answered'::text, 'hidden'::text])),
  constraint session_questions_text_check CHECK (length(text) >= 10 AND length(text) <= 300)
);

create table session_reminders (
  user_id bigint not null,
  thing text not null,
  starts_at timestamp(3) with time zone not null,
  notification_id bigint,
  constraint session_reminders_pkey PRIMARY KEY (user_id, thing, starts_at),
  constraint session_reminders_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE SET NULL,
  constraint session_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint session_reminders_thing_check CHECK (length(thing) <= 50)
);

create table signed_calls (
  quest_id bigint not null,
  webhook_id text not null,
  body_hash text not null,
  status smallint,
  answer jsonb,
  created_at timestamp(3) with time zone default now() not null,
  constraint signed_calls_pkey PRIMARY KEY (quest_id, webhook_id),
  constraint signed_calls_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint signed_calls_body_hash_check CHECK (length(body_hash) = 64),
  constraint signed_calls_webhook_id_check CHECK (length(webhook_id) <= 200)
);

create table source_runs (
  id bigint generated always as identity not null,
  source_id bigint not null,
  kind text not null,
  status text default 'running'::text not null,
  is_dry_run boolean default false not null,
  started_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  content_hash bytea,
  counts jsonb,
  report jsonb,
  error text,
  applied_by text,
  constraint source_runs_pkey PRIMARY KEY (id),
  constraint source_runs_source_id_fkey FOREIGN KEY (source_id) REFERENCES sources(id) ON DELETE CASCADE,
  constraint source_runs_content_hash_check CHECK (length(content_hash) = 32),
  constraint source_runs_end CHECK ((finished_at IS NULL) = (status = 'running'::text)),
  constraint source_runs_error_check CHECK (length(error) <= 300),
  constraint source_runs_kind_check CHECK (kind = ANY (ARRAY['scheduled'::text, 'manual'::text, 'apply'::text])),
  constraint source_runs_report_check CHECK (octet_length(report::text) <= 262144),
  constraint source_runs_status_check CHECK (status = ANY (ARRAY['running'::text, 'unchanged'::text, 'applied'::text, 'waiting'::text, 'discarded'::text, 'failed'::text]))
);

create table sources (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  kind text not null,
  name text not null,
  url text not null,
  settings jsonb default '{}'::jsonb not null,
  credential_encrypted bytea,
  interval_minutes integer not null,
  publish text not null,
  absent text not null,
  off_reason text,
  is_confirmed boolean default false not null,
  restless_at timestamp(3) with time zone,
  cursor text,
  content_hash bytea,
  seen_hash bytea,
  next_run_at timestamp(3) with time zone default now() not null,
  failures smallint default 0 not null,
  refusals smallint default 0 not null,
  failing_since timestamp(3) with time zone,
  run_id bigint,
  leased_until timestamp(3) with time zone,
  administrator_id bigint,
  api_key_id bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint sources_pkey PRIMARY KEY (id),
  constraint sources_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint sources_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint sources_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint sources_absent_check CHECK (absent = ANY (ARRAY['keep'::text, 'cancel'::text])),
  constraint sources_content_hash_check CHECK (length(content_hash) = 32),
  constraint sources_cursor_check CHECK (length(cursor) <= 200),
  constraint sources_failures_check CHECK (failures >= 0),
  constraint sources_interval_minutes_check CHECK (interval_minutes >= 5 AND interval_minutes <= 1440),
  constraint sources_kind_check CHECK (kind = ANY (ARRAY['schedule_json'::text, 'schedule_xml'::text, 'sessionize'::text, 'ical'::text, 'pretix'::text, 'luma'::text])),
  constraint sources_lease_has_run CHECK (leased_until IS NULL OR run_id IS NOT NULL),
  constraint sources_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint sources_off_reason_check CHECK (off_reason = ANY (ARRAY['by_hand'::text, 'failing'::text, 'refused'::text, 'owner_gone'::text])),
  constraint sources_publish_check CHECK (publish = ANY (ARRAY['auto'::text, 'review'::text])),
  constraint sources_refusals_check CHECK (refusals >= 0),
  constraint sources_seen_hash_check CHECK (length(seen_hash) = 32),
  constraint sources_url_check CHECK (length(url) >= 1 AND length(url) <= 2000)
);

create table speaker_keys (
  source text not null,
  person_key text not null,
  speaker_id bigint not null,
  constraint speaker_keys_pkey PRIMARY KEY (source, person_key),
  constraint speaker_keys_speaker_id_fkey FOREIGN KEY (speaker_id) REFERENCES speakers(id) ON DELETE CASCADE,
  constraint speaker_keys_person_key_check CHECK (length(person_key) <= 300),
  constraint speaker_keys_source_check CHECK (length(source) <= 200)
);

create table speakers (
  id bigint generated always as identity not null,
  slug text collate "C" not null,
  name text not null,
  title text,
  company text,
  bio text,
  photo_url text,
  is_featured boolean default false not null,
  socials jsonb default '{}'::jsonb not null,
  user_id bigint,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  published_at timestamp(3) with time zone,
  status text default 'draft'::text not null,
  search tsvector generated always as ((setweight(to_tsvector('simple'::regconfig, folded_for_search(name_for_search(name))), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, folded_for_search((COALESCE(title, ''::text) || ' '::text) || COALESCE(company, ''::text))), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, folded_for_search(COALESCE(bio, ''::text))), 'C'::"char")) stored not null,
  search_text text generated always as (folded_for_search((((name_for_search(name) || ' '::text) || COALESCE(title, ''::text)) || ' '::text) || COALESCE(company, ''::text))) stored not null,
  version integer default 1 not null,
  edited_fields text[] default '{}'::text[] not null,
  constraint speakers_pkey PRIMARY KEY (id),
  constraint speakers_slug_key UNIQUE (slug),
  constraint speakers_user_id_key UNIQUE (user_id),
  constraint speakers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint speakers_bio_check CHECK (length(bio) <= 10000),
  constraint speakers_company_check CHECK (length(company) <= 200),
  constraint speakers_name_check CHECK (length(name) <= 200),
  constraint speakers_photo_url_check CHECK (length(photo_url) <= 2000),
  constraint speakers_published_unless_draft CHECK (published_at IS NOT NULL OR status = 'draft'::text),
  constraint speakers_slug_check CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(slug) <= 120),
  constraint speakers_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text])),
  constraint speakers_title_check CHECK (length(title) <= 200)
);

create table stream_tickets (
  token_hash text not null,
  user_id bigint,
  expires_at timestamp(3) with time zone not null,
  access_until timestamp(3) with time zone,
  credential jsonb,
  constraint stream_tickets_pkey PRIMARY KEY (token_hash),
  constraint stream_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint stream_tickets_holder_check CHECK ((user_id IS NULL) = (access_until IS NULL) AND (user_id IS NULL) = (credential IS NOT NULL)),
  constraint stream_tickets_token_hash_check CHECK (length(token_hash) = 64)
);

create table task_tries (
  task_id bigint not null,
  person_hash text not null,
  tries integer not null,
  constraint task_tries_pkey PRIMARY KEY (task_id, person_hash),
  constraint task_tries_task_id_fkey FOREIGN KEY (task_id) REFERENCES quest_tasks(id),
  constraint task_tries_person_hash_check CHECK (length(person_hash) = 64),
  constraint task_tries_tries_check CHECK (tries > 0)
);

create table ticket_types (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  name text not null,
  folded_name text generated always as (folded_name(name)) stored not null,
  description text,
  position integer not null,
  capacity integer,
  seat_count integer default 0 not null,
  over_count integer default 0 not null,
  registration text default 'invited'::text not null,
  opens_at timestamp(3) with time zone,
  closes_at timestamp(3) with time zone,
  is_offered boolean default false not null,
  is_hidden boolean default false not null,
  access_code_hash text,
  access_code_key_id text,
  translations jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  constraint ticket_types_pkey PRIMARY KEY (id),
  constraint ticket_types_name_key UNIQUE (conference_id, folded_name),
  constraint ticket_types_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint ticket_types_access_code_has_key CHECK ((access_code_hash IS NULL) = (access_code_key_id IS NULL)),
  constraint ticket_types_capacity_check CHECK (capacity > 0),
  constraint ticket_types_close_after_they_open CHECK (closes_at > opens_at),
  constraint ticket_types_description_check CHECK (length(description) >= 1 AND length(description) <= 500),
  constraint ticket_types_folded_name_check CHECK (folded_name <> ''::text),
  constraint ticket_types_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  constraint ticket_types_over_count_check CHECK (over_count >= 0),
  constraint ticket_types_position_check CHECK ("position" >= 0),
  constraint ticket_types_registration_check CHECK (registration = ANY (ARRAY['open'::text, 'approval'::text, 'invited'::text, 'closed'::text])),
  constraint ticket_types_seat_count_check CHECK (seat_count >= 0),
  constraint ticket_types_seats_within_capacity CHECK (capacity IS NULL OR seat_count <= (capacity + over_count))
);

create table unsigned_calls (
  id bigint generated always as identity not null,
  quest_id bigint not null,
  task_id bigint,
  user_id bigint,
  text text,
  sent_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint unsigned_calls_pkey PRIMARY KEY (id),
  constraint unsigned_calls_text_check CHECK (length(text) <= 4000)
);

create table user_activity (
  user_id bigint not null,
  last_seen_at timestamp(3) with time zone not null,
  constraint user_activity_pkey PRIMARY KEY (user_id),
  constraint user_activity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_quest_tasks (
  id bigint generated always as identity not null,
  task_id bigint not null,
  user_id bigint not null,
  quest_id bigint not null,
  status text not null,
  source text not null,
  text text,
  media_id bigint,
  option_ids text[],
  submissions smallint default 0 not null,
  rejections smallint default 0 not null,
  submitted_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  reason text,
  reviewer text,
  reviewer_id bigint,
  constraint user_quest_tasks_pkey PRIMARY KEY (id),
  constraint user_quest_tasks_task_id_user_id_key UNIQUE (task_id, user_id),
  constraint user_quest_tasks_media_id_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint user_quest_tasks_quest_id_task_id_fkey FOREIGN KEY (quest_id, task_id) REFERENCES quest_tasks(quest_id, id),
  constraint user_quest_tasks_quest_id_user_id_fkey FOREIGN KEY (quest_id, user_id) REFERENCES user_quests(quest_id, user_id),
  constraint user_quest_tasks_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES administrators(id),
  constraint user_quest_tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_quest_tasks_pending_until_decision CHECK ((status = 'pending'::text) = (decided_at IS NULL)),
  constraint user_quest_tasks_reason_check CHECK (length(reason) <= 500),
  constraint user_quest_tasks_source_check CHECK (source = ANY (ARRAY['self'::text, 'public'::text, 'signed'::text, 'admin'::text, 'worker'::text])),
  constraint user_quest_tasks_status_check CHECK (status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])),
  constraint user_quest_tasks_submissions_check CHECK (submissions >= 0 AND submissions <= 10),
  constraint user_quest_tasks_text_check CHECK (length(text) <= 4000)
);

create table user_quests (
  quest_id bigint not null,
  user_id bigint not null,
  status text not null,
  source text not null,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  active_at timestamp(3) with time zone not null,
  constraint user_quests_pkey PRIMARY KEY (quest_id, user_id),
  constraint user_quests_quest_id_fkey FOREIGN KEY (quest_id) REFERENCES quests(id),
  constraint user_quests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_quests_admitted_until_start CHECK (status = 'admitted'::text OR started_at IS NOT NULL),
  constraint user_quests_completed_has_time CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL)),
  constraint user_quests_source_check CHECK (source = ANY (ARRAY['self'::text, 'public'::text, 'signed'::text, 'admin'::text])),
  constraint user_quests_status_check CHECK (status = ANY (ARRAY['admitted'::text, 'in_progress'::text, 'completed'::text]))
);

create table user_reports (
  id bigint generated always as identity not null,
  reported_id bigint not null,
  reporter_id bigint,
  reason text not null,
  text text,
  connection_id bigint,
  message text,
  profile jsonb not null,
  created_at timestamp(3) with time zone not null,
  outcome text,
  note text,
  resolved_at timestamp(3) with time zone,
  is_own_message boolean,
  constraint user_reports_pkey PRIMARY KEY (id),
  constraint user_reports_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE SET NULL,
  constraint user_reports_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint user_reports_lengths CHECK (char_length(text) <= 1000 AND char_length(note) <= 2000),
  constraint user_reports_of_another_user CHECK (reported_id <> reporter_id),
  constraint user_reports_outcome CHECK (outcome = ANY (ARRAY['dismissed'::text, 'warned'::text, 'blocked'::text])),
  constraint user_reports_reason CHECK (reason = ANY (ARRAY['spam'::text, 'harassment'::text, 'impersonation'::text, 'other'::text])),
  constraint user_reports_resolution CHECK ((outcome IS NULL) = (resolved_at IS NULL) AND (note IS NULL OR outcome IS NOT NULL))
);

create table users (
  id bigint generated always as identity not null,
  messenger_id bigint,
  messenger_first_name text not null,
  messenger_last_name text,
  own_first_name text,
  own_last_name text,
  first_name text generated always as (COALESCE(own_first_name, messenger_first_name)) stored not null,
  last_name text generated always as (COALESCE(own_last_name, messenger_last_name)) stored,
  username text,
  messenger_photo_url text,
  language_code text,
  is_premium boolean default false not null,
  messenger_reachable boolean default false not null,
  headline text,
  company text,
  job_title text,
  bio text,
  looking_for text,
  offering text,
  interests text[] default '{}'::text[] not null,
  socials jsonb default '{}'::jsonb not null,
  edited_fields text[] default '{}'::text[] not null,
  points bigint default 0 not null,
  onboarding_status text default 'not_started'::text not null,
  onboarding_step text,
  notifications_enabled boolean default true not null,
  is_discoverable boolean default true not null,
  contact_visibility text default 'connections'::text not null,
  is_blocked boolean default false not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone,
  messenger_signed_at timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  is_listed boolean generated always as (is_discoverable AND NOT is_blocked AND last_seen_at IS NOT NULL AND erased_at IS NULL) stored not null,
  messenger_refused_at timestamp(3) with time zone,
  signed_out_at timestamp(3) with time zone,
  search_text text generated always as (folded_for_search((name_for_search((COALESCE(own_first_name, messenger_first_name) || ' '::text) || COALESCE(own_last_name, messenger_last_name, ''::text)) || ' '::text) || COALESCE(company, ''::text))) stored not null,
  own_photo_url text,
  photo_media_id bigint,
  photo_url text generated always as (COALESCE(own_photo_url, messenger_photo_url)) stored,
  is_ranked boolean default true not null,
  enrichment_enabled boolean,
  version integer default 1 not null,
  roster_changed_at timestamp(3) with time zone,
  language text,
  messenger_member_at timestamp(3) with time zone,
  notifications_set_at timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_messenger_id_key UNIQUE (messenger_id),
  constraint users_photo_media_id_fkey FOREIGN KEY (photo_media_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint users_bio_check CHECK (length(bio) <= 2000),
  constraint users_company_check CHECK (length(company) <= 200),
  constraint users_contact_visibility_check CHECK (contact_visibility = ANY (ARRAY['everyone'::text, 'connections'::text])),
  constraint users_headline_check CHECK (length(headline) <= 200),
  constraint users_interests_check CHECK (cardinality(interests) <= 20),
  constraint users_job_title_check CHECK (length(job_title) <= 200),
  constraint users_language_check CHECK (length(language) <= 35),
  constraint users_language_code_check CHECK (length(language_code) <= 35),
  constraint users_looking_for_check CHECK (length(looking_for) <= 500),
  constraint users_messenger_first_name_check CHECK (length(messenger_first_name) <= 256),
  constraint users_messenger_id_until_erasure CHECK ((messenger_id IS NULL) = (erased_at IS NOT NULL)),
  constraint users_messenger_last_name_check CHECK (length(messenger_last_name) <= 256),
  constraint users_offering_check CHECK (length(offering) <= 500),
  constraint users_onboarding_status_check CHECK (onboarding_status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'completed'::text])),
  constraint users_onboarding_step_check CHECK (length(onboarding_step) <= 100),
  constraint users_own_first_name_check CHECK (length(own_first_name) <= 100),
  constraint users_own_last_name_check CHECK (length(own_last_name) <= 100),
  constraint users_own_photo_url_check CHECK (length(own_photo_url) <= 2000),
  constraint users_photo_url_check CHECK (length(messenger_photo_url) <= 2000),
  constraint users_username_check CHECK (length(username) <= 64)
) with (fillfactor=85);

create table webhook_changes (
  id bigint generated always as identity not null,
  kind text not null,
  conference_id bigint,
  scope text,
  item jsonb not null,
  changed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint webhook_changes_pkey PRIMARY KEY (id),
  constraint webhook_changes_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 50),
  constraint webhook_changes_scope_check CHECK (length(scope) >= 1 AND length(scope) <= 50)
);

create table webhook_deliveries (
  message_id text collate "C" not null,
  endpoint_id bigint not null,
  status text default 'queued'::text not null,
  reason text,
  attempts smallint default 0 not null,
  due_at timestamp(3) with time zone default now() not null,
  run_id uuid,
  leased_until timestamp(3) with time zone,
  answers jsonb default '[]'::jsonb not null,
  sent_at timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (message_id, endpoint_id),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_message_id_fkey FOREIGN KEY (message_id) REFERENCES webhook_messages(id) ON DELETE CASCADE,
  constraint webhook_deliveries_answers_check CHECK (jsonb_array_length(answers) <= 8),
  constraint webhook_deliveries_attempts_check CHECK (attempts >= 0),
  constraint webhook_deliveries_only_skipped_has_reason CHECK ((status = 'skipped'::text) = (reason IS NOT NULL)),
  constraint webhook_deliveries_reason_check CHECK (reason = ANY (ARRAY['endpoint_off'::text, 'restored'::text])),
  constraint webhook_deliveries_sending_has_lease CHECK ((status = 'sending'::text) = (leased_until IS NOT NULL)),
  constraint webhook_deliveries_sending_has_run CHECK ((status = 'sending'::text) = (run_id IS NOT NULL)),
  constraint webhook_deliveries_sent_has_time CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL)),
  constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))
);

create table webhook_endpoints (
  id bigint generated by default as identity not null,
  url text not null,
  description text,
  kinds text[] not null,
  conference_id bigint,
  secret_encrypted bytea not null,
  old_secret_encrypted bytea,
  old_secret_until timestamp(3) with time zone,
  status text default 'active'::text not null,
  off_reason text,
  failing_since timestamp(3) with time zone,
  failures smallint default 0 not null,
  administrator_id bigint,
  api_key_id bigint,
  version integer default 1 not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES administrators(id),
  constraint webhook_endpoints_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id),
  constraint webhook_endpoints_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint webhook_endpoints_description_check CHECK (length(description) >= 1 AND length(description) <= 200),
  constraint webhook_endpoints_failing_has_start CHECK ((status = 'failing'::text) = (failing_since IS NOT NULL)),
  constraint webhook_endpoints_failures_check CHECK (failures >= 0),
  constraint webhook_endpoints_kinds_check CHECK (cardinality(kinds) >= 1 AND cardinality(kinds) <= 30),
  constraint webhook_endpoints_off_has_reason CHECK ((status = 'off'::text) = (off_reason IS NOT NULL)),
  constraint webhook_endpoints_off_reason_check CHECK (off_reason = ANY (ARRAY['by_hand'::text, 'gone'::text, 'failing'::text, 'owner_gone'::text])),
  constraint webhook_endpoints_old_secret_ends CHECK ((old_secret_encrypted IS NULL) = (old_secret_until IS NULL)),
  constraint webhook_endpoints_one_owner CHECK (administrator_id IS NULL OR api_key_id IS NULL),
  constraint webhook_endpoints_status_check CHECK (status = ANY (ARRAY['active'::text, 'failing'::text, 'off'::text])),
  constraint webhook_endpoints_url_check CHECK (length(url) >= 1 AND length(url) <= 2000)
);

create table webhook_messages (
  id text collate "C" not null,
  kind text not null,
  conference_id bigint,
  scope text,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint webhook_messages_pkey PRIMARY KEY (id),
  constraint webhook_messages_body_check CHECK (octet_length(body) <= 20000),
  constraint webhook_messages_id_check CHECK (id ~ '^msg_[0-9A-Za-z]{27}$'::text),
  constraint webhook_messages_kind_check CHECK (length(kind) >= 1 AND length(kind) <= 50),
  constraint webhook_messages_scope_check CHECK (length(scope) >= 1 AND length(scope) <= 50)
);

comment on table admin_sign_in_codes is 'One-time codes that open a session of a key on a phone. A used one is deleted.';
comment on table admin_stream_tickets is 'Only for processes of the previous version; the next version drops it.';
comment on column admin_stream_tickets.credential is 'Id and hash of the key, token or session that created it, never a secret.';
comment on table agenda_favorites is 'The agenda items that users keep in their own agenda.';
comment on table agenda_groups is 'Rooms and tracks, to which items and events refer by name.';
comment on column agenda_items.edited_fields is 'Fields set by hand: here the item does not follow its event.';
comment on column agenda_items.calendar_uid is 'Its name in calendars, which never changes.';
comment on column agenda_items.revision is 'How often what calendars show of it has changed.';
comment on column agenda_items.status is 'Set by administrators. An item is cancelled as well while its event is cancelled.';
comment on column agenda_items.import_key is 'The guid of the item in an imported schedule.';
comment on column agenda_items.language is 'The language it is held in, as a BCP 47 tag.';
comment on column agenda_items.url is 'Its page on the website of the conference.';
comment on column agenda_items.links is 'Slides, recordings and the like: title and url of each.';
comment on column agenda_items.import_source is 'Where the last import that had it came from: the host of a schedule, or "sheet".';
comment on column agenda_items.cancelled_by_import is 'Cancelled because its source no longer had it. An import that has it again revives it.';
comment on column agenda_items.version is 'Raised by each edit of a field that organizers set.';
comment on column agenda_items.interest is 'How many keep it for its capacity; written by band-interest while the conference shows it.';
comment on column agenda_items.questions_until is 'Questions stay open until then, if it is more than 30 minutes after the end. It moves with the end.';
comment on table agenda_moves is 'Bulk moves of the last minutes; each move deletes older rows.';
comment on column audit_log.conference_id is 'Of the subject at the time of the action; null for subjects of none or several, and in rows from before the column.';
comment on table backups is 'Written by deploy/backup.sh, or by the tool that makes the backups instead.';
comment on table blocks is 'Hides two users from each other; either of them can have blocked the other.';
comment on column blocks.blocked_id is 'A user, or an id that no user has: an answer must not tell the two apart.';
comment on column blocks.is_named is 'Whether the blocker could see the name when they blocked the user.';
comment on column bot_message_subjects.subject is 'Kind and id: event:12.';
comment on table bot_messages is 'The messages in the chats with the bot.';
comment on column bot_messages.message_id is 'Null until the messenger has answered; if its answer was lost, for ever.';
comment on column bot_messages.state is 'sending: a call is in flight, or its answer was lost. gone: the message can no longer be edited.';
comment on column bot_messages.content_hash is 'Of the content of the last call: an equal one needs no call.';
comment on column bot_messages.edit_due_at is 'From when a worker compares the message with its subjects.';
comment on column bot_messages.is_urgent is 'Whether the edit is claimed with the messages to single users.';
comment on column bot_messages.attempts is 'Of the edit that is due.';
comment on column bot_messages.run_id is 'The worker that edits it, until leased_until.';
comment on table cached_rankings is 'Who is recommended to a user, with the numbers of words and no word; null: at no conference.';
comment on column cached_rankings.profile is 'SHA-1 of the terms of the user by which it was made.';
comment on column cached_rankings.people is 'The attendees of the conference when it was made.';
comment on column cached_rankings.connections is 'Those of the user then, withdrawn requests left out.';
comment on column cached_rankings.is_due is 'It was read an hour after it was made: a job makes it again.';
comment on table changed_subjects is 'What has changed since the last claim, which deletes the rows.';
comment on column changed_subjects.starts_at is 'The sooner of both starts of what was moved.';
comment on column changed_subjects.is_urgent is 'Whether no further change is waited for.';
comment on table check_in_events is 'Scans of registrations at checkpoints.';
comment on column check_in_events.day is 'That of scanned_at in the time zone of the conference.';
comment on column check_in_events.counted_on is 'What a checkpoint counts once: -infinity for a person, the day for a person and a day, null for each scan.';
comment on table checkpoints is 'Places of a conference where people are scanned, in the order of the organizers.';
comment on column checkpoints.counts is 'How often a person is counted: at all, on each day, or each time, in and out.';
comment on table conference_pages is 'Information pages of a conference, in the order of the organizers; one of them can be its map.';
comment on column conference_pages.body is 'Paragraphs, lists, bold text and links to https in Markdown; everything else is text.';
comment on table conference_people is 'Who has a seat at a conference or at one of its approved events. Triggers keep it.';
comment on column conference_people.seats is 'At least 1: the row is deleted with the last one.';
comment on column conference_welcomes.since is 'When it was switched on: later seats are welcomed.';
comment on column conferences.ends_at is 'When its last day is over, by its own clocks.';
comment on column conferences.published_at is 'When it first was public: of what never was, nobody is told that it is gone.';
comment on column conferences.invited_count is 'Open invitations that hold a seat.';
comment on column conferences.over_capacity_count is 'Seats beyond the capacity, given on purpose. The next freed seats reduce it.';
comment on column conferences.version is 'Raised by each edit of a field that organizers set.';
comment on column conferences.ratings_asked_on is 'The last day whose attendees were asked for ratings.';
comment on column conferences.waitlist is 'auto: a freed seat goes to the first in the queue; manual: organizers give it; off: nobody waits.';
comment on column conferences.has_form is 'Whether registering asks questions.';
comment on column conferences.has_ticket_types is 'Whether people choose a ticket type.';
comment on column conferences.guest_claim_by is 'When guests who have not opened the app lose their seat; null: 48 hours before the start.';
comment on column conferences.transfers_until is 'Until when attendees may give their registration to another person; null: never.';
comment on table connection_notes is 'What one of the two users of a connection wrote down; only the writer reads it.';
comment on table connection_requests is 'Keyed hashes of messenger ids: erasures keep the rows.';
comment on column connection_requests.key_id is 'The key that made the hashes; null for an older row.';
comment on column connections.status is 'A withdrawn request is shown to nobody.';
comment on column connections.responded_at is 'When it was answered or withdrawn.';
comment on column connections.met_at is 'When one of the two first scanned the meet code of the other.';
comment on column connections.lower_rejections is 'How often the user with the lower id rejected a request of the other.';
comment on column connections.higher_rejections is 'How often the user with the higher id rejected a request of the other.';
comment on column deliveries.reason is 'Why it failed or was skipped; of a queued one, what its last attempt met.';
comment on column deliveries.is_test is 'Sent whatever the person wishes: an administrator tries a message on themselves.';
comment on column deliveries.run_id is 'Who is sending it. Until leased_until nobody else may; after it, that one has died.';
comment on column deliveries.answered_at is 'When the messenger last answered: what counts towards the rate.';
comment on column deliveries.concerns_at is 'The soonest start of what a change is about: quiet hours that end later do not hold it back.';
comment on column deliveries.is_bulk is 'A message of many that are written at once, such as a welcome: sent after single ones.';
comment on view earned is 'Approved tasks, and completed quests (without task_id), with the points that they are worth now.';
comment on table enrichment_calls is 'Calls to the outside provider of the last minutes, for the rate of all processes together.';
comment on column enrichment_jobs.queued is 'When the job was created.';
comment on column enrichment_jobs.skipped is 'When the job was created.';
comment on table enrichments is 'Content, provider and generated_at are those of the last success, also while status is pending or failed.';
comment on column enrichments.input_hash is 'enrichment_input_hash of the profile it was made from.';
comment on column enrichments.synced_at is 'Null: the tags count for nothing.';
comment on column erased_people.key_id is 'The key that made the hash; null for an older row.';
comment on column event_attendances.queue_number is 'The order of arrival, drawn under the lock of the event: who waits longest moves up first.';
comment on column event_attendances.check_in_nonce is 'What the device that checked them in sent along: the same one again is told the same.';
comment on column event_attendances.version is 'Raised by each edit of a field that organizers set.';
comment on column event_attendances.desk_note is 'For organizers and the door; the attendee sees it in the export only.';
comment on column event_attendances.check_in_key is 'The id of the API key that checked the attendee in, as in the audit log.';
comment on column events.edited_fields is 'Fields an administrator edited by hand: no later import overwrites them.';
comment on column events.feed_conference_id is 'The conference whose feed holds the event, also when the event was moved to another.';
comment on column events.feed_variant is 'Tells apart the events of a feed that gives one UID to several; empty where the UID is enough.';
comment on column events.feed_title is 'As the feed told it last, as feed_starts_at: edits by hand do not make an event unknown.';
comment on column events.contact is 'How to reach who asked for it; for administrators alone.';
comment on column events.calendar_uid is 'Its name in calendars, which never changes.';
comment on column events.revision is 'How often what calendars show of it has changed.';
comment on column events.agenda_item_deleted is 'An administrator took it off the agenda: no later import puts it there again.';
comment on column events.feed_url_hash is 'SHA-256 of the address of the calendar that brought the event last, since private calendars have a secret in their address. Null for a file.';
comment on column events.version is 'Raised by each edit of a field that organizers set.';
comment on column events.feed_revision is 'The SEQUENCE and the time of the last change in the calendar, which older copies do not overwrite.';
comment on column events.waitlist is 'auto: a freed seat goes to the first in the queue; manual: organizers give it; off: nobody waits.';
comment on column events.has_form is 'Whether registering asks questions.';
comment on column feedback.user_id is 'Null for an anonymous sender, and after an erasure.';
comment on column feedback.message is 'A rating without a comment has an en dash.';
comment on column feedback.context is 'Texts of the client, such as its page and version.';
comment on column feedback.note is 'Of the organizers.';
comment on column feedback.repeat_hash is 'A keyed hash of the sender and the message, which finds a repetition; null after 10 minutes.';
comment on column feedback.conference_id is 'Also that of the event or the agenda item; it stays when one of these is deleted.';
comment on column feedback.in_group is 'Whether the rating is counted in a row of rating_groups.';
comment on column feedback.shared_at is 'When an organizer showed the comment to the speakers.';
comment on column form_answers.value is 'Text, the id of an option, a list of such ids, or a boolean.';
comment on table form_questions is 'A question with answers never changes: one in other words replaces it, and it is retired.';
comment on column form_questions.options is 'Of a choice: [{ id, label }].';
comment on column form_questions.is_sensitive is 'Its answers are for people:contacts only, and deleted 30 days after the end.';
comment on column form_questions.ticket_type_ids is 'Who has another ticket type is not asked; null for all.';
comment on column idempotency_keys.scope is 'SHA-256 of the caller, the method, the path and the key.';
comment on column idempotency_keys.request_hash is 'SHA-256 of the query and the body.';
comment on column idempotency_keys.user_id is 'The caller; null for an administrator.';
comment on column idempotency_keys.status is 'Null while the request runs.';
comment on column idempotency_keys.body is 'Null while the request runs, for an answer that is too large to store, and after an erasure.';
comment on column idempotency_keys.mentions is 'The user ids and messenger ids in the body, and the ids of invitations, below zero.';
comment on column idempotency_keys.expires_at is 'The end of the lease while the request runs; then the end of the stored answer.';
comment on table listed_interests is 'The interests of listed users. Triggers keep it.';
comment on view live_awards is 'Awards that no reversal has taken back, with their corrections. Without what was deleted, which keeps its points, unless its deletion takes them back.';
comment on column live_awards.taken_back_with is 'The deletion that takes the award back: quest or task.';
comment on table match_term_backlog is 'Users whose terms are not filled in yet.';
comment on table match_term_counts is 'How many listed users have a term, counted hourly. Kind * counts all listed users.';
comment on column match_terms.kind is 'i: interest, l: word of looking_for, o: word of offering, t: tag of the enrichment.';
comment on column match_terms.is_listed is 'That of the user; a trigger keeps it.';
comment on column media.bytes is 'While the file is being received, the size that its client declared, for the quota.';
comment on column media.sha256 is 'Of the file as it was received.';
comment on table merged_speakers is 'Ids of speakers that were merged into another one, so that a repeated merge is answered.';
comment on column messenger_chats.free_at is 'No call writes to the chat before. All chats that are not free count toward the rate.';
comment on column messenger_chats.paused_until is 'Asked for by the messenger in answer to a reply, an edit or a callback.';
comment on column messenger_chats.slowed_at is 'When the messenger last asked for a pause of the chat.';
comment on column messenger_gate.paused_at is 'Since when an operator has stopped the sending; null while messages are sent.';
comment on column messenger_gate.pause_ends_at is 'When the messages are sent again by themselves; null for a pause until an operator ends it.';
comment on table messenger_updates is 'What arrived from the messenger, for 48 hours.';
comment on column messenger_updates.person_id is 'The messenger id of the sender; null once the update is handled.';
comment on column messenger_updates.content is 'What the sender asks for; null once the update is handled, and of updates that ask for nothing.';
comment on column messenger_updates.is_applied is 'Whether only the answer to the sender is missing.';
comment on column notification_jobs.total is 'How many recipients it has so far; final once fixed_at is set.';
comment on column notification_jobs.fixed_up_to is 'The id of the last person who was made a recipient: where the next batch begins.';
comment on column notification_jobs.created_by is 'The API key of the administrator.';
comment on column notification_jobs.content_hash is 'SHA-256 of the content of the request; null for a spreadsheet.';
comment on column notification_jobs.quest_id is 'Of a reminder: the quest that it is about.';
comment on column notification_jobs.version is 'Raised by each edit of a field that organizers set.';
comment on column notification_jobs.submitted_at is 'When it was scheduled with this content; null for a draft.';
comment on column notification_jobs.administrator_id is 'The author; null for a key of a machine or of ADMIN_API_KEY.';
comment on column notification_jobs.translations is 'Title and body by BCP 47 tag, for the readers whose language it serves.';
comment on column notification_jobs.missed_at is 'When it became a draft, because its relative time had passed or what it was relative to is gone.';
comment on column notification_jobs.warnings is 'What its start did otherwise than wanted: sentences with their codes.';
comment on column notification_jobs.audience_conference_id is 'The only conference of its audience, found at its start: by it the frequency cap counts.';
comment on column notification_settings.muted_topics is 'Of these they get no messenger messages.';
comment on column notification_settings.seen_up_to is 'The id of the newest notification they have seen.';
comment on column notification_settings.quiet_strict is 'Whether quiet hours hold back all messages.';
comment on column notification_settings.reminder_minutes is 'Before the start; 0 for no reminders.';
comment on column notifications.in_app is 'Whether it stands in the list; one for the messenger alone does not.';
comment on column notifications.args is 'The values in the text, as they were: the text is rendered from them in the language of its reader. Null: title and body are all there is.';
comment on column notifications.subject is 'What the notice is about, as event:12: a person has one open notice of it. Null: of a kind of which there can be several.';
comment on column notifications.before is 'By subject the fields that people are notified of, as they were before the first change. args then has the states after the last one, and the text is rendered from both.';
comment on column notifications.change_id is 'The id that a notice of the last change would have had: the position in streams, and what is seen. Null: the id.';
comment on table page_marks is 'Places on the picture of a map, in per mille of its width and height.';
comment on column partner_accounts.destination_encrypted is 'The e-mail address or phone number, until the code is verified.';
comment on column partner_accounts.try_returned is 'Whether a try of this code was given back, which happens once.';
comment on column partner_accounts.refresh_claim is 'The process that refreshes the tokens, until refresh_claimed_until.';
comment on table partner_erased is 'Keyed hashes of the partner accounts with which erased users had minted.';
comment on column partner_mints.status is 'pending: not sent yet, or the partner is at work; unknown: perhaps sent, so ask first.';
comment on column partner_mints.requested_at is 'The start of the current try.';
comment on column point_ledger.conference_id is 'Of the quest, or of the adjustment; it stays when the conference is deleted.';
comment on column point_ledger.day is 'Of earned_at in the time zone of the conference, else in UTC.';
comment on column point_ledger.week is 'The Monday of day.';
comment on column point_ledger.award_id is 'The row of kind task or completion that this one changes.';
comment on column point_ledger.voided_at is 'Set by its reversal.';
comment on table point_totals is 'Sums of the ledger, kept with each row of it.';
comment on column point_totals.scope_id is '0 in the scope of everything.';
comment on column point_totals.period_start is '1970-01-01 in the period of all time.';
comment on column point_totals.reached_at is 'The latest earned_at of the rows that added points.';
comment on column point_totals.is_ranked is 'Whether the user is on boards: users.is_listed and is_ranked.';
comment on column quest_recalculations.after_user_id is 'The users up to this one are done.';
comment on column quest_tasks.config is 'The public settings of the type.';
comment on column quest_tasks.answer_encrypted is 'The code, or the correct options of a quiz.';
comment on column quest_tasks.points_taken_back is 'Whether its deletion reverses its awards.';
comment on column quest_tasks.version is 'Raised by each edit of a field that organizers set.';
comment on column quests.old_secret_until is 'Until then the secret before the last one is valid too.';
comment on column quests.participant_count is 'The rows of user_quests.';
comment on column quests.points_taken_back is 'Whether its deletion reverses its awards.';
comment on column quests.version is 'Raised by each edit of a field that organizers set.';
comment on table rating_groups is 'Five ratings each, in their order: speakers see the mean of these, so that nobody computes a single one.';
comment on table registration_requests is 'Requests of users to take part in a quest, or for a seat at a conference or an event.';
comment on column registration_requests.guests is 'The guests whom the user brings along.';
comment on table registrations is 'The people of a conference: users, and guests without an account. A claim sets user_id.';
comment on column registrations.user_id is 'Null: a guest, or a further code of the user claimant_id, who has a row already.';
comment on column registrations.queue_number is 'The place in the queue of the waitlist. Codes of tickets and badges are signed with it.';
comment on column registrations.registered_at is 'When the user last registered, or claimed it.';
comment on column registrations.cancelled_at is 'When it was last given up. Of a guest: withdrawn, so that imports leave it out.';
comment on column registrations.check_in_key is 'The id of the API key that checked the attendee in, as in the audit log.';
comment on column registrations.desk_note is 'For organizers and the door; the attendee sees it in the export only.';
comment on column registrations.version is 'Raised by each edit of a field that organizers set.';
comment on column registrations.claimed_by is 'username: the seat or the ticket type comes from an import row without a messenger id.';
comment on column registrations.claimant_id is 'The user who claimed it, also once it was withdrawn.';
comment on column registrations.claimed_with is 'The code of the claim; null for a claim by messenger id or username.';
comment on column registrations.claim_epoch is 'Claim links of another epoch are revoked.';
comment on column registrations.reopened_at is 'When a claim by username was taken back, by an administrator or by an erasure.';
comment on column registrations.barred_user_ids is 'Users from whom a claim was taken back: they never claim it again.';
comment on column registrations.barred_hashes is 'As barred_user_ids, of erased users: their messenger_hash in erased_people.';
comment on column registrations.ticket_code_hash is 'Keyed hash of the ticket code of the ticket shop.';
comment on column registrations.ticket_code_end is 'The last 4 characters of a ticket code of at least 12.';
comment on column registrations.scan_code_hash is 'Keyed hash of the code that the ticket of the shop shows, if it is not the ticket code. It claims nothing.';
comment on column registrations.email_hash is 'Keyed hash of the e-mail address of the order.';
comment on column registrations.email_encrypted is 'The address itself, if the import was told to keep it.';
comment on column registrations.guest_key_id is 'The id of the oldest key that the hashes of the ticket code, e-mail and erased keys need.';
comment on column registrations.erased_key_hashes is 'Keyed hashes of all keys of an erased guest: imports leave it out.';
comment on column registrations.import_id is 'The attendee import that made it, as in the audit log; null for an older one and a walk-in.';
comment on column registrations.is_changed_since_import is 'Whether anything changed a field or reopened it: undoing the import keeps it.';
comment on column registrations.search_text is 'The folded names, company and username of a guest. A trigger keeps it: a generated column and checks of lengths are parsed for each statement, which took a fifth of a registration.';
comment on column registrations.badge_changed_at is 'When its person last got a seat, another ticket type, or another name or company as a guest.';
comment on column registrations.seated_at is 'When the user got the seat: by a registration, a promotion or a claim. Null for older ones.';
comment on column registrations.source_id is 'The source whose list has the guest. It has no foreign key: guests stay when their source is deleted.';
comment on column registrations.order_hash is 'Keyed hash of the order of the shop, the same of all guests of the order.';
comment on column registrations.invited_by is 'The user who brings this guest along.';
comment on column registrations.transferred_by is 'The user who gave it to another person; without user_id it waits for that person.';
comment on column reminder_templates.version is 'Raised by each edit of a field that organizers set.';
comment on column reminder_templates.translations is 'Title and body by BCP 47 tag, for the readers whose language it serves.';
comment on table restores is 'Backups that this database was restored from, once ops after-restore has handled them.';
comment on column restores.done_at is 'What was due until then was skipped, or left to be sent if is_resent.';
comment on column session_questions.user_id is 'Null after an erasure, which replaces the text.';
comment on column session_questions.merged_into is 'The question that has its votes now; it is shown instead of this one.';
comment on column session_questions.reports is 'How many people ever reported it.';
comment on table session_reminders is 'Whom the service has reminded, of what and of which start.';
comment on column session_reminders.thing is 'Kind and id, as in event:12. An agenda item with an event is that event.';
comment on table source_runs is 'The readings of a source, with what each changed or would change; kept for 90 days, and 200 of a source.';
comment on column source_runs.report is 'Rows by key: of a programme with titles and fields, of guests with ids only.';
comment on column source_runs.applied_by is 'The key of the person who applied it; null if it applied itself.';
comment on table sources is 'Programmes and guest lists of a conference that are read again and again.';
comment on column sources.credential_encrypted is 'The token or key of a ticket shop, which no answer shows.';
comment on column sources.off_reason is 'Why it is not read; null while it is.';
comment on column sources.is_confirmed is 'Whether a person has applied a run of this address: before, no run applies itself.';
comment on column sources.restless_at is 'Since when its runs wait for a person, because it changes too often.';
comment on column sources.cursor is 'Where the next reading of a list of changes begins.';
comment on column sources.content_hash is 'SHA-256 of what was applied last, as a whole.';
comment on column sources.seen_hash is 'SHA-256 of what waits, or what a person has decided on, since then.';
comment on column sources.run_id is 'The run that is queued, or has the lease.';
comment on column sources.administrator_id is 'With whose rights it imports; with both columns null, those of ADMIN_API_KEY.';
comment on column sources.api_key_id is 'The key of a machine, with whose rights it imports.';
comment on table speaker_keys is 'By which imports know a speaker: the host of schedules and a person there, or conference:<id> and a name.';
comment on column speakers.published_at is 'When they first were public: of who never was, nobody is told that they are gone.';
comment on column speakers.version is 'Raised by each edit of a field that organizers set.';
comment on column speakers.edited_fields is 'The fields that an administrator set, which imports keep.';
comment on table stream_tickets is 'Single-use tickets for live streams, of a user or of the credential of an administrator.';
comment on column stream_tickets.access_until is 'When the credentials it was given for end, and with them the stream.';
comment on column stream_tickets.credential is 'Id and hash of the key, token or session that created it, never a secret.';
comment on table task_tries is 'Wrong answers to quizzes, by the keyed hash of the messenger id: an erasure keeps them.';
comment on table ticket_types is 'Registrations refer to them by name. Triggers of registrations make the rows of unknown names, and count the seats.';
comment on column ticket_types.capacity is 'Null for no limit but that of the conference.';
comment on column ticket_types.over_count is 'Seats given beyond the capacity. The next freed seats reduce it.';
comment on column ticket_types.is_offered is 'Whether an organizer has saved it. Until then it is a name that an import brought.';
comment on column ticket_types.access_code_hash is 'Keyed hash of the code that opens a hidden type.';
comment on table unsigned_calls is 'Unsigned calls that no worker has applied yet. No foreign keys: their checks wait for whoever holds the row of the person, and the time of an answer must not depend on the person.';
comment on table user_activity is 'last_seen_at of each user who is not erased, kept by triggers. It is -infinity for a user who has never signed in.';
comment on column user_quest_tasks.submissions is 'What the user sent, not what an unsigned call did.';
comment on column user_quest_tasks.reviewer is 'The actor of the decision, as in audit_log; null if no administrator decided.';
comment on column user_quest_tasks.reviewer_id is 'The owner of the key; null for a key of a machine or of the settings.';
comment on column user_quests.source is 'public: by an unsigned call, and never opened by the user.';
comment on column user_quests.active_at is 'When the user last started, sent or earned something.';
comment on table user_reports is 'What users report about users, for moderators.';
comment on column user_reports.message is 'The message of the connection as it was when it was reported; the connection may be gone.';
comment on column user_reports.profile is 'The profile as it was when it was reported.';
comment on column user_reports.is_own_message is 'Whether the reporter wrote the message; null if it is not known, or there is none.';
comment on column users.messenger_first_name is 'What the messenger says; an import may fill it until the first sign-in.';
comment on column users.edited_fields is 'Profile fields the person set: no import overwrites them.';
comment on column users.points is 'The sum of the ledger; below 0 after a reversal that follows an adjustment.';
comment on column users.messenger_signed_at is 'When the messenger data last taken over was signed: an app left open brings older data.';
comment on column users.messenger_refused_at is 'When the messenger last said that they take no messages: what they signed before does not speak against it.';
comment on column users.enrichment_enabled is 'Null until the user decides: then only the local provider may read the profile.';
comment on column users.version is 'Raised by each edit of a field that organizers set.';
comment on column users.roster_changed_at is 'When the name or the block last changed, which rosters show; null: never.';
comment on column users.language is 'BCP 47, chosen by the user; null for the language of the messenger.';
comment on column users.messenger_member_at is 'When the messenger last knew whether the bot may write, by its own clock.';
comment on column users.notifications_set_at is 'When the user last turned notifications on or off.';
comment on table webhook_changes is 'The outbox of webhooks, written only where an endpoint listens, and emptied within a second.';
comment on column webhook_changes.id is 'The sequence of an item: drawn under the lock of its row, so a higher one is newer.';
comment on column webhook_changes.scope is 'What the owner of an endpoint needs; null where any of the scopes of the kind suffices.';
comment on column webhook_endpoints.conference_id is 'Null for all conferences.';
comment on column webhook_endpoints.failures is 'Failed calls since the last success.';
comment on column webhook_endpoints.api_key_id is 'The key of a machine. Null with administrator_id: a key of ADMIN_API_KEY.';
comment on column webhook_messages.id is 'Begins with the time, so that the order of ids is that of creation.';
comment on column webhook_messages.body is 'The bytes that are signed and sent.';

CREATE INDEX admin_sessions_configured_key_idx ON admin_sessions USING btree (key_hex);
CREATE INDEX admin_sessions_end_idx ON admin_sessions USING btree (ends_at);
CREATE INDEX admin_sessions_key_idx ON admin_sessions USING btree (key_id);
CREATE INDEX admin_sign_in_codes_key_idx ON admin_sign_in_codes USING btree (key_id);
CREATE INDEX administrators_creator_idx ON administrators USING btree (created_by);
CREATE UNIQUE INDEX administrators_email_key ON administrators USING btree (lower(email));
CREATE INDEX agenda_favorites_item_idx ON agenda_favorites USING btree (agenda_item_id);
CREATE UNIQUE INDEX agenda_groups_name_key ON agenda_groups USING btree (conference_id, kind, folded_name(name));
CREATE INDEX agenda_groups_position_idx ON agenda_groups USING btree (conference_id, kind, "position", id);
CREATE INDEX agenda_item_speakers_speaker_idx ON agenda_item_speakers USING btree (speaker_id);
CREATE INDEX agenda_items_conference_idx ON agenda_items USING btree (conference_id, starts_at, "position", id);
CREATE INDEX agenda_items_start_idx ON agenda_items USING btree (starts_at) WHERE status = 'scheduled'::text;
CREATE INDEX api_key_secrets_key_idx ON api_key_secrets USING btree (key_id);
CREATE INDEX api_keys_administrator_idx ON api_keys USING btree (administrator_id);
CREATE INDEX api_keys_creator_idx ON api_keys USING btree (created_by);
CREATE INDEX audit_log_action_idx ON audit_log USING btree (action, id);
CREATE INDEX audit_log_actor_idx ON audit_log USING btree (actor, id);
CREATE INDEX audit_log_administrator_idx ON audit_log USING btree (administrator_id, id) WHERE administrator_id IS NOT NULL;
CREATE INDEX audit_log_conference_idx ON audit_log USING btree (conference_id, id) WHERE conference_id IS NOT NULL;
CREATE UNIQUE INDEX audit_log_reads_key ON audit_log USING btree (actor, (after ->> 'endpoint'::text), date_trunc('hour'::text, (at AT TIME ZONE 'UTC'::text))) WHERE action = 'people.read'::text;
CREATE INDEX audit_log_request_idx ON audit_log USING btree (request_id);
CREATE INDEX audit_log_subject_idx ON audit_log USING btree (subject_type, subject_id);
CREATE INDEX audit_log_time_idx ON audit_log USING btree (at);
CREATE INDEX blocks_blocked_idx ON blocks USING btree (blocked_id, blocker_id);
CREATE INDEX bot_message_subjects_message_idx ON bot_message_subjects USING btree (bot_message_id);
CREATE INDEX bot_messages_due_idx ON bot_messages USING btree (edit_due_at, id) WHERE state = 'standing'::text AND run_id IS NULL AND NOT is_urgent;
CREATE INDEX bot_messages_leased_idx ON bot_messages USING btree (leased_until) WHERE state = 'standing'::text AND run_id IS NOT NULL;
CREATE INDEX bot_messages_notification_idx ON bot_messages USING btree (notification_id) WHERE notification_id IS NOT NULL;
CREATE UNIQUE INDEX bot_messages_sending_key ON bot_messages USING btree (notification_id) WHERE state = 'sending'::text AND notification_id IS NOT NULL;
CREATE INDEX bot_messages_sent_idx ON bot_messages USING btree (sent_at);
CREATE INDEX bot_messages_unanswered_idx ON bot_messages USING btree (leased_until) WHERE state = 'sending'::text;
CREATE INDEX bot_messages_urgent_idx ON bot_messages USING btree (edit_due_at, id) WHERE state = 'standing'::text AND run_id IS NULL AND is_urgent;
CREATE INDEX bot_messages_user_idx ON bot_messages USING btree (user_id);
CREATE INDEX broadcast_recipients_user_idx ON broadcast_recipients USING btree (user_id);
CREATE INDEX cached_rankings_conference_idx ON cached_rankings USING btree (conference_id) WHERE conference_id IS NOT NULL;
CREATE INDEX cached_rankings_due_idx ON cached_rankings USING btree (made_at) WHERE is_due;
CREATE INDEX cached_rankings_made_idx ON cached_rankings USING btree (made_at);
CREATE INDEX check_in_events_administrator_idx ON check_in_events USING btree (administrator_id) WHERE administrator_id IS NOT NULL;
CREATE UNIQUE INDEX check_in_events_counted_key ON check_in_events USING btree (registration_id, checkpoint_id, counted_on) WHERE undone_at IS NULL;
CREATE INDEX check_in_events_day_idx ON check_in_events USING btree (checkpoint_id, day);
CREATE UNIQUE INDEX check_in_events_nonce_key ON check_in_events USING btree (checkpoint_id, nonce);
CREATE INDEX check_in_events_registration_idx ON check_in_events USING btree (registration_id, scanned_at);
CREATE UNIQUE INDEX checkpoints_name_key ON checkpoints USING btree (conference_id, folded_name) WHERE retired_at IS NULL;
CREATE INDEX checkpoints_position_idx ON checkpoints USING btree (conference_id, "position", id);
CREATE UNIQUE INDEX conference_pages_map_key ON conference_pages USING btree (conference_id) WHERE kind = 'map'::text;
CREATE INDEX conference_pages_media_key_idx ON conference_pages USING btree (media_key(image_url)) WHERE image_url IS NOT NULL;
CREATE INDEX conference_pages_position_idx ON conference_pages USING btree (conference_id, "position", id);
CREATE INDEX conference_speakers_speaker_idx ON conference_speakers USING btree (speaker_id);
CREATE INDEX conferences_cancelled_idx ON conferences USING btree (id) WHERE status = 'cancelled'::text;
CREATE INDEX conferences_drafts_idx ON conferences USING btree (id) WHERE status = 'draft'::text;
CREATE INDEX conferences_end_idx ON conferences USING btree (ends_at);
CREATE INDEX conferences_media_key_idx ON conferences USING btree (media_key(image_url)) WHERE image_url IS NOT NULL;
CREATE INDEX conferences_name_idx ON conferences USING btree (lower(name), id);
CREATE INDEX conferences_search_idx ON conferences USING gin (search_text gin_trgm_ops);
CREATE INDEX conferences_start_idx ON conferences USING btree (starts_on, id);
CREATE INDEX conferences_updated_idx ON conferences USING btree (updated_at);
CREATE INDEX conferences_words_idx ON conferences USING gin (search_words(search_text));
CREATE INDEX connection_notes_writer_idx ON connection_notes USING btree (writer_id);
CREATE INDEX connection_requests_age_idx ON connection_requests USING btree (GREATEST(requested_at, rejected_at));
CREATE INDEX connection_requests_requester_idx ON connection_requests USING btree (requester_hash, requested_at);
CREATE INDEX connections_accepted_idx ON connections USING btree (responded_at) INCLUDE (requester_id, recipient_id) WHERE status = 'accepted'::text;
CREATE UNIQUE INDEX connections_pair_key ON connections USING btree (LEAST(requester_id, recipient_id), GREATEST(requester_id, recipient_id));
CREATE INDEX connections_recipient_idx ON connections USING btree (recipient_id, status, id DESC);
CREATE INDEX connections_requester_idx ON connections USING btree (requester_id, status, id DESC);
CREATE INDEX deleted_feed_events_idx ON deleted_feed_events USING btree (COALESCE(feed_conference_id, 0::bigint), feed_uid, feed_recurrence_id);
CREATE INDEX deliveries_bulk_due_idx ON deliveries USING btree (due_at, notification_id) WHERE status = 'queued'::text AND job_id IS NULL AND is_bulk;
CREATE INDEX deliveries_job_due_idx ON deliveries USING btree (due_at, notification_id) WHERE status = 'queued'::text AND job_id IS NOT NULL;
CREATE INDEX deliveries_job_status_idx ON deliveries USING btree (job_id, status, user_id);
CREATE INDEX deliveries_lately_answered_idx ON deliveries USING btree (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX deliveries_one_due_idx ON deliveries USING btree (due_at, notification_id) WHERE status = 'queued'::text AND job_id IS NULL AND NOT is_reminder AND NOT is_bulk;
CREATE INDEX deliveries_outdated_reminders_idx ON deliveries USING btree (due_at) WHERE is_reminder AND status = 'skipped'::text AND reason = 'outdated'::text;
CREATE INDEX deliveries_reminders_due_idx ON deliveries USING btree (due_at, notification_id) WHERE status = 'queued'::text AND job_id IS NULL AND is_reminder;
CREATE INDEX deliveries_sending_idx ON deliveries USING btree (leased_until) WHERE status = 'sending'::text;
CREATE INDEX deliveries_single_due_idx ON deliveries USING btree (due_at, notification_id) WHERE status = 'queued'::text AND job_id IS NULL;
CREATE INDEX deliveries_user_idx ON deliveries USING btree (user_id);
CREATE INDEX enrichment_job_users_due_idx ON enrichment_job_users USING btree (due_at, job_id, user_id) WHERE status = 'queued'::text;
CREATE INDEX enrichment_job_users_running_idx ON enrichment_job_users USING btree (leased_until) WHERE status = 'running'::text;
CREATE INDEX enrichment_job_users_unfinished_idx ON enrichment_job_users USING btree (job_id) WHERE finished_at IS NULL;
CREATE INDEX enrichment_job_users_user_idx ON enrichment_job_users USING btree (user_id);
CREATE INDEX enrichment_jobs_created_idx ON enrichment_jobs USING btree (created_at);
CREATE INDEX event_attendances_arrival_idx ON event_attendances USING btree (event_id, queue_number);
CREATE INDEX event_attendances_checked_in_idx ON event_attendances USING btree (event_id, COALESCE(checked_in_at, '-infinity'::timestamp with time zone), queue_number);
CREATE INDEX event_attendances_newest_idx ON event_attendances USING btree (event_id, queue_number) WHERE status = ANY (ARRAY['registered'::text, 'checked_in'::text]);
CREATE INDEX event_attendances_queue_idx ON event_attendances USING btree (event_id, status, queue_number);
CREATE INDEX event_attendances_user_idx ON event_attendances USING btree (user_id);
CREATE INDEX events_approved_idx ON events USING btree (starts_at, id, ends_at) WHERE status = 'approved'::text;
CREATE INDEX events_conference_idx ON events USING btree (conference_id, status, starts_at, id);
CREATE INDEX events_created_idx ON events USING btree (created_at, id);
CREATE INDEX events_end_idx ON events USING btree (ends_at);
CREATE UNIQUE INDEX events_feed_key ON events USING btree (COALESCE(feed_conference_id, 0::bigint), feed_uid, feed_recurrence_id, feed_variant) WHERE feed_uid IS NOT NULL;
CREATE INDEX events_full_idx ON events USING btree (is_full, starts_at, id);
CREATE INDEX events_kind_idx ON events USING btree (kind, starts_at, id);
CREATE INDEX events_media_key_idx ON events USING btree (media_key(image_url)) WHERE image_url IS NOT NULL;
CREATE INDEX events_search_idx ON events USING gin (search_text gin_trgm_ops);
CREATE INDEX events_source_idx ON events USING btree (source, starts_at, id);
CREATE INDEX events_start_idx ON events USING btree (starts_at, id);
CREATE INDEX events_status_idx ON events USING btree (status, id);
CREATE INDEX events_submitted_idx ON events USING btree (submitted_by, status);
CREATE INDEX events_tags_idx ON events USING gin (folded(tags));
CREATE INDEX events_title_idx ON events USING btree (lower(title), id);
CREATE INDEX events_updated_idx ON events USING btree (updated_at);
CREATE INDEX events_words_idx ON events USING gin (search_words(search_text));
CREATE INDEX feedback_agenda_item_idx ON feedback USING btree (agenda_item_id, created_at DESC, id DESC) WHERE agenda_item_id IS NOT NULL;
CREATE INDEX feedback_category_idx ON feedback USING btree (category, created_at DESC, id DESC) WHERE category IS NOT NULL;
CREATE INDEX feedback_conference_idx ON feedback USING btree (conference_id, created_at DESC, id DESC) WHERE conference_id IS NOT NULL;
CREATE INDEX feedback_created_idx ON feedback USING btree (created_at DESC, id DESC);
CREATE INDEX feedback_event_idx ON feedback USING btree (event_id, created_at DESC, id DESC) WHERE event_id IS NOT NULL;
CREATE INDEX feedback_open_idx ON feedback USING btree (status, created_at DESC, id DESC) WHERE status <> 'done'::text;
CREATE INDEX feedback_rating_idx ON feedback USING btree (rating, created_at DESC, id DESC) WHERE rating IS NOT NULL;
CREATE UNIQUE INDEX feedback_rating_of_user_idx ON feedback USING btree (user_id, agenda_item_id) WHERE is_rating;
CREATE INDEX feedback_rating_sort_idx ON feedback USING btree (COALESCE(rating::integer, 0), id);
CREATE INDEX feedback_ratings_idx ON feedback USING btree (agenda_item_id, id) WHERE is_rating;
CREATE UNIQUE INDEX feedback_repeat_idx ON feedback USING btree (repeat_hash) WHERE repeat_hash IS NOT NULL;
CREATE INDEX feedback_search_idx ON feedback USING gin (search_text gin_trgm_ops);
CREATE INDEX feedback_user_idx ON feedback USING btree (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX feedback_words_idx ON feedback USING gin (search_words(search_text));
CREATE INDEX form_answers_user_idx ON form_answers USING btree (user_id, question_id);
CREATE INDEX form_questions_conference_idx ON form_questions USING btree (conference_id, "position", id) WHERE conference_id IS NOT NULL;
CREATE INDEX form_questions_event_idx ON form_questions USING btree (event_id, "position", id) WHERE event_id IS NOT NULL;
CREATE INDEX form_questions_replaces_idx ON form_questions USING btree (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX gone_rows_idx ON gone_rows USING btree (kind, gone_at);
CREATE INDEX idempotency_keys_expires_idx ON idempotency_keys USING btree (expires_at);
CREATE INDEX idempotency_keys_mentions_idx ON idempotency_keys USING gin (mentions);
CREATE INDEX idempotency_keys_user_idx ON idempotency_keys USING btree (user_id, expires_at DESC) WHERE user_id IS NOT NULL;
CREATE INDEX listed_interests_user_idx ON listed_interests USING btree (user_id);
CREATE INDEX match_terms_term_idx ON match_terms USING btree (kind, term, user_id DESC) WHERE is_listed;
CREATE INDEX media_bytes_idx ON media USING btree (bytes, id) WHERE status = 'ready'::text;
CREATE INDEX media_kind_idx ON media USING btree (kind, id DESC) WHERE status = 'ready'::text;
CREATE INDEX media_purpose_idx ON media USING btree (purpose, id DESC) WHERE status = 'ready'::text;
CREATE INDEX media_unfinished_idx ON media USING btree (status, created_at) WHERE status <> 'ready'::text;
CREATE INDEX media_user_idx ON media USING btree (user_id, id DESC);
CREATE INDEX media_variant_keys_idx ON media USING gin (variant_keys);
CREATE INDEX merged_speakers_speaker_idx ON merged_speakers USING btree (speaker_id);
CREATE INDEX messenger_chats_free_idx ON messenger_chats USING btree (free_at);
CREATE INDEX messenger_chats_slowed_idx ON messenger_chats USING btree (slowed_at) WHERE slowed_at IS NOT NULL;
CREATE INDEX messenger_updates_person_idx ON messenger_updates USING btree (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX messenger_updates_received_idx ON messenger_updates USING btree (received_at);
CREATE INDEX notification_jobs_administrator_idx ON notification_jobs USING btree (administrator_id) WHERE administrator_id IS NOT NULL;
CREATE INDEX notification_jobs_anchor_conference_idx ON notification_jobs USING btree (anchor_conference_id) WHERE anchor_conference_id IS NOT NULL;
CREATE INDEX notification_jobs_anchor_event_idx ON notification_jobs USING btree (anchor_event_id) WHERE anchor_event_id IS NOT NULL;
CREATE INDEX notification_jobs_audience_conference_idx ON notification_jobs USING btree (audience_conference_id) WHERE audience_conference_id IS NOT NULL;
CREATE INDEX notification_jobs_content_idx ON notification_jobs USING btree (created_by, content_hash, created_at) WHERE content_hash IS NOT NULL;
CREATE INDEX notification_jobs_pinned_idx ON notification_jobs USING btree (pinned_conference_id) WHERE pinned_conference_id IS NOT NULL;
CREATE INDEX notification_jobs_quest_idx ON notification_jobs USING btree (quest_id) WHERE status = 'scheduled'::text AND quest_id IS NOT NULL;
CREATE INDEX notification_jobs_scheduled_idx ON notification_jobs USING btree (scheduled_at, id);
CREATE INDEX notification_jobs_search_idx ON notification_jobs USING gin (search_text gin_trgm_ops);
CREATE INDEX notification_jobs_status_idx ON notification_jobs USING btree (status, scheduled_at);
CREATE INDEX notification_jobs_submitted_idx ON notification_jobs USING btree (created_by, content_hash, submitted_at) WHERE content_hash IS NOT NULL;
CREATE INDEX notifications_actor_idx ON notifications USING btree ((((data -> 'actor'::text) ->> 'id'::text)::bigint)) WHERE type = ANY (ARRAY['connection_request'::text, 'connection_accepted'::text]);
CREATE INDEX notifications_changed_idx ON notifications USING btree (change_id) WHERE change_id IS NOT NULL;
CREATE UNIQUE INDEX notifications_job_key ON notifications USING btree (job_id, user_id) WHERE job_id IS NOT NULL;
CREATE INDEX notifications_list_idx ON notifications USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notifications_open_subject_key ON notifications USING btree (subject, user_id) WHERE subject IS NOT NULL AND clicked_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX notifications_unread_idx ON notifications USING btree (user_id, id) WHERE in_app AND clicked_at IS NULL AND dismissed_at IS NULL;
CREATE INDEX page_marks_room_idx ON page_marks USING btree (room_id) WHERE room_id IS NOT NULL;
CREATE UNIQUE INDEX page_marks_room_key ON page_marks USING btree (page_id, room_id);
CREATE INDEX partner_accounts_status_idx ON partner_accounts USING btree (status, user_id);
CREATE INDEX partner_mints_due_idx ON partner_mints USING btree (next_poll_at) WHERE status = ANY (ARRAY['pending'::text, 'unknown'::text]);
CREATE INDEX partner_mints_failure_idx ON partner_mints USING btree (failure_code, id) WHERE failure_code IS NOT NULL;
CREATE INDEX partner_mints_shown_idx ON partner_mints USING btree ((
CASE status
    WHEN 'unknown'::text THEN 'pending'::text
    ELSE status
END), id);
CREATE INDEX point_ledger_award_idx ON point_ledger USING btree (award_id) WHERE award_id IS NOT NULL;
CREATE UNIQUE INDEX point_ledger_completion_idx ON point_ledger USING btree (user_id, quest_id) WHERE kind = 'completion'::text AND voided_at IS NULL;
CREATE INDEX point_ledger_quest_idx ON point_ledger USING btree (quest_id, user_id);
CREATE UNIQUE INDEX point_ledger_reversal_idx ON point_ledger USING btree (award_id) WHERE kind = 'reversal'::text;
CREATE UNIQUE INDEX point_ledger_task_idx ON point_ledger USING btree (user_id, task_id) WHERE kind = 'task'::text AND voided_at IS NULL;
CREATE INDEX point_ledger_user_idx ON point_ledger USING btree (user_id, id DESC);
CREATE INDEX point_totals_admin_idx ON point_totals USING btree (scope, scope_id, period, period_start, points DESC, reached_at, user_id) WHERE points > 0 AND NOT is_ranked;
CREATE INDEX point_totals_rank_idx ON point_totals USING btree (scope, scope_id, period, period_start, points DESC, reached_at, user_id) WHERE is_ranked AND points > 0;
CREATE INDEX poll_votes_option_idx ON poll_votes USING btree (task_id, option_id);
CREATE INDEX poll_votes_user_idx ON poll_votes USING btree (user_id);
CREATE INDEX quest_recalculations_running_idx ON quest_recalculations USING btree (requested_at) WHERE status = 'running'::text;
CREATE INDEX quest_registration_requests_quest_idx ON registration_requests USING btree (quest_id, status, id);
CREATE INDEX quest_registration_requests_status_idx ON registration_requests USING btree (status, id);
CREATE INDEX quest_registration_requests_user_idx ON registration_requests USING btree (user_id);
CREATE INDEX quest_tasks_conference_idx ON quest_tasks USING btree (((config ->> 'conference_id'::text)::bigint)) WHERE type = 'conference_registration'::text AND deleted_at IS NULL;
CREATE INDEX quest_tasks_event_idx ON quest_tasks USING btree (((config ->> 'event_id'::text)::bigint)) WHERE type = 'event_attendance'::text AND deleted_at IS NULL;
CREATE INDEX quest_tasks_quest_idx ON quest_tasks USING btree (quest_id, "position", id) WHERE deleted_at IS NULL;
CREATE INDEX quest_tasks_type_idx ON quest_tasks USING btree (type, quest_id) WHERE (type = ANY (ARRAY['connections'::text, 'profile'::text])) AND deleted_at IS NULL;
CREATE INDEX question_reports_user_idx ON question_reports USING btree (user_id);
CREATE INDEX question_votes_user_idx ON question_votes USING btree (user_id);
CREATE INDEX quests_conference_idx ON quests USING btree (conference_id) WHERE deleted_at IS NULL;
CREATE INDEX quests_ends_idx ON quests USING btree (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX quests_event_idx ON quests USING btree (event_id) WHERE deleted_at IS NULL;
CREATE INDEX quests_inactive_idx ON quests USING btree (id) WHERE NOT is_active AND deleted_at IS NULL;
CREATE INDEX quests_listed_idx ON quests USING btree (is_featured DESC, COALESCE(starts_at, created_at) DESC, id DESC) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX quests_media_key_idx ON quests USING btree (media_key(image_url)) WHERE image_url IS NOT NULL;
CREATE INDEX quests_search_text_idx ON quests USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX quests_starts_idx ON quests USING btree (starts_at) WHERE starts_at IS NOT NULL;
CREATE INDEX quests_title_idx ON quests USING btree (lower(title), id) WHERE deleted_at IS NULL;
CREATE INDEX quests_updated_idx ON quests USING btree (updated_at);
CREATE INDEX quests_words_idx ON quests USING gin (search_words(search_text)) WHERE deleted_at IS NULL;
CREATE INDEX rate_limit_counters_expires_idx ON rate_limit_counters USING btree (expires_at);
CREATE INDEX recommendation_dismissals_dismissed_idx ON recommendation_dismissals USING btree (dismissed_id);
CREATE INDEX registration_requests_listed_idx ON registration_requests USING btree (status, requested_at, id) WHERE quest_id IS NULL;
CREATE INDEX registration_requests_ticket_type_idx ON registration_requests USING btree (ticket_type_id) WHERE ticket_type_id IS NOT NULL;
CREATE INDEX registrations_arrival_idx ON registrations USING btree (conference_id, queue_number);
CREATE INDEX registrations_barred_hashes_idx ON registrations USING gin (barred_hashes) WHERE barred_hashes <> '{}'::text[];
CREATE INDEX registrations_barred_users_idx ON registrations USING gin (barred_user_ids) WHERE barred_user_ids <> '{}'::bigint[];
CREATE INDEX registrations_changed_idx ON registrations USING btree (conference_id, changed_at);
CREATE INDEX registrations_checked_in_idx ON registrations USING btree (conference_id, COALESCE(checked_in_at, '-infinity'::timestamp with time zone), queue_number);
CREATE INDEX registrations_claimant_idx ON registrations USING btree (claimant_id) WHERE claimant_id IS NOT NULL;
CREATE INDEX registrations_claimed_by_idx ON registrations USING btree (conference_id, claimed_by, queue_number) WHERE claimed_by IS NOT NULL;
CREATE INDEX registrations_email_idx ON registrations USING btree (conference_id, email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX registrations_erased_idx ON registrations USING btree (conference_id) WHERE erased_key_hashes <> '{}'::text[];
CREATE INDEX registrations_import_idx ON registrations USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX registrations_invited_by_idx ON registrations USING btree (invited_by, conference_id) WHERE invited_by IS NOT NULL;
CREATE INDEX registrations_kept_email_idx ON registrations USING btree (conference_id) WHERE email_encrypted IS NOT NULL;
CREATE UNIQUE INDEX registrations_messenger_key ON registrations USING btree (messenger_id, conference_id) WHERE messenger_id IS NOT NULL;
CREATE INDEX registrations_named_idx ON registrations USING btree (conference_id) WHERE claimed_at IS NULL AND (first_name IS NOT NULL OR last_name IS NOT NULL OR company IS NOT NULL OR job_title IS NOT NULL);
CREATE INDEX registrations_newest_idx ON registrations USING btree (conference_id, queue_number) WHERE user_id IS NOT NULL AND (status = ANY (ARRAY['registered'::text, 'checked_in'::text]));
CREATE INDEX registrations_open_idx ON registrations USING btree (conference_id, queue_number) WHERE user_id IS NULL AND status <> 'cancelled'::text;
CREATE INDEX registrations_order_idx ON registrations USING btree (conference_id, order_hash) WHERE order_hash IS NOT NULL;
CREATE INDEX registrations_queue_idx ON registrations USING btree (conference_id, status, queue_number);
CREATE UNIQUE INDEX registrations_scan_code_key ON registrations USING btree (conference_id, scan_code_hash) WHERE scan_code_hash IS NOT NULL;
CREATE UNIQUE INDEX registrations_ticket_code_key ON registrations USING btree (conference_id, ticket_code_hash) WHERE ticket_code_hash IS NOT NULL;
CREATE INDEX registrations_ticket_type_idx ON registrations USING btree (conference_id, COALESCE(ticket_type, ''::character varying), queue_number);
CREATE UNIQUE INDEX registrations_transfer_key ON registrations USING btree (transferred_by, conference_id) WHERE transferred_by IS NOT NULL AND user_id IS NULL AND status <> 'cancelled'::text;
CREATE INDEX registrations_transferred_by_idx ON registrations USING btree (transferred_by) WHERE transferred_by IS NOT NULL;
CREATE INDEX registrations_unwelcomed_idx ON registrations USING btree (conference_id, seated_at) WHERE welcomed_at IS NULL AND seated_at IS NOT NULL;
CREATE INDEX registrations_user_idx ON registrations USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX registrations_username_key ON registrations USING btree (lower(username::text), conference_id) WHERE messenger_id IS NULL AND username IS NOT NULL;
CREATE UNIQUE INDEX reminder_templates_default_idx ON reminder_templates USING btree (quest_id) WHERE is_default;
CREATE INDEX reminder_templates_quest_idx ON reminder_templates USING btree (quest_id, id);
CREATE INDEX session_questions_item_idx ON session_questions USING btree (agenda_item_id, status, id);
CREATE INDEX session_questions_merged_idx ON session_questions USING btree (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX session_questions_user_idx ON session_questions USING btree (user_id, agenda_item_id) WHERE user_id IS NOT NULL;
CREATE INDEX session_reminders_notification_idx ON session_reminders USING btree (notification_id);
CREATE INDEX session_reminders_start_idx ON session_reminders USING btree (starts_at);
CREATE INDEX signed_calls_created_idx ON signed_calls USING btree (created_at);
CREATE UNIQUE INDEX source_runs_running_key ON source_runs USING btree (source_id) WHERE status = 'running'::text;
CREATE INDEX source_runs_source_idx ON source_runs USING btree (source_id, id DESC);
CREATE UNIQUE INDEX source_runs_waiting_key ON source_runs USING btree (source_id) WHERE status = 'waiting'::text;
CREATE INDEX sources_conference_idx ON sources USING btree (conference_id, id);
CREATE INDEX sources_due_idx ON sources USING btree (next_run_at) WHERE off_reason IS NULL;
CREATE INDEX speaker_keys_speaker_idx ON speaker_keys USING btree (speaker_id);
CREATE INDEX speakers_drafts_idx ON speakers USING btree (lower(name), id) WHERE status = 'draft'::text;
CREATE INDEX speakers_featured_idx ON speakers USING btree (lower(name), id) WHERE is_featured;
CREATE INDEX speakers_media_key_idx ON speakers USING btree (media_key(photo_url)) WHERE photo_url IS NOT NULL;
CREATE INDEX speakers_name_idx ON speakers USING btree (lower(name), id);
CREATE INDEX speakers_not_featured_idx ON speakers USING btree (lower(name), id) WHERE NOT is_featured;
CREATE INDEX speakers_search_idx ON speakers USING gin (search);
CREATE INDEX speakers_search_text_idx ON speakers USING gin (search_text gin_trgm_ops);
CREATE INDEX speakers_updated_idx ON speakers USING btree (updated_at);
CREATE INDEX speakers_without_bio_idx ON speakers USING btree (lower(name), id) WHERE bio IS NULL;
CREATE INDEX speakers_without_photo_idx ON speakers USING btree (lower(name), id) WHERE photo_url IS NULL;
CREATE INDEX stream_tickets_expires_idx ON stream_tickets USING btree (expires_at);
CREATE INDEX stream_tickets_user_idx ON stream_tickets USING btree (user_id);
CREATE INDEX unsigned_calls_user_idx ON unsigned_calls USING btree (user_id);
CREATE INDEX user_activity_seen_idx ON user_activity USING btree (last_seen_at, user_id);
CREATE INDEX user_quest_tasks_decided_idx ON user_quest_tasks USING btree (status, decided_at, id) WHERE reviewer IS NOT NULL;
CREATE INDEX user_quest_tasks_decided_quest_idx ON user_quest_tasks USING btree (quest_id, status, decided_at, id) WHERE reviewer IS NOT NULL;
CREATE INDEX user_quest_tasks_decided_reviewer_idx ON user_quest_tasks USING btree (reviewer_id, decided_at, id) WHERE reviewer_id IS NOT NULL;
CREATE INDEX user_quest_tasks_decided_task_idx ON user_quest_tasks USING btree (task_id, status, decided_at, id) WHERE reviewer IS NOT NULL;
CREATE UNIQUE INDEX user_quest_tasks_media_idx ON user_quest_tasks USING btree (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX user_quest_tasks_pending_idx ON user_quest_tasks USING btree (quest_id, submitted_at, id) WHERE status = 'pending'::text;
CREATE INDEX user_quest_tasks_pending_since_idx ON user_quest_tasks USING btree (submitted_at, id) WHERE status = 'pending'::text;
CREATE INDEX user_quest_tasks_pending_task_idx ON user_quest_tasks USING btree (task_id, submitted_at, id) WHERE status = 'pending'::text;
CREATE INDEX user_quest_tasks_quest_idx ON user_quest_tasks USING btree (quest_id, user_id);
CREATE INDEX user_quest_tasks_user_idx ON user_quest_tasks USING btree (user_id, quest_id);
CREATE INDEX user_quests_start_idx ON user_quests USING btree (quest_id, COALESCE(started_at, 'infinity'::timestamp with time zone), user_id);
CREATE INDEX user_quests_status_start_idx ON user_quests USING btree (quest_id, status, COALESCE(started_at, 'infinity'::timestamp with time zone), user_id);
CREATE INDEX user_quests_user_idx ON user_quests USING btree (user_id, active_at DESC, quest_id DESC);
CREATE INDEX user_reports_connection_idx ON user_reports USING btree (connection_id);
CREATE INDEX user_reports_created_idx ON user_reports USING btree (created_at, id);
CREATE UNIQUE INDEX user_reports_open_idx ON user_reports USING btree (reporter_id, reported_id) WHERE resolved_at IS NULL;
CREATE INDEX user_reports_reported_idx ON user_reports USING btree (reported_id, created_at, id);
CREATE INDEX user_reports_reporter_idx ON user_reports USING btree (reporter_id, created_at);
CREATE INDEX user_reports_resolved_idx ON user_reports USING btree (resolved_at);
CREATE INDEX user_reports_waiting_idx ON user_reports USING btree (created_at, id) WHERE resolved_at IS NULL;
CREATE INDEX users_admin_search_idx ON users USING gin (((search_text || ' @'::text) || lower(COALESCE(username, ''::text))) gin_trgm_ops);
CREATE INDEX users_admin_words_idx ON users USING gin (search_words((search_text || ' @'::text) || lower(COALESCE(username, ''::text))));
CREATE INDEX users_blocked_idx ON users USING btree (created_at, id) WHERE is_blocked AND erased_at IS NULL;
CREATE INDEX users_by_language_idx ON users USING btree (lower(split_part(COALESCE(language, language_code), '-'::text, 1)), created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_company_idx ON users USING btree (lower(COALESCE(company, ''::text)), id);
CREATE INDEX users_created_at_idx ON users USING btree (created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_first_name_idx ON users USING btree (first_name, id) WHERE erased_at IS NULL;
CREATE INDEX users_interests_idx ON users USING gin (folded(interests)) WHERE is_listed;
CREATE INDEX users_last_name_idx ON users USING btree (COALESCE(last_name, ''::text), id) WHERE erased_at IS NULL;
CREATE INDEX users_listed_idx ON users USING btree (id DESC) WHERE is_listed;
CREATE INDEX users_name_idx ON users USING btree ("left"(search_text, 200), id);
CREATE INDEX users_onboarding_idx ON users USING btree (onboarding_status, created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_photo_media_idx ON users USING btree (photo_media_id) WHERE photo_media_id IS NOT NULL;
CREATE INDEX users_reachable_idx ON users USING btree (messenger_reachable, created_at, id) WHERE erased_at IS NULL;
CREATE INDEX users_roster_changed_idx ON users USING btree (roster_changed_at) WHERE roster_changed_at IS NOT NULL;
CREATE INDEX users_search_idx ON users USING gin (search_text gin_trgm_ops) WHERE is_listed;
CREATE INDEX users_username_idx ON users USING btree (lower(username));
CREATE INDEX users_visible_username_idx ON users USING gin (('@'::text || lower(username)) gin_trgm_ops) WHERE is_listed AND contact_visibility = 'everyone'::text;
CREATE INDEX users_words_idx ON users USING gin (search_words(search_text)) WHERE is_listed;
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries USING btree (endpoint_id, status, due_at) WHERE status = ANY (ARRAY['queued'::text, 'sending'::text]);
CREATE INDEX webhook_deliveries_newest_idx ON webhook_deliveries USING btree (endpoint_id, message_id DESC);
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries USING btree (endpoint_id, message_id) WHERE status = ANY (ARRAY['queued'::text, 'sending'::text]);

CREATE TRIGGER administrators_changed AFTER UPDATE OF disabled_at ON administrators FOR EACH ROW EXECUTE FUNCTION notify_api_keys_of_administrator();
CREATE TRIGGER agenda_groups_marked AFTER UPDATE OF name ON agenda_groups FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION touch_pages_of_room();
CREATE TRIGGER agenda_items_groups BEFORE INSERT OR UPDATE OF conference_id, room, track ON agenda_items FOR EACH ROW EXECUTE FUNCTION spell_groups_of_item();
CREATE TRIGGER agenda_items_noted AFTER DELETE OR UPDATE OF conference_id, event_id, status, starts_at, ends_at, room, track ON agenda_items FOR EACH ROW EXECUTE FUNCTION note_agenda_item();
CREATE TRIGGER agenda_items_questions_until BEFORE UPDATE OF ends_at ON agenda_items FOR EACH ROW EXECUTE FUNCTION move_questions_until();
CREATE TRIGGER agenda_items_revision BEFORE UPDATE ON agenda_items FOR EACH ROW WHEN (old.event_id IS DISTINCT FROM new.event_id OR old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.room IS DISTINCT FROM new.room OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION count_item_revision();
CREATE TRIGGER agenda_items_webhooks AFTER INSERT OR DELETE OR UPDATE OF version ON agenda_items FOR EACH ROW EXECUTE FUNCTION note_webhook_content('agenda_item.changed');
CREATE TRIGGER api_key_secrets_changed AFTER INSERT OR DELETE OR UPDATE ON api_key_secrets FOR EACH ROW EXECUTE FUNCTION notify_api_key_of_secret();
CREATE TRIGGER api_keys_changed AFTER INSERT OR UPDATE OF scopes, conference_ids, allowed_networks, expires_at, revoked_at, administrator_id ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_api_key();
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER audit_log_conference BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION note_conference_in_audit_log();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER conference_pages_gone AFTER DELETE ON conference_pages FOR EACH ROW EXECUTE FUNCTION note_gone_page();
CREATE TRIGGER conference_speakers_gone AFTER DELETE ON conference_speakers FOR EACH ROW EXECUTE FUNCTION note_gone_conference_speaker();
CREATE TRIGGER conference_speakers_touch AFTER INSERT OR DELETE OR UPDATE ON conference_speakers FOR EACH ROW EXECUTE FUNCTION touch_speaker();
CREATE TRIGGER conferences_noted AFTER DELETE OR UPDATE OF status, starts_on, ends_on, timezone, venue, city ON conferences FOR EACH ROW EXECUTE FUNCTION note_conference();
CREATE TRIGGER conferences_publication BEFORE INSERT OR UPDATE ON conferences FOR EACH ROW WHEN (new.status <> 'draft'::text AND new.published_at IS NULL) EXECUTE FUNCTION note_publication();
CREATE TRIGGER conferences_webhooks AFTER INSERT OR DELETE OR UPDATE OF version ON conferences FOR EACH ROW EXECUTE FUNCTION note_webhook_content('conference.changed');
CREATE TRIGGER connections_noted AFTER INSERT OR DELETE OR UPDATE OF status, met_at ON connections FOR EACH ROW EXECUTE FUNCTION note_connection();
CREATE TRIGGER event_attendances_noted_delete AFTER DELETE ON event_attendances REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_event_attendances();
CREATE TRIGGER event_attendances_noted_insert AFTER INSERT ON event_attendances REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_event_attendances();
CREATE TRIGGER event_attendances_noted_update AFTER UPDATE ON event_attendances REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_event_attendances();
CREATE CONSTRAINT TRIGGER event_attendances_seats_counted AFTER INSERT OR DELETE OR UPDATE OF status ON event_attendances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_noted_seats();
CREATE TRIGGER events_groups BEFORE INSERT OR UPDATE OF conference_id, venue_name ON events FOR EACH ROW EXECUTE FUNCTION spell_room_of_event();
CREATE TRIGGER events_noted AFTER DELETE OR UPDATE OF conference_id, status, starts_at, ends_at, all_day, timezone, venue_name, venue_address ON events FOR EACH ROW EXECUTE FUNCTION note_event();
CREATE TRIGGER events_revision BEFORE UPDATE ON events FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.description IS DISTINCT FROM new.description OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.all_day IS DISTINCT FROM new.all_day OR old.timezone IS DISTINCT FROM new.timezone OR old.venue_name IS DISTINCT FROM new.venue_name OR old.venue_address IS DISTINCT FROM new.venue_address OR old.url IS DISTINCT FROM new.url OR old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION count_revision();
CREATE CONSTRAINT TRIGGER events_seats_counted AFTER UPDATE OF conference_id, status ON events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.conference_id IS DISTINCT FROM new.conference_id OR (old.status = 'approved'::text) IS DISTINCT FROM (new.status = 'approved'::text)) EXECUTE FUNCTION count_noted_seats();
CREATE TRIGGER events_seats_gone BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION note_seats_of_event();
CREATE TRIGGER events_seats_moved AFTER UPDATE OF conference_id, status ON events FOR EACH ROW WHEN (old.conference_id IS DISTINCT FROM new.conference_id OR (old.status = 'approved'::text) IS DISTINCT FROM (new.status = 'approved'::text)) EXECUTE FUNCTION note_seats_of_event();
CREATE TRIGGER events_webhooks AFTER INSERT OR DELETE OR UPDATE OF version ON events FOR EACH ROW EXECUTE FUNCTION note_webhook_content('event.changed');
CREATE TRIGGER notification_jobs_subject_update AFTER UPDATE OF recalled_at ON notification_jobs FOR EACH ROW WHEN (old.recalled_at IS NULL AND new.recalled_at IS NOT NULL) EXECUTE FUNCTION note_changed_row('job');
CREATE TRIGGER page_marks_touch AFTER DELETE ON page_marks FOR EACH ROW EXECUTE FUNCTION touch_page_of_mark();
CREATE TRIGGER point_ledger_immutable BEFORE UPDATE ON point_ledger FOR EACH ROW WHEN (old.voided_at IS NOT NULL OR old.id IS DISTINCT FROM new.id OR old.user_id IS DISTINCT FROM new.user_id OR old.quest_id IS DISTINCT FROM new.quest_id OR old.task_id IS DISTINCT FROM new.task_id OR old.conference_id IS DISTINCT FROM new.conference_id OR old.kind IS DISTINCT FROM new.kind OR old.delta IS DISTINCT FROM new.delta OR old.earned_at IS DISTINCT FROM new.earned_at OR old.day IS DISTINCT FROM new.day OR old.week IS DISTINCT FROM new.week OR old.award_id IS DISTINCT FROM new.award_id OR old.created_at IS DISTINCT FROM new.created_at) EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER point_ledger_kept BEFORE DELETE ON point_ledger FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER quest_tasks_due AFTER INSERT ON quest_tasks FOR EACH ROW WHEN (new.type = ANY (ARRAY['connections'::text, 'event_attendance'::text, 'conference_registration'::text, 'profile'::text])) EXECUTE FUNCTION note_due_participants();
CREATE TRIGGER quest_tasks_touch AFTER INSERT OR UPDATE OF points, deleted_at ON quest_tasks FOR EACH ROW EXECUTE FUNCTION touch_quest();
CREATE TRIGGER quests_due AFTER UPDATE OF is_active ON quests FOR EACH ROW WHEN (new.is_active AND NOT old.is_active) EXECUTE FUNCTION note_due_participants_of_quest();
CREATE TRIGGER quests_moved AFTER UPDATE OF conference_id, event_id ON quests FOR EACH ROW WHEN (old.conference_id IS DISTINCT FROM new.conference_id OR old.event_id IS DISTINCT FROM new.event_id) EXECUTE FUNCTION note_moved_quest();
CREATE TRIGGER registrations_arrival_undone AFTER UPDATE OF checked_in_at ON registrations FOR EACH ROW WHEN (old.checked_in_at IS NOT NULL AND new.checked_in_at IS NULL) EXECUTE FUNCTION undo_scans_of_registration();
CREATE TRIGGER registrations_noted_delete AFTER DELETE ON registrations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER registrations_noted_insert AFTER INSERT ON registrations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER registrations_noted_update AFTER UPDATE ON registrations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_registrations();
CREATE TRIGGER registrations_seated_insert BEFORE INSERT ON registrations FOR EACH ROW WHEN (new.user_id IS NOT NULL AND holds_seat(new.status)) EXECUTE FUNCTION note_seat();
CREATE TRIGGER registrations_seated_update BEFORE UPDATE OF status, user_id ON registrations FOR EACH ROW WHEN (new.user_id IS NOT NULL AND holds_seat(new.status) AND NOT (holds_seat(old.status) AND NOT new.user_id IS DISTINCT FROM old.user_id)) EXECUTE FUNCTION note_seat();
CREATE CONSTRAINT TRIGGER registrations_seats_counted AFTER INSERT OR DELETE OR UPDATE OF status, user_id ON registrations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_noted_seats();
CREATE TRIGGER registrations_touch BEFORE INSERT OR UPDATE ON registrations FOR EACH ROW EXECUTE FUNCTION touch_registration();
CREATE TRIGGER registrations_welcomed BEFORE UPDATE OF welcomed_at ON registrations FOR EACH ROW EXECUTE FUNCTION keep_changed_at();
CREATE TRIGGER speakers_gone AFTER DELETE ON speakers FOR EACH ROW WHEN (old.published_at IS NOT NULL) EXECUTE FUNCTION note_gone_speaker();
CREATE TRIGGER speakers_publication BEFORE INSERT OR UPDATE ON speakers FOR EACH ROW WHEN (new.status = 'published'::text AND new.published_at IS NULL) EXECUTE FUNCTION note_publication();
CREATE TRIGGER speakers_webhooks AFTER INSERT OR UPDATE OF version ON speakers FOR EACH ROW EXECUTE FUNCTION note_webhook_content('speaker.changed');
CREATE TRIGGER user_quest_tasks_webhooks AFTER INSERT OR UPDATE OF status ON user_quest_tasks FOR EACH ROW EXECUTE FUNCTION note_webhook_submission();
CREATE TRIGGER user_quests_webhooks AFTER INSERT OR UPDATE OF status ON user_quests FOR EACH ROW EXECUTE FUNCTION note_webhook_completion();
CREATE TRIGGER users_activity_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT EXECUTE FUNCTION copy_user_activity();
CREATE TRIGGER users_activity_update AFTER UPDATE OF last_seen_at, erased_at ON users FOR EACH ROW WHEN (old.last_seen_at IS DISTINCT FROM new.last_seen_at OR old.erased_at IS DISTINCT FROM new.erased_at) EXECUTE FUNCTION keep_user_activity();
CREATE TRIGGER users_due AFTER UPDATE OF headline, company, job_title, bio, interests, looking_for, offering, socials, own_photo_url, messenger_photo_url ON users FOR EACH ROW WHEN (new.erased_at IS NULL AND (old.headline IS DISTINCT FROM new.headline OR old.company IS DISTINCT FROM new.company OR old.job_title IS DISTINCT FROM new.job_title OR old.bio IS DISTINCT FROM new.bio OR old.interests IS DISTINCT FROM new.interests OR old.looking_for IS DISTINCT FROM new.looking_for OR old.offering IS DISTINCT FROM new.offering OR old.socials IS DISTINCT FROM new.socials OR old.photo_url IS DISTINCT FROM new.photo_url)) EXECUTE FUNCTION note_due_profile();
CREATE TRIGGER users_lists_insert AFTER INSERT ON users FOR EACH ROW WHEN (new.is_listed AND new.interests <> '{}'::text[]) EXECUTE FUNCTION keep_lists_of_user();
CREATE TRIGGER users_lists_update AFTER UPDATE ON users FOR EACH ROW WHEN (old.is_listed IS DISTINCT FROM new.is_listed OR new.is_listed AND (old.interests IS DISTINCT FROM new.interests OR old.is_ranked IS DISTINCT FROM new.is_ranked)) EXECUTE FUNCTION keep_lists_of_user();
CREATE TRIGGER users_requests_update AFTER UPDATE OF is_blocked ON users FOR EACH ROW WHEN (old.is_blocked <> new.is_blocked) EXECUTE FUNCTION note_changed_requests();
CREATE TRIGGER users_touch_rosters BEFORE UPDATE OF own_first_name, own_last_name, messenger_first_name, messenger_last_name, is_blocked ON users FOR EACH ROW WHEN (old.own_first_name IS DISTINCT FROM new.own_first_name OR old.own_last_name IS DISTINCT FROM new.own_last_name OR old.messenger_first_name IS DISTINCT FROM new.messenger_first_name OR old.messenger_last_name IS DISTINCT FROM new.messenger_last_name OR old.is_blocked IS DISTINCT FROM new.is_blocked) EXECUTE FUNCTION touch_rosters_of_user();

create view earned as
 SELECT s.user_id,
    s.quest_id,
    s.task_id,
    t.points,
    s.submitted_at AS earned_at
   FROM user_quest_tasks s
     JOIN quest_tasks t ON t.id = s.task_id AND t.deleted_at IS NULL
     JOIN quests q ON q.id = s.quest_id AND q.deleted_at IS NULL
  WHERE s.status = 'approved'::text
UNION ALL
 SELECT uq.user_id,
    uq.quest_id,
    NULL::bigint AS task_id,
    q.completion_points AS points,
    uq.completed_at AS earned_at
   FROM user_quests uq
     JOIN quests q ON q.id = uq.quest_id AND q.deleted_at IS NULL
  WHERE uq.status = 'completed'::text;

create view live_awards as
 SELECT a.id,
    a.user_id,
    a.quest_id,
    a.task_id,
    a.conference_id,
    a.points,
    a.earned_at,
    a.day,
    a.week,
        CASE
            WHEN q.points_taken_back THEN 'quest'::text
            WHEN t.points_taken_back THEN 'task'::text
            ELSE NULL::text
        END AS taken_back_with
   FROM ( SELECT COALESCE(point_ledger.award_id, point_ledger.id) AS id,
            point_ledger.user_id,
            point_ledger.quest_id,
            point_ledger.task_id,
            point_ledger.conference_id,
            sum(point_ledger.delta) AS points,
            point_ledger.earned_at,
            point_ledger.day,
            point_ledger.week
           FROM point_ledger
          WHERE point_ledger.kind = ANY (ARRAY['task'::text, 'completion'::text, 'correction'::text])
          GROUP BY (COALESCE(point_ledger.award_id, point_ledger.id)), point_ledger.user_id, point_ledger.quest_id, point_ledger.task_id, point_ledger.conference_id, point_ledger.earned_at, point_ledger.day, point_ledger.week
         HAVING bool_and(point_ledger.voided_at IS NULL)) a
     JOIN quests q ON q.id = a.quest_id
     LEFT JOIN quest_tasks t ON t.id = a.task_id
  WHERE q.points_taken_back OR t.points_taken_back OR q.deleted_at IS NULL AND t.deleted_at IS NULL;

create view quest_registration_requests as
 SELECT id,
    quest_id,
    user_id,
    status,
    source,
    message,
    reason,
    requested_at,
    decided_at
   FROM registration_requests
  WHERE quest_id IS NOT NULL;
