import { useQuery } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { EditItem } from '../agenda/edit-item.tsx';
import { type Drop, Grid } from '../agenda/grid.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { dayText } from '../lib/zone.ts';
import { Empty, Failure, Loading } from '../parts/states.tsx';

interface Edited {
  readonly item: AdminAgendaItem;
  readonly moved?: Partial<AdminAgendaItem>;
}

async function readItems(conference_id: number): Promise<readonly AdminAgendaItem[]> {
  const items: AdminAgendaItem[] = [];
  const params = { conference_id, limit: 100, sort: 'starts_at' } as const;
  for await (const item of api.rows('listAgendaItems', { params })) items.push(item);
  return items;
}

/** The program day by day: rooms across, times down. */
export function Agenda({ conference }: { conference: Conference }) {
  const { id, timezone, starts_on } = conference;
  const may = useMay();
  const clock = useMemo(() => wallTimeOf(timezone), [timezone]);
  const [chosen, setChosen] = useState('');
  const [edited, setEdited] = useState<Edited>();
  const agenda = useQuery({ queryKey: ['agenda', id], queryFn: () => readItems(id) });
  const rooms = useQuery({
    queryKey: ['agenda', id, 'rooms'],
    queryFn: () => api.call('listRooms', { params: { conference_id: id, limit: 100 } }),
  });
  const items = agenda.data ?? [];
  const days = [...new Set(items.map(({ starts_at }) => clock.day(starts_at)))].sort();
  const day = days.includes(chosen) ? chosen : (days[0] ?? starts_on);
  const shown = items.filter(({ starts_at }) => clock.day(starts_at) === day);
  const names = rooms.data?.data.map(({ name }) => name) ?? [];
  const columns = [...names, null].filter(
    (name) => shown.some(({ room }) => room === name) || name !== null,
  );
  const edit = (one: Edited) => {
    if (may('content:write')) setEdited(one);
  };
  const drop = ({ item, room, byMinutes }: Drop) => {
    const later = (instant: string) =>
      new Date(Date.parse(instant) + byMinutes * 60_000).toISOString();
    edit({ item, moved: { room, starts_at: later(item.starts_at), ends_at: later(item.ends_at) } });
  };
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('agenda.title')}</h1>
        {days.map((one) => (
          <button key={one} type="button" aria-pressed={one === day} onClick={() => setChosen(one)}>
            {dayText(one)}
          </button>
        ))}
      </div>
      {agenda.error && <Failure error={agenda.error} again={agenda.refetch} />}
      {agenda.isPending && <Loading />}
      {agenda.data && items.length === 0 && <Empty title={t('agenda.none')} />}
      {shown.length > 0 && rooms.data && (
        <section class="scroll" aria-label={dayText(day)}>
          <Grid
            items={shown}
            rooms={columns}
            clock={clock}
            open={(item) => edit({ item })}
            drop={drop}
          />
        </section>
      )}
      {edited && (
        <EditItem
          {...edited}
          rooms={names}
          clock={clock}
          timezone={timezone}
          close={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
