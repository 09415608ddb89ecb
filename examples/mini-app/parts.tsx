import { ApiError } from '@hallway/client';
import { feel, isInMessenger, openOutside, showMainButton } from '@hallway/client/messenger';
import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren, JSX, TargetedEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { queries, sentenceOf, type Topic } from './lib/api.ts';
import { go, type Route } from './lib/route.ts';
import { signal } from './lib/signal.ts';
import { t, whenText } from './lib/text.ts';

interface ButtonProps {
  /** A `bare` button shows its icon alone, a `link` its text as it is. */
  readonly kind?: 'primary' | 'bare' | 'link';
  readonly text: string;
  readonly icon?: IconName;
  readonly isBusy?: boolean;
  /** Of a choice: whether it is the one that is made. */
  readonly isPressed?: boolean;
  readonly isCurrent?: boolean;
  readonly color?: string | undefined;
  readonly badge?: string | false;
  /** An address outside of the app. */
  readonly href?: string;
  /** A screen of the app, opened after `run`. */
  readonly to?: Route | false | undefined;
  /** Without any of the three, the button sends the form that it is in. */
  run?: (() => void) | undefined;
}
type Action = ButtonProps & { run(): void };
export function Button({ text, icon, kind, href, to, run, ...is }: ButtonProps) {
  const content = (
    <>
      {icon && <Icon of={icon} />}
      <span class={kind === 'bare' ? 'hidden' : ''}>{text}</span>
      {is.badge && <b class="badge">{is.badge}</b>}
    </>
  );
  if (href) {
    return (
      <Leave class={`button ${kind ?? ''}`} href={href}>
        {content}
      </Leave>
    );
  }
  const press = () => {
    if (is.isPressed !== undefined || is.isCurrent !== undefined) feel('selection');
    run?.();
    if (to) go(to);
  };
  return (
    <button
      type={run || to ? 'button' : 'submit'}
      class={kind}
      disabled={is.isBusy}
      aria-pressed={is.isPressed}
      aria-current={is.isCurrent ? 'page' : undefined}
      style={{ '--track': is.color }}
      onClick={press}
    >
      {content}
    </button>
  );
}

type LeaveProps = { href: string; class?: string; children: ComponentChildren };
/** A link that leads out of the app, which the messenger opens itself. */
export function Leave({ href, ...link }: LeaveProps) {
  const leave = (event: MouseEvent) => {
    if (!isInMessenger) return;
    event.preventDefault();
    openOutside(href);
  };
  return <a {...link} href={href} target="_blank" rel="noopener" onClick={leave} />;
}

/** The one primary action of a screen: the messenger's own button, else one in the page. */
export function MainAction({ text, isBusy = false, run, ...others }: Action) {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => showMainButton({ text, isBusy, run: () => latest.current() }), [text, isBusy]);
  useEffect(() => () => showMainButton(), []);
  if (isInMessenger) return null;
  return <Button {...others} text={text} isBusy={isBusy} run={run} kind="primary" />;
}

/** The time to read, and longer to undo. */
const SHOWN_MS = { read: 5_000, undo: 8_000 };
const said = signal<readonly { id: number; text: string; undo: (() => void) | undefined }[]>([]);
let next = 0;

/** Shows a sentence for some seconds, with a button to undo what it says. */
export function say(text: string, undo?: () => void): void {
  const id = next++;
  const drop = () => said.set(said.get().filter((one) => one.id !== id));
  const run = () => {
    drop();
    undo?.();
  };
  said.set([...said.get(), { id, text, undo: undo && run }].slice(-2));
  setTimeout(drop, undo ? SHOWN_MS.undo : SHOWN_MS.read);
}
export const Toasts = () => (
  <div class="toasts" role="status">
    {said.use().map(({ id, text, undo }) => (
      <p key={id}>
        {text} {undo && <Button text={t('state.undo')} run={undo} />}
      </p>
    ))}
  </div>
);

/** Shows the last section of a screen. */
export const showLast = (): void =>
  document.querySelector('main section:last-of-type')?.scrollIntoView();

export interface Titled {
  readonly title: string;
  readonly more?: string | null | undefined;
  readonly children?: ComponentChildren;
}
/** What there is to say where there is nothing to show; of the whole screen, or of the app. */
export const State = ({ title, isWhole, children }: Titled & { isWhole?: boolean | undefined }) => (
  <div class="state">
    {isWhole ? <h1 tabIndex={-1}>{title}</h1> : <strong>{title}</strong>}
    {children}
  </div>
);

export interface Read<T = unknown> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt?: number;
  refetch(): unknown;
}
/** Until it is read, a sign of it; or why it could not be, and by which id operators find it. */
export function Pending({ of, isWhole }: { of?: Read; isWhole?: boolean }) {
  const error = of?.error;
  const id = error instanceof ApiError && error.requestId;
  return (
    <div role={error ? 'alert' : 'status'}>
      <State title={error ? sentenceOf(error) : t('state.loading')} isWhole={isWhole}>
        {!error && <progress class="spinner" aria-label={t('state.loading')} />}
        {id && <small>{t('state.request', { id })}</small>}
        {error && <Button text={t('state.again')} run={() => void of.refetch()} />}
      </State>
    </div>
  );
}

/** From when an answer is that was kept on the device, while no newer one can be read. */
export function AsOf({ of, timezone }: { of: Read; timezone: string }) {
  if (!of.error || of.data === undefined) return null;
  const time = whenText(of.dataUpdatedAt ?? 0, timezone);
  return <Mark kind="note" icon="wifi-off" text={t('state.as-of', { time })} />;
}

/** The name of a color. */
export type Tone = 'link' | 'good' | 'warn';
interface MarkProps {
  readonly kind: 'tag' | 'fact' | 'note' | 'tile';
  readonly icon?: IconName;
  readonly tone?: Tone | undefined;
  readonly text?: string;
}
/** A few words with an icon: in a box beside others, in a line, or in a box of their own; or it alone. */
export const Mark = ({ kind, icon, tone, text }: MarkProps) => (
  <p class={kind} style={{ '--tone': tone && `var(--${tone})` }}>
    {icon && <Icon of={icon} />}
    {text && <span>{text}</span>}
  </p>
);

/** A call that changes something: what it made old is read again, and a refusal is said. */
export function useChange<V = void, A = unknown>(old: Topic[], call: (given: V) => Promise<A>) {
  const { mutate, isPending, data } = useMutation({
    mutationFn: call,
    onSuccess: () => old.length > 0 && feel('success'),
    onError(error) {
      feel('error');
      say(sentenceOf(error));
    },
    onSettled: () => Promise.all(old.map((one) => queries.invalidateQueries({ queryKey: [one] }))),
  });
  return { run: mutate, isBusy: isPending, data };
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();
/** A button that asks before it acts. */
export function Ask({ title, more, ...action }: Action & { title: string; more: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = ({ currentTarget: { returnValue } }: TargetedEvent<HTMLDialogElement>) => {
    setOpen(false);
    if (returnValue) action.run();
  };
  return (
    <>
      <Button {...action} run={() => setOpen(true)} />
      {isOpen && (
        <dialog class="card padded" ref={showModal} aria-labelledby={id} onClose={close}>
          <h2 id={id}>{title}</h2>
          <p>{more}</p>
          <form method="dialog" class="buttons">
            <Button text={t('state.cancel')} />
            <button type="submit" class="primary" value="yes">
              {action.text}
            </button>
          </form>
        </dialog>
      )}
    </>
  );
}

interface FormProps extends Omit<ButtonProps, 'run'> {
  readonly class?: string;
  readonly children: ComponentChildren;
  /** @param done empties the fields */
  send(given: FormData, done: { onSuccess(): void }): void;
}
/** Fields, and the button that sends them. */
export const Form = ({ send, children, class: name, ...button }: FormProps) => (
  <form
    class={name}
    onSubmit={(event) => {
      event.preventDefault();
      const form = event.currentTarget;
      send(new FormData(form), { onSuccess: () => form.reset() });
    }}
  >
    {children}
    <Button {...button} />
  </form>
);

interface WordsProps extends Omit<FormProps, 'children' | 'send'> {
  readonly label: string;
  readonly note?: string | false;
  readonly field: JSX.IntrinsicElements['textarea'];
  run(text: string, done: { onSuccess(): void }): void;
}
/** A form of some words. Once they are sent, it shows what the service has. */
export const Words = ({ label, note, field, run, ...form }: WordsProps) => (
  <Form {...form} send={(given, done) => run(String(given.get('text')).trim(), done)}>
    <label>
      {label}
      <textarea name="text" {...field} />
    </label>
    {note && <small>{note}</small>}
  </Form>
);
