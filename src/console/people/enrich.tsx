import { useMutation, useQuery } from '@tanstack/preact-query';
import { isRefusal } from '../../client/api-error.ts';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Failure } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';

/** What was made from the profile of a user, to recommend people to each other. */
export function Enrichment({
  user: { id },
  timezone,
}: {
  user: AdminUserDetails;
  timezone: string;
}) {
  const may = useMay();
  const queryKey = ['people', id, 'enrichment'];
  const params = { user_id: id };
  const found = useQuery({
    queryKey,
    queryFn: () =>
      api.call('getEnrichment', { params }).catch((error: unknown) => {
        if (isRefusal(error, 'getEnrichment', 'NOT_FOUND')) return null;
        throw error;
      }),
  });
  const change = useMutation({
    mutationFn: (to: 'generateEnrichment' | 'syncEnrichment') =>
      to === 'syncEnrichment' ? api.call(to, { params }) : api.call(to, { params, body: {} }),
    onSuccess: () => say(t('enrichment.done')),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['people', id] }),
  });
  const { data } = found;
  return (
    <section>
      <h2>{t('enrichment.title')}</h2>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {data === null && <p class="muted">{t('enrichment.none')}</p>}
      {data && (
        <Facts
          facts={[
            [t('people.field.headline'), data.headline],
            [t('enrichment.summary'), data.summary],
            [t('enrichment.tags'), data.tags.join(', ')],
            [t('people.field.interests'), data.interests.join(', ')],
            [
              t('enrichment.generated', { zone: timezone }),
              data.generated_at && zoneOf(timezone).moment(data.generated_at),
            ],
          ]}
        />
      )}
      {may('enrichment:run') && (
        <div class="buttons">
          <button
            type="button"
            class="btn"
            disabled={change.isPending}
            onClick={() => change.mutate('generateEnrichment')}
          >
            {t('enrichment.run')}
          </button>
          {data?.generated_at && (
            <button
              type="button"
              class="btn"
              disabled={change.isPending}
              onClick={() => change.mutate('syncEnrichment')}
            >
              {t('enrichment.sync')}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
