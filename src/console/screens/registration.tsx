import { useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Head } from '../parts/head.tsx';
import { Checkpoints } from '../registration/checkpoints.tsx';
import { FormSection } from '../registration/form.tsx';
import { TicketTypes } from '../registration/ticket-types.tsx';

/** How people come to the conference, what they are asked, and where they are counted. */
export function Registration({ conference }: { conference: Conference }) {
  const may = useMay();
  return (
    <>
      <Head title={t('registration.title')} />
      <TicketTypes conference={conference} />
      <FormSection of={{ conference_id: conference.id }} />
      {may('door:read') && <Checkpoints conference={conference} />}
    </>
  );
}
