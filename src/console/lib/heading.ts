import { useEffect } from 'preact/hooks';

/**
 * Gives the focus to the heading of a page: once it is drawn, because a page can be loaded first. Who has
 * gone on by then keeps it where it is.
 */
export function useHeadingFocus(page: string): void {
  useEffect(() => {
    const before = document.activeElement;
    const focus = () => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return;
      drawn.disconnect();
      if ([before, document.body].includes(document.activeElement)) heading.focus();
    };
    const drawn = new MutationObserver(focus);
    drawn.observe(document.body, { childList: true, subtree: true });
    focus();
    return () => drawn.disconnect();
  }, [page]);
}
