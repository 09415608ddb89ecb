import type { CountedTable } from '../../domain/operations/kept-numbers.ts';

/** What each table keeps, counted again for the row `k`: the fields, and SQL for what each must be. */
interface Counted {
  /** SQL that counts the source once, as the row `s`. */
  readonly source: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The field that tells how much a row counts. */
  readonly size: string;
  /** SQL of the rows that are compared. */
  readonly where?: string;
}

const seatsOf = (attendances: string, key: string) =>
  `(select count(*)::integer from ${attendances} a where a.${key} = k.id and holds_seat(a.status))`;

/** SQL for the seats beyond the capacity, which are given on purpose only. */
const overCapacity = (taken: string) =>
  `case when k.capacity is null then 0 else greatest(0, ${taken} - k.capacity) end`;

const COUNTED: Readonly<Record<CountedTable, Counted>> = {
  conferences: {
    size: 'attendee_count',
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
    size: 'attendee_count',
    source: `select ${seatsOf('event_attendances', 'event_id')} as attendees`,
    fields: {
      attendee_count: 's.attendees',
      over_capacity_count: overCapacity('s.attendees'),
    },
  },
  quests: {
    size: 'participant_count',
    source: `select count(*)::integer as participants from user_quests uq where uq.quest_id = k.id`,
    fields: { participant_count: 's.participants' },
    where: 'k.deleted_at is null',
  },
};

/** The last id of each batch of rows, which count about the same number of others. */
export const batchEnds = (table: CountedTable): string => `
  select max(id) as upto
    from (select id, sum(1 + ${COUNTED[table].size}) over (order by id) / :size as batch from ${table}) sized
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
