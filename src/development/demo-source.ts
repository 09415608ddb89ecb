import type { App } from '../app.ts';
import type { Administrator } from '../domain/administration/administrators.ts';

/** A calendar that is switched off, because there is none at its address, with the run that found out. */
export async function loadDemoSource(
  { store, services }: Pick<App, 'store' | 'services'>,
  { by, conference_id }: { by: Administrator; conference_id: number },
): Promise<void> {
  const { id } = await services.sources.create(by, conference_id, {
    kind: 'ical',
    name: 'Harbor calendar',
    url: 'https://harbor.example/calendar.ics',
    is_enabled: false,
  });
  const run = await store.sourceRuns.insert({ source_id: id, kind: 'scheduled' });
  const error = 'The address cannot be reached';
  await store.sourceRuns.updateEnded(run.id, { status: 'failed', error });
}
