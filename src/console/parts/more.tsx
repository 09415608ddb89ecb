import { type ComponentChildren, toChildArray } from 'preact';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

/** As many buttons as a laptop has room for. */
const MOST = 6;

/** The buttons of a page beside its primary one: behind one button where there is no room, as on a phone. */
export function More({ children }: { children: ComponentChildren }) {
  const most = useMediaQuery('(max-width: 760px)') ? 0 : MOST;
  const all = toChildArray(children);
  const folded = all.slice(most);
  return (
    <>
      {all.slice(0, most)}
      {folded.length > 0 && (
        <Popover class="btn only" label={t('frame.more-actions')} button={<Icon name="ellipsis" />}>
          {folded}
        </Popover>
      )}
    </>
  );
}
