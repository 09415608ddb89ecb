import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { IssuedWebhook, Webhook } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useRows } from '../lib/rows.ts';
import { ageText, number, t } from '../lib/text.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { WIDE } from '../parts/panel.tsx';
import { Actions } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { DeleteWebhook, RotateWebhook } from '../webhooks/ends.tsx';
import { WebhookForm } from '../webhooks/form.tsx';
import { OneWebhook } from '../webhooks/one-webhook.tsx';
import { WebhookSecret } from '../webhooks/secret.tsx';
import { hostOf, kindText, Light } from '../webhooks/words.tsx';

type Opened =
  | { readonly kind: 'make' }
  | { readonly kind: 'edit' | 'rotate' | 'delete'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly issued: IssuedWebhook };

/** Where changes are sent by themselves, and what became of each message. */
export function Webhooks({ conference }: { conference: Conference }) {
  const may = useMay();
  const { idOf, set } = useFilters();
  const [opened, setOpened] = useState<Opened>();
  useAsked({ add: () => setOpened({ kind: 'make' }) });
  const list = useRows(['webhooks'], (asked, signal) =>
    api.call('listWebhooks', { params: { ...asked }, signal }),
  );
  const isWide = useMediaQuery(WIDE);
  const chosen = list.rows?.find(({ id }) => id === idOf('id'));
  const close = () => setOpened(undefined);
  const made = (issued: IssuedWebhook) => setOpened({ kind: 'secret', issued });
  return (
    <>
      <Head title={t('webhooks.title')} about={t('webhooks.about')}>
        {may('webhooks:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setOpened({ kind: 'make' })}>
              <Icon name="plus" />
              {t('webhooks.make')}
            </button>
          </Actions>
        )}
      </Head>
      <div class={chosen && isWide ? 'beside' : ''}>
        <div class="stack">
          <Listing list={list} empty={t('webhooks.none')}>
            {(rows) => <Rows rows={rows} conference={conference} />}
          </Listing>
        </div>
        {chosen && (
          <OneWebhook
            key={chosen.id}
            webhook={chosen}
            conference={conference}
            open={(kind) => setOpened({ kind, webhook: chosen })}
            close={() => set({ id: undefined, status: undefined })}
          />
        )}
      </div>
      {opened?.kind === 'make' && <WebhookForm conference={conference} close={close} made={made} />}
      {opened?.kind === 'edit' && (
        <WebhookForm webhook={opened.webhook} conference={conference} close={close} made={made} />
      )}
      {opened?.kind === 'rotate' && (
        <RotateWebhook webhook={opened.webhook} close={close} made={made} />
      )}
      {opened?.kind === 'delete' && <DeleteWebhook webhook={opened.webhook} close={close} />}
      {opened?.kind === 'secret' && <WebhookSecret issued={opened.issued} close={close} />}
    </>
  );
}

function Rows({
  rows,
  conference,
}: {
  rows: readonly Webhook[];
  conference: Pick<Conference, 'id' | 'name'>;
}) {
  const { at } = useFilters();
  const where = (id: number | null) => {
    if (id === null) return t('webhooks.where.all');
    return id === conference.id ? conference.name : t('keys.conference', { id: String(id) });
  };
  return (
    <Table
      label={t('webhooks.title')}
      head={[
        t('webhooks.address'),
        t('webhooks.state'),
        t('webhooks.kinds'),
        { number: t('webhooks.sent') },
        { number: t('webhooks.failed') },
        t('webhooks.waits'),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link href={at({ id: String(row.id), status: undefined })}>
              {row.description ?? hostOf(row.url)}
            </Link>
            <small>
              {[...(row.description ? [hostOf(row.url)] : []), where(row.conference_id)].join(
                ' · ',
              )}
            </small>
          </th>
          <td>
            <Light webhook={row} />
          </td>
          <td>{row.kinds.map(kindText).join(', ')}</td>
          <td class="number">{number(row.sent)}</td>
          <td class="number">{number(row.failed)}</td>
          <td>{row.waiting_since ? ageText(row.waiting_since) : '–'}</td>
        </tr>
      ))}
    </Table>
  );
}
