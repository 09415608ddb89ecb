import { Link, useLocation } from 'wouter-preact';
import { useMay } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { initialsOf } from './lib/person.ts';
import { t } from './lib/text.ts';
import { daysText } from './lib/zone.ts';
import { Icon } from './parts/icon.tsx';
import { Popover } from './parts/popover.tsx';

interface Props {
  readonly conferences: readonly Conference[];
  readonly chosen: Conference;
}

/** The conference that the screens show, and the way to another one. */
export function Switcher({ conferences, chosen }: Props) {
  const [path] = useLocation();
  const may = useMay();
  const screen = path.split('/')[3] ?? '';
  if (chosen.id === 0) return <p class="switch brand">{t('frame.brand')}</p>;
  return (
    <Popover
      class="switch"
      button={
        <>
          <span class="hidden">{t('frame.conference-of')}</span>
          <Named conference={chosen} isChosen />
          <Icon name="chevrons-up-down" />
        </>
      }
    >
      <ul>
        {(conferences.length > 0 ? conferences : [chosen]).map((one) => (
          <li key={one.id}>
            <Link
              href={`/c/${one.id}/${screen}`}
              aria-current={one.id === chosen.id ? 'true' : undefined}
            >
              <Named conference={one} isChosen={one.id === chosen.id} />
              {one.id === chosen.id && <Icon name="check" />}
            </Link>
          </li>
        ))}
        {may('content:read') && (
          <li class="parting">
            <Link href={`/c/${chosen.id}/conferences`}>
              <Icon name="building-2" />
              <span class="words">{t('frame.all-conferences')}</span>
            </Link>
          </li>
        )}
      </ul>
    </Popover>
  );
}

const Named = ({ conference, isChosen }: { conference: Conference; isChosen: boolean }) => (
  <>
    <span class={isChosen ? 'tile letters now' : 'tile letters'} aria-hidden="true">
      {initialsOf(conference.name)}
    </span>
    <span class="words">
      <strong>{conference.name}</strong>
      <small>{daysText(conference.starts_on, conference.ends_on)}</small>
    </span>
  </>
);
