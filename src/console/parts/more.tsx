import type { ComponentChildren } from 'preact';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';

/** The buttons of a page beside its primary one: on a phone behind one button. */
export function More({ children }: { children: ComponentChildren }) {
  const isPhone = useMediaQuery('(max-width: 760px)');
  if (!isPhone) return <>{children}</>;
  return (
    <Popover class="btn only" label={t('frame.more-actions')} button={<Icon name="ellipsis" />}>
      {children}
    </Popover>
  );
}
