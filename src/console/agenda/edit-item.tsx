import type { AdminAgendaItem, AdminAgendaItemPage } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { weekdayText } from '../lib/zone.ts';
import { type Change, CheckedEdit, savedAtOnce } from '../parts/checked-edit.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Drop } from './card.tsx';
import {
  type Fields,
  fieldsIn,
  fieldsOf,
  ItemFields,
  type Program,
  shownValue,
} from './item-fields.tsx';

interface Props {
  readonly item: AdminAgendaItem;
  /** Where a card was dropped. */
  readonly moved?: Fields | undefined;
  readonly program: Program;
  readonly close: () => void;
  /** Asks whether to delete the item. */
  readonly remove: (item: AdminAgendaItem) => void;
}

const changeOf = ({ id, conference_id }: AdminAgendaItem): Change<Fields, AdminAgendaItem> => ({
  fieldsOf,
  attempt: (body) => api.call('updateAgendaItem', { params: { id, dry_run: true }, body }),
  save: async (change, ifMatch, notify) => {
    const body = { ...change, notify };
    const saved = await api.call('updateAgendaItem', { params: { id }, body, ifMatch });
    showSaved(conference_id, saved);
    return saved;
  },
  nameOf: ({ title }) => title,
  refresh: () => queries.invalidateQueries({ queryKey: ['agenda'] }),
});

/** One after the other: a card that is moved again begins where it was saved. */
let dropped: Promise<unknown> = Promise.resolve();

/** Saves where a card was dropped at once, if nobody would be notified; else `ask` does. */
export function dropItem(drop: Drop, ask: (item: AdminAgendaItem, moved: Fields) => void): void {
  dropped = dropped.then(async () => {
    const { id, conference_id } = drop.item;
    const list = queries.getQueryData<AdminAgendaItemPage>(['agenda', conference_id]);
    const item = list?.data.find((one) => one.id === id) ?? drop.item;
    const moved = { ...fieldsOf(item), ...movedBy({ ...drop, item }) };
    if (!(await savedAtOnce(changeOf(item), item, moved))) ask(item, moved);
  });
}

function movedBy({ item, room, byMinutes, longerBy }: Drop): Partial<Fields> {
  const later = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  return {
    room,
    starts_at: later(item.starts_at, byMinutes),
    ends_at: later(item.ends_at, byMinutes + longerBy),
  };
}

/** Changes an item. */
export function EditItem({ item, moved, program, close, remove }: Props) {
  const may = useMay();
  return (
    <CheckedEdit<Fields, AdminAgendaItem>
      {...changeOf(item)}
      title={item.title}
      row={item}
      fieldsIn={(form) => fieldsIn(form, program, item)}
      moved={moved}
      close={close}
      label={(field) => t(`agenda.field.${field}`)}
      show={(field, value) => shownValue(field, value, program)}
    >
      <Place item={item} program={program} />
      <ItemFields first={moved ?? fieldsOf(item)} program={program} />
      {may('content:delete') && (
        <button type="button" class="btn quiet bad" onClick={() => remove(item)}>
          <Icon name="trash-2" />
          {t('agenda.delete')}
        </button>
      )}
    </CheckedEdit>
  );
}

/** Where and when the item is, whatever the form says. */
const Place = ({ item, program: { clock, tracks } }: Pick<Props, 'item' | 'program'>) => (
  <p class="muted">
    {item.track && (
      <i
        class="dot"
        style={{ '--track': tracks.find(({ name }) => name === item.track)?.color ?? undefined }}
      />
    )}
    {[
      item.track,
      weekdayText(clock.day(item.starts_at)),
      `${clock.time(item.starts_at)} – ${clock.time(item.ends_at)}`,
      item.room,
    ]
      .filter(Boolean)
      .join(' · ')}
  </p>
);

/**
 * Shows an item as it was saved, until the list is read again: a drag in between would send the version
 * before, and be refused as if another organizer had changed the item.
 */
function showSaved(conference_id: number, saved: AdminAgendaItem): void {
  queries.setQueryData<AdminAgendaItemPage>(
    ['agenda', conference_id],
    (list) =>
      list && { ...list, data: list.data.map((one) => (one.id === saved.id ? saved : one)) },
  );
}
