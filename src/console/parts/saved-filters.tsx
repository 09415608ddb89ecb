import { useLocation } from 'wouter-preact';
import { useOwner } from '../lib/access.ts';
import { useFilters } from '../lib/filters.ts';
import { signal } from '../lib/signal.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { OneField } from './one-field.tsx';
import { Popover } from './popover.tsx';

interface Saved {
  readonly name: string;
  /** As the address has them, by name. */
  readonly search: string;
}
const STORED = 'hallway-filters';
/** By administrator, conference, screen and what is open of it. */
const stored = signal<Readonly<Record<string, readonly Saved[]>>>(
  JSON.parse(localStorage.getItem(STORED) ?? '{}'),
);

/** The filters that an administrator has saved on this device, and the one that is on. */
export function useSaved() {
  const owner = useOwner();
  const [path] = useLocation();
  const { at, of, on } = useFilters();
  const all = stored.use();
  const opened = ['tab', 'event', 'quest'].map((name) => of(name) ?? '');
  const place = [owner, path, ...opened].join(' ').trim();
  const saved = all[place] ?? [];
  const search = new URLSearchParams(on().map((name) => [name, of(name) ?? '']));
  search.sort();
  const none = Object.fromEntries(on().map((name) => [name, undefined]));
  return {
    saved,
    names: on(),
    search: String(search),
    current: saved.find((one) => one.search === String(search)),
    addressOf: (one: string) => at({ ...none, ...Object.fromEntries(new URLSearchParams(one)) }),
    save(next: readonly Saved[]): void {
      stored.set({ ...all, [place]: next });
      localStorage.setItem(STORED, JSON.stringify(stored.get()));
    },
  };
}

/** Saves what is on by a name, unless it is saved, or has a tab of its own: `tab` is the name of those. */
export function SaveFilter({ class: look, tab }: { class: string; tab?: string | undefined }) {
  const { saved, names, search, current, save } = useSaved();
  if (current || names.every((one) => one === tab)) return null;
  return (
    <Popover
      class={look}
      button={
        <>
          <Icon name="bookmark-plus" />
          {t('filter.save')}
        </>
      }
    >
      <OneField
        label={t('filter.name')}
        submit={t('edit.save')}
        send={(name) => save([...saved.filter((one) => one.name !== name), { name, search }])}
      />
    </Popover>
  );
}
