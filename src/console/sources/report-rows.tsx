import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Source, SourceRow } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { changeText } from '../parts/changes.tsx';
import { say } from '../parts/toasts.tsx';
import { groupOf } from './kinds.ts';

interface RowsProps {
  readonly rows: readonly SourceRow[];
  readonly source: Source;
  readonly conference: Conference;
  readonly choose?: {
    readonly isChosen: (key: string) => boolean;
    readonly toggle: (key: string) => void;
  };
  readonly canWithdraw?: boolean;
}

/** One line a row, with what changes from and to. */
export function Rows({ rows, source, conference, choose, canWithdraw = false }: RowsProps) {
  const { moment } = zoneOf(conference.timezone);
  const words = source.kind === 'ical' ? 'events' : 'agenda';
  const textOf = ({ title, key, starts_at }: SourceRow) =>
    title === null ? key : `${title}${starts_at ? `, ${moment(starts_at)}` : ''}`;
  if (rows.length === 0) return <p class="muted">{t('sources.nothing')}</p>;
  return (
    <ul class="rows">
      {rows.map((row) => (
        <li key={`${row.result} ${row.key}`}>
          {choose ? (
            <label class="check">
              <input
                type="checkbox"
                checked={choose.isChosen(row.key)}
                onChange={() => choose.toggle(row.key)}
              />
              <span>
                <strong>{t(`sources.result.${row.result}`)}</strong> {textOf(row)}
              </span>
            </label>
          ) : (
            <>
              <strong>{t(`sources.result.${row.result}`)}</strong> {textOf(row)}
            </>
          )}
          {row.changes.map((change) => (
            <div key={change.field}>{changeText(change, words, moment)}</div>
          ))}
          {canWithdraw && groupOf(source.kind) === 'guests' && row.id !== null && (
            <Withdraw row={row} id={row.id} source={source} conference={conference} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A person decides on who has claimed or arrived, or is only missing from the list. */
function Withdraw({
  row: { key, result },
  id,
  source,
  conference,
}: Pick<RowsProps, 'source' | 'conference'> & { readonly row: SourceRow; readonly id: number }) {
  const [isDone, setDone] = useState(false);
  const withdraw = useMutation({
    mutationFn: () =>
      api.call('withdrawFromSource', {
        params: { conference_id: conference.id, source_id: source.id },
        body: { registration_ids: [id] },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: ({ results: [one] }) => {
      setDone(true);
      say(one?.error ?? t('sources.withdrawn', { name: key }));
    },
    onError: (error) => say(sentenceOf(error)),
  });
  if ((result !== 'to_withdraw' && result !== 'absent') || isDone) return null;
  return (
    <button
      type="button"
      class="btn bad"
      disabled={withdraw.isPending}
      onClick={() => withdraw.mutate()}
      aria-label={t('sources.withdraw-name', { name: key })}
    >
      {t('sources.withdraw')}
    </button>
  );
}
