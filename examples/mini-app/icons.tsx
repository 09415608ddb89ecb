import paths from './icons.json' with { type: 'json' };

export type IconName = keyof typeof paths;
const LOOK = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.75 };
/** Of Lucide (ISC license), in a grid of 24: each is one path, inline, so that it needs no request. */
export const Icon = ({ of }: { of: IconName }) => (
  <svg class="icon" data-icon={of} viewBox="0 0 24 24" aria-hidden="true" {...LOOK}>
    <path d={paths[of]} stroke-linecap="round" stroke-linejoin="round" />
  </svg>
);
