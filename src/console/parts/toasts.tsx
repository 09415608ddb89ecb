import { signal } from '../lib/signal.ts';
import { t } from '../lib/text.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: (() => unknown) | undefined;
}
const toasts = signal<readonly Toast[]>([]);
/** The time to undo what a sentence says. */
export const UNDO_MS = 10_000;
const SHOWN_MS = { read: 4_000, undo: UNDO_MS };
const MAX_SHOWN = 3;
let next = 0;

/** Shows a sentence for a few seconds, with a button to undo what it says. */
export function say(text: string, undo?: () => unknown): void {
  const id = next++;
  toasts.set([...toasts.get(), { id, text, undo }].slice(-MAX_SHOWN));
  setTimeout(() => drop(id), undo ? SHOWN_MS.undo : SHOWN_MS.read);
}
const drop = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id));

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.use().map(({ id, text, undo }) => (
      <div key={id}>
        {text}
        {undo && (
          <button
            type="button"
            onClick={() => {
              drop(id);
              undo();
            }}
          >
            {t('toast.undo')}
          </button>
        )}
      </div>
    ))}
  </div>
);
