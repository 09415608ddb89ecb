import { useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { DeleteUnused, useUnused } from '../media/delete-unused.tsx';
import { Files } from '../media/files.tsx';
import { OneMedia } from '../media/one-media.tsx';
import { useOwnerName } from '../media/owner.tsx';
import { UploadImages } from '../media/upload-images.tsx';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';

const KINDS = ['image', 'video'] as const;
const PURPOSES = ['public', 'proof'] as const;
const UNUSED = ['true', 'false'] as const;
const SORTS = ['id', '-bytes', 'bytes'] as const;

/** All images and videos of the service, or one of them: `?id=`. */
export function Media({ conference }: { conference: Conference }) {
  const id = useFilters().idOf('id');
  if (id !== undefined) return <OneMedia key={id} id={id} conference={conference} />;
  return <Overview conference={conference} />;
}

function Overview({ conference }: { conference: Conference }) {
  const may = useMay();
  const [isUploading, setUploading] = useState(false);
  const { of, idOf } = useFilters();
  const user_id = of('user_id');
  const owner = useOwnerName(idOf('user_id'));
  return (
    <>
      <Head title={t('media.title')} about={t('media.zone', { zone: conference.timezone })}>
        {may('media:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setUploading(true)}>
              <Icon name="upload" />
              {t('upload.title')}
            </button>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('media.search') }}
        filters={[
          choice({
            name: 'kind',
            label: t('media.kind'),
            values: KINDS,
            text: (one) => t(`media.kind.${one}`),
          }),
          choice({
            name: 'purpose',
            label: t('media.purpose'),
            values: PURPOSES,
            text: (one) => t(`media.purpose.${one}`),
          }),
          choice({
            name: 'unused',
            label: t('media.uses'),
            values: UNUSED,
            text: (one) => t(`media.unused.${one}`),
          }),
          choice({
            name: 'user_id',
            label: t('media.owner'),
            values: user_id ? [user_id] : [],
            text: () => owner || t('media.user'),
          }),
        ]}
        sort={choice({
          name: 'sort',
          label: t('media.sort'),
          values: ['', ...SORTS],
          text: (one) => t(`media.sort.${one || '-id'}`),
        })}
      />
      <List conference={conference} />
      {isUploading && <UploadImages close={() => setUploading(false)} />}
    </>
  );
}

function List({ conference: { timezone } }: { conference: Conference }) {
  const may = useMay();
  const { of, oneOf, idOf } = useFilters();
  const unused = oneOf('unused', UNUSED);
  const filters = {
    q: of('q')?.trim() || undefined,
    kind: oneOf('kind', KINDS),
    purpose: oneOf('purpose', PURPOSES),
    unused: unused && unused === 'true',
    user_id: idOf('user_id'),
    sort: oneOf('sort', SORTS),
  };
  const list = useRows(['media', filters], (asked, signal) =>
    api.call('listAdminMedia', { params: { ...filters, ...asked }, signal }),
  );
  const choice = useUnused();
  const canChoose = filters.unused && may('media:write');
  return (
    <>
      {canChoose && <DeleteUnused unused={choice} />}
      <Listing list={list} empty={t('media.none')}>
        {(rows) => (
          <Files files={rows} timezone={timezone} choice={canChoose ? choice : undefined} />
        )}
      </Listing>
    </>
  );
}
