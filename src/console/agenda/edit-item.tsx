import type { AdminAgendaItem, AdminAgendaItemPage } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { CheckedEdit } from '../parts/checked-edit.tsx';
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
  readonly moved?: Partial<Fields> | undefined;
  readonly program: Program;
  readonly close: () => void;
  /** Asks whether to delete the item. */
  readonly remove: (item: AdminAgendaItem) => void;
}

/** Changes an item. */
export function EditItem({ item, moved, program, close, remove }: Props) {
  const may = useMay();
  const params = { id: item.id };
  const first = { ...fieldsOf(item), ...moved };
  return (
    <CheckedEdit<Fields, AdminAgendaItem>
      title={t('agenda.edit')}
      row={item}
      fieldsOf={fieldsOf}
      fieldsIn={(form) => fieldsIn(form, program, item)}
      moved={moved && first}
      attempt={(body) =>
        api.call('updateAgendaItem', { params: { ...params, dry_run: true }, body })
      }
      save={async (change, ifMatch, notify) => {
        const body = { ...change, notify };
        const saved = await api.call('updateAgendaItem', { params, body, ifMatch });
        showSaved(program.conference_id, saved);
        return saved;
      }}
      nameOf={({ title }) => title}
      refresh={() => queries.invalidateQueries({ queryKey: ['agenda'] })}
      close={close}
      label={(field) => t(`agenda.field.${field}`)}
      show={(field, value) => shownValue(field, value, program)}
    >
      <ItemFields first={first} program={program} />
      {may('content:delete') && (
        <button type="button" class="quiet bad" onClick={() => remove(item)}>
          {t('agenda.delete')}
        </button>
      )}
    </CheckedEdit>
  );
}

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
