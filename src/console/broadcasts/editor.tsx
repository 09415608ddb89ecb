import { useQuery } from '@tanstack/preact-query';
import { useContext } from 'preact/hooks';
import type { Audience } from '../../client/operations.d.ts';
import { Access } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { Failure, Loading } from '../parts/states.tsx';
import { ATTENDANCES } from './audience.ts';
import { Composer } from './composer.tsx';
import { contentOf, emptyContent } from './content.ts';

/** Writes a broadcast: a new one, a copy of `from`, or one that has not started. */
export function Editor({ conference }: { conference: Conference }) {
  const isLimited = useContext(Access)?.conference_ids != null;
  const { idOf, of, oneOf } = useFilters();
  const id = idOf('edit');
  const source = id ?? idOf('from');
  const job = useQuery({
    queryKey: ['broadcasts', 'one', source],
    queryFn: () => api.call('getBroadcast', { params: { id: source ?? 0 } }),
    enabled: source !== undefined,
    // An older version would be refused when it is saved.
    gcTime: 0,
  });
  if (source === undefined) {
    const audience = firstAudience({
      users: of('users'),
      event_id: idOf('event'),
      attendance: oneOf('attendance', ATTENDANCES),
      conference,
      isLimited,
    });
    return <Composer key="new" conference={conference} first={emptyContent(audience)} />;
  }
  if (!job.data) return job.error ? <Failure error={job.error} again={job.refetch} /> : <Loading />;
  const content = contentOf(job.data);
  return id === undefined ? (
    <Composer
      key="copy"
      conference={conference}
      first={{ ...content, scheduled_at: null, anchor: null, pin: null }}
    />
  ) : (
    <Composer key={id} conference={conference} job={job.data} first={content} />
  );
}

interface Named {
  readonly users: string | undefined;
  readonly event_id: number | undefined;
  readonly attendance: (typeof ATTENDANCES)[number] | undefined;
  readonly conference: Conference;
  readonly isLimited: boolean;
}

/** All of the conference, or those whom the address names: users, or the attendees of an event. */
function firstAudience(named: Named): Audience {
  const { users, event_id, attendance, conference, isLimited } = named;
  const { id } = conference;
  if (event_id) return { event_ids: [event_id], ...(attendance && { attendance: [attendance] }) };
  const user_ids = users?.match(/\d+/g)?.map(Number);
  if (!user_ids) return { conference_ids: [id] };
  // A key of some conferences reaches users with a seat there.
  return { user_ids, ...(isLimited && { conference_ids: [id] }) };
}
