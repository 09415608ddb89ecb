import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { isUnsaved, leave } from '../lib/unsaved.ts';

/** More than these come from the side. */
const MOST_FIELDS = 3;

/**
 * A modal dialog of the browser: it keeps the focus, closes by Escape, and gives the focus back. Escape
 * asks before it throws typed words away.
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
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the next key: Escape after the press that opens it closes it.
  useLayoutEffect(() => {
    const dialog = element.current;
    // Beside the list that it belongs to, instead of above it.
    const fields = dialog?.querySelectorAll('.field, fieldset').length ?? 0;
    if (fields > MOST_FIELDS || dialog?.querySelector('.panel')) dialog?.classList.add('sheet');
    dialog?.showModal();
    // A dialog that only leaves the page does not give the focus back.
    return () => dialog?.close();
  }, []);
  // At the end of the page: what opens it can be in a popover, which hides all that is in it.
  return createPortal(
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        // That of a file input comes from inside.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave(close, event.currentTarget);
      }}
      onClose={({ currentTarget }) => {
        if (!element.current) return;
        // A second Escape without a key between them cannot be prevented.
        if (isUnsaved(currentTarget)) currentTarget.showModal();
        leave(close, currentTarget);
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>,
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
