import type { CountedTable } from '../../domain/operations/kept-numbers.ts';

/** What each table keeps, counted again for the row `k`: the fields, and SQL for what each must be. */
interface Counted {
  /** SQL that counts the source once, as the row `s`. */
  readonly source: string;
  readonly fields: Readonly<Record<string, string>>;
  /** SQL of the rows that are compared. */
  readonly where?: string;
  /** SQL of the counts that the table can keep; others stay reported. */
  readonly limit?: string;
}

const seatsOf = (attendances: string, key: string) =>
  `(select count(*)::integer from ${attendances} a where a.${key} = k.id and holds_seat(a.status))`;

/** SQL for the seats beyond the capacity, which are given on purpose only. */
const overCapacity = (taken: string) =>
  `case when k.capacity is null then 0 else greatest(0, ${taken} - k.capacity) end`;

const COUNTED: Readonly<Record<CountedTable, Counted>> = {
  conferences: {
    source: `select ${seatsOf('conference_attendances', 'conference_id')} as attendees,
                    (select count(*)::integer from conference_invitations i
                      where i.conference_id = k.id and i.has_seat) as invited`,
    fields: {
      attendee_count: 's.attendees',
      invited_count: 's.invited',
      over_capacity_count: overCapacity('s.attendees + s.invited'),
    },
  },
  events: {
    source: `select ${seatsOf('event_attendances', 'event_id')} as attendees`,
    fields: {
      attendee_count: 's.attendees',
      over_capacity_count: overCapacity('s.attendees'),
    },
  },
  quests: {
    source: `select count(*)::integer as participants from user_quests uq where uq.quest_id = k.id`,
    fields: { participant_count: 's.participants' },
    where: 'k.deleted_at is null',
    limit: '(k.max_participants is null or s.participants <= k.max_participants)',
  },
};

/** The column that tells how much of its source a row counts. */
const SIZE: Readonly<Record<CountedTable, string>> = {
  conferences: 'attendee_count',
  events: 'attendee_count',
  quests: 'participant_count',
};

/** The last id of each batch of rows, which count about the same number of others. */
export const batchEnds = (table: CountedTable): string => `
  select max(id) as upto
    from (select id, sum(1 + ${SIZE[table]}) over (order by id) / :size as batch from ${table}) sized
   group by batch order by upto`;

/** The fields of a batch of rows that differ from what they count. */
export function countDifferences(table: CountedTable): string {
  const { source, fields, where = 'true' } = COUNTED[table];
  const values = Object.entries(fields).map(([name, sql]) => `('${name}', ${sql}, k.${name})`);
  return `
    select k.id, f.field, f.expected, f.found
      from ${table} k
     cross join lateral (${source}) s
     cross join lateral (values ${values.join(', ')}) f (field, expected, found)
     where k.id > :after and k.id <= :upto and ${where} and f.expected <> f.found
     order by k.id, f.field`;
}

/**
 * Counts the source of one row again, and returns what changed, as `before` and `after`. Requires the
 * lock of the row, taken by an earlier statement: a snapshot from before the lock misses seats.
 */
export function updateCounted(table: CountedTable): string {
  const { source, fields, where = 'true', limit = 'true' } = COUNTED[table];
  const names = Object.keys(fields);
  const valuesOf = (row: string) =>
    `json_build_object(${names.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
  return `
    update ${table} t
       set ${Object.entries(fields)
         .map(([name, sql]) => `${name} = ${sql}`)
         .join(', ')}
      from ${table} k cross join lateral (${source}) s
     where t.id = :id and k.id = t.id and ${where} and ${limit}
       and (${Object.entries(fields)
         .map(([name, sql]) => `k.${name} <> ${sql}`)
         .join(' or ')})
    returning ${valuesOf('k')} as before, ${valuesOf('t')} as after`;
}
