import type { FunctionComponent, VNode } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { type Scope, useMay } from './lib/access.ts';
import type { Conference } from './lib/conference.ts';
import { useFilters } from './lib/filters.ts';
import { withTexts } from './lib/text.ts';
import { Loading } from './parts/states.tsx';
import type { SourceGroup } from './sources/kinds.ts';

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

const Sources = lazy(() =>
  withTexts(import('./sources/sources.tsx'), 'imports', 'sources').then((file) => ({
    default: file.Sources,
  })),
);

interface Props {
  /** What the sources of the screen bring. */
  readonly sources?: SourceGroup;
  readonly scope: Scope;
  readonly Import: Page;
  readonly conference: Conference;
  readonly children: VNode;
}

/** The import of a screen where the address asks for it by `?import=`, or its sources, else the screen. */
export function OrImport({ sources, scope, Import, conference, children }: Props) {
  const asked = useFilters().of('import');
  const mayImport = useMay()(scope);
  if (asked === 'sources' && sources) {
    return (
      <Suspense fallback={<Loading />}>
        <Sources conference={conference} group={sources} />
      </Suspense>
    );
  }
  if (!mayImport || asked === undefined) return children;
  return (
    <Suspense fallback={<Loading />}>
      <Import conference={conference} />
    </Suspense>
  );
}
