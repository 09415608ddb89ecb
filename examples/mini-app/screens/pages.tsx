import { blocksOf, type InformationPage, type Sharing, type Span } from '@hallway/client';
import { canShare, openOutside, shareLink, shareMessage } from '@hallway/client/messenger';
import { useQuery } from '@tanstack/preact-query';
import { Head, Line, List } from '../cards.tsx';
import { api, later } from '../lib/api.ts';
import type { Route } from '../lib/route.ts';
import { language, t } from '../lib/text.ts';
import { Button, Leave, Pending, useChange } from '../parts.tsx';

const textOf = ({ title, body, translations }: InformationPage) =>
  translations[language.get()] ?? { title, body };

/** The pages, or one of them with the mark of a room. */
export function Pages({ id, room }: Route) {
  const found = useQuery(later.pages);
  if (!found.data) return <Pending of={found} isWhole />;
  const page = found.data.find((one) => one.id === id);
  if (page) return <Information of={page} room={room} />;
  return (
    <>
      <Head title={t('pages.title')} />
      <List of={found.data} none={t('agenda.none')}>
        {(one) => (
          <Line
            key={one.id}
            icon={one.kind === 'map' ? 'map-pin' : 'link'}
            title={textOf(one).title}
            to={{ screen: 'pages', id: one.id }}
          />
        )}
      </List>
    </>
  );
}

const IMAGE = { display: 'block', width: '100%', borderRadius: 12 };
const MARK = { position: 'absolute', translate: '-50% -50%', whiteSpace: 'nowrap' } as const;
const show = (mark: HTMLElement | null) => mark?.scrollIntoView({ block: 'center' });

function Information({ of, room }: { of: InformationPage; room: string | undefined }) {
  const { title, body } = textOf(of);
  return (
    <article dir="auto">
      <Head title={title} />
      {blocksOf(body).map(({ kind, lines }) => {
        if (kind === 'paragraph') return <p>{lines.flatMap((line) => [...spans(line), <br />])}</p>;
        const [Tag, listStyle] =
          kind === 'list' ? (['ul', 'disc'] as const) : (['ol', 'decimal'] as const);
        const items = lines.map((line) => <li>{spans(line)}</li>);
        return <Tag style={{ paddingInlineStart: 20, listStyle }}>{items}</Tag>;
      })}
      {of.image_url && (
        <div dir="ltr" style={{ position: 'relative' }}>
          <img src={of.image_url} alt={title} style={{ ...IMAGE }} />
          {of.marks.map((mark) => {
            const isHere = room !== undefined && mark.room === room;
            return (
              <span
                key={mark.room_id ?? mark.label}
                class={isHere ? 'badge' : 'tag'}
                style={{ ...MARK, left: `${mark.x / 10}%`, top: `${mark.y / 10}%` }}
                {...(isHere && { 'aria-current': 'true', ref: show })}
              >
                <bdi>{mark.room ?? mark.label}</bdi>
              </span>
            );
          })}
        </div>
      )}
    </article>
  );
}

const spans = (of: readonly Span[]) =>
  of.map(({ text, isBold, href }) => {
    const shown = isBold ? <b>{text}</b> : text;
    return href ? <Leave href={href}>{shown}</Leave> : shown;
  });

/** Shares by the dialog of the messenger where it has one, else by a link. */
export function Share({ url, ...of }: Sharing & { url?: string | null | undefined }) {
  const share = useChange([], async () => {
    try {
      shareMessage((await api.call('createShareMessage', { body: of })).prepared_message_id);
    } catch (error) {
      if (!url) throw error;
      openOutside(shareLink(url));
    }
  });
  const button = { kind: 'bare', icon: 'share-2', text: t('meet.share') } as const;
  if (canShare) return <Button {...button} {...share} />;
  return url ? <Button {...button} href={shareLink(url)} /> : null;
}
