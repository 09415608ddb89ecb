import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { languageName, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Activities } from './activities.tsx';
import { AdjustPoints } from './adjust-points.tsx';
import { Attendances } from './attendances.tsx';
import { Block } from './block.tsx';
import { EditPerson } from './edit-person.tsx';
import { Enrichment } from './enrich.tsx';
import { ErasePerson } from './erase-person.tsx';
import { MessagePerson } from './message-person.tsx';

/** A user with what they did and received, as far as the key may read it. */
export function Person({ id, conference }: { id: number; conference: Conference }) {
  const { at } = useFilters();
  const found = useQuery({
    queryKey: ['people', id],
    queryFn: () => api.call('getAdminUser', { params: { id } }),
  });
  const user = found.data;
  return (
    <>
      <p>
        <Link href={at({ id: undefined })}>{t('people.back')}</Link>
      </p>
      {user && user.erased_at === null ? (
        <PersonHead user={user} conference={conference} />
      ) : (
        <Head title={t(user ? 'people.erased' : 'people.person')} />
      )}
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {user && <Details user={user} timezone={conference.timezone} />}
    </>
  );
}

function PersonHead({ user, conference }: { user: AdminUserDetails; conference: Conference }) {
  const may = useMay();
  return (
    <Head
      title={nameOf(user)}
      others={[
        may('people:write') && <EditPerson user={user} />,
        may('points:write') && <AdjustPoints user={user} conference={conference} />,
        may('people:moderate') && <Block user={user} />,
        may('people:erase') && <ErasePerson user={user} />,
      ]}
    >
      {may('broadcasts:send') && <Message user={user} />}
    </Head>
  );
}

function Message({ user }: { user: AdminUserDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn primary" onClick={() => setOpen(true)}>
        <Icon name="send" />
        {t('message.write')}
      </button>
      {isOpen && <MessagePerson user={user} name={nameOf(user)} close={() => setOpen(false)} />}
    </>
  );
}

function Details({ user, timezone }: { user: AdminUserDetails; timezone: string }) {
  const may = useMay();
  return (
    <>
      {user.is_blocked && <p class="note warn">{t('people.blocked.more')}</p>}
      <div class="columns">
        <Profile user={user} timezone={timezone} />
        <Account user={user} timezone={timezone} />
      </div>
      {may('enrichment:read') && user.erased_at === null && (
        <Enrichment user={user} timezone={timezone} />
      )}
      <Attendances user={user} timezone={timezone} />
      <Activities user={user} timezone={timezone} />
    </>
  );
}

function Profile({ user }: { user: AdminUserDetails; timezone: string }) {
  return (
    <section>
      <h2>{t('people.profile')}</h2>
      <Facts
        facts={[
          [t('people.field.headline'), user.headline],
          [t('people.field.job_title'), user.job_title],
          [t('people.field.company'), user.company],
          [t('people.field.bio'), user.bio],
          [t('people.field.interests'), user.interests.join(', ')],
          [t('people.field.looking_for'), user.looking_for],
          [t('people.field.offering'), user.offering],
          [
            t('people.socials'),
            Object.entries(user.socials)
              .map(([network, { handle }]) => `${network}: ${handle}`)
              .join(', '),
          ],
        ]}
      />
    </section>
  );
}

function Account({ user, timezone }: { user: AdminUserDetails; timezone: string }) {
  const { moment } = zoneOf(timezone);
  return (
    <section>
      <h2>{t('people.account')}</h2>
      <Facts
        facts={[
          [t('people.id'), String(user.id)],
          [t('people.username'), user.username && `@${user.username}`],
          [t('people.messenger'), t(`people.reachable.${user.messenger_reachable}`)],
          [t('people.language'), user.language_code && languageName(user.language_code)],
          [t('people.onboarding'), t(`people.onboarding.${user.onboarding_status}`)],
          [t('people.points'), number(user.points)],
          [t('people.ranked'), t(`people.ranked.${user.is_ranked}`)],
          [t('people.connections'), number(user.connection_count)],
          [t('people.created', { zone: timezone }), moment(user.created_at)],
          [
            t('people.seen', { zone: timezone }),
            user.last_seen_at ? moment(user.last_seen_at) : t('people.never'),
          ],
        ]}
      />
    </section>
  );
}
