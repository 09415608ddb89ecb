import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { OpenScreens } from '../lib/access.ts';

interface Props {
  readonly conference_id: number;
  /** The name of a screen, and its filters: `attendees?status=all`. */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link to another screen; only words where the session may not open it. */
export function ScreenLink({ conference_id, to, children }: Props) {
  const [name = ''] = to.split('?');
  const isOpen = useContext(OpenScreens).includes(name);
  return isOpen ? (
    <Link href={`/c/${conference_id}/${to}`}>{children}</Link>
  ) : (
    <span>{children}</span>
  );
}
