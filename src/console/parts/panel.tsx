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
  /** Beside the title, and below it. */
  readonly picture?: ComponentChildren;
  readonly about?: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** One row of a list, beside the list, which goes on working; above it where there is no room. */
export function Panel(props: Props) {
  const { title, about, close, children } = props;
  const isWide = useMediaQuery(WIDE);
  if (isWide) return <Aside {...props} />;
  return (
    <Dialog title={title} close={close}>
      {about && <p class="muted">{about}</p>}
      <div class="panel stack">{children}</div>
      <div class="buttons">
        <button type="button" class="btn" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
    </Dialog>
  );
}

function Aside({ title, picture, about, close, children }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useKeys({ escape: close });
  useEffect(() => head.current?.focus({ preventScroll: true }), [title]);
  return (
    <aside class="card panel" aria-label={title}>
      <header>
        {picture}
        <div class="grow">
          <h2 ref={head} tabIndex={-1}>
            {title}
          </h2>
          {about && <small>{about}</small>}
        </div>
        <button type="button" class="btn quiet only" aria-label={t('dialog.close')} onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div class="body stack">{children}</div>
    </aside>
  );
}
