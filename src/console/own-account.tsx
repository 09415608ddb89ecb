import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { OwnAccess } from '../client/operations.d.ts';
import { LanguageSelect } from './language-select.tsx';
import type { Conference } from './lib/conference.ts';
import { initialsOf } from './lib/person.ts';
import { sentenceOf } from './lib/problems.ts';
import { signOut } from './lib/session.ts';
import { t, withTexts } from './lib/text.ts';
import { leave } from './lib/unsaved.ts';
import { Icon } from './parts/icon.tsx';
import { Popover } from './parts/popover.tsx';
import { say } from './parts/toasts.tsx';

const Account = lazy(() => withTexts(import('./account.tsx'), 'keys').then((file) => file.Account));

interface Props {
  readonly access: OwnAccess;
  readonly conferences: readonly Conference[];
  readonly timezone: string;
}

/** Who is signed in, the language, and the way out. */
export function OwnAccount({ access, conferences, timezone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const who = access.administrator?.name ?? access.name;
  return (
    <>
      <Popover
        class="switch account"
        button={
          <>
            <span class="hidden">{t('account.of')}</span>
            <span class="avatar" aria-hidden="true">
              {initialsOf(who)}
            </span>
            <span class="words">
              <strong>{who}</strong>
              {access.administrator && <small>{access.name}</small>}
            </span>
            <Icon name="ellipsis" />
          </>
        }
      >
        <LanguageSelect />
        <ul>
          <li class="parting">
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Icon name="contact-round" />
              {t('frame.account')}
            </button>
          </li>
          <li>
            <button
              type="button"
              onClick={() => leave(() => void signOut().catch((error) => say(sentenceOf(error))))}
            >
              <Icon name="log-out" />
              {t('frame.sign-out')}
            </button>
          </li>
        </ul>
      </Popover>
      {isOpen && (
        <Suspense fallback={null}>
          <Account
            access={access}
            conferences={conferences}
            timezone={timezone}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
