import { type ComponentChildren, toChildArray } from 'preact';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

/** As many buttons as a laptop has room for; the rest is behind one. */
const MOST = 6;

interface Props {
  readonly title: string;
  /** Below the title. */
  readonly about?: ComponentChildren;
  /** The state of what the page shows. */
  readonly tag?: ComponentChildren;
  /** The buttons beside the primary one: on a phone behind one button, unless there is one in all. */
  readonly others?: readonly ComponentChildren[];
  /** The primary button. */
  readonly children?: ComponentChildren;
}

/** The title of a page, and what can be done with all that it shows. */
export function Head({ title, about, tag, others, children }: Props) {
  const isPhone = useMediaQuery('(max-width: 760px)');
  const all = toChildArray(others);
  const isAlone = all.length + toChildArray(children).length === 1;
  const most = isPhone && !isAlone ? 0 : MOST;
  const folded = all.slice(most);
  return (
    <header class="bar">
      <div class="grow">
        <h1 tabIndex={-1}>{title}</h1>
        {about && <p class="muted">{about}</p>}
      </div>
      {tag}
      {all.slice(0, most)}
      {children}
      {folded.length > 0 && (
        <Popover class="btn only" label={t('frame.more-actions')} button={<Icon name="ellipsis" />}>
          {folded}
        </Popover>
      )}
    </header>
  );
}
