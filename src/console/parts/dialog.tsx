import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

/** A modal dialog of the browser: it keeps the focus, closes by Escape, and gives the focus back. */
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
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A dialog that only leaves the page does not give the focus back.
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={() => element.current && close()}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
