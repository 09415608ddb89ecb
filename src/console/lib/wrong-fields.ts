import type { FieldError } from '../../client/api-error.ts';
import { labelOf, lineOf, saidBy, sentenceOf } from './problems.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Marks the wrong fields of a form and focuses the first. Loaded with the first refusal.
 * @returns what belongs to no field of the form, and what takes the marks away
 */
export function markWrong(form: HTMLFormElement, errors: readonly FieldError[]) {
  const found = errors.map((one) => ({ one, control: controlOf(form, one) }));
  const marks = found.flatMap(({ one, control }) => (control ? mark(form, control, one) : []));
  found.find(({ control }) => control)?.control?.focus();
  return {
    rest: found.flatMap(({ one, control }) => (control ? [] : lineOf(one))).join(' '),
    clear: () => {
      for (const clear of marks) clear();
    },
  };
}

/** The input of a field by its name on the wire, such as `venue.name` or `starts_at`. */
function controlOf(
  form: HTMLFormElement,
  { field }: Pick<FieldError, 'field'>,
): Control | undefined {
  if (!field) return undefined;
  const last =
    field
      .replace(/\.\d+(?=\.|$)/g, '')
      .split('.')
      .at(-1) ?? '';
  const base = last.replace(/_(at|on)$/, '');
  const names = [field, field.replaceAll('.', '_'), last, base, `${last}_day`, `${base}_day`];
  return [...form.elements].find(
    (one): one is Control =>
      'validity' in one &&
      'type' in one &&
      one.type !== 'hidden' &&
      'name' in one &&
      names.includes(String(one.name)),
  );
}

let count = 0;

/** Says what is wrong under the input, until it is changed. @returns what takes that away */
function mark(form: HTMLFormElement, control: Control, said: FieldError): () => void {
  const label = (field: string) => {
    const other = controlOf(form, { field });
    return (other && nameOf(other)) || labelOf(field);
  };
  const note = document.createElement('small');
  note.id = `problem-${++count}`;
  note.className = 'problem';
  // Of the description alone: inside a label it would be part of the name of the input.
  note.ariaHidden = 'true';
  note.textContent = saidBy(said, label) ?? sentenceOf(undefined);
  (control.closest('label') ?? control.parentElement)?.append(note);
  const before = control.getAttribute('aria-describedby');
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', [before, note.id].filter(Boolean).join(' '));
  const clear = () => {
    note.remove();
    control.removeAttribute('aria-invalid');
    if (before) control.setAttribute('aria-describedby', before);
    else control.removeAttribute('aria-describedby');
  };
  control.addEventListener('input', clear, { once: true });
  return clear;
}

/** The name of an input as its reader sees it: the first words of its label or group. */
const nameOf = (control: Control): string | undefined =>
  control.ariaLabel ?? control.labels?.[0]?.firstChild?.textContent?.trim() ?? undefined;
