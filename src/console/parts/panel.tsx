import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useKeys } from '../lib/keys.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

/** Where a list and a panel have room beside each other. */
export const WIDE = '(min-width: 1101px)';

interface Props {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** One row of a list, beside the list, which goes on working; above it where there is no room. */
export function Panel({ title, close, children }: Props) {
  const isWide = useMediaQuery(WIDE);
  if (isWide) return <Aside {...{ title, close, children }} />;
  return (
    <Dialog title={title} close={close}>
      {children}
      <div class="buttons">
        <button type="button" class="btn" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
    </Dialog>
  );
}

function Aside({ title, close, children }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useKeys({ escape: close });
  useEffect(() => head.current?.focus({ preventScroll: true }), [title]);
  return (
    <aside class="card panel" aria-label={title}>
      <header>
        <h2 ref={head} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="btn quiet only" aria-label={t('dialog.close')} onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div class="body stack">{children}</div>
    </aside>
  );
}
