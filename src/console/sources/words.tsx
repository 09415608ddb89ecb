import type { Source, SourceRun } from '../../client/operations.d.ts';
import { counted, number, t, textIf } from '../lib/text.ts';

/** Whether it is read, why not, and whether something waits for a person. */
export function Light({ source }: { source: Source }) {
  const { is_enabled, off_reason, waiting_run_id, restless_at, failing_since } = source;
  if (!is_enabled) {
    return (
      <>
        <span class="tag warn">{t('sources.light.off')}</span>
        {off_reason && <small>{t(`sources.off.${off_reason}`)}</small>}
      </>
    );
  }
  return (
    <>
      {failing_since && <span class="tag bad">{t('sources.light.failing')}</span>}
      {waiting_run_id !== null && <span class="tag warn">{t('sources.light.waiting')}</span>}
      {!failing_since && waiting_run_id === null && (
        <span class="tag good">{t('sources.light.on')}</span>
      )}
      {restless_at && <small>{t('sources.restless')}</small>}
    </>
  );
}

export const intervalText = (minutes: number): string =>
  minutes % 60 === 0
    ? counted('sources.every-hours', minutes / 60)
    : t('sources.every-minutes', { count: minutes });

/** How a run ended, with what it changed. */
export function runText({ status, counts, error }: SourceRun): string {
  const parts = Object.entries(counts ?? {}).flatMap(([name, count]) => {
    const text = count > 0 && SHOWN.includes(name) && textIf(`sources.count.${name}`);
    return text ? [`${number(count)} ${text}`] : [];
  });
  return [t(`sources.run.${status}`), ...(error ? [error] : parts)].join(' · ');
}

const SHOWN: readonly string[] = [
  'created',
  'updated',
  'cancelled',
  'absent',
  'withdrawn',
  'to_withdraw',
  'failed',
];
