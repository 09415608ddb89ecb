import { lazy, Suspense } from 'preact/compat';
import { useMay } from '../lib/access.ts';
import { withTexts } from '../lib/text.ts';
import type { FormOf } from './form.tsx';

const Section = lazy(() =>
  withTexts(import('./form.tsx'), 'forms').then((file) => file.FormSection),
);

/** The form of a conference or an event, for who sees its attendees; loaded where it is shown. */
export const LazyForm = ({ of }: { of: FormOf }) =>
  useMay()('attendees:read') ? (
    <Suspense fallback={null}>
      <Section of={of} />
    </Suspense>
  ) : null;
