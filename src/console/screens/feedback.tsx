import { Link } from 'wouter-preact';
import { Inbox } from '../feedback/inbox.tsx';
import { Ratings } from '../feedback/ratings.tsx';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';

const TABS = { messages: Inbox, ratings: Ratings } as const;
const NAMES = Object.keys(TABS) as (keyof typeof TABS)[];

/** What people say of the conference and of its sessions. */
export function Feedback({ conference }: { conference: Conference }) {
  const chosen = useFilters().oneOf('tab', NAMES) ?? 'messages';
  const Tab = TABS[chosen];
  const tabs = (
    <nav class="tabs" aria-label={t('feedback.title')}>
      {NAMES.map((name) => (
        <Link
          key={name}
          href={`/c/${conference.id}/feedback?tab=${name}`}
          aria-current={name === chosen ? 'page' : undefined}
        >
          {t(`feedback.tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
  return <Tab conference={conference} tabs={tabs} />;
}
