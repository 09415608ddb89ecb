import { Link } from 'wouter-preact';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { Head } from '../parts/head.tsx';
import { Decided } from '../review/decided.tsx';
import { Waiting } from '../review/waiting.tsx';

const TABS = ['waiting', 'approved', 'rejected'] as const;

/** The proofs of all quests: those that wait for a decision, and those that were decided. */
export function Review({ conference }: { conference: Conference }) {
  const chosen = useFilters().oneOf('tab', TABS) ?? 'waiting';
  return (
    <>
      <Head title={t('review.title')} />
      <nav class="tabs" aria-label={t('review.title')}>
        {TABS.map((name) => (
          <Link
            key={name}
            href={`/c/${conference.id}/review?tab=${name}`}
            aria-current={name === chosen ? 'page' : undefined}
          >
            {t(`review.tab.${name}`)}
          </Link>
        ))}
      </nav>
      {chosen === 'waiting' ? (
        <Waiting conference={conference} />
      ) : (
        <Decided key={chosen} conference={conference} status={chosen} />
      )}
    </>
  );
}
