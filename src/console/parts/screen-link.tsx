import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { OpenScreens } from '../lib/access.ts';

interface Props {
  readonly conference_id: number;
  /** The name of a screen, and its filters: `attendees?status=all`. */
  readonly to: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link to another screen; only words where the session may not open it. */
export function ScreenLink({ conference_id, to, class: look, children }: Props) {
  const [name = ''] = to.split('?');
  const isOpen = useContext(OpenScreens).includes(name);
  if (isOpen) {
    return (
      <Link href={`/c/${conference_id}/${to}`} {...(look && { class: look })}>
        {children}
      </Link>
    );
  }
  // A button that would do nothing is left out.
  return look ? null : <span>{children}</span>;
}
