import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Of a row that was never drawn. */
const ROW_PX = 63;
/** Drawn before they are in view, so that the arrow keys and a wheel find them. */
const MARGIN = '1200px 0px';

interface Props {
  readonly count: number;
  /** Before the browser has said whether it is near. */
  readonly isDrawnFirst: boolean;
  /** Makes the rows. */
  readonly children: () => ComponentChildren;
}

/**
 * Some rows of a long table, which are in the page only near the viewport. `content-visibility` has no
 * effect on a `tbody`, and each row in the page costs whenever a dialog opens or a style changes.
 */
export function RowBlock({ count, isDrawnFirst, children }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** While it is not drawn. */
  const [height, setHeight] = useState(isDrawnFirst ? undefined : count * ROW_PX);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last?.isIntersecting) setHeight(undefined);
        // A row that leaves the page would lose the focus.
        else if (last && !element.contains(document.activeElement)) {
          setHeight(last.boundingClientRect.height);
        }
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body}>
      {height === undefined ? (
        children()
      ) : (
        <tr>
          <td class="space" style={{ blockSize: `${height}px` }} />
        </tr>
      )}
    </tbody>
  );
}
