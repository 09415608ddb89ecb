import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AgendaImportResult } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { ChangeList } from '../parts/changes.tsx';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Problem } from '../parts/problem.tsx';

/** What an import of the agenda has changed, or would change. */
export function AgendaReport({
  report,
  timezone,
}: {
  report: AgendaImportResult;
  timezone: string;
}) {
  const { created, updated, unchanged, cancelled, failed, speakers_created, speakers_updated } =
    report;
  return (
    <section role="status" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
      <p>
        <strong>{t('calendar.report', { created, updated, unchanged, cancelled })}</strong>
      </p>
      {speakers_created + speakers_updated > 0 && (
        <p>
          {t('agenda.import.speakers', { created: speakers_created, updated: speakers_updated })}
        </p>
      )}
      {report.dry_run && <WouldNotify would_notify={report.would_notify ?? 0} warnings={[]} />}
      {failed > 0 && <p class="problem">{counted('import.failed', failed)}</p>}
      {report.ignored_columns.length > 0 && (
        <p>{t('people.import.ignored', { columns: report.ignored_columns.join(', ') })}</p>
      )}
      <ul class="errors">
        {report.errors.map((one) => (
          <li key={one.row}>{t('import.row', { row: one.row, error: lineOf(one) })}</li>
        ))}
        {report.remarks.map((one) => (
          <li key={one.message}>{lineOf(one)}</li>
        ))}
      </ul>
      <ChangeList changed={report.changed} of="agenda" timezone={timezone} />
      {report.absent.length > 0 && (
        <p class="note warn">
          {t(cancelled > 0 ? 'agenda.import.gone' : 'agenda.import.kept', {
            titles: report.absent.map(({ title }) => title).join(', '),
          })}
        </p>
      )}
      {report.dry_run && report.unused_rooms.length > 0 && (
        <p class="note warn">
          {t('agenda.import.rooms', { rooms: report.unused_rooms.map((r) => r.name).join(', ') })}
        </p>
      )}
    </section>
  );
}

/** Rooms that nothing is in any more, each with its deletion. */
export function UnusedRooms({
  rooms,
  conference_id,
}: {
  rooms: AgendaImportResult['unused_rooms'];
  conference_id: number;
}) {
  const mayDelete = useMay()('content:delete');
  const [gone, setGone] = useState<readonly number[]>([]);
  const removal = useMutation({
    mutationFn: async (id: number) => {
      await api.call('deleteRoom', { params: { conference_id, id } });
      setGone((ids) => [...ids, id]);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agenda'] }),
  });
  const left = rooms.filter(({ id }) => !gone.includes(id));
  if (left.length === 0) return null;
  return (
    <section aria-label={t('agenda.import.unused')}>
      <p class="note warn">
        {t('agenda.import.rooms', { rooms: left.map((r) => r.name).join(', ') })}
      </p>
      {mayDelete && (
        <div class="bar">
          {left.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              class="btn"
              disabled={removal.isPending}
              onClick={() => removal.mutate(id)}
            >
              {t('agenda.delete-title', { title: name })}
            </button>
          ))}
        </div>
      )}
      <Problem error={removal.error} />
    </section>
  );
}
