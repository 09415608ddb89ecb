import type { AgendaItem } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Lines, Section } from '../cards.tsx';
import { api, CONFERENCE_ID, read, reads } from '../lib/api.ts';
import { number, t } from '../lib/text.ts';
import { Button, Form, Mark, useChange } from '../parts.tsx';
import { hasSeat } from './entry.tsx';

const OPEN_MS = 7 * 24 * 3_600_000;

/** Stars and a comment, from the start to a week after the end, by those with a seat. */
export function Rating({ of, isSeat }: { of: AgendaItem; isSeat: boolean }) {
  const state = useQuery(reads.state).data;
  const { id, kind, status, starts_at, ends_at } = of;
  const now = Date.now();
  const isOpen = Date.parse(starts_at) <= now && now < Date.parse(ends_at) + OPEN_MS;
  const isRated = isOpen && kind !== 'break' && status === 'scheduled';
  if (!isRated || !(isSeat || hasSeat(state?.conferences[CONFERENCE_ID]))) return null;
  return <OwnRating id={id} />;
}

function OwnRating({ id }: { id: number }) {
  const params = { id };
  const { data: own } = useQuery({ queryKey: ['event', 'rating', id], queryFn: () => find(id) });
  const rate = useChange(['event'], (body: { stars?: number; comment?: string | null }) =>
    api.call('rateAgendaItem', { params, body }),
  );
  const withdraw = useChange(['event'], () => api.call('withdrawRating', { params }));
  const send = (given: FormData) => rate.run({ comment: String(given.get('text')).trim() || null });
  return (
    <Section title={t('rating.title')}>
      <fieldset class="buttons" aria-label={t('rating.title')}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <Button
            key={stars}
            kind="bare"
            icon="star"
            text={t('rating.stars', { stars })}
            isPressed={stars <= (own?.stars ?? 0)}
            run={() => rate.run({ stars })}
          />
        ))}
        {own && <Button kind="link" text={t('rating.withdraw')} run={withdraw.run} />}
      </fieldset>
      {own && (
        <Form text={t('rating.send')} isBusy={rate.isBusy} send={send}>
          <label>
            {t('rating.comment')}
            <textarea name="text" rows={2} maxLength={2_000} defaultValue={own.comment ?? ''} />
          </label>
        </Form>
      )}
      <small>{t('rating.who')}</small>
    </Section>
  );
}

/** The own rating; null without one. */
async function find(id: number) {
  const { ratings = {} } = await api.call('getMyState', { params: { agenda_item_id: id } });
  return id in ratings ? api.call('getRating', { params: { id } }) : null;
}

const given = read(['event', 'ratings'], 'listSpeakerRatings', { params: { limit: 100 } });
/** What the speaker of a session may know. */
export function SpeakerRating({ id }: { id: number }) {
  const known = useQuery(given).data?.data.find((one) => one.agenda_item_id === id);
  if (!known) return null;
  const { mean, count, favorites, comments } = known;
  const kept = { favorites, mean: number(mean ?? 0), count: count ?? 0 };
  return (
    <>
      <Mark kind="note" icon="star" text={t(count ? 'rating.mean' : 'rating.none', kept)} />
      {favorites > 0 && <Mark kind="fact" icon="bookmark" text={t('rating.kept', kept)} />}
      <Lines title={t('rating.comments')} of={comments}>
        {(comment) => (
          <li key={comment} class="line">
            {comment}
          </li>
        )}
      </Lines>
    </>
  );
}
