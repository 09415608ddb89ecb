import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { OwnAccess } from '../client/operations.d.ts';
import { Finder } from './finder.tsx';
import { LanguageSelect } from './language-select.tsx';
import type { Conference } from './lib/conference.ts';
import { sentenceOf } from './lib/problems.ts';
import { signOut } from './lib/session.ts';
import { t } from './lib/text.ts';
import { leave } from './lib/unsaved.ts';
import { say } from './parts/toasts.tsx';

const Account = lazy(() => import('./account.tsx').then((file) => file.Account));

interface Props {
  readonly access: OwnAccess;
  readonly conferences: readonly Conference[];
  readonly chosen: Conference;
}

/** The conference, who is signed in, the language, and the way out. */
export function Top({ access, conferences, chosen }: Props) {
  const [path, go] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const screen = path.split('/')[3] ?? '';
  const who = access.administrator?.name ?? access.name;
  return (
    <header class="top">
      <span class="brand">{t('frame.brand')}</span>
      {chosen.id === 0 ? (
        <span class="conference" />
      ) : (
        <label class="conference">
          <span class="hidden">{t('frame.conference')}</span>
          <select
            value={String(chosen.id)}
            onChange={({ currentTarget }) => {
              const { value } = currentTarget;
              // Until the page shows another one.
              currentTarget.value = String(chosen.id);
              leave(() => go(`/c/${value}/${screen}`));
            }}
          >
            {(conferences.length > 0 ? conferences : [chosen]).map((one) => (
              <option key={one.id} value={String(one.id)}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Finder conference={chosen} />
      <button
        type="button"
        class="quiet who"
        aria-haspopup="dialog"
        aria-label={t('account.of', { name: who })}
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true">☺</span>
        <span class="name">{who}</span>
      </button>
      <LanguageSelect isLabelHidden />
      <button
        type="button"
        class="quiet"
        onClick={() => leave(() => void signOut().catch((error) => say(sentenceOf(error))))}
      >
        {t('frame.sign-out')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Account
            access={access}
            conferences={conferences}
            timezone={chosen.timezone}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </header>
  );
}
