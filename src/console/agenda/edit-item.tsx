import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { isRefusal } from '../../client/api-error.ts';
import type {
  AdminAgendaItem,
  AgendaItemChange,
  ChangedAgendaItem,
} from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { say } from '../parts/toasts.tsx';

type Fields = Pick<AdminAgendaItem, 'title' | 'room' | 'starts_at' | 'ends_at' | 'status'>;
const FIELDS = [
  'title',
  'room',
  'starts_at',
  'ends_at',
  'status',
] as const satisfies readonly (keyof Fields)[];

interface Props {
  /** As it was read when the form opened: what others change meanwhile is a conflict, not a surprise. */
  readonly item: AdminAgendaItem;
  /** The values that the form begins with, where a card was dropped. */
  readonly moved?: Partial<Fields> | undefined;
  readonly rooms: readonly string[];
  readonly clock: WallTime;
  readonly timezone: string;
  readonly close: () => void;
}

const refresh = () => queries.invalidateQueries({ queryKey: ['agenda'] });

/** Changes an item: first who would be notified, then for real. */
export function EditItem({ item, moved, rooms, clock, timezone, close }: Props) {
  const first = { ...item, ...moved };
  const [tried, setTried] = useState<{ change: AgendaItemChange; result: ChangedAgendaItem }>();
  const [theirs, setTheirs] = useState<AdminAgendaItem>();
  const params = { id: item.id };
  const attempt = useMutation({
    mutationFn: async (form: FormData) => {
      const change = changesOf(item, fieldsOf(form, clock));
      const answer = await api.call('updateAgendaItem', {
        params: { ...params, dry_run: true },
        body: change,
      });
      setTried({ change, result: answer });
    },
  });
  const save = useMutation({
    mutationFn: ({ change, version }: { change: AgendaItemChange; version: number }) =>
      api.call('updateAgendaItem', { params, body: change, ifMatch: version }),
    onSuccess: async (saved, { change }) => {
      const before = Object.fromEntries(
        FIELDS.filter((one) => one in change).map((one) => [one, (theirs ?? item)[one]]),
      );
      say(
        t('agenda.saved', { title: saved.title }),
        () => void undo(params.id, before, saved.version),
      );
      close();
      await refresh();
    },
    onError: (error) => {
      if (isRefusal(error, 'updateAgendaItem', 'PRECONDITION_FAILED'))
        setTheirs(error.body.current);
    },
  });
  const isConflict = isRefusal(save.error, 'updateAgendaItem', 'PRECONDITION_FAILED');
  return (
    <FormDialog
      title={t('agenda.edit')}
      close={() => {
        close();
        void refresh();
      }}
      cancel={isConflict ? t('agenda.keep-theirs') : t('dialog.cancel')}
      submit={t('agenda.check')}
      send={attempt.mutate}
      change={() => setTried(undefined)}
      isBusy={attempt.isPending || save.isPending}
      problem={attempt.error ?? (isConflict ? undefined : save.error)}
      confirm={
        tried && {
          text: isConflict ? t('agenda.save-mine') : t('agenda.save'),
          run: () => save.mutate({ change: tried.change, version: (theirs ?? item).version }),
        }
      }
    >
      <label>
        {t('agenda.title-of')}
        <input
          name="title"
          required
          maxLength={200}
          defaultValue={first.title}
          autocomplete="off"
        />
      </label>
      <label>
        {t('agenda.room')}
        <input
          name="room"
          list="rooms"
          maxLength={100}
          defaultValue={first.room ?? ''}
          autocomplete="off"
        />
      </label>
      <datalist id="rooms">
        {rooms.map((room) => (
          <option key={room} value={room} />
        ))}
      </datalist>
      <label>
        {t('agenda.day')}
        <input name="day" type="date" required defaultValue={clock.day(first.starts_at)} />
      </label>
      <TimeInput
        name="starts"
        label={t('agenda.starts', { zone: timezone })}
        value={clock.time(first.starts_at)}
      />
      <TimeInput
        name="ends"
        label={t('agenda.ends', { zone: timezone })}
        value={clock.time(first.ends_at)}
      />
      <label class="check">
        <input name="cancelled" type="checkbox" defaultChecked={first.status === 'cancelled'} />
        {t('agenda.cancelled')}
      </label>
      {tried && <Effect result={tried.result} />}
      {isConflict && theirs && tried && (
        <Conflict theirs={theirs} mine={tried.change} clock={clock} />
      )}
    </FormDialog>
  );
}

function fieldsOf(form: FormData, clock: WallTime): Fields {
  const text = (name: string) => textOf(form, name);
  return {
    title: text('title'),
    room: text('room') || null,
    starts_at: clock.instant(text('day'), text('starts')),
    ends_at: clock.instant(text('day'), text('ends')),
    status: form.has('cancelled') ? 'cancelled' : 'scheduled',
  };
}

/** Only what differs is sent: what another organizer changed elsewhere in the item stays. */
const changesOf = (item: AdminAgendaItem, fields: Fields): AgendaItemChange =>
  Object.fromEntries(
    FIELDS.filter((one) => fields[one] !== item[one]).map((one) => [one, fields[one]]),
  );

async function undo(id: number, before: AgendaItemChange, version: number): Promise<void> {
  await api
    .call('updateAgendaItem', { params: { id }, body: before, ifMatch: version })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}

const Effect = ({ result }: { result: ChangedAgendaItem }) => (
  <section role="status">
    <p>
      <strong>{counted('agenda.notified', result.would_notify ?? 0)}</strong>
    </p>
    {result.warnings.map(({ message }) => (
      <p key={message} class="notice">
        {message}
      </p>
    ))}
  </section>
);

interface ConflictProps {
  readonly theirs: AdminAgendaItem;
  readonly mine: AgendaItemChange;
  readonly clock: WallTime;
}

/** What another organizer saved since the form opened, beside what would replace it. */
function Conflict({ theirs, mine, clock }: ConflictProps) {
  const shown = (field: keyof Fields, value: unknown) =>
    field.endsWith('_at')
      ? `${clock.day(String(value))} ${clock.time(String(value))}`
      : String(value ?? '–');
  return (
    <section role="alert">
      <p class="notice">{t('agenda.conflict')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('agenda.field')}</th>
            <th scope="col">{t('agenda.theirs')}</th>
            <th scope="col">{t('agenda.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {FIELDS.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`agenda.field.${field}`)}</th>
              <td>{shown(field, theirs[field])}</td>
              <td>{field in mine ? shown(field, mine[field]) : t('agenda.same')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
