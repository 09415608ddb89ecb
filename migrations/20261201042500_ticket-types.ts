import type { Knex } from 'knex';

/** SQL that counts the seats of a statement by ticket type. @param seats SQL for its rows, each with its `change` */
const countSeats = (seats: string) => `
        update ticket_types t
           set seat_count = t.seat_count + c.change,
               over_count = case
                 when c.change < 0 then greatest(0, t.over_count + c.change)
                 when current_setting('hallway.over_quotas', true) = 'on'
                   then greatest(t.over_count, t.seat_count + c.change - t.capacity)
                 else t.over_count end
          from (select conference_id, folded_name(ticket_type) as name, sum(change) as change
                  from (${seats}) as seats
                 where ticket_type is not null and holds_seat(status)
                 group by 1, 2 having sum(change) <> 0) as c
         where t.conference_id = c.conference_id and t.folded_name = c.name;`;

const NEW_SEATS = 'select *, 1 as change from new_rows';
const OLD_SEATS = 'select *, -1 as change from old_rows';
const isTyped = (rows: string) =>
  `select from ${rows} where ticket_type is not null and holds_seat(status)`;

/** A statement that changes no seat of a ticket type pays for the question alone. */
const counted = (question: string, seats: string) =>
  `if exists (${question}) then${countSeats(seats)}
      end if;
      `;
const COUNTED = [
  counted(isTyped('new_rows'), NEW_SEATS),
  counted(
    // Asked first: most statements are about people without a type.
    `select from new_rows where ticket_type is not null
          union all select from old_rows where ticket_type is not null)
        and exists (select from old_rows o join new_rows n on n.id = o.id
                     where (holds_seat(o.status), o.ticket_type)
                           is distinct from (holds_seat(n.status), n.ticket_type)`,
    `${NEW_SEATS} union all ${OLD_SEATS}`,
  ),
  counted(isTyped('old_rows'), OLD_SEATS),
];

/** Before it, the function of the statement triggers has done what it does for every statement. */
const EARLY_RETURN = `if current_setting('hallway.seats_counted_at'`;

const SPELLED = `begin
      if new.ticket_type is not null
        and (tg_op = 'INSERT' or new.ticket_type is distinct from old.ticket_type) then
        new.ticket_type := ticket_type_named(new.conference_id, new.ticket_type);
      end if;`;

/**
 * Changes the functions of triggers that every write of a registration runs already: no further trigger on a table
 * that every seat and check-in writes.
 */
async function changeFunction(knex: Knex, name: string, change: (definition: string) => string) {
  const { rows } = await knex.raw('select pg_get_functiondef(?::regproc) as definition', [name]);
  const changed = change(rows[0].definition);
  if (changed === rows[0].definition) throw new Error(`${name}: expected another definition`);
  await knex.raw(literal(changed));
}

/** Knex takes each `?` for a value. */
const literal = (sql: string) => sql.replaceAll('?', '\\?');

/** The ticket types of a conference: registrations have their names, and each counts its seats. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- No registration is written between the count and the triggers.
    lock table registrations in share row exclusive mode;

    create table ticket_types (
      id            bigint generated always as identity primary key,
      conference_id bigint not null references conferences on delete cascade,
      name          text not null check (length(name) between 1 and 100),
      folded_name   text not null generated always as (folded_name(name)) stored
                    check (folded_name <> ''),
      description   text check (length(description) between 1 and 500),
      position      integer not null check (position >= 0),
      capacity      integer check (capacity > 0),
      seat_count    integer not null default 0 check (seat_count >= 0),
      over_count    integer not null default 0 check (over_count >= 0),
      registration  text not null default 'invited'
                    check (registration in ('open', 'approval', 'invited', 'closed')),
      opens_at      timestamptz(3),
      closes_at     timestamptz(3),
      is_offered    boolean not null default false,
      is_hidden     boolean not null default false,
      access_code_hash   text,
      access_code_key_id text,
      translations  jsonb not null default '{}',
      version       integer not null default 1,

      constraint ticket_types_name_key unique (conference_id, folded_name),
      constraint ticket_types_seats_within_capacity
        check (capacity is null or seat_count <= capacity + over_count),
      constraint ticket_types_close_after_they_open check (closes_at > opens_at),
      constraint ticket_types_access_code_has_key
        check ((access_code_hash is null) = (access_code_key_id is null))
    );
    comment on table ticket_types is
      'Registrations refer to them by name. Triggers of registrations make the rows of unknown names, and count the seats.';
    comment on column ticket_types.capacity is 'Null for no limit but that of the conference.';
    comment on column ticket_types.over_count is 'Seats given beyond the capacity. The next freed seats reduce it.';
    comment on column ticket_types.is_offered is
      'Whether an organizer has saved it. Until then it is a name that an import brought.';
    comment on column ticket_types.access_code_hash is 'Keyed hash of the code that opens a hidden type.';

    create function ticket_type_named(conference bigint, given text) returns text
      language plpgsql as $$
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
      end $$;
    comment on function ticket_type_named is
      'The name as its ticket type spells it, which is made as a name only if it is unknown.';

    insert into ticket_types (conference_id, name, position, seat_count)
    select conference_id, name,
           row_number() over (partition by conference_id order by natural_key(name), name) - 1, seats
      from (select conference_id, (array_agg(ticket_type order by people desc, ticket_type))[1] as name,
                   sum(seats) as seats
              from (select conference_id, ticket_type, count(*) as people,
                           count(*) filter (where holds_seat(status)) as seats
                      from registrations where folded_name(ticket_type) <> ''
                     group by conference_id, ticket_type) as spelled
             group by conference_id, folded_name(ticket_type)) as named;
    update registrations r set ticket_type = t.name
      from ticket_types t
     where t.conference_id = r.conference_id and t.folded_name = folded_name(r.ticket_type)
       and r.ticket_type <> t.name;

    alter table registration_requests
      add constraint registration_requests_ticket_type_id_fkey
        foreign key (ticket_type_id) references ticket_types on delete set null;
    -- What still asks for a type, and its deletion.
    create index registration_requests_ticket_type_idx on registration_requests (ticket_type_id)
      where ticket_type_id is not null;
  `);
  await changeFunction(knex, 'touch_registration', (before) => before.replace('begin', SPELLED));
  await changeFunction(knex, 'note_registrations', (before) => {
    const [start = '', ...branches] = before.split(EARLY_RETURN);
    if (branches.length !== 3) return before;
    return start + branches.map((rest, n) => `${COUNTED[n]}${EARLY_RETURN}${rest}`).join('');
  });
}

export async function down(knex: Knex): Promise<void> {
  await changeFunction(knex, 'touch_registration', (after) => after.replace(SPELLED, 'begin'));
  await changeFunction(knex, 'note_registrations', (after) =>
    COUNTED.reduce((before, one) => before.replace(one, ''), after),
  );
  await knex.raw(`
    drop index registration_requests_ticket_type_idx;
    alter table registration_requests drop constraint registration_requests_ticket_type_id_fkey;
    drop table ticket_types;
    drop function ticket_type_named;
    update conferences set has_ticket_types = false where has_ticket_types;
  `);
}
