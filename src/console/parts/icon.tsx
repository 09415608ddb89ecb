import { ICON_PATHS } from './icon-paths.ts';

export type IconName = keyof typeof ICON_PATHS;

/** Icons that point along the line of text, and so the other way in Arabic. A clock does not. */
const POINTING: ReadonlySet<IconName> = new Set([
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'log-out',
  'send',
  'undo-2',
]);

/** A picture beside a word, or in a button with an `aria-label`. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class={POINTING.has(name) ? 'i turns' : 'i'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICON_PATHS[name]} />
  </svg>
);
