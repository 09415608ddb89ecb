import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AgendaImportResult } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { ChangeList } from '../parts/changes.tsx';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Lines, rowLine } from '../parts/import-lines.tsx';
import { Problem } from '../parts/problem.tsx';

/** What an import of the agenda has changed, or would change. */
export function AgendaReport({
  report,
  timezone,
}: {
  report: AgendaImportResult;
  timezone: string;
}) {
  const { cancelled, speakers_created: created, speakers_updated: updated } = report;
  return (
    <>
      {report.dry_run && <WouldNotify would_notify={report.would_notify ?? 0} warnings={[]} />}
      {created + updated > 0 && <p>{t('agenda.import.speakers', { created, updated })}</p>}
      {report.ignored_columns.length > 0 && (
        <p class="muted">
          {t('people.import.ignored', { columns: report.ignored_columns.join(', ') })}
        </p>
      )}
      <Lines
        title={counted('import.failed', report.failed)}
        lines={report.errors.map(rowLine)}
        count={report.failed}
      />
      <Lines title={t('import.remarks')} lines={report.remarks.map(lineOf)} />
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
    </>
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
