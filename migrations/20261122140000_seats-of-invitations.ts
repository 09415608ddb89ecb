import type { Knex } from 'knex';

/**
 * An open invitation holds a seat, or waits in one queue with the waitlisted attendees. Free seats go to
 * existing invitations in the order in which they were imported; the others wait behind the waitlist.
 * `over_capacity_count` counts the seats that administrators gave beyond the capacity.
 *
 * The previous version knows no `invited_count`. While both run side by side, the check refuses a
 * registration of the previous version that would take the seat of an invitation.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      add column invited_count integer not null default 0,
      add column over_capacity_count integer not null default 0,
      add column registration_mode text not null default 'open'
        check (registration_mode in ('open', 'invited', 'closed')),
      add column registration_closes_at timestamptz(3),
      drop constraint conferences_check1;
    comment on column conferences.invited_count is 'Open invitations that hold a seat.';
    comment on column conferences.over_capacity_count is
      'Seats beyond the capacity, given on purpose. The next freed seats reduce it.';

    alter table events
      add column over_capacity_count integer not null default 0,
      add column registration_mode text not null default 'open'
        check (registration_mode in ('open', 'invited', 'closed')),
      drop constraint events_check1,
      add constraint events_seats_check check (
        attendee_count >= 0 and over_capacity_count >= 0
        and (capacity is null or attendee_count <= capacity + over_capacity_count));

    alter table conference_invitations
      add column has_seat boolean not null default false,
      add column withdrawn_at timestamptz(3),
      add column queue_number bigint;
    comment on column conference_invitations.has_seat is
      'Only of open invitations; conferences.invited_count counts them.';
    comment on column conference_invitations.queue_number is
      'The place in the queue of the waitlist. The attendance that claims the invitation keeps it.';
    update conference_invitations i set queue_number = n.queue_number
      from (select id, nextval('attendance_queue') as queue_number
              from (select id from conference_invitations order by id offset 0) ordered) n
     where n.id = i.id;
    update conference_invitations i set has_seat = true
      from (select i.id, row_number() over (partition by i.conference_id order by i.id) as place,
                   c.capacity - c.attendee_count as spots
              from conference_invitations i
              join conferences c on c.id = i.conference_id
             where i.claimed_at is null) open
     where open.id = i.id and (open.spots is null or open.place <= open.spots);
    alter table conference_invitations
      alter column queue_number set default nextval('attendance_queue'),
      alter column queue_number set not null,
      add constraint conference_invitations_seat_check check (
        not has_seat or (claimed_at is null and withdrawn_at is null));

    update conferences c set invited_count = i.count
      from (select conference_id, count(*) from conference_invitations where has_seat
             group by conference_id) i
     where i.conference_id = c.id;
    alter table conferences add constraint conferences_seats_check check (
      attendee_count >= 0 and invited_count >= 0 and over_capacity_count >= 0
      and (capacity is null or attendee_count + invited_count <= capacity + over_capacity_count));

    -- The waiting invitations of a conference, which wait in one queue with the waitlist.
    create index conference_invitations_waiting_idx
      on conference_invitations (conference_id, queue_number)
      where claimed_at is null and withdrawn_at is null and not has_seat;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update conferences set capacity = capacity + over_capacity_count where over_capacity_count > 0;
    update events set capacity = capacity + over_capacity_count where over_capacity_count > 0;
    -- The previous version would claim a withdrawn invitation.
    delete from conference_invitations where withdrawn_at is not null;
    drop index conference_invitations_waiting_idx;
    alter table conference_invitations
      drop constraint conference_invitations_seat_check,
      drop column has_seat, drop column withdrawn_at, drop column queue_number;
    alter table events
      drop constraint events_seats_check,
      drop column over_capacity_count, drop column registration_mode,
      add constraint events_check1 check (
        attendee_count >= 0 and (capacity is null or attendee_count <= capacity));
    alter table conferences
      drop constraint conferences_seats_check,
      drop column invited_count, drop column over_capacity_count,
      drop column registration_mode, drop column registration_closes_at,
      add constraint conferences_check1 check (
        attendee_count >= 0 and (capacity is null or attendee_count <= capacity));
  `);
}
