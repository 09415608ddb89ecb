import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminMediaDetails } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { DeleteMedia } from './delete-media.tsx';
import { fileSize } from './file-size.ts';
import { sidesOf } from './files.tsx';
import { Owner } from './owner.tsx';
import { Preview, titleOf } from './preview.tsx';
import { Uses } from './uses.tsx';

interface Props {
  readonly id: number;
  readonly conference: Conference;
}

/** A file with its owner and what shows it. */
export function OneMedia({ id, conference }: Props) {
  const { at } = useFilters();
  const found = useQuery({
    queryKey: ['media', id],
    queryFn: () => api.call('getAdminMedia', { params: { id } }),
  });
  const media = found.data;
  return (
    <>
      <p>
        <Link href={at({ id: undefined })}>{t('media.back')}</Link>
      </p>
      {media ? <MediaHead media={media} /> : <Head title={t('media.file')} />}
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {media && (
        <div class="columns">
          <Content media={media} />
          <div>
            <Details media={media} timezone={conference.timezone} />
            <Owner user_id={media.user_id} conference={conference} />
            <Uses media={media} conference={conference} />
          </div>
        </div>
      )}
    </>
  );
}

function MediaHead({ media }: { media: AdminMediaDetails }) {
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const { url } = media;
  return (
    <>
      <Head
        title={titleOf(media)}
        others={[
          url && (
            <button
              type="button"
              class="btn"
              onClick={() =>
                void navigator.clipboard.writeText(url).then(() => say(t('media.copied')))
              }
            >
              {t('media.copy')}
            </button>
          ),
          may('media:write') && (
            <button type="button" class="btn bad" onClick={() => setDeleting(true)}>
              <Icon name="trash-2" />
              {t('media.delete')}
            </button>
          ),
        ]}
      />
      {isDeleting && <DeleteMedia media={media} close={() => setDeleting(false)} />}
    </>
  );
}

/** The picture itself. That of a user's proof, and a video, is opened on request. */
function Content({ media }: { media: AdminMediaDetails }) {
  const may = useMay();
  // A signed address of a private file: it is kept nowhere.
  const open = useMutation({
    mutationFn: () => api.call('getAdminMediaUrl', { params: { id: media.id } }),
  });
  const address = open.data?.url;
  const isProof = media.url === null;
  if (!isProof && media.kind === 'image') return <Preview media={media} side={960} />;
  return (
    <section>
      {!address && <Preview media={media} side={960} />}
      {address && media.kind === 'image' && (
        <img class="preview" src={address} alt={titleOf(media)} />
      )}
      {address && media.kind === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: users upload videos without captions.
        <video class="preview" src={address} controls aria-label={titleOf(media)} />
      )}
      {!address && may('media:open') && (
        <p>
          <button type="button" class="btn" disabled={open.isPending} onClick={() => open.mutate()}>
            <Icon name="upload" />
            {t('media.open')}
          </button>
          <small>{t('media.open.more')}</small>
        </p>
      )}
      <Problem error={open.error} />
    </section>
  );
}

function Details({ media, timezone }: { media: AdminMediaDetails; timezone: string }) {
  const { moment } = zoneOf(timezone);
  const copies = Object.values(media.variants).map(sidesOf);
  return (
    <section>
      <h2>{t('media.details')}</h2>
      <Facts
        facts={[
          [t('media.created', { zone: timezone }), moment(media.created_at)],
          [t('media.size'), fileSize(media.bytes)],
          [t('media.type'), media.mime_type],
          [t('media.pixels'), sidesOf(media)],
          [t('media.copies'), copies.join(', ')],
          [t('media.purpose'), t(`media.purpose.${media.purpose}`)],
          [t('media.storage'), t(`media.storage.${media.storage}`)],
        ]}
      />
    </section>
  );
}
