import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Seen } from '../parts/seen.tsx';

/** The name of a user; empty until it is read, and for a key that may not read it. */
export function useOwnerName(id: number | undefined): string {
  const mayRead = useMay()('people:read');
  const user = useQuery({
    queryKey: ['people', id],
    queryFn: () => api.call('getAdminUser', { params: { id: id ?? 0 } }),
    enabled: mayRead && id !== undefined,
  });
  return nameOf(user.data);
}

/** Who uploaded a file of a list. */
export function ByOwner({ user_id }: { user_id: number | null }) {
  if (user_id === null) return t('media.by-organizers');
  return (
    <Seen before={t('media.by-person')}>
      <ByUser id={user_id} />
    </Seen>
  );
}
function ByUser({ id }: { id: number }) {
  const name = useOwnerName(id);
  return name ? t('media.by-user', { name }) : t('media.by-person');
}

interface Props {
  readonly user_id: number | null;
  readonly conference: Conference;
}

/** Who uploaded a file, with their other files. */
export function Owner({ user_id, conference }: Props) {
  const { at } = useFilters();
  const name = useOwnerName(user_id ?? undefined);
  return (
    <section>
      <h2>{t('media.owner')}</h2>
      {user_id === null ? (
        <p>{t('media.by-organizers')}</p>
      ) : (
        <ul class="rows">
          <li>
            <ScreenLink conference_id={conference.id} to={`people?id=${user_id}`}>
              {name || t('media.user')}
            </ScreenLink>
          </li>
          <li>
            <Link href={at({ id: undefined, user_id: String(user_id) })}>
              {t('media.all-of-user')}
            </Link>
          </li>
        </ul>
      )}
    </section>
  );
}
