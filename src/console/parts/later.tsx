import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** What nobody sees before a press, such as the options of a list: drawn once all else is painted. */
export function Later({ children }: { children: ComponentChildren }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted ? children : null;
}
