import { ApiError } from '@hallway/client';
import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icons.tsx';
import { queries, sentenceOf } from './lib/api.ts';
import { feel, isInMessenger, openOutside, showMainButton } from './lib/messenger.ts';
import { signal } from './lib/signal.ts';
import { t, whenText } from './lib/text.ts';

interface Action {
  readonly text: string;
  readonly icon?: IconName;
  readonly isBusy?: boolean;
  run(): void;
}
interface ButtonProps extends Action {
  /** A `bare` button shows its icon alone, a `link` its text as it is. */
  readonly kind?: 'primary' | 'bare' | 'link';
  /** Of a choice: whether it is the one that is made. */
  readonly isPressed?: boolean;
  readonly isCurrent?: boolean;
  readonly color?: number;
  readonly badge?: string | false;
}
export function Button({ text, icon, isBusy, run, kind, isPressed, ...more }: ButtonProps) {
  const press = () => {
    if (isPressed !== undefined || more.isCurrent !== undefined) feel('selection');
    run();
  };
  return (
    <button
      type="button"
      class={kind}
      disabled={isBusy}
      aria-pressed={isPressed}
      aria-current={more.isCurrent ? 'page' : undefined}
      aria-label={kind === 'bare' ? text : undefined}
      data-track={more.color}
      onClick={press}
    >
      {icon && <Icon of={icon} turns={icon === 'chevron-left'} />}
      {kind !== 'bare' && <span>{text}</span>}
      {more.badge && <b class="badge">{more.badge}</b>}
    </button>
  );
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
  const run = () => {
    drop(id);
    undo?.();
  };
  said.set([...said.get(), { id, text, undo: undo && run }].slice(-2));
  setTimeout(() => drop(id), undo ? SHOWN_MS.undo : SHOWN_MS.read);
}
const drop = (id: number) => said.set(said.get().filter((one) => one.id !== id));
export const Toasts = () => (
  <div class="toasts" role="status">
    {said.use().map(({ id, text, undo }) => (
      <p key={id}>
        {text} {undo && <Button text={t('state.undo')} run={undo} />}
      </p>
    ))}
  </div>
);

interface StateProps {
  readonly title: string;
  /** Of the whole screen, or of the app. */
  readonly isWhole?: boolean | undefined;
  readonly children?: ComponentChildren;
}
/** What there is to say where there is nothing to show. */
export const State = ({ title, isWhole, children }: StateProps) => (
  <div class="state">
    {isWhole ? <h1 tabIndex={-1}>{title}</h1> : <strong>{title}</strong>}
    {children}
  </div>
);

export interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt?: number;
  refetch(): unknown;
}
interface LoadedProps<T> {
  readonly of: Read<T>;
  readonly isWhole?: boolean;
  children(data: T): ComponentChildren;
}
/** What was read; before it a spinner, or why it could not be read and by which id operators find it. */
export function Loaded<T>({ of, isWhole, children }: LoadedProps<T>) {
  const { data, error, refetch } = of;
  if (data !== undefined) return <>{children(data)}</>;
  if (!error) {
    return (
      <div role="status">
        <State title={t('state.loading')} isWhole={isWhole}>
          <span class="spinner" />
        </State>
      </div>
    );
  }
  const id = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <State title={sentenceOf(error)} isWhole={isWhole}>
        {id && <small>{t('state.request', { id })}</small>}
        <Button text={t('state.again')} run={() => void refetch()} />
      </State>
    </div>
  );
}

/** From when an answer is that was kept on the device, while no newer one can be read. */
export function AsOf({ of, timezone }: { of: Read<unknown>; timezone: string }) {
  if (!of.error || of.data === undefined) return null;
  const time = whenText(of.dataUpdatedAt ?? 0, timezone);
  return <Mark kind="note" icon="wifi-off" text={t('state.as-of', { time })} />;
}

export type Tone = 'accent' | 'good' | 'warn';
interface MarkProps {
  readonly kind: 'tag' | 'fact' | 'note';
  readonly icon: IconName;
  readonly tone?: Tone | undefined;
  readonly text: string;
}
/** A few words with an icon: in a box beside others, in a line, or in a box of their own. */
export const Mark = ({ kind, icon, tone, text }: MarkProps) => (
  <p class={`${kind} ${tone ?? ''}`}>
    <Icon of={icon} />
    <span>{text}</span>
  </p>
);

interface RowsProps<R> {
  readonly of: Read<readonly R[]> & { readonly hasNextPage: boolean; fetchNextPage(): unknown };
  readonly none?: string;
  children(rows: readonly R[]): ComponentChildren;
}
/** A list by page: its rows, what is said without any, and a button for the next page. */
export const Rows = <R,>({ of, none, children }: RowsProps<R>) => (
  <>
    <Loaded of={of}>
      {(rows) => (rows.length === 0 && none ? <State title={none} /> : children(rows))}
    </Loaded>
    {of.hasNextPage && <Button text={t('state.more')} run={() => void of.fetchNextPage()} />}
  </>
);

type Changed = 'me' | 'state' | 'agenda' | 'event' | 'people' | 'quests' | 'inbox' | 'preferences';
/** A call that changes something: what it made old is read again, and a refusal is said. */
export function useChange<V = void>(
  run: (given: V) => Promise<unknown>,
  ...changed: readonly Changed[]
) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => changed.length > 0 && feel('success'),
    onError: (error) => {
      feel('error');
      say(sentenceOf(error));
    },
    onSettled: () =>
      Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  return { run: mutate, isBusy: isPending };
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();
/** A button that asks before it acts. */
export function Ask({ title, more, ...action }: Action & { title: string; more: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = ({ currentTarget: { returnValue } }: { currentTarget: HTMLDialogElement }) => {
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
            <button type="submit">{t('state.cancel')}</button>
            <button type="submit" class="primary" value="yes">
              {action.text}
            </button>
          </form>
        </dialog>
      )}
    </>
  );
}

interface TextFormProps {
  readonly label: string;
  readonly submit: string;
  readonly max: number;
  /** What was written before; without it, the field is empty again after it was sent. */
  readonly value?: string;
  readonly more?: string;
  readonly isBusy: boolean;
  run(text: string, options: { onSuccess(): void }): void;
}
/** A field for a longer text, and the button that sends it. */
export function TextForm({ label, submit, max, value, more, isBusy, run }: TextFormProps) {
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const onSuccess = () => value === undefined && form.reset();
    run(String(new FormData(form).get('text')).trim(), { onSuccess });
  };
  return (
    <form onSubmit={send}>
      <label>
        {label}
        <textarea
          name="text"
          rows={3}
          maxLength={max}
          required={value === undefined}
          defaultValue={value}
        />
      </label>
      {more && <small>{more}</small>}
      <button type="submit" disabled={isBusy}>
        {submit}
      </button>
    </form>
  );
}

/** A link that leaves the app. */
export function Outside({ href, text, icon }: { href: string; text: string; icon: IconName }) {
  const open = (event: MouseEvent) => {
    if (!isInMessenger) return;
    event.preventDefault();
    openOutside(href);
  };
  return (
    <a class="button" href={href} target="_blank" rel="noopener" onClick={open}>
      <Icon of={icon} />
      {text}
    </a>
  );
}
