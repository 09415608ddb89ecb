import type { AdminRegistrationRequest } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { BulkBar, Choose, useBulk } from './bulk.tsx';

/** Requests for a place in a quest. */
export function Requests({ conference: { timezone } }: { conference: Conference }) {
  const { moment } = zoneOf(timezone);
  const list = useRows(['requests'], (asked, signal) =>
    api.call('listQuestRegistrationRequests', { params: { status: 'pending', ...asked }, signal }),
  );
  const bulk = useBulk({
    list: 'requests',
    send: (body) => api.call('decideQuestRegistrationRequests', { body }),
  });
  return (
    <>
      <Listing list={list} empty={t('moderation.none')}>
        {(rows) => (
          <Table
            label={t('moderation.tab.requests')}
            head={[
              { hidden: t('moderation.choose') },
              t('moderation.person'),
              t('moderation.quest'),
              t('moderation.message'),
              t('moderation.requested', { zone: timezone }),
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <Choose bulk={bulk} id={row.id} name={nameOf(row.user)} />
                <th scope="row">
                  {nameOf(row.user)}
                  <small>{detailsOf(row)}</small>
                </th>
                <td>{row.quest.title}</td>
                <td>{row.message}</td>
                <td>{moment(row.requested_at)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      <BulkBar bulk={bulk} />
    </>
  );
}

/** An unsigned call proves nothing about the user, so the row says it. */
const detailsOf = ({ user, source }: AdminRegistrationRequest): string =>
  [
    user.job_title,
    user.company,
    user.is_blocked && t('moderation.blocked'),
    source === 'public' && t('moderation.unsigned'),
  ]
    .filter(Boolean)
    .join(' · ');
