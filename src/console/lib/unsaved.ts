import { signal } from './signal.ts';

/** Forms in which something was typed. */
const typed = new Set<HTMLFormElement>();
/** Those of them whose values do not say whether it was taken back: it was typed into a field without a name. */
const unnamed = new WeakSet<HTMLFormElement>();
/** The values of a form before something was typed. */
const before = new WeakMap<HTMLFormElement, string>();

type Control = HTMLElement & Partial<Pick<HTMLInputElement, 'form' | 'name' | 'type'>>;
const formOf = ({ target }: Event): HTMLFormElement | null =>
  target instanceof HTMLElement ? ((target as Control).form ?? target.closest('form')) : null;

const valuesOf = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [
      name,
      value instanceof File ? [value.name, value.size] : value,
    ]),
  );

function remember(event: Event): void {
  const form = formOf(event);
  if (form && !typed.has(form)) before.set(form, valuesOf(form));
}
addEventListener('focusin', remember, true);
addEventListener('pointerdown', remember, true);
addEventListener(
  'input',
  (event) => {
    const form = formOf(event);
    const { name, type } = event.target as Control;
    // Words that search, confirm or choose a download are no work.
    if (!form || type === 'search' || (event.target as Element).closest('[data-passing]')) return;
    typed.add(form);
    if (!name) unnamed.add(form);
  },
  true,
);
addEventListener('reset', ({ target }) => typed.delete(target as HTMLFormElement), true);

/** The forms with words that are stored nowhere. One that left the page was saved, or given up. */
function unsaved(within: Node): readonly HTMLFormElement[] {
  for (const form of typed) if (!form.isConnected) typed.delete(form);
  return [...typed].filter(
    (form) => within.contains(form) && (unnamed.has(form) || valuesOf(form) !== before.get(form)),
  );
}

/** Asks before typed words are thrown away; set while the question is open. */
export const question = signal<((discards: boolean) => void) | undefined>(undefined);

/** Leaves a form or a page: at once where nothing is lost, else if the answer is to discard it. */
export function leave(then: () => void, within: Node = document): void {
  const forms = unsaved(within);
  if (forms.length === 0) {
    then();
    return;
  }
  question.set((discards) => {
    question.set(undefined);
    if (!discards) return;
    // A form that keeps a draft drops it.
    for (const form of forms) form.reset();
    then();
  });
}
export const isUnsaved = (within: Node): boolean => unsaved(within).length > 0;

/** The browser asks before it closes the page or loads it again, in its own words. */
addEventListener('beforeunload', (event) => {
  if (isUnsaved(document)) event.preventDefault();
});

// Before the router reads it: the address behind Back is taken back until the question is answered.
let shown = location.href;
const isShown = () => {
  shown = location.href;
};
for (const type of ['pushState', 'replaceState']) addEventListener(type, isShown);
addEventListener('popstate', (event) => {
  if (!isUnsaved(document)) {
    isShown();
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(null, '', shown);
  leave(() => history.back());
});
