import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { DeleteUnused, useUnused } from '../media/delete-unused.tsx';
import { Files } from '../media/files.tsx';
import { OneMedia } from '../media/one-media.tsx';
import { UploadImages } from '../media/upload-images.tsx';
import { ChoiceFilter, FilterFold, SearchFilter } from '../parts/filters.tsx';
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
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('media.title')}</h1>
        <Actions>
          {may('media:write') && (
            <button type="button" class="btn primary" onClick={() => setUploading(true)}>
              <Icon name="upload" />
              {t('upload.title')}
            </button>
          )}
        </Actions>
      </div>
      <div class="bar">
        <SearchFilter name="q" label={t('media.search')} />
        <FilterFold>
          <ChoiceFilter
            name="kind"
            label={t('media.kind')}
            values={KINDS}
            text={(one) => t(`media.kind.${one}`)}
          />
          <ChoiceFilter
            name="purpose"
            label={t('media.purpose')}
            values={PURPOSES}
            text={(one) => t(`media.purpose.${one}`)}
          />
          <ChoiceFilter
            name="unused"
            label={t('media.uses')}
            values={UNUSED}
            text={(one) => t(`media.unused.${one}`)}
          />
          <ChoiceFilter
            name="sort"
            label={t('media.sort')}
            values={SORTS}
            text={(one) => t(`media.sort.${one}`)}
            all={t('media.sort.-id')}
          />
        </FilterFold>
      </div>
      <List conference={conference} />
      {isUploading && <UploadImages close={() => setUploading(false)} />}
    </>
  );
}

function List({ conference: { timezone } }: { conference: Conference }) {
  const may = useMay();
  const { of, oneOf, idOf, at } = useFilters();
  const unused = oneOf('unused', UNUSED);
  const user_id = idOf('user_id');
  const filters = {
    q: of('q')?.trim() || undefined,
    kind: oneOf('kind', KINDS),
    purpose: oneOf('purpose', PURPOSES),
    unused: unused && unused === 'true',
    user_id,
    sort: oneOf('sort', SORTS),
  };
  const list = useRows(['media', filters], (asked, signal) =>
    api.call('listAdminMedia', { params: { ...filters, ...asked }, signal }),
  );
  const choice = useUnused();
  const canChoose = filters.unused && may('media:write');
  return (
    <>
      {user_id !== undefined && (
        <p class="note warn">
          {t('media.of-user', { id: String(user_id) })}{' '}
          <Link href={at({ user_id: undefined })}>{t('media.of-all')}</Link>
        </p>
      )}
      {canChoose && <DeleteUnused unused={choice} />}
      <p class="muted">{t('media.zone', { zone: timezone })}</p>
      <Listing list={list} empty={t('media.none')}>
        {(rows) => (
          <Files files={rows} timezone={timezone} choice={canChoose ? choice : undefined} />
        )}
      </Listing>
    </>
  );
}
