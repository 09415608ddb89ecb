import { ApiError } from '@hallway/client';
import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { queries, sentenceOf } from './lib/api.ts';
import { isInMessenger, openOutside } from './lib/messenger.ts';
import { signal } from './lib/signal.ts';
import { t } from './lib/text.ts';

/** The time to read, and longer to undo. */
const SHOWN_MS = { read: 5_000, undo: 8_000 };
const said = signal<readonly { id: number; text: string; undo: (() => void) | undefined }[]>([]);
let next = 0;

/** Shows a sentence for some seconds, with a button to undo what it says. */
export function say(text: string, undo?: () => void): void {
  const id = next++;
  said.set([...said.get(), { id, text, undo }].slice(-2));
  setTimeout(() => drop(id), undo ? SHOWN_MS.undo : SHOWN_MS.read);
}
const drop = (id: number) => said.set(said.get().filter((one) => one.id !== id));
export const Toasts = () => (
  <div class="toasts" role="status">
    {said.use().map(({ id, text, undo }) => (
      <p key={id}>
        {text}{' '}
        {undo && (
          <button
            type="button"
            onClick={() => {
              drop(id);
              undo();
            }}
          >
            {t('state.undo')}
          </button>
        )}
      </p>
    ))}
  </div>
);

/** The state of a part of a screen. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state">
    <strong>{title}</strong>
    {children}
  </div>
);
/** The state of a whole screen, or of the app. */
export const Notice = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="state">
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </div>
);

interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
}
/** What was read; before it a spinner, or why it could not be read and by which id operators find it. */
export function Loaded<T>({
  of: { data, error, refetch },
  as: State = Empty,
  children,
}: {
  of: Read<T>;
  as?: typeof Empty;
  children: (data: T) => ComponentChildren;
}) {
  if (data !== undefined) return <>{children(data)}</>;
  if (!error) {
    return (
      <div role="status">
        <State title={t('state.loading')}>
          <span class="spinner" />
        </State>
      </div>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert">
      <State title={sentenceOf(error)}>
        {requestId && <small>{t('state.request', { id: requestId })}</small>}
        <button type="button" onClick={() => refetch()}>
          {t('state.again')}
        </button>
      </State>
    </div>
  );
}

type Changed = 'me' | 'state' | 'agenda' | 'event' | 'people' | 'quests' | 'inbox' | 'preferences';
/** A call that changes something: what it made old is read again, and a refusal is said. */
export function useChange<V = void>(
  run: (given: V) => Promise<unknown>,
  ...changed: readonly Changed[]
) {
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onError: (error) => say(sentenceOf(error)),
    onSettled: () =>
      Promise.all(changed.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  return { run: mutate, isBusy: isPending };
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();
/** A button that asks before it acts. */
export function Ask({
  label,
  title,
  more,
  isBusy,
  run,
}: {
  label: string;
  title: string;
  more: string;
  isBusy: boolean;
  run: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <dialog
          ref={showModal}
          aria-labelledby={id}
          onClose={({ currentTarget: { returnValue } }) => {
            setOpen(false);
            if (returnValue) run();
          }}
        >
          <h2 id={id}>{title}</h2>
          <p>{more}</p>
          <form method="dialog" class="buttons">
            <button type="submit">{t('state.cancel')}</button>
            <button type="submit" class="primary" value="yes">
              {label}
            </button>
          </form>
        </dialog>
      )}
    </>
  );
}

/** The button below a list that has another page. */
export const More = ({ of }: { of: { hasNextPage: boolean; fetchNextPage(): unknown } }) =>
  of.hasNextPage ? (
    <button type="button" onClick={() => of.fetchNextPage()}>
      {t('state.more')}
    </button>
  ) : null;

/** A link that leaves the app. */
export const Outside = ({ href, children }: { href: string; children: ComponentChildren }) => (
  <a
    class="button"
    href={href}
    target="_blank"
    rel="noopener"
    onClick={(event) => {
      if (!isInMessenger) return;
      event.preventDefault();
      openOutside(event.currentTarget.href);
    }}
  >
    {children}
  </a>
);

/** A ticket, to scan or to type at the door. */
export const Ticket = ({
  of,
  label,
}: {
  of: Read<{ readonly qr_svg: string; readonly code: string }>;
  label: string;
}) => (
  <Loaded of={of}>
    {({ qr_svg, code }) => (
      <figure>
        <Qr svg={qr_svg} label={label} />
        <figcaption>
          {label}
          <code>{code}</code>
        </figcaption>
      </figure>
    )}
  </Loaded>
);

/** Never as markup: an SVG in an image runs nothing. */
export const Qr = ({ svg, label }: { svg: string; label: string }) => (
  <img class="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} />
);

interface Named {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly photo_url: string | null;
}
export const nameOf = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ');
export const Photo = ({ of }: { of: Named }) =>
  of.photo_url ? (
    <img class="photo" src={of.photo_url} alt="" />
  ) : (
    <span class="photo" aria-hidden="true">
      {of.first_name.slice(0, 1)}
    </span>
  );
