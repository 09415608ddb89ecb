import type { AgendaItem, SpeakerRatings } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Line, Lines, Section } from '../cards.tsx';
import { api, CONFERENCE_ID, read, reads } from '../lib/api.ts';
import { number, t } from '../lib/text.ts';
import { Button, Form, Mark, useChange } from '../parts.tsx';
import { hasSeat } from './entry.tsx';

const OPEN_MS = 7 * 24 * 3_600_000;
const known = read(['event', 'ratings'], 'listSpeakerRatings', { params: { limit: 100 } });

/** Stars and a comment, from the start to a week after the end, by those with a seat; numbers for its speakers. */
export function Rating({ of, isSeat }: { of: AgendaItem; isSeat: boolean }) {
  const state = useQuery(reads.state).data;
  const given = useQuery(known).data?.data.find((one) => one.agenda_item_id === of.id);
  const { id, kind, status, starts_at, ends_at } = of;
  const now = Date.now();
  const isOpen = Date.parse(starts_at) <= now && now < Date.parse(ends_at) + OPEN_MS;
  const mayRate = isSeat || hasSeat(state?.conferences[CONFERENCE_ID]);
  if (given) return <Given of={given} />;
  if (!isOpen || !mayRate || kind === 'break' || status === 'cancelled') return null;
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
      </fieldset>
      {own && <Button text={t('rating.withdraw')} run={withdraw.run} />}
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

/** What the speaker of a session may know. */
function Given({ of: { mean, count, favorites, comments } }: { of: SpeakerRatings }) {
  const kept = { favorites, mean: number(mean ?? 0), count: count ?? 0 };
  return (
    <>
      <Mark kind="note" icon="star" text={t(count ? 'rating.mean' : 'rating.none', kept)} />
      {favorites > 0 && <Mark kind="fact" icon="bookmark" text={t('rating.kept', kept)} />}
      <Lines title={t('rating.comments')} of={comments}>
        {(comment) => <Line key={comment} title={comment} />}
      </Lines>
    </>
  );
}
