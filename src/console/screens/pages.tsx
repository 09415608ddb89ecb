import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminInformationPage } from '../../client/operations.d.ts';
import { blocksOf } from '../../client/page-text.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useOrder } from '../lib/order.ts';
import { t } from '../lib/text.ts';
import { DeletePage } from '../pages/delete-page.tsx';
import { EditPage } from '../pages/edit-page.tsx';
import { refreshPages, usePages } from '../pages/read-pages.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { Actions, EmptyList, Failure, Loading } from '../parts/states.tsx';

type Kind = AdminInformationPage['kind'];

/** The information pages of the conference in their order, and the form of one of them: `?id=`. */
export function Pages({ conference }: { conference: Conference }) {
  const isEditor = useMay()('content:write');
  const { idOf, set } = useFilters();
  const [adding, setAdding] = useState<Kind>();
  const [deleting, setDeleting] = useState<AdminInformationPage>();
  const found = usePages(conference.id);
  const params = { conference_id: conference.id };
  const { rows: pages, order } = useOrder(found.data, {
    name: 'order of pages',
    send: (ids) => api.call('orderConferencePages', { params, body: { ids } }),
    refresh: refreshPages,
    saved: t('pages.order.saved'),
  });
  useAsked({ add: () => isEditor && setAdding('text') });
  const opened = found.data?.find(({ id }) => id === idOf('id'));
  const hasMap = found.data?.some(({ kind }) => kind === 'map') ?? true;
  const close = () => {
    setAdding(undefined);
    set({ id: undefined });
  };
  const line = (page: AdminInformationPage) => (
    <PageLine page={page} erase={isEditor ? () => setDeleting(page) : undefined} />
  );
  return (
    <>
      <Head
        title={t('menu.pages')}
        others={[
          isEditor && !hasMap && (
            <Actions>
              <button type="button" class="btn" onClick={() => setAdding('map')}>
                <Icon name="map-pin" />
                {t('pages.new.map')}
              </button>
            </Actions>
          ),
        ]}
      >
        {isEditor && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setAdding('text')}>
              <Icon name="plus" />
              {t('pages.new')}
            </button>
          </Actions>
        )}
      </Head>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {pages?.length === 0 && <EmptyList title={t('pages.none')} />}
      {pages && pages.length > 0 && (
        <div class="speakers">
          {isEditor ? (
            <>
              <p class="muted">{t('pages.order.more')}</p>
              <Sortable
                label={t('menu.pages')}
                rows={pages}
                idOf={({ id }) => id}
                nameOf={({ title }) => title}
                order={order}
              >
                {line}
              </Sortable>
            </>
          ) : (
            <ol aria-label={t('menu.pages')}>
              {pages.map((page) => (
                <li key={page.id}>{line(page)}</li>
              ))}
            </ol>
          )}
        </div>
      )}
      {(adding || opened) && (
        <EditPage
          key={opened?.id}
          conference={conference}
          page={opened}
          kind={opened?.kind ?? adding ?? 'text'}
          isEditor={isEditor}
          close={close}
        />
      )}
      {deleting && (
        <DeletePage conference={conference} page={deleting} close={() => setDeleting(undefined)} />
      )}
    </>
  );
}

const firstLineOf = (body: string): string =>
  (blocksOf(body)[0]?.lines[0] ?? []).map(({ text }) => text).join('');

interface LineProps {
  readonly page: AdminInformationPage;
  readonly erase: (() => void) | undefined;
}

/** The title, which opens the page, and the beginning of its text or the number of its marks. */
function PageLine({ page: { id, kind, title, body, marks }, erase }: LineProps) {
  const { at } = useFilters();
  const more = kind === 'map' ? t('pages.marks.count', { count: marks.length }) : firstLineOf(body);
  return (
    <span class="speaker">
      <span>
        <Link href={at({ id: String(id) })}>
          <bdi>{title}</bdi>
        </Link>
        <small dir="auto">{more}</small>
      </span>
      <span class="pills">
        {kind === 'map' && (
          <span class="tag">
            <Icon name="map-pin" />
            {t('pages.map')}
          </span>
        )}
        {erase && (
          <button
            type="button"
            class="btn quiet only"
            aria-label={t('pages.delete.name', { title })}
            onClick={erase}
          >
            <Icon name="trash-2" />
          </button>
        )}
      </span>
    </span>
  );
}
