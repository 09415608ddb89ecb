import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Head } from '../parts/head.tsx';
import { Checkpoints } from '../registration/checkpoints.tsx';

/** How people come to the conference, and where they are counted. */
export const Registration = ({ conference }: { conference: Conference }) => (
  <>
    <Head title={t('registration.title')} />
    <Checkpoints conference={conference} />
  </>
);
