import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminAgendaItem, AgendaMoveRequest, MovedAgenda } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { dayText } from '../lib/zone.ts';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { say } from '../parts/toasts.tsx';
import type { Program } from './item-fields.tsx';

interface Props {
  readonly day: string;
  /** Of the day. */
  readonly items: readonly AdminAgendaItem[];
  readonly program: Program;
  readonly close: () => void;
}
interface Tried {
  readonly body: AgendaMoveRequest;
  readonly result: MovedAgenda;
}
const DAY_MS = 24 * 60 * 60_000;

/** Moves all that follows by some minutes: first what and whom it concerns, then for real. */
export function ShiftItems({ day, items, program, close }: Props) {
  const { conference_id, clock, rooms } = program;
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState<Tried>();
  const attempt = useMutation({
    mutationFn: async (form: FormData) => {
      const room = textOf(form, 'room');
      const midnight = Date.parse(clock.instant(day, '00:00'));
      const body: AgendaMoveRequest = {
        filter: {
          conference_id,
          from: clock.instant(day, textOf(form, 'from')),
          // A day can have 23 or 25 hours: the next one begins at its own midnight.
          to: clock.instant(clock.day(new Date(midnight + 1.5 * DAY_MS).toISOString()), '00:00'),
          ...(room && { room }),
        },
        shift_minutes: Number(textOf(form, 'minutes')),
        notify: form.has('notify'),
      };
      setTried({
        body,
        result: await api.call('moveAgendaItems', { body: { ...body, dry_run: true } }),
      });
    },
  });
  const apply = useMutation({
    mutationFn: ({ body }: Tried) => api.call('moveAgendaItems', { body, idempotencyKey }),
    onSuccess: async ({ moved, left_out }, { body }) => {
      // What has begun moved in part or not at all: there is no inverse of that.
      const undo = left_out === 0 ? () => void takeBack(items, body) : undefined;
      say(counted('agenda.shifted', moved), undo);
      close();
      await refresh();
    },
  });
  return (
    <FormDialog
      title={t('agenda.shift')}
      close={close}
      submit={t('edit.check')}
      send={attempt.mutate}
      change={() => {
        setTried(undefined);
        setKey(crypto.randomUUID());
      }}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={
        tried && {
          text: counted('agenda.shift-apply', tried.result.moved),
          run: () => apply.mutate(tried),
          isDisabled: tried.result.moved === 0,
        }
      }
    >
      <p>{t('agenda.shift.more', { day: dayText(day) })}</p>
      <TimeInput
        name="from"
        label={t('agenda.shift-from', { zone: program.timezone })}
        value="00:00"
      />
      <TextField
        name="minutes"
        type="number"
        required
        min={-1_440}
        max={1_440}
        label={t('agenda.shift-minutes')}
        value={15}
      />
      <Choice
        name="room"
        label={t('agenda.field.room')}
        values={['', ...rooms.map(({ name }) => name)]}
        textOf={(name) => name || t('agenda.all-rooms')}
      />
      <Check name="notify" isChecked>
        {t('agenda.notify')}
      </Check>
      {tried && <Effect {...tried} />}
    </FormDialog>
  );
}

const refresh = () => queries.invalidateQueries({ queryKey: ['agenda'] });

const isMoved =
  ({ from = '', to = '', room }: NonNullable<AgendaMoveRequest['filter']>) =>
  (item: AdminAgendaItem) =>
    item.starts_at >= from && item.starts_at < to && (!room || item.room === room);

async function takeBack(
  items: readonly AdminAgendaItem[],
  { filter, shift_minutes = 0, notify = true }: AgendaMoveRequest,
): Promise<void> {
  const ids = filter ? items.filter(isMoved(filter)).map(({ id }) => id) : [];
  await api
    .call('moveAgendaItems', { body: { ids, shift_minutes: -shift_minutes, notify } })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}

const Effect = ({ body, result }: Tried) => (
  <>
    <p>
      {t('agenda.shift-report', {
        moved: result.moved,
        events: result.events_moved,
        left: result.left_out,
      })}
    </p>
    <WouldNotify
      would_notify={body.notify === false ? 0 : (result.would_notify ?? 0)}
      warnings={result.warnings}
    />
  </>
);
