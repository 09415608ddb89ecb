-- The users whose automatic tasks a worker settles next. Triggers write the rows, so that no path by which a fact
-- comes about, such as an import or a promotion, can forget it, and only where a task of an active quest asks for
-- the fact. Rows are only inserted and deleted: an update would let two transactions wait for each other.

create table due_settlements (
  id      bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade
);

create function note_due_profile() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select new.id
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'profile' and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger users_due
  after update of headline, company, job_title, bio, interests, looking_for, offering, socials,
                  own_photo_url, messenger_photo_url on users for each row
  when (new.erased_at is null
        and (old.headline, old.company, old.job_title, old.bio, old.interests, old.looking_for,
             old.offering, old.socials, old.photo_url)
            is distinct from
            (new.headline, new.company, new.job_title, new.bio, new.interests, new.looking_for,
             new.offering, new.socials, new.photo_url))
  execute function note_due_profile();

create function note_due_conference_attendances() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select distinct changed.user_id from changed
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'conference_registration'
            and (t.config->>'conference_id')::bigint = changed.conference_id
            and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger conference_attendances_due_insert after insert on conference_attendances
  referencing new table as changed
  for each statement execute function note_due_conference_attendances();
create trigger conference_attendances_due_update after update on conference_attendances
  referencing new table as changed
  for each statement execute function note_due_conference_attendances();
create trigger conference_attendances_due_delete after delete on conference_attendances
  referencing old table as changed
  for each statement execute function note_due_conference_attendances();

create function note_due_event_attendances() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select distinct changed.user_id from changed
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'event_attendance' and (t.config->>'event_id')::bigint = changed.event_id
            and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger event_attendances_due_insert after insert on event_attendances
  referencing new table as changed for each statement execute function note_due_event_attendances();
create trigger event_attendances_due_update after update on event_attendances
  referencing new table as changed for each statement execute function note_due_event_attendances();
create trigger event_attendances_due_delete after delete on event_attendances
  referencing old table as changed for each statement execute function note_due_event_attendances();

create function note_due_connection() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select party from unnest(array[new.requester_id, new.recipient_id]) as party
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'connections' and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $$;
create trigger connections_due_insert after insert on connections for each row
  when (new.status = 'accepted') execute function note_due_connection();
create trigger connections_due_update after update of status on connections for each row
  when (new.status = 'accepted' and old.status <> 'accepted') execute function note_due_connection();
-- A request that was accepted before the two met; note_due_connection names both of them.
create trigger connections_due_met after update of met_at on connections for each row
  when (new.met_at is not null and old.met_at is null and old.status = 'accepted')
  execute function note_due_connection();

-- Facts that participants have when a quest gets an automatic task, or is switched on.
create function note_due_participants() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select user_id from user_quests where quest_id = new.quest_id order by user_id;
      return null;
    end $$;
create trigger quest_tasks_due after insert on quest_tasks for each row
  when (new.type in ('connections', 'event_attendance', 'conference_registration', 'profile'))
  execute function note_due_participants();

create function note_due_participants_of_quest() returns trigger language plpgsql as $$
    begin
      insert into due_settlements (user_id)
      select user_id from user_quests
       where quest_id = new.id and exists (
         select from quest_tasks t
          where t.quest_id = new.id and t.deleted_at is null
            and t.type in ('connections', 'event_attendance', 'conference_registration', 'profile'))
       order by user_id;
      return null;
    end $$;
create trigger quests_due after update of is_active on quests for each row
  when (new.is_active and not old.is_active) execute function note_due_participants_of_quest();
