import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import type { Conference } from './lib/conference.ts';
import { useKeys } from './lib/keys.ts';
import { t, withTexts } from './lib/text.ts';
import { Icon } from './parts/icon.tsx';

const Palette = lazy(() =>
  withTexts(import('./palette/palette.tsx'), 'palette', 'attendees', 'broadcasts', 'events').then(
    (file) => file.Palette,
  ),
);
const Shortcuts = lazy(() =>
  withTexts(import('./palette/shortcuts.tsx'), 'palette').then((file) => file.Shortcuts),
);

const KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** The button and the keys that find everything of the conference; `?` shows all keys. */
export function Finder({ conference }: { conference: Conference }) {
  const [opened, setOpened] = useState<'palette' | 'keys'>();
  const close = () => setOpened(undefined);
  useKeys({ '?': () => setOpened('keys') });
  useEffect(() => {
    // Also while someone types, but in no dialog.
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setOpened('palette');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        class="jump"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('frame.find')}
        onClick={() => setOpened('palette')}
      >
        <Icon name="search" />
        <span>{t('frame.find')}</span>
        <span class="shortcut" aria-hidden="true">
          <kbd>{KEY}</kbd>
        </span>
      </button>
      <Suspense fallback={null}>
        {opened === 'palette' && <Palette conference={conference} close={close} />}
        {opened === 'keys' && <Shortcuts close={close} />}
      </Suspense>
    </>
  );
}
