import { Link } from 'wouter-preact';
import { AdministratorList } from '../keys/administrator-list.tsx';
import { KeyList } from '../keys/key-list.tsx';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';

const TABS = [
  { name: 'keys', Tab: KeyList },
  { name: 'administrators', Tab: AdministratorList },
] as const;

/** Who may do what: keys, and the people who hold them. */
export function Keys({ conference }: { conference: Conference }) {
  const { of } = useFilters();
  const chosen = TABS.find(({ name }) => name === of('tab')) ?? TABS[0];
  return (
    <chosen.Tab conference={conference}>
      <nav class="tabs" aria-label={t('keys.title')}>
        {TABS.map(({ name }) => (
          <Link
            key={name}
            href={`/c/${conference.id}/keys?tab=${name}`}
            aria-current={name === chosen.name ? 'page' : undefined}
          >
            {t(`keys.tab.${name}`)}
          </Link>
        ))}
      </nav>
    </chosen.Tab>
  );
}
