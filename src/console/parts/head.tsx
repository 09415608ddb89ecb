import { type ComponentChildren, toChildArray } from 'preact';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

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
  const shown = toChildArray(others);
  const isFolded = isPhone && shown.length > 0 && shown.length + toChildArray(children).length > 1;
  return (
    <header class="bar">
      <div class="grow">
        <h1 tabIndex={-1}>{title}</h1>
        {about && <p class="muted">{about}</p>}
      </div>
      {tag}
      {!isFolded && shown}
      {children}
      {isFolded && (
        <Popover class="btn only" label={t('frame.more-actions')} button={<Icon name="ellipsis" />}>
          {shown}
        </Popover>
      )}
    </header>
  );
}
