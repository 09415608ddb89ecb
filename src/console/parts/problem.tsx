import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type FieldError } from '../../client/api-error.ts';
import { labelOf, lineOf, saidBy, sentenceOf } from '../lib/problems.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Why the service refused. A wrong field of the form around it is marked, with its sentence under it,
 * and the first one gets the focus; what belongs to no field of the form is said here.
 */
export function Problem({ error }: { error: unknown }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [rest, setRest] = useState('');
  useLayoutEffect(() => {
    const form = element.current?.closest('form');
    const errors = error instanceof ApiError ? error.errors : [];
    const found = errors.map((one) => ({ one, control: form && controlOf(form, one) }));
    const marks = found.flatMap(({ one, control }) =>
      form && control ? { control, clear: mark(form, control, one) } : [],
    );
    const others = found.filter(({ control }) => !control).map(({ one }) => lineOf(one));
    if (marks.length > 0) setRest(others.join(' '));
    else setRest(error ? sentenceOf(error) : '');
    marks[0]?.control.focus();
    if (error && marks.length === 0) element.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const { clear } of marks) clear();
    };
  }, [error]);
  return (
    <p ref={element} class="problem" role="alert">
      {rest}
    </p>
  );
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
