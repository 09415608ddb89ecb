import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AttendeeImportUndone } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Problem } from '../parts/problem.tsx';
import { refreshAttendees } from './operations.ts';

/** Takes an import back; says how many were withdrawn, and how many stay and why. */
export async function undoImport(conference_id: number, import_id: string): Promise<string> {
  const params = { conference_id, import_id };
  const undone = await api.call('undoAttendeeImport', { params });
  await refreshAttendees();
  return undoneText(undone);
}

const undoneText = ({ withdrawn, kept }: AttendeeImportUndone): string =>
  t('import.undone', { withdrawn, ...kept });

/** The latest imports of guests, each with the way back. They are rows of the audit log. */
export function PastImports({ conference }: { conference: Conference }) {
  const { id: conference_id, timezone } = conference;
  const mayRead = useMay()('audit:read');
  const mayUndo = useMay()('attendees:write');
  const [asked, setAsked] = useState<string>();
  const action = 'conference.import_attendees' as const;
  const past = useQuery({
    // Made old by every import, as the list itself.
    queryKey: ['attendees', 'imports', conference_id],
    queryFn: () => api.call('listAuditLog', { params: { conference_id, action, limit: 10 } }),
    enabled: mayRead,
  });
  const undo = useMutation({
    mutationFn: (import_id: string) => undoImport(conference_id, import_id),
    onSettled: () => setAsked(undefined),
  });
  const rows = past.data?.data ?? [];
  const { moment } = zoneOf(timezone);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{t('calendar.past')}</summary>
      <p role="status">{undo.data ?? ''}</p>
      <Problem error={undo.error} />
      <ul class="errors">
        {rows.map(({ id, at, actor, administrator, after }) => {
          const importId = String(after?.import_id ?? '');
          const when = moment(at);
          return (
            <li key={id}>
              {t('import.past-line', {
                when,
                who: administrator?.name ?? actor,
                created: Number(after?.created ?? 0),
                updated: Number(after?.updated ?? 0),
              })}
              {asked === importId && importId && <p>{t('import.undo.more')}</p>}
              {mayUndo && importId && (
                <button
                  type="button"
                  class="btn"
                  disabled={undo.isPending}
                  onClick={() => (asked === importId ? undo.mutate(importId) : setAsked(importId))}
                >
                  {t(asked === importId ? 'import.undo.sure' : 'import.undo', { when })}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
