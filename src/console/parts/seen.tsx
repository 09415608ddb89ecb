import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  /** Shown until then. */
  readonly before: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What asks the service for a row of a long list: drawn once it is in view. */
export function Seen({ before, children }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={place}>{isSeen ? children : before}</span>;
}
