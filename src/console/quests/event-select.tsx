import { useQuery } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';

interface EventSelectProps {
  readonly conference_id: number;
  readonly label: string;
  readonly value: number | null;
  /** The words of the choice of no event; without them, one must be chosen. */
  readonly none?: string;
}

/** The events of the conference, by name. */
export function EventSelect({ conference_id, label, value, none }: EventSelectProps) {
  const events = useQuery({
    queryKey: ['quests', 'events', conference_id],
    queryFn: () =>
      api.call('listAdminEvents', { params: { conference_id, sort: 'starts_at', limit: 100 } }),
  });
  const rows = events.data?.data ?? [];
  const isMissing = value !== null && !rows.some(({ id }) => id === value);
  return (
    <label class="field">
      {label}
      <select name="event_id" required={none === undefined} key={rows.length}>
        <option value="">{none ?? ''}</option>
        {isMissing && (
          <option value={String(value)} selected>
            {t('quests.event-id', { id: String(value) })}
          </option>
        )}
        {rows.map(({ id, title }) => (
          <option key={id} value={String(id)} selected={id === value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
