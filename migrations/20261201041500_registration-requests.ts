import type { Knex } from 'knex';

/** SQL that changes the registration mode of a table, and adds what decides on a registration. */
const registering = (table: string) => `
    -- contract: unused since 0.3.0: the new check allows all that this one did
    alter table ${table} drop constraint ${table}_registration_mode_check;
    alter table ${table}
      add constraint ${table}_registration_mode_check
        check (registration_mode in ('open', 'approval', 'invited', 'closed')),
      add column waitlist text not null default 'auto'
        constraint ${table}_waitlist_check check (waitlist in ('auto', 'manual', 'off')),
      add column has_form boolean not null default false;
    comment on column ${table}.waitlist is
      'auto: a freed seat goes to the first in the queue; manual: organizers give it; off: nobody waits.';
    comment on column ${table}.has_form is 'Whether registering asks questions.';`;

/** Requests for a seat are in one table with the requests to take part in a quest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`${registering('conferences')}${registering('events')}
    alter table conferences add column has_ticket_types boolean not null default false;
    comment on column conferences.has_ticket_types is 'Whether people choose a ticket type.';

    -- The version before reads and writes the view of this name.
    -- contract: unused since 0.3.0
    alter table quest_registration_requests rename to registration_requests;
    -- contract: unused since 0.3.0: the view has quests only
    alter table registration_requests alter column quest_id drop not null;
    alter table registration_requests alter column source set default 'self';
    -- contract: unused since 0.3.0: the new check allows all that this one did
    alter table registration_requests drop constraint quest_registration_requests_status_check;
    alter table registration_requests
      add column conference_id bigint references conferences on delete cascade,
      add column event_id bigint references events on delete cascade,
      add column ticket_type_id bigint,
      add column guests jsonb not null default '[]',
      add column decided_by_administrator_id bigint references administrators on delete set null,
      add constraint registration_requests_status_check
        check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
      add constraint registration_requests_of_one
        check (num_nonnulls(quest_id, conference_id, event_id) = 1),
      add constraint registration_requests_conference_key unique (conference_id, user_id),
      add constraint registration_requests_event_key unique (event_id, user_id);
    create view quest_registration_requests as
      select id, quest_id, user_id, status, source, message, reason, requested_at, decided_at
        from registration_requests where quest_id is not null;
    comment on table registration_requests is
      'Requests of users to take part in a quest, or for a seat at a conference or an event.';
    comment on column registration_requests.guests is 'The guests whom the user brings along.';

    create index registration_requests_listed_idx on registration_requests
      (status, requested_at, id) where quest_id is null;
  `);
}

/** Requests for seats are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view quest_registration_requests;
    delete from registration_requests where quest_id is null;
    update registration_requests set status = 'rejected' where status = 'withdrawn';
    drop index registration_requests_listed_idx;
    alter table registration_requests
      drop constraint registration_requests_status_check,
      drop column conference_id, drop column event_id, drop column ticket_type_id,
      drop column guests, drop column decided_by_administrator_id,
      alter column quest_id set not null, alter column source drop default;
    alter table registration_requests rename to quest_registration_requests;
    alter table quest_registration_requests add constraint quest_registration_requests_status_check
      check (status in ('pending', 'approved', 'rejected'));
    comment on table quest_registration_requests is null;
    alter table conferences drop column has_ticket_types;
    ${['conferences', 'events']
      .map(
        (table) => `
    update ${table} set registration_mode = 'invited' where registration_mode = 'approval';
    alter table ${table}
      drop column waitlist, drop column has_form,
      drop constraint ${table}_registration_mode_check,
      add constraint ${table}_registration_mode_check
        check (registration_mode in ('open', 'invited', 'closed'));`,
      )
      .join('')}
  `);
}
