import { Link } from 'wouter-preact';
import { useFilters } from '../lib/filters.ts';
import { number, t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { SaveFilter, useSaved } from './saved-filters.tsx';

export interface TabsProps {
  readonly label: string;
  /** The filter whose values have a tab each, by its name in the address. */
  readonly name: string;
  readonly chosen: string;
  readonly tabs: readonly {
    readonly value: string;
    readonly text: string;
    readonly count?: number | undefined;
  }[];
}

/** One of the filters that always have a tab, or that the reader has saved. */
export function Tabs({ label = t('filter.saved'), name, chosen, tabs }: Partial<TabsProps>) {
  const { at } = useFilters();
  const { saved, current, search, addressOf, save } = useSaved();
  if (!tabs && saved.length === 0) return null;
  const all = { href: addressOf(''), text: t('filter.all'), count: undefined, isOn: search === '' };
  const fixed = tabs?.map(({ value, text, count }) => {
    const isOn = !current && value === chosen;
    return { href: at({ [name ?? '']: value, sort: undefined }), text, count, isOn };
  });
  return (
    <nav class="tabs" aria-label={label}>
      {(fixed ?? [all]).map(({ href, text, count, isOn }) => (
        <Link key={text} href={href} aria-current={isOn ? 'page' : undefined}>
          {text}
          {count !== undefined && <span class="count">{number(count)}</span>}
        </Link>
      ))}
      {saved.map((one) => (
        <span key={one.name}>
          <Link href={addressOf(one.search)} aria-current={one === current ? 'page' : undefined}>
            {one.name}
          </Link>
          {one === current && (
            <button
              type="button"
              aria-label={t('filter.remove', { filter: one.name })}
              onClick={() => save(saved.filter((other) => other !== one))}
            >
              <Icon name="x" />
            </button>
          )}
        </span>
      ))}
      {tabs && <SaveFilter class="" tab={name} />}
    </nav>
  );
}
