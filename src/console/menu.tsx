import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { t } from './lib/text.ts';
import { Close, Dialog } from './parts/dialog.tsx';
import { GROUPS, type SCREENS } from './screens.ts';

/** The screens that a phone shows below; the first ones of the table are used most. */
const DOCKED = 4;

type Shown = (typeof SCREENS)[number];
interface Props {
  readonly screens: readonly Shown[];
  /** The address of the conference. */
  readonly at: string;
}

/** On a laptop all screens by group; on a phone the first ones, and a button for all. */
export function Menu({ screens, at }: Props) {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const docked = screens.length <= DOCKED + 1 ? screens : screens.slice(0, DOCKED);
  const isElsewhere = !docked.some((screen) => isOpenAt(path, screen));
  return (
    <>
      <nav class="menu" aria-label={t('frame.sections')}>
        <div class="groups">
          <Groups screens={screens} at={at} />
        </div>
        <div class="dock">
          <ul>
            <Links screens={docked} at={at} />
          </ul>
          {docked.length < screens.length && (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-current={isElsewhere ? 'true' : undefined}
              onClick={() => setOpen(true)}
            >
              <span aria-hidden="true">⋯</span>
              {t('frame.more')}
            </button>
          )}
        </div>
      </nav>
      {isOpen && (
        <Dialog title={t('frame.sections')} close={() => setOpen(false)}>
          <nav class="groups" aria-label={t('frame.sections')}>
            <Groups screens={screens} at={at} choose={() => setOpen(false)} />
          </nav>
          <Close close={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

interface LinksProps extends Props {
  readonly choose?: () => void;
}

function Groups({ screens, ...rest }: LinksProps) {
  return GROUPS.map((group) => {
    const inside = screens.filter((screen) => screen.group === group);
    if (inside.length === 0) return null;
    return (
      <section key={group}>
        <h2>{t(`frame.group.${group}`)}</h2>
        <ul>
          <Links screens={inside} {...rest} />
        </ul>
      </section>
    );
  });
}

function Links({ screens, at, choose }: LinksProps) {
  const [path] = useLocation();
  return screens.map((screen) => (
    <li key={screen.name}>
      <Link
        href={`${at}/${screen.name}`}
        aria-current={isOpenAt(path, screen) ? 'page' : undefined}
        onClick={choose}
      >
        <span aria-hidden="true">{screen.icon}</span>
        {t(`menu.${screen.name}`)}
      </Link>
    </li>
  ));
}

const isOpenAt = (path: string, { name }: Shown): boolean => path.split('/')[3] === name;
