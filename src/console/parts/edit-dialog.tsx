import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { changesOf, currentOf } from '../lib/edits.ts';
import { t } from '../lib/text.ts';
import { Conflict } from './conflict.tsx';
import { FormDialog } from './form-dialog.tsx';

/** How a change is sent. */
export interface Sending {
  /** The version that it was made from; undefined for something new. */
  readonly ifMatch: number | undefined;
  /** One for a draft: pressed twice, it is made once. */
  readonly idempotencyKey: string;
}

interface Props<Fields extends object, Row extends Fields & { readonly version: number }> {
  readonly title: string;
  /** As it was read when the form opened; undefined for something new. */
  readonly read: Row | undefined;
  readonly fieldsOf: (form: FormData) => Fields;
  /** Sends the fields that differ. @throws ApiError */
  readonly save: (changes: Partial<Fields>, sending: Sending) => Promise<Row>;
  /** `undo` has the values that this form replaced, without those that others changed elsewhere. */
  readonly saved: (row: Row, undo: Partial<Fields>) => unknown;
  readonly close: () => void;
  readonly label: (field: keyof Fields & string) => string;
  readonly show?: (field: keyof Fields & string, value: unknown) => string;
  readonly children: ComponentChildren;
}

/**
 * A form of something with a version: it sends what differs from what it read, and shows what another
 * organizer has saved since then.
 */
export function EditDialog<Fields extends object, Row extends Fields & { version: number }>({
  title,
  read,
  fieldsOf,
  save,
  saved,
  close,
  label,
  show,
  children,
}: Props<Fields, Row>) {
  // A list that is read again lends its new version to no open form.
  const [first] = useState(read);
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [theirs, setTheirs] = useState<Row>();
  const [mine, setMine] = useState<Partial<Fields>>({});
  const [names, setNames] = useState<readonly (keyof Fields & string)[]>([]);
  const sending = useMutation({
    mutationFn: (fields: Fields) => {
      const changes = changesOf(first, fields);
      setMine(changes);
      setNames(Object.keys(fields) as (keyof Fields & string)[]);
      return save(changes, { ifMatch: (theirs ?? first)?.version, idempotencyKey });
    },
    onSuccess: (row, fields) => {
      const changed = Object.keys(changesOf(first, fields)) as (keyof Fields)[];
      const replaced = theirs ?? first;
      close();
      return saved(row, replaced ? changesOf<Fields>(row, replaced, changed) : {});
    },
    onError: (error) => setTheirs((old) => currentOf<Row>(error) ?? old),
  });
  const isConflict = currentOf(sending.error) !== undefined;
  return (
    <FormDialog
      title={title}
      close={close}
      submit={t(isConflict ? 'conflict.save-mine' : 'edit.save')}
      {...(isConflict && { cancel: t('conflict.keep-theirs') })}
      change={() => setKey(crypto.randomUUID())}
      send={(form) => sending.mutate(fieldsOf(form))}
      isBusy={sending.isPending}
      problem={isConflict ? undefined : sending.error}
    >
      {children}
      {isConflict && first && theirs && (
        <Conflict
          fields={names}
          read={first}
          theirs={theirs}
          mine={mine}
          label={label}
          {...(show && { show })}
        />
      )}
    </FormDialog>
  );
}
