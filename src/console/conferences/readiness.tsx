import { useQuery } from '@tanstack/preact-query';
import type { ReadinessFinding } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Failure, Loading } from '../parts/states.tsx';

/** The screen that mends a finding, by the word that its code begins with. */
const SCREENS: readonly (readonly [start: string, screen: string])[] = [
  ['agenda_items_', 'agenda'],
  ['programme_', 'agenda'],
  ['speakers_unpublished', 'speakers?status=draft'],
  ['speakers_without_photo', 'speakers?missing=photo'],
  ['speakers_without_bio', 'speakers?missing=bio'],
  ['speakers_without_talk', 'speakers?missing=talk'],
  ['speakers_', 'speakers'],
  ['events_', 'events'],
  ['side_events_', 'moderation'],
  ['quests_', 'quests'],
];

const screenOf = ({ code }: ReadinessFinding, conference_id: number): string =>
  SCREENS.find(([start]) => code.startsWith(start))?.[1] ?? `conferences?id=${conference_id}`;

export const useReadiness = (conference_id: number) =>
  useQuery({
    queryKey: ['readiness', conference_id],
    queryFn: () => api.call('getConferenceReadiness', { params: { id: conference_id } }),
  });

/** What is missing before a conference is published, each with the screen that mends it. */
export function Readiness({ conference_id }: { conference_id: number }) {
  const readiness = useReadiness(conference_id);
  return (
    <section class="card">
      <header>
        <h2>{t('readiness.title')}</h2>
      </header>
      {readiness.error && <Failure error={readiness.error} again={readiness.refetch} />}
      {readiness.isPending && <Loading />}
      {readiness.data && (
        <Findings findings={readiness.data.findings} conference_id={conference_id} />
      )}
    </section>
  );
}

interface FindingsProps {
  readonly findings: readonly ReadinessFinding[];
  readonly conference_id: number;
}

export function Findings({ findings, conference_id }: FindingsProps) {
  if (findings.length === 0)
    return (
      <p class="note good">
        <Icon name="circle-check" />
        {t('readiness.ready')}
      </p>
    );
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      <p class="body muted">
        {[
          errors > 0 && counted('readiness.errors', errors),
          errors < findings.length && counted('readiness.warnings', findings.length - errors),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <ul class="rows">
        {findings.map((finding) => (
          <li key={finding.code}>
            <ScreenLink conference_id={conference_id} to={screenOf(finding, conference_id)}>
              <span class={finding.severity === 'error' ? 'tile bad' : 'tile warn'}>
                <Icon name={finding.severity === 'error' ? 'circle-alert' : 'circle-dashed'} />
              </span>
              <span class="grow">
                {t(`readiness.${finding.code}`)}
                {finding.count !== undefined && ` (${finding.count})`}
                <small>{t(`readiness.severity.${finding.severity}`)}</small>
              </span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </>
  );
}
