/** What is above the page, the last one on top: it alone has the focus and the keys. */
const layers: HTMLElement[] = [];

const FOCUSABLE =
  ':is(a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]):not(:disabled)';
/** The first thing in a layer that takes a key, or the last one. */
const endOf = (layer: HTMLElement, isLast: boolean) =>
  [...layer.querySelectorAll<HTMLElement>(FOCUSABLE)]
    .filter((one) => one.checkVisibility())
    .at(isLast ? -1 : 0);

/**
 * Shows a layer above the page, which covers it, and keeps the focus in it until it is hidden.
 * Without the modal dialog of the browser, which makes the page inert: then the style of each of its elements is computed again, which
 * takes longer than all else that an item of a large agenda opens.
 * @param leave is called for Escape, and for the gesture of Android that goes back
 * @returns hides it, and gives the focus back
 */
export function showLayer(layer: HTMLElement, leave: () => void): () => void {
  const before = document.activeElement;
  const listening = new AbortController();
  const { signal } = listening;
  layers.push(layer);
  layer.showPopover();
  focusIn(layer);
  document.addEventListener('keydown', (event) => press(event, layer, leave), { signal });
  document.addEventListener('focusin', ({ target }) => stay(target, layer), { signal });
  // A press beside what is shown takes the focus from nothing.
  layer.addEventListener('mousedown', (event) => event.target === layer && event.preventDefault());
  const { CloseWatcher } = globalThis as { CloseWatcher?: new () => Gesture };
  const gesture = CloseWatcher && new CloseWatcher();
  gesture?.addEventListener('close', leave);
  return () => {
    gesture?.destroy();
    listening.abort();
    layers.splice(layers.indexOf(layer), 1);
    layer.hidePopover();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
}
/** That of Android, as the browsers there report it. */
type Gesture = EventTarget & { destroy(): void };

/** Whether the first field is seen would lay out the page once more: one that is not takes no focus. */
function focusIn(layer: HTMLElement): void {
  for (const wanted of [FOCUSABLE, 'dialog']) {
    if (layer.contains(document.activeElement)) return;
    layer.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }
}

function stay(target: EventTarget | null, layer: HTMLElement): void {
  if (layers.at(-1) === layer && !layer.contains(target as Node)) endOf(layer, false)?.focus();
}

function press(event: KeyboardEvent, layer: HTMLElement, leave: () => void): void {
  const { key, shiftKey: isBack, isComposing } = event;
  if (layers.at(-1) !== layer || isComposing) return;
  // The browser closes a list of its own first.
  if (key === 'Escape' && !document.querySelector('[popover="auto"]:popover-open')) {
    event.preventDefault();
    leave();
  }
  const { activeElement } = document;
  if (key !== 'Tab') return;
  if (layer.contains(activeElement) && activeElement !== endOf(layer, !isBack)) return;
  event.preventDefault();
  endOf(layer, isBack)?.focus();
}
