import type { AdminAgendaItem, Track } from '../../client/operations.d.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';

interface TracksProps {
  readonly tracks: readonly Track[];
  /** Empty for all. */
  readonly chosen: string;
  readonly choose: (name: string) => void;
}

/** The tracks, of which one alone can be shown. */
export const Tracks = ({ tracks, chosen, choose }: TracksProps) =>
  tracks.length > 0 &&
  [{ name: '', color: null }, ...tracks].map(({ name, color }) => (
    <button
      key={name}
      type="button"
      class="chip"
      aria-pressed={name === chosen}
      onClick={() => choose(name)}
    >
      {name && <i class="dot" style={{ '--track': color ?? undefined }} />}
      {name || t('agenda.all-tracks')}
    </button>
  ));

/** Leads to the first item that clashes with another one. */
export function Clashes({ items }: { items: readonly AdminAgendaItem[] }) {
  const count = items.filter(({ warnings }) => warnings.length > 0).length;
  const show = () => {
    document.querySelector<HTMLElement>('.slot[data-warns="true"]')?.focus();
  };
  if (count === 0) return null;
  return (
    <button type="button" class="chip warn" onClick={show}>
      <Icon name="triangle-alert" />
      {counted('agenda.clashes', count)}
    </button>
  );
}
