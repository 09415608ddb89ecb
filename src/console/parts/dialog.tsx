import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { showLayer } from '../lib/layers.ts';
import { t } from '../lib/text.ts';
import { leave } from '../lib/unsaved.ts';

/** More than these come from the side. */
const MOST_FIELDS = 3;

/**
 * A modal dialog: it keeps the focus, closes by Escape, and gives the focus back. Escape asks before it
 * throws typed words away.
 */
export function Dialog({
  title,
  close,
  children,
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
}) {
  const layer = useRef<HTMLDivElement>(null);
  const latest = useRef(close);
  latest.current = close;
  const id = useId();
  // Before the next key: Escape after the press that opens it closes it.
  useLayoutEffect(() => {
    const { current: element } = layer;
    if (!element) return undefined;
    // Beside the list that it belongs to, instead of above it.
    const fields = element.querySelectorAll('.field, fieldset').length;
    const isSheet = fields > MOST_FIELDS || element.querySelector('.panel') !== null;
    element.firstElementChild?.classList.toggle('sheet', isSheet);
    return showLayer(element, () => leave(() => latest.current(), element));
  }, []);
  // At the end of the page: what opens it can be in a popover, which hides all that is in it.
  return createPortal(
    <div ref={layer} class="layer" popover="manual">
      <dialog open aria-modal="true" aria-labelledby={id} tabIndex={-1}>
        <h2 id={id}>{title}</h2>
        {children}
      </dialog>
    </div>,
    document.body,
  );
}

/** The end of a dialog that only shows something. */
export const Close = ({ close }: { close: () => void }) => (
  <div class="buttons">
    <button type="button" class="btn primary" onClick={close}>
      {t('dialog.close')}
    </button>
  </div>
);
