-- The tables of attendances and of invitations, which `registrations` replaced: for its rollback.

create table conference_attendances (
  conference_id bigint not null,
  user_id bigint not null,
  status text not null,
  queue_number bigint default nextval('attendance_queue'::regclass) not null,
  ticket_type text,
  registered_at timestamp(3) with time zone not null,
  checked_in_at timestamp(3) with time zone,
  check_in_nonce text,
  claimed_by text,
  version integer default 1 not null,
  desk_note text,
  changed_at timestamp(3) with time zone default now() not null,
  check_in_device text,
  check_in_key text,
  check_in_administrator_id bigint,
  badge_changed_at timestamp(3) with time zone default now() not null,
  cancelled_at timestamp(3) with time zone,
  constraint conference_attendances_pkey PRIMARY KEY (conference_id, user_id),
  constraint conference_attendances_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint conference_attendances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint conference_attendances_check_in_device_check CHECK (length(check_in_device) <= 64),
  constraint conference_attendances_check_in_key_check CHECK (length(check_in_key) <= 64),
  constraint conference_attendances_check_in_nonce_check CHECK (length(check_in_nonce) <= 200),
  constraint conference_attendances_checked_in_has_time CHECK ((status = 'checked_in'::text) = (checked_in_at IS NOT NULL)),
  constraint conference_attendances_claimed_by_check CHECK (claimed_by = ANY (ARRAY['username'::text, 'ticket_code'::text, 'link'::text])),
  constraint conference_attendances_desk_note_check CHECK (length(desk_note) <= 1000),
  constraint conference_attendances_status_check CHECK (status = ANY (ARRAY['registered'::text, 'waitlisted'::text, 'cancelled'::text, 'checked_in'::text])),
  constraint conference_attendances_ticket_type_check CHECK (length(ticket_type) <= 100)
);

create table conference_invitations (
  id bigint generated always as identity not null,
  conference_id bigint not null,
  messenger_id bigint,
  username text,
  first_name text,
  last_name text,
  company text,
  job_title text,
  ticket_type text,
  created_at timestamp(3) with time zone default now() not null,
  claimed_by bigint,
  claimed_at timestamp(3) with time zone,
  has_seat boolean default false not null,
  withdrawn_at timestamp(3) with time zone,
  queue_number bigint default nextval('attendance_queue'::regclass) not null,
  barred_user_ids bigint[] default '{}'::bigint[] not null,
  search_text text generated always as (folded_for_search((((name_for_search((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(company, ''::text)) || ' @'::text) || COALESCE(username, ''::text))) stored not null,
  reopened_at timestamp(3) with time zone,
  barred_hashes text[] default '{}'::text[] not null,
  ticket_code_hash text,
  ticket_code_end text,
  email_hash text,
  email_encrypted bytea,
  claim_epoch integer default 0 not null,
  is_walk_in boolean default false not null,
  erased_key_hashes text[] default '{}'::text[] not null,
  checked_in_at timestamp(3) with time zone,
  check_in_nonce text,
  check_in_device text,
  check_in_key text,
  check_in_administrator_id bigint,
  guest_key_id text,
  claimed_with text,
  changed_at timestamp(3) with time zone default now() not null,
  badge_changed_at timestamp(3) with time zone default now() not null,
  scan_code_hash text,
  import_id uuid,
  is_changed_since_import boolean default false not null,
  constraint conference_invitations_pkey PRIMARY KEY (id),
  constraint conference_invitations_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint conference_invitations_conference_id_fkey FOREIGN KEY (conference_id) REFERENCES conferences(id) ON DELETE CASCADE,
  constraint conference_invitations_check_in_device_check CHECK (length(check_in_device) <= 64),
  constraint conference_invitations_check_in_key_check CHECK (length(check_in_key) <= 64),
  constraint conference_invitations_check_in_nonce_check CHECK (length(check_in_nonce) <= 200),
  constraint conference_invitations_checked_in_has_seat CHECK (checked_in_at IS NULL OR has_seat),
  constraint conference_invitations_claimant_has_time CHECK (claimed_by IS NULL OR claimed_at IS NOT NULL),
  constraint conference_invitations_claimed_with_check CHECK (claimed_with = ANY (ARRAY['link'::text, 'ticket_code'::text])),
  constraint conference_invitations_company_check CHECK (length(company) <= 200),
  constraint conference_invitations_first_name_check CHECK (length(first_name) <= 256),
  constraint conference_invitations_has_key CHECK (messenger_id IS NOT NULL OR username IS NOT NULL OR ticket_code_hash IS NOT NULL OR email_hash IS NOT NULL OR is_walk_in OR erased_key_hashes <> '{}'::text[]),
  constraint conference_invitations_job_title_check CHECK (length(job_title) <= 200),
  constraint conference_invitations_kept_email_has_hash CHECK (email_encrypted IS NULL OR email_hash IS NOT NULL),
  constraint conference_invitations_last_name_check CHECK (length(last_name) <= 256),
  constraint conference_invitations_seat_check CHECK (NOT has_seat OR claimed_at IS NULL AND withdrawn_at IS NULL),
  constraint conference_invitations_ticket_code_end_check CHECK (length(ticket_code_end) = 4),
  constraint conference_invitations_ticket_type_check CHECK (length(ticket_type) <= 100),
  constraint conference_invitations_username_check CHECK (length(username) <= 64)
);

comment on column conference_attendances.claimed_by is 'username: the seat or the ticket type comes from an import row without a messenger id.';
comment on column conference_attendances.version is 'Raised by each edit of a field that organizers set.';
comment on column conference_attendances.desk_note is 'For organizers and the door; the attendee sees it in the export only.';
comment on column conference_attendances.check_in_key is 'The id of the API key that checked the attendee in, as in the audit log.';
comment on column conference_attendances.badge_changed_at is 'When the attendee last got a seat, or another ticket type.';
comment on column conference_invitations.has_seat is 'Only of open invitations; conferences.invited_count counts them.';
comment on column conference_invitations.queue_number is 'The place in the queue of the waitlist. The attendance that claims the invitation keeps it.';
comment on column conference_invitations.barred_user_ids is 'Users from whom a claim by username was taken back: they never claim this invitation again.';
comment on column conference_invitations.reopened_at is 'When a claim by username was taken back, by an administrator or by an erasure.';
comment on column conference_invitations.barred_hashes is 'As barred_user_ids, of erased users: their messenger_hash in erased_people.';
comment on column conference_invitations.ticket_code_hash is 'Keyed hash of the ticket code of the ticket shop.';
comment on column conference_invitations.ticket_code_end is 'The last 4 characters of a ticket code of at least 12.';
comment on column conference_invitations.email_hash is 'Keyed hash of the e-mail address of the order.';
comment on column conference_invitations.email_encrypted is 'The address itself, if the import was told to keep it.';
comment on column conference_invitations.claim_epoch is 'Claim links of another epoch are revoked.';
comment on column conference_invitations.erased_key_hashes is 'Keyed hashes of all keys of an erased invitation: imports leave it out.';
comment on column conference_invitations.checked_in_at is 'Of a guest with a seat. A claim moves the check-in to the attendance.';
comment on column conference_invitations.guest_key_id is 'The id of the oldest key that the hashes of the ticket code, e-mail and erased keys need.';
comment on column conference_invitations.claimed_with is 'The code of the claim; null for a claim by messenger id or username.';
comment on column conference_invitations.badge_changed_at is 'When the guest last got a seat, a name, a company or a ticket type.';
comment on column conference_invitations.scan_code_hash is 'Keyed hash of the code that the ticket of the shop shows, if it is not the ticket code. It claims nothing.';
comment on column conference_invitations.import_id is 'The attendee import that made it, as in the audit log; null for an older one and a walk-in.';
comment on column conference_invitations.is_changed_since_import is 'Whether anything changed a field or reopened it: undoing the import keeps it.';
CREATE INDEX conference_attendances_arrival_idx ON conference_attendances USING btree (conference_id, queue_number);
CREATE INDEX conference_attendances_changed_idx ON conference_attendances USING btree (conference_id, changed_at);
CREATE INDEX conference_attendances_checked_in_idx ON conference_attendances USING btree (conference_id, COALESCE(checked_in_at, '-infinity'::timestamp with time zone), queue_number);
CREATE INDEX conference_attendances_claimed_by_idx ON conference_attendances USING btree (conference_id, claimed_by, queue_number) WHERE claimed_by IS NOT NULL;
CREATE INDEX conference_attendances_newest_idx ON conference_attendances USING btree (conference_id, queue_number) WHERE status = ANY (ARRAY['registered'::text, 'checked_in'::text]);
CREATE INDEX conference_attendances_queue_idx ON conference_attendances USING btree (conference_id, status, queue_number);
CREATE INDEX conference_attendances_ticket_type_idx ON conference_attendances USING btree (conference_id, COALESCE(ticket_type, ''::text), queue_number);
CREATE INDEX conference_attendances_user_idx ON conference_attendances USING btree (user_id);
CREATE INDEX conference_invitations_arrived_idx ON conference_invitations USING btree (conference_id, checked_in_at) WHERE checked_in_at IS NOT NULL;
CREATE INDEX conference_invitations_barred_hashes_idx ON conference_invitations USING gin (barred_hashes) WHERE barred_hashes <> '{}'::text[];
CREATE INDEX conference_invitations_barred_users_idx ON conference_invitations USING gin (barred_user_ids) WHERE barred_user_ids <> '{}'::bigint[];
CREATE INDEX conference_invitations_changed_idx ON conference_invitations USING btree (conference_id, changed_at);
CREATE INDEX conference_invitations_claimed_idx ON conference_invitations USING btree (claimed_by);
CREATE INDEX conference_invitations_email_idx ON conference_invitations USING btree (conference_id, email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX conference_invitations_erased_idx ON conference_invitations USING btree (conference_id) WHERE erased_key_hashes <> '{}'::text[];
CREATE INDEX conference_invitations_import_idx ON conference_invitations USING btree (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX conference_invitations_kept_email_idx ON conference_invitations USING btree (conference_id) WHERE email_encrypted IS NOT NULL;
CREATE INDEX conference_invitations_list_idx ON conference_invitations USING btree (conference_id, queue_number) WHERE claimed_at IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX conference_invitations_messenger_key ON conference_invitations USING btree (conference_id, messenger_id);
CREATE INDEX conference_invitations_named_idx ON conference_invitations USING btree (conference_id) WHERE claimed_at IS NULL AND (first_name IS NOT NULL OR last_name IS NOT NULL OR company IS NOT NULL OR job_title IS NOT NULL);
CREATE INDEX conference_invitations_open_messenger_idx ON conference_invitations USING btree (messenger_id) WHERE claimed_at IS NULL;
CREATE INDEX conference_invitations_open_username_idx ON conference_invitations USING btree (lower(username)) WHERE claimed_at IS NULL AND messenger_id IS NULL;
CREATE UNIQUE INDEX conference_invitations_scan_code_key ON conference_invitations USING btree (conference_id, scan_code_hash) WHERE scan_code_hash IS NOT NULL;
CREATE UNIQUE INDEX conference_invitations_ticket_code_key ON conference_invitations USING btree (conference_id, ticket_code_hash) WHERE ticket_code_hash IS NOT NULL;
CREATE UNIQUE INDEX conference_invitations_username_key ON conference_invitations USING btree (conference_id, lower(username)) WHERE messenger_id IS NULL;
CREATE INDEX conference_invitations_waiting_idx ON conference_invitations USING btree (conference_id, queue_number) WHERE claimed_at IS NULL AND withdrawn_at IS NULL AND NOT has_seat;
CREATE INDEX conference_invitations_withdrawn_idx ON conference_invitations USING btree (conference_id, queue_number) WHERE withdrawn_at IS NOT NULL;
CREATE OR REPLACE FUNCTION forget_answers_about_guest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update idempotency_keys set body = null, mentions = '{}' where mentions && array[-old.id];
      return null;
    end $function$;
CREATE OR REPLACE FUNCTION note_due_conference_attendances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into due_settlements (user_id)
      select distinct changed.user_id from changed
       where exists (
         select from quest_tasks t join quests q on q.id = t.quest_id
          where t.type = 'conference_registration'
            and (t.config->>'conference_id')::bigint = changed.conference_id
            and t.deleted_at is null and q.is_active and q.deleted_at is null);
      return null;
    end $function$;
CREATE OR REPLACE FUNCTION note_conference_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
        declare
          noted text;
        begin
          -- A condition of the trigger would be parsed each time, which costs more than the call.
          if current_setting('hallway.seats_counted_at', true) = statement_timestamp()::text then
            return null;
          elsif tg_op = 'INSERT' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, 1 as change from new_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          elsif tg_op = 'DELETE' then
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          else
            
  select string_agg(concat_ws(' ', conference_id, user_id, change), ',') into noted
    from (
  select s.conference_id as conference_id, s.user_id, s.change
    from (select user_id, conference_id, sum(change) as change from (select *, 1 as change from new_rows union all select *, -1 as change from old_rows) as seats
           where holds_seat(status) group by user_id, conference_id having sum(change) <> 0) as s) as changes
   where conference_id is not null;
  if noted is not null then
    perform set_config('hallway.seat_changes',
      concat_ws(',', nullif(current_setting('hallway.seat_changes', true), ''), noted), true);
  end if;
          end if;
          return null;
        end $function$;
CREATE OR REPLACE FUNCTION note_gone_attendees()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'attendee', o.user_id, o.conference_id
        from old_rows o join conferences c on c.id = o.conference_id;
      return null;
    end $function$;
CREATE OR REPLACE FUNCTION note_gone_guests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'guest', o.id, o.conference_id
        from old_rows o join conferences c on c.id = o.conference_id;
      return null;
    end $function$;
CREATE OR REPLACE FUNCTION note_change_since_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.is_changed_since_import := true;
      return new;
    end $function$;
CREATE OR REPLACE FUNCTION empty_guest_check_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if not new.has_seat then
        new.checked_in_at := null;
        new.check_in_nonce := null;
        new.check_in_device := null;
        new.check_in_key := null;
        new.check_in_administrator_id := null;
      end if;
      return new;
    end $function$;
CREATE OR REPLACE FUNCTION touch_conference_attendance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.changed_at := now();
      if holds_seat(new.status) and not holds_seat(old.status)
         or new.ticket_type is distinct from old.ticket_type then
        new.badge_changed_at := now();
      end if;
      return new;
    end $function$;
CREATE OR REPLACE FUNCTION touch_conference_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.changed_at := now();
      if new.has_seat and not old.has_seat
         or (new.first_name, new.last_name, new.company, new.ticket_type)
            is distinct from (old.first_name, old.last_name, old.company, old.ticket_type) then
        new.badge_changed_at := now();
      end if;
      return new;
    end $function$;
CREATE OR REPLACE FUNCTION recount_conference_people(conference bigint, after_user_id bigint, upto_user_id bigint)
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
                  from (select user_id, 1 as seats from conference_attendances
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
CREATE TRIGGER conference_attendances_due_delete AFTER DELETE ON conference_attendances REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_due_conference_attendances();
CREATE TRIGGER conference_attendances_due_insert AFTER INSERT ON conference_attendances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_due_conference_attendances();
CREATE TRIGGER conference_attendances_due_update AFTER UPDATE ON conference_attendances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_due_conference_attendances();
CREATE TRIGGER conference_attendances_gone AFTER DELETE ON conference_attendances REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_gone_attendees();
CREATE CONSTRAINT TRIGGER conference_attendances_seats_counted AFTER INSERT OR DELETE OR UPDATE OF status ON conference_attendances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_noted_seats();
CREATE TRIGGER conference_attendances_seats_delete AFTER DELETE ON conference_attendances REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_conference_seats();
CREATE TRIGGER conference_attendances_seats_insert AFTER INSERT ON conference_attendances REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_conference_seats();
CREATE TRIGGER conference_attendances_seats_update AFTER UPDATE ON conference_attendances REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_conference_seats();
CREATE TRIGGER conference_attendances_touch BEFORE UPDATE ON conference_attendances FOR EACH ROW EXECUTE FUNCTION touch_conference_attendance();
CREATE TRIGGER conference_invitations_changed_since_import BEFORE UPDATE ON conference_invitations FOR EACH ROW WHEN (old.import_id IS NOT NULL AND (new.messenger_id IS DISTINCT FROM old.messenger_id OR new.username IS DISTINCT FROM old.username OR new.first_name IS DISTINCT FROM old.first_name OR new.last_name IS DISTINCT FROM old.last_name OR new.company IS DISTINCT FROM old.company OR new.job_title IS DISTINCT FROM old.job_title OR new.ticket_type IS DISTINCT FROM old.ticket_type OR new.ticket_code_end IS DISTINCT FROM old.ticket_code_end OR old.withdrawn_at IS NOT NULL AND new.withdrawn_at IS NULL)) EXECUTE FUNCTION note_change_since_import();
CREATE TRIGGER conference_invitations_empty_check_in BEFORE UPDATE ON conference_invitations FOR EACH ROW WHEN (old.checked_in_at IS NOT NULL) EXECUTE FUNCTION empty_guest_check_in();
CREATE TRIGGER conference_invitations_forgotten_delete AFTER DELETE ON conference_invitations FOR EACH ROW EXECUTE FUNCTION forget_answers_about_guest();
CREATE TRIGGER conference_invitations_forgotten_update AFTER UPDATE ON conference_invitations FOR EACH ROW WHEN (old.messenger_id IS NOT NULL AND new.messenger_id IS NULL OR old.username IS NOT NULL AND new.username IS NULL OR old.first_name IS NOT NULL AND new.first_name IS NULL OR old.last_name IS NOT NULL AND new.last_name IS NULL OR old.company IS NOT NULL AND new.company IS NULL OR old.job_title IS NOT NULL AND new.job_title IS NULL OR old.email_encrypted IS NOT NULL AND new.email_encrypted IS NULL OR old.claimed_by IS NOT NULL AND new.claimed_by IS NULL) EXECUTE FUNCTION forget_answers_about_guest();
CREATE TRIGGER conference_invitations_gone AFTER DELETE ON conference_invitations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_gone_guests();
CREATE TRIGGER conference_invitations_touch BEFORE UPDATE ON conference_invitations FOR EACH ROW EXECUTE FUNCTION touch_conference_invitation();
