import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { number, t } from './lib/text.ts';
import { Close, Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { GROUPS, type SCREENS } from './screens.ts';

/** The screens that a phone shows below; the first ones of the table are used most. */
const DOCKED = 4;
/** The group that is folded in the menu while none of its screens is open. */
const FOLDED = 'service';

type Shown = (typeof SCREENS)[number];
interface Props {
  readonly screens: readonly Shown[];
  /** The address of the conference. */
  readonly at: string;
  /** What waits for a decision, by the name of its screen. */
  readonly waiting: Readonly<Record<string, number>>;
}

interface LinksProps extends Props {
  readonly choose?: () => void;
}

/** All screens by group. */
export const Groups = (props: LinksProps) =>
  GROUPS.map((group) => <Group key={group} {...props} group={group} />);

function Group({ screens, group, ...rest }: LinksProps & { group: (typeof GROUPS)[number] }) {
  const [path] = useLocation();
  const inside = screens.filter((screen) => screen.group === group);
  const links = (
    <ul>
      <Links screens={inside} {...rest} />
    </ul>
  );
  if (inside.length === 0) return null;
  if (group !== FOLDED || inside.length === screens.length || rest.choose) {
    return (
      <section>
        <h2>{t(`frame.group.${group}`)}</h2>
        {links}
      </section>
    );
  }
  return (
    <details open={inside.some((screen) => isOpenAt(path, screen))}>
      <summary>
        {t(`frame.group.${group}`)}
        <Icon name="chevron-right" />
      </summary>
      {links}
    </details>
  );
}

/** Below on a phone: the first screens, and a button for all. */
export function Dock({ screens, at, waiting }: Props) {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const docked = screens.length <= DOCKED + 1 ? screens : screens.slice(0, DOCKED);
  const isElsewhere = !docked.some((screen) => isOpenAt(path, screen));
  const sum = Object.values(waiting).reduce((all, one) => all + one, 0);
  return (
    <>
      <nav class="dock" aria-label={t('frame.dock')}>
        <ul>
          <Links screens={docked} at={at} waiting={waiting} />
        </ul>
        {docked.length < screens.length && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-current={isElsewhere ? 'true' : undefined}
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" />
            {t('frame.more')}
            <Count of={sum} />
          </button>
        )}
      </nav>
      {isOpen && (
        <Dialog title={t('frame.sections')} close={() => setOpen(false)}>
          <nav class="groups" aria-label={t('frame.sections')}>
            <Groups screens={screens} at={at} waiting={waiting} choose={() => setOpen(false)} />
          </nav>
          <Close close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Links({ screens, at, waiting, choose }: LinksProps) {
  const [path] = useLocation();
  return screens.map((screen) => (
    <li key={screen.name}>
      <Link
        href={`${at}/${screen.name}`}
        title={t(`menu.${screen.name}`)}
        aria-current={isOpenAt(path, screen) ? 'page' : undefined}
        onClick={choose}
      >
        <Icon name={screen.icon} />
        <span class="word">{t(`menu.${screen.name}`)}</span>
        <Count of={waiting[screen.name]} />
      </Link>
    </li>
  ));
}

const Count = ({ of = 0 }: { of?: number | undefined }) =>
  of > 0 ? <span class="count">{number(of)}</span> : null;

const isOpenAt = (path: string, { name }: Shown): boolean => path.split('/')[3] === name;
