import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { AdminConference } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { number, t } from '../lib/text.ts';
import { dayText, zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Head } from '../parts/head.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { ChangeStatus } from './change-status.tsx';
import { DeleteConference } from './delete-conference.tsx';
import { DuplicateConference } from './duplicate-conference.tsx';
import { EditConference } from './edit-conference.tsx';
import { Readiness } from './readiness.tsx';
import { SeeAsAttendee } from './see-as-attendee.tsx';

/** A conference: its settings, what is missing before it is published, and what can be done with it. */
export function OneConference({ id }: { id: number }) {
  const { at } = useFilters();
  const found = useQuery({
    queryKey: ['conferences', 'one', id],
    queryFn: () => api.call('getAdminConference', { params: { id } }),
  });
  const conference = found.data;
  return (
    <>
      <p>
        <Link href={at({ id: undefined })}>{t('conferences.back')}</Link>
      </p>
      {conference ? (
        <ConferenceHead conference={conference} />
      ) : (
        <Head title={t('conferences.conference')} />
      )}
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {conference && (
        <div class="columns">
          <Settings conference={conference} />
          <Readiness conference_id={id} />
        </div>
      )}
    </>
  );
}

function ConferenceHead({ conference }: { conference: AdminConference }) {
  const may = useMay();
  const { status } = conference;
  const mayWrite = may('content:write');
  const to = {
    draft: undefined,
    published: 'archived',
    archived: 'published',
    cancelled: undefined,
  } as const;
  const next = to[status];
  return (
    <Head
      title={conference.name}
      others={[
        status !== 'draft' && <SeeAsAttendee id={conference.id} />,
        mayWrite && <EditConference conference={conference} />,
        mayWrite && <DuplicateConference conference={conference} />,
        mayWrite && next && <ChangeStatus conference={conference} to={next} />,
        mayWrite && status !== 'cancelled' && (
          <ChangeStatus conference={conference} to="cancelled" />
        ),
        may('content:delete') && <DeleteConference conference={conference} />,
      ]}
    >
      {mayWrite && status === 'draft' && <ChangeStatus conference={conference} to="published" />}
    </Head>
  );
}

function Settings({ conference }: { conference: AdminConference }) {
  const { timezone, capacity, registration_closes_at: closes } = conference;
  return (
    <section>
      <h2>{t('conferences.settings')}</h2>
      <Facts
        facts={[
          [t('conferences.status'), t(`conferences.status.${conference.status}`)],
          [
            t('conferences.days'),
            t('conferences.from-to', {
              from: dayText(conference.starts_on),
              to: dayText(conference.ends_on),
            }),
          ],
          [t('conferences.field.timezone'), timezone],
          [t('conferences.field.venue'), conference.venue],
          [t('conferences.field.city'), conference.city],
          [t('conferences.field.country'), conference.country],
          [t('conferences.field.website'), conference.website],
          [t('conferences.field.slug'), conference.slug],
          [
            t('conferences.field.capacity'),
            capacity === null ? t('conferences.unlimited') : number(capacity),
          ],
          [t('conferences.attendees'), number(conference.attendee_count)],
          [t('conferences.invited'), number(conference.invited_count)],
          [
            t('conferences.field.registration_mode'),
            t(`conferences.registration.${conference.registration_mode}`),
          ],
          [
            t('conferences.field.registration_closes_at'),
            closes && `${zoneOf(timezone).moment(closes)} (${timezone})`,
          ],
          [t('conferences.field.event_access'), t(`conferences.access.${conference.event_access}`)],
          [t('conferences.field.description'), conference.description],
        ]}
      />
      {conference.image_url && (
        <img class="cover" src={conference.image_url} alt={t('conferences.field.image_url')} />
      )}
    </section>
  );
}
