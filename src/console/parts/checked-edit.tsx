import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { changesOf, currentOf } from '../lib/edits.ts';
import { lineOf, type Said, sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Conflict } from './conflict.tsx';
import { Notify } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Icon } from './icon.tsx';
import { say } from './toasts.tsx';

/** What a change would do, as a dry run answers. */
interface Effect {
  readonly would_notify?: number;
  readonly warnings: readonly (Said & { readonly message: string })[];
}

/** How rows that people are notified of are changed. */
export interface Change<Fields extends object, Row extends { readonly version: number }> {
  readonly fieldsOf: (row: Row) => Fields;
  readonly attempt: (change: Partial<Fields>) => Promise<Effect>;
  readonly save: (change: Partial<Fields>, ifMatch: number, notify: boolean) => Promise<Row>;
  readonly nameOf: (row: Row) => string;
  readonly refresh: () => Promise<unknown>;
}

/** Says what was saved, with its warnings and a way back to `row`. */
function offerUndo<Fields extends object, Row extends { readonly version: number }>(
  { fieldsOf, save, nameOf, refresh }: Change<Fields, Row>,
  { row, saved, change, notify, warnings }: Done<Fields, Row>,
): void {
  const names = Object.keys(change) as (keyof Fields)[];
  const before = changesOf({ ...fieldsOf(saved), ...change }, fieldsOf(row), names);
  const said = [t('edit.saved', { name: nameOf(saved) }), ...warnings.map(lineOf)];
  say(said.join(' '), async () => {
    await save(before, saved.version, notify).catch((error: unknown) => say(sentenceOf(error)));
    await refresh();
  });
}
interface Done<Fields, Row> extends Pick<Effect, 'warnings'> {
  readonly row: Row;
  readonly saved: Row;
  readonly change: Partial<Fields>;
  readonly notify: boolean;
}

/**
 * Saves a change at once, with undo, if nobody would be notified.
 * @returns whether it is saved; else a form has to ask
 */
export async function savedAtOnce<Fields extends object, Row extends { readonly version: number }>(
  of: Change<Fields, Row>,
  row: Row,
  fields: Fields,
): Promise<boolean> {
  const change = changesOf(of.fieldsOf(row), fields);
  try {
    const { would_notify, warnings } = await of.attempt(change);
    if (would_notify !== 0) return false;
    const saved = await of.save(change, row.version, true);
    offerUndo(of, { row, saved, change, notify: true, warnings });
    void of.refresh();
    return true;
  } catch {
    // The form tries the same, and says why it is refused.
    return false;
  }
}

interface Props<Fields extends object, Row extends { readonly version: number }>
  extends Change<Fields, Row> {
  readonly title: string;
  /** As it was read when the form opened: what others change in the meantime is a conflict. */
  readonly row: Row;
  readonly fieldsIn: (form: FormData) => Fields;
  /** Values other than those of `row`, which are checked at once: of a card that was moved. */
  readonly moved?: Fields | undefined;
  readonly close: () => void;
  readonly label: (field: keyof Fields & string) => string;
  readonly show?: (field: keyof Fields & string, value: unknown) => string;
  readonly children: ComponentChildren;
}

/**
 * A form that changes what people are notified of: first how many would be notified, then for real,
 * with undo. It sends what differs, and shows what another organizer has saved since it opened.
 */
export function CheckedEdit<Fields extends object, Row extends { readonly version: number }>({
  title,
  row,
  fieldsIn,
  moved,
  close,
  label,
  show,
  children,
  ...of
}: Props<Fields, Row>) {
  const { fieldsOf, attempt, save, refresh } = of;
  // A list that is read again lends its new version to no open form.
  const [read] = useState(row);
  const [tried, setTried] = useState<{ change: Partial<Fields>; effect: Effect }>();
  const [theirs, setTheirs] = useState<Row>();
  const [notify, setNotify] = useState(true);
  const check = useMutation({
    mutationFn: async (fields: Fields) => {
      const change = changesOf(fieldsOf(read), fields);
      setTried({ change, effect: await attempt(change) });
    },
  });
  useEffect(() => {
    if (moved) check.mutate(moved);
  }, []);
  const saving = useMutation({
    mutationFn: (change: Partial<Fields>) => save(change, (theirs ?? read).version, notify),
    onSuccess: (saved, change) => {
      offerUndo(of, { row: theirs ?? read, saved, change, notify, warnings: [] });
      close();
      // Not awaited: while a mutation runs, no other form sends.
      void refresh();
    },
    onError: (error) => setTheirs((old) => currentOf<Row>(error) ?? old),
  });
  const isConflict = currentOf(saving.error) !== undefined;
  const told = tried?.effect.would_notify ?? 0;
  return (
    <FormDialog
      title={title}
      close={() => {
        close();
        void refresh();
      }}
      cancel={isConflict ? t('conflict.keep-theirs') : t('dialog.cancel')}
      submit={t('edit.check')}
      send={(form) => check.mutate(fieldsIn(form))}
      change={() => setTried(undefined)}
      isBusy={check.isPending || saving.isPending}
      problem={check.error ?? (isConflict ? undefined : saving.error)}
      foot={
        tried && (
          <>
            <WouldNotify {...tried.effect} />
            {told > 0 && (
              <Notify isChecked={notify} choose={setNotify}>
                {t('events.notify')}
              </Notify>
            )}
          </>
        )
      }
      confirm={
        tried && {
          text: isConflict ? t('conflict.save-mine') : saveText(notify ? told : 0),
          run: () => saving.mutate(tried.change),
        }
      }
    >
      {children}
      {isConflict && theirs && tried && (
        <Conflict
          fields={Object.keys(fieldsOf(read)) as (keyof Fields & string)[]}
          read={fieldsOf(read)}
          theirs={fieldsOf(theirs)}
          mine={tried.change}
          label={label}
          {...(show && { show })}
        />
      )}
    </FormDialog>
  );
}

/** The button says what it does. */
const saveText = (told: number): string =>
  told > 0 ? t('edit.save-notify', { count: told }) : t('edit.save');

/** How many a change would notify, and what is probably wrong with it. */
export const WouldNotify = ({ would_notify = 0, warnings }: Effect) => (
  <section role="status" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
    <p class="row">
      <Icon name={would_notify > 0 ? 'bell' : 'bell-off'} />
      <strong>{counted('edit.notified', would_notify)}</strong>
    </p>
    {warnings.map((one) => (
      <p key={one.message} class="note warn">
        {lineOf(one)}
      </p>
    ))}
  </section>
);
