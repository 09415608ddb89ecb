import { useLocation } from 'wouter-preact';
import { type TextKey, t } from '../lib/text.ts';
import { Close, Dialog } from '../parts/dialog.tsx';

type Keys = readonly (readonly [keys: string, text: TextKey])[];

/** By screen; those of all screens have the name `all`. */
const KEYS: Readonly<Record<string, Keys>> = {
  all: [
    ['Ctrl K / ⌘ K', 'keys-of.find'],
    ['?', 'keys-of.show'],
    ['Esc', 'keys-of.close'],
  ],
  attendees: [
    ['J', 'keys-of.next'],
    ['K', 'keys-of.previous'],
    ['X', 'keys-of.choose'],
    ['I', 'keys-of.check-in'],
  ],
  review: [
    ['A', 'keys-of.approve'],
    ['R', 'keys-of.reject'],
    ['J', 'keys-of.next'],
    ['K', 'keys-of.previous'],
  ],
  agenda: [
    ['← ↑ ↓ →', 'keys-of.move'],
    ['Shift ↑ ↓', 'keys-of.stretch'],
    ['Enter', 'keys-of.save'],
  ],
  speakers: [['↑ ↓', 'keys-of.order']],
};

/** The keys of the screen that is open, and those of all. */
export function Shortcuts({ close }: { close: () => void }) {
  const [path] = useLocation();
  const screen = path.split('/')[3] ?? '';
  return (
    <Dialog title={t('keys-of.title')} close={close}>
      {[screen, 'all'].map(
        (name) =>
          KEYS[name] && (
            <section key={name}>
              <h3>{t(name === 'all' ? 'keys-of.all' : (`menu.${name}` as TextKey))}</h3>
              <dl class="facts">
                {KEYS[name].map(([keys, text]) => (
                  <div key={keys}>
                    <dt>
                      <kbd>{keys}</kbd>
                    </dt>
                    <dd>{t(text)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
      )}
      <Close close={close} />
    </Dialog>
  );
}
