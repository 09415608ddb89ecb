import { useEffect, useRef } from 'preact/hooks';

/** Calls the action of a pressed key, unless someone types or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  // Assigned while rendering: an effect would be one paint late, and a key would act on the last row.
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isTyped =
        target instanceof HTMLElement && target.closest('input, select, textarea, dialog');
      const action = latest.current[key.toLowerCase()];
      if (!action || isTyped || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
