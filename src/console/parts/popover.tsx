import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Props {
  /** The class of the button. */
  readonly class: string;
  /** What the button says where its words are not seen. */
  readonly label?: string;
  readonly button: ComponentChildren;
  /** A list of links and buttons, or a few fields. A choice of the list closes it. */
  readonly children: ComponentChildren;
}

/** A button that opens a list at its place. The browser closes it by Escape and by a click elsewhere. */
export function Popover({ class: name, label, button, children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Below the button, above it where there is more room, and never beyond the window. */
  const place = () => {
    const [at, element] = [opener.current?.getBoundingClientRect(), list.current];
    if (!at || !element) return;
    const { style, offsetWidth } = element;
    const room = innerWidth - offsetWidth - 12;
    const isRight = getComputedStyle(element).direction === 'rtl';
    style.left = `${Math.max(12, Math.min(isRight ? at.right - offsetWidth : at.left, room))}px`;
    const isBelow = at.bottom < innerHeight / 2;
    style.top = isBelow ? `${at.bottom}px` : 'auto';
    style.bottom = isBelow ? 'auto' : `${innerHeight - at.top + 4}px`;
  };
  useEffect(() => {
    const element = list.current;
    const choose = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a, button')) element?.hidePopover();
    };
    element?.addEventListener('click', choose);
    return () => element?.removeEventListener('click', choose);
  }, []);
  return (
    <>
      <button
        ref={opener}
        type="button"
        class={name}
        popovertarget={id}
        {...(label && { 'aria-label': label, title: label })}
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        class="pop"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'open') place();
        }}
      >
        {children}
      </div>
    </>
  );
}
