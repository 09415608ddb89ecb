import type { AgendaImportResult, CalendarReport } from '../../client/operations.d.ts';
import { labelOf } from '../lib/problems.ts';
import { t, textIf } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';

type Item = AgendaImportResult['changed'][number] | CalendarReport['changed'][number];
type Change = Item['changes'][number];

/** What an import creates, changes from and to, and cancels. `of` has the words of its fields. */
export function ChangeList({
  changed,
  of,
  timezone,
}: {
  changed: readonly Item[];
  of: 'agenda' | 'events';
  timezone: string;
}) {
  const { moment } = zoneOf(timezone);
  return (
    <ul class="rows">
      {changed.map((item, index) => (
        // An import can change several events with one UID.
        <li key={`${index} ${item.title}`}>
          {t('calendar.line', {
            result: t(`calendar.result.${item.result}`),
            title: item.title,
            when: moment(item.starts_at),
          })}
          {item.changes.map((change) => (
            <div key={change.field}>{changeText(change, of, moment)}</div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** What people call a field of a session or an event. */
export const fieldText = (field: string, of: 'agenda' | 'events'): string =>
  textIf(`${of}.field.${field}`) ?? labelOf(field) ?? field;

/** `Starts: Thu, 14 May, 09:00 → 10:00`; only the name of a field whose values are long, ids or look alike. */
export function changeText(
  { field, from, to }: Pick<Change, 'from' | 'to'> & { readonly field: string },
  of: 'agenda' | 'events',
  moment: (instant: string) => string,
): string {
  const label = fieldText(field, of);
  const shown = (value: unknown): string => {
    if (value === null || value === '') return t('change.empty');
    if (typeof value === 'boolean') return t(`change.${value}`);
    if (Array.isArray(value)) return value.join(', ') || t('change.empty');
    if (typeof value === 'object' && 'name' in value) return shown(value.name);
    if (field === 'starts_at' || field === 'ends_at') return moment(String(value));
    return textIf(`${of}.${field}.${value}`) ?? String(value);
  };
  const [before, after] = [shown(from), shown(to)];
  return UNSHOWN.includes(field) || before === after
    ? label
    : t('change.line', { label, from: before, to: after });
}

const UNSHOWN: readonly string[] = ['speaker_ids', 'links', 'description'];
