import { type PageRequest, pageOf, type Row, rowsOf } from './pool.ts';

const EVENT = `e.id, e.slug, e.conference_id, e.title, e.description, e.kind, e.status, e.starts_at,
  e.ends_at, e.all_day, e.timezone, e.venue_name, e.venue_address, e.venue_latitude,
  e.venue_longitude, e.image_url, e.url, e.organizer, e.tags, e.capacity, e.attendee_count,
  e.registration_mode, e.registration_closes_at, e.waitlist, e.source, e.created_at, e.updated_at`;

const ITEM = `i.id, i.conference_id, i.event_id, i.title, i.description, i.kind, i.track, i.room,
  i.starts_at, i.ends_at, i.language, i.url, i.links, i.status, i.position, i.created_at, i.updated_at,
  null as interest`;

const spotsLeft = ({ capacity, attendee_count }: Row) =>
  capacity === null ? null : Math.max(0, Number(capacity) - Number(attendee_count));

function registrationState({ registration_mode, ends_at, ...row }: Row): string {
  if (ends_at instanceof Date && ends_at < new Date()) return 'ended';
  if (row.registration_closes_at instanceof Date && row.registration_closes_at < new Date())
    return 'closed';
  if (registration_mode !== 'open') return 'closed';
  return spotsLeft(row) === 0 ? 'waitlist' : 'open';
}

function eventOf({ venue_name, venue_address, venue_latitude, venue_longitude, ...row }: Row) {
  return {
    ...row,
    venue: {
      name: venue_name,
      address: venue_address,
      latitude: venue_latitude,
      longitude: venue_longitude,
    },
    spots_left: spotsLeft(row),
    registration_state: registrationState(row),
  };
}

export async function events(conferenceId: number, page: PageRequest): Promise<object> {
  const from = `from events e join conferences c on c.id = e.conference_id
    where e.conference_id = $1 and e.status = 'approved' and c.status <> 'draft'`;
  const { rows, pagination } = await pageOf(
    {
      list: `select ${EVENT} ${from} order by e.starts_at, e.id`,
      count: `select count(*) as total ${from}`,
    },
    [conferenceId],
    page,
  );
  return { data: rows.map(eventOf), pagination, as_of: new Date() };
}

export async function myEvents(userId: number, page: PageRequest): Promise<object> {
  const from = `from event_attendances a join events e on e.id = a.event_id
    left join conferences c on c.id = e.conference_id
    where a.user_id = $1 and a.status <> 'cancelled' and e.status in ('approved', 'cancelled')
      and c.status is distinct from 'draft'`;
  const { rows, pagination } = await pageOf<Row & { attendance: Row }>(
    {
      list: `select ${EVENT}, json_build_object('status', a.status, 'registered_at', a.registered_at,
               'waitlist_position', null, 'checked_in_at', a.checked_in_at) as attendance,
               e.submitted_by is not distinct from a.user_id as is_host
             ${from} order by e.starts_at, e.id`,
      count: `select count(*) as total ${from}`,
    },
    [userId],
    page,
  );
  return { data: rows.map(eventOf), pagination };
}

export async function conference(id: number): Promise<Row> {
  return { ...(await conferenceOf(id)), share_url: null };
}

async function conferenceOf(id: number): Promise<Row> {
  const [row] = await rowsOf(
    `select id, slug, name, description, starts_on, ends_on, timezone, venue, city, country, website,
            image_url, capacity, registration_mode, registration_closes_at, waitlist, guests_per_person,
            transfers_until, event_access, status,
            attendee_count, invited_count, created_at, updated_at,
            (select count(*) from events e
              where e.conference_id = c.id and e.status = 'approved') as event_count
       from conferences c where id = $1 and status <> 'draft'`,
    [id],
  );
  if (!row) throw Object.assign(new Error('conference not found'), { statusCode: 404 });
  return { ...row, spots_left: spotsLeft(row), registration_state: registrationState(row) };
}

interface Item extends Row {
  readonly id: number;
  readonly starts_at: Date;
}

const SPEAKERS = `coalesce((select json_agg(json_build_object('id', s.id, 'slug', s.slug, 'name', s.name,
    'title', s.title, 'company', s.company, 'photo_url', s.photo_url) order by x.position)
  from agenda_item_speakers x join speakers s on s.id = x.speaker_id
  where x.agenda_item_id = i.id), '[]') as speakers`;

export async function agenda(id: number): Promise<object> {
  const [found, items] = await Promise.all([
    conferenceOf(id),
    rowsOf<Item>(
      `select ${ITEM}, ${SPEAKERS} from agenda_items i left join events e on e.id = i.event_id
        where i.conference_id = $1 and (e.id is null or e.status in ('approved', 'cancelled'))
        order by i.starts_at, i.position, i.id`,
      [id],
    ),
  ]);
  const format = new Intl.DateTimeFormat('sv', { timeZone: String(found.timezone) });
  const days = Map.groupBy(items, ({ starts_at }) => format.format(starts_at));
  const valuesOf = (name: string) =>
    [...new Set(items.map((item) => item[name]).filter((value) => value !== null))].sort();
  return {
    conference: found,
    days: [...days].map(([date, ofDay]) => ({ date, items: ofDay })),
    tracks: valuesOf('track'),
    rooms: valuesOf('room'),
    as_of: new Date(),
  };
}

/** With the ids of items that the user keeps at the same time. */
export async function announcements(
  conferenceId: number,
  userId: number,
  page: PageRequest,
): Promise<object> {
  const from = `from notification_jobs j
    where j.pinned_conference_id = $1 and j.started_at is not null and j.recalled_at is null
      and j.pinned_until > now() and (j.pinned_visibility = 'everyone' or exists (
        select from registrations r
         where r.conference_id = $1 and r.user_id = $2 and r.status <> 'cancelled'))`;
  const { rows, pagination } = await pageOf(
    {
      list: `select j.id, j.title, j.body, j.action_url, j.start, j.started_at as sent_at,
               j.pinned_until as until ${from} order by j.started_at desc, j.id desc`,
      count: `select count(*) as total ${from}`,
    },
    [conferenceId, userId],
    page,
  );
  return { data: rows, pagination };
}

export async function favorites(userId: number, page: PageRequest): Promise<object> {
  const from = `from agenda_favorites f join agenda_items i on i.id = f.agenda_item_id
    left join events e on e.id = i.event_id
    where f.user_id = $1 and (e.id is null or e.status in ('approved', 'cancelled'))`;
  const { rows, pagination } = await pageOf<Item>(
    {
      list: `select ${ITEM}, ${SPEAKERS},
               coalesce((select json_agg(o.id) from agenda_favorites g
                 join agenda_items o on o.id = g.agenda_item_id
                where g.user_id = f.user_id and o.id <> i.id
                  and o.starts_at < i.ends_at and o.ends_at > i.starts_at), '[]') as warnings
             ${from} order by i.starts_at, i.id`,
      count: `select count(*) as total ${from}`,
    },
    [userId],
    page,
  );
  return { data: rows, pagination };
}
