import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { useMay } from '../lib/access.ts';
import { SCREENS } from '../screens.ts';

interface Props {
  readonly conference_id: number;
  /** The name of a screen, and its filters: `attendees?status=all`. */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link to another screen; only words where the session may not open it. */
export function ScreenLink({ conference_id, to, children }: Props) {
  const may = useMay();
  const [name] = to.split('?');
  const isOpen = SCREENS.some((screen) => screen.name === name && may(screen.scope));
  return isOpen ? (
    <Link href={`/c/${conference_id}/${to}`}>{children}</Link>
  ) : (
    <span>{children}</span>
  );
}
