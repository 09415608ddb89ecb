import { Link, useSearchParams } from 'wouter-preact';
import { type Scope, useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Reports } from '../moderation/reports.tsx';
import { Requests } from '../moderation/requests.tsx';
import { SideEvents } from '../moderation/side-events.tsx';
import { Head } from '../parts/head.tsx';

/** Each with the scope without which it is not shown. */
const TABS = [
  { name: 'side-events', scope: 'content:write', Tab: SideEvents },
  { name: 'requests', scope: 'attendees:read', Tab: Requests },
  { name: 'reports', scope: 'reports:read', Tab: Reports },
] as const satisfies readonly { name: string; scope: Scope; Tab: unknown }[];

/** What waits for a decision of an organizer. */
export function Moderation({ conference }: { conference: Conference }) {
  const may = useMay();
  const [search] = useSearchParams();
  const tabs = TABS.filter(({ scope }) => may(scope));
  const chosen = tabs.find(({ name }) => name === search.get('tab')) ?? tabs[0];
  return (
    <>
      <Head title={t('moderation.title')} />
      <nav class="tabs" aria-label={t('moderation.title')}>
        {tabs.map(({ name }) => (
          <Link
            key={name}
            href={`/c/${conference.id}/moderation?tab=${name}`}
            aria-current={name === chosen?.name ? 'page' : undefined}
          >
            {t(`moderation.tab.${name}`)}
          </Link>
        ))}
      </nav>
      {chosen && <chosen.Tab conference={conference} />}
    </>
  );
}
