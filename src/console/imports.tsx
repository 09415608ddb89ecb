import type { FunctionComponent, VNode } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { type Scope, useMay } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { useFilters } from './lib/filters.ts';
import { withTexts } from './lib/text.ts';
import { Loading } from './parts/states.tsx';

type Page = FunctionComponent<{ conference: Conference }>;

/** Loads the import of a file beside the words that all of them have. */
const importOf = (load: () => Promise<Page>) => lazy(() => withTexts(load(), 'imports'));

export const ImportGuests = importOf(() =>
  import('./attendees/import-guests.tsx').then((file) => file.ImportGuests),
);
export const ImportAgenda = importOf(() =>
  import('./agenda/import-agenda.tsx').then((file) => file.ImportAgenda),
);
export const ImportCalendar = importOf(() =>
  import('./events/import-calendar.tsx').then((file) => file.ImportCalendar),
);
export const ImportPeople = importOf(() =>
  import('./people/import-people.tsx').then((file) => file.ImportPeople),
);

interface Props {
  readonly scope: Scope;
  readonly Import: Page;
  readonly conference: Conference;
  readonly children: VNode;
}

/** The import of a screen where the address asks for it by `?import=`, else the screen. */
export function OrImport({ scope, Import, conference, children }: Props) {
  const isAsked = useFilters().of('import') !== undefined;
  if (!(useMay()(scope) && isAsked)) return children;
  return (
    <Suspense fallback={<Loading />}>
      <Import conference={conference} />
    </Suspense>
  );
}
