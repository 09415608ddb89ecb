import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { ScreenLink } from '../parts/screen-link.tsx';

interface Props {
  readonly user_id: number | null;
  readonly conference: Conference;
}

/** Who uploaded a file: by name, where the key may read people. */
export function Owner({ user_id, conference }: Props) {
  const mayRead = useMay()('people:read');
  const { at } = useFilters();
  const id = user_id ?? 0;
  const user = useQuery({
    queryKey: ['people', id],
    queryFn: () => api.call('getAdminUser', { params: { id } }),
    enabled: mayRead && user_id !== null,
  });
  return (
    <section>
      <h2>{t('media.owner')}</h2>
      {user_id === null ? (
        <p>{t('media.by-organizers')}</p>
      ) : (
        <ul class="rows">
          <li>
            <ScreenLink conference_id={conference.id} to={`people?id=${user_id}`}>
              {nameOf(user.data) || t('media.by-user', { id: String(user_id) })}
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
