import { useState } from 'preact/hooks';
import type { DeliveryStatus, JobDelivery, NotificationJob } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/fields.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';

const STATUSES = [
  '',
  'sent',
  'failed',
  'skipped',
  'queued',
  'sending',
] as const satisfies readonly (DeliveryStatus | '')[];

interface Props {
  readonly job: Pick<NotificationJob, 'id' | 'title'>;
  readonly timezone: string;
  readonly close: () => void;
}

/** Who got a broadcast, and why others did not. */
export function Deliveries({ job: { id, title }, timezone, close }: Props) {
  const [status, setStatus] = useState<(typeof STATUSES)[number]>('');
  const [words, setWords] = useState('');
  const q = words.trim();
  const filters = { id, ...(status && { status }), ...(q && { q }) };
  const list = useRows(['broadcasts', 'deliveries', filters], (asked, signal) =>
    api.call('listBroadcastDeliveries', { params: { ...filters, ...asked }, signal }),
  );
  const clear = () => {
    setStatus('');
    setWords('');
  };
  return (
    <Dialog title={t('deliveries.title', { title })} close={close}>
      <div class="columns">
        <Choice
          name="status"
          label={t('deliveries.status')}
          values={STATUSES}
          value={status}
          textOf={(one) => (one ? t(`deliveries.status.${one}`) : t('filter.all'))}
          choose={setStatus}
        />
        <label class="field">
          {t('deliveries.search')}
          <input
            type="search"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      </div>
      <Listing
        list={list}
        empty={t('deliveries.none')}
        filters={[]}
        clear={status || q ? clear : undefined}
      >
        {(rows) => <Rows rows={rows} timezone={timezone} />}
      </Listing>
      <Close close={close} />
    </Dialog>
  );
}

function Rows({ rows, timezone }: { rows: readonly JobDelivery[]; timezone: string }) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('deliveries.list')}
      head={[t('deliveries.name'), t('deliveries.status'), t('deliveries.at')]}
    >
      {rows.map(({ notification_id, user, status, reason, answered_at, clicked_at }) => (
        <tr key={notification_id}>
          <th scope="row">{nameOf(user)}</th>
          <td>
            {t(`deliveries.status.${status}`)}
            <small>
              {[reason, clicked_at && t('deliveries.clicked')].filter(Boolean).join(' · ')}
            </small>
          </td>
          <td>{answered_at && moment(answered_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
