import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { Empty } from '../parts/states.tsx';

export type GroupKind = 'rooms' | 'tracks';
interface Group {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
  /** Of a room. */
  readonly capacity?: number | null;
}

/** The operations of rooms and tracks, which have the same fields but for the capacity. */
const OPERATIONS = {
  rooms: {
    create: 'createRoom',
    update: 'updateRoom',
    remove: 'deleteRoom',
    order: 'orderRooms',
  },
  tracks: {
    create: 'createTrack',
    update: 'updateTrack',
    remove: 'deleteTrack',
    order: 'orderTracks',
  },
} as const;

interface Props {
  readonly kind: GroupKind;
  readonly conference_id: number;
  readonly groups: readonly Group[];
  readonly close: () => void;
  readonly mayDelete: boolean;
}

/** The rooms or tracks of a conference: their names, colors and capacities, in the order of the grid. */
export function Groups({ kind, conference_id, groups, close, mayDelete }: Props) {
  // While it is saved, the list shows the order that was asked for.
  const [asked, setAsked] = useState<readonly Group[]>();
  const names = OPERATIONS[kind];
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['agenda'] });
      setAsked(undefined);
    },
  });
  const order = (rows: readonly Group[]) => {
    setAsked(rows);
    const body = { ids: rows.map(({ id }) => id) };
    change.mutate(() => api.call(names.order, { params: { conference_id }, body }));
  };
  const rows = asked ?? groups;
  return (
    <Dialog title={t(`agenda.${kind}`)} close={close}>
      <p class="muted">{t(`agenda.${kind}.more`)}</p>
      <Problem error={change.error} />
      {rows.length === 0 && <Empty title={t(`agenda.${kind}.none`)} />}
      <Sortable
        label={t(`agenda.${kind}`)}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        order={order}
      >
        {(group) => (
          <GroupForm
            // Saved: a new form.
            key={JSON.stringify(group)}
            kind={kind}
            group={group}
            submit={t('edit.save')}
            send={(body) => {
              const params = { conference_id, id: group.id };
              change.mutate(() => api.call(names.update, { params, body }));
            }}
            remove={
              mayDelete
                ? () => {
                    const params = { conference_id, id: group.id };
                    change.mutate(() => api.call(names.remove, { params }));
                  }
                : undefined
            }
          />
        )}
      </Sortable>
      <GroupForm
        // An empty form for the next one.
        key={`${rows.length}`}
        kind={kind}
        submit={t('agenda.add')}
        send={(body) =>
          change.mutate(() => api.call(names.create, { params: { conference_id }, body }))
        }
      />
      <Close close={close} />
    </Dialog>
  );
}

interface GroupFormProps {
  readonly kind: GroupKind;
  readonly group?: Group;
  readonly submit: string;
  readonly send: (body: { name: string; color: string | null; capacity?: number | null }) => void;
  readonly remove?: (() => void) | undefined;
}

/** One row: a room, a track, or the next of them. */
function GroupForm({ kind, group, submit, send, remove }: GroupFormProps) {
  const name = group?.name ?? t(`agenda.${kind}.new`);
  const [isChanged, setChanged] = useState(false);
  return (
    <form
      class="group"
      onInput={() => setChanged(true)}
      onSubmit={(event) => {
        event.preventDefault();
        setChanged(false);
        const fields = new FormData(event.currentTarget);
        const color = textOf(fields, 'color');
        send({
          name: textOf(fields, 'name'),
          // The input has no empty value: white stands for no color.
          color: color === NO_COLOR ? null : color,
          ...(kind === 'rooms' && { capacity: Number(textOf(fields, 'capacity')) || null }),
        });
      }}
    >
      <input
        name="name"
        required
        maxLength={100}
        defaultValue={group?.name}
        placeholder={group ? undefined : name}
        aria-label={t('agenda.group-name', { name })}
        autocomplete="off"
      />
      {kind === 'rooms' && (
        <input
          name="capacity"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={group?.capacity ?? ''}
          placeholder={t('agenda.seats')}
          aria-label={t('agenda.group-seats', { name })}
        />
      )}
      <input
        name="color"
        type="color"
        defaultValue={group?.color ?? NO_COLOR}
        aria-label={t('agenda.group-color', { name })}
      />
      {(!group || isChanged) && (
        <button type="submit" class="btn primary">
          {submit}
        </button>
      )}
      {remove && !isChanged && (
        <button
          type="button"
          class="btn quiet bad"
          aria-label={t('agenda.delete-title', { title: name })}
          onClick={remove}
        >
          <Icon name="trash-2" />
          {t('agenda.delete')}
        </button>
      )}
    </form>
  );
}

const NO_COLOR = '#ffffff';
