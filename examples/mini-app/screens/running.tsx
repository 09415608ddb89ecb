import type { AgendaItem, SpeakerRatings } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Line, List, Section } from '../cards.tsx';
import { all, api, CONFERENCE_ID, ownIn, read, reads } from '../lib/api.ts';
import { joined, number, t } from '../lib/text.ts';
import { Ask, Button, Mark, say, useChange, Words } from '../parts.tsx';
import { hasSeat } from './entry.tsx';

const POLL_MS = 3_000;
/** What this device has asked: the service names the status of what is not shown, and no text. */
const asked = new Map<number, string>();
type Id = { readonly id: number };
const HOUR_MS = 3_600_000;
const OPEN_MS = 7 * 24 * HOUR_MS;
const known = all('event', 'listSpeakerRatings', { params: { limit: 100 } });

/** What a session has from an hour before its start to a week after its end: questions, and how it was. */
export function Running({ of, isSeat }: { of: AgendaItem; isSeat: boolean }) {
  const { id, kind, status } = of;
  const registration = useQuery(reads.state).data?.conferences[CONFERENCE_ID];
  const given = useQuery(known).data?.find((one) => one.agenda_item_id === id);
  const started = Date.now() - Date.parse(of.starts_at);
  const isClosed = Date.now() > Date.parse(of.ends_at) + OPEN_MS;
  const isRated = (isSeat || hasSeat(registration)) && kind !== 'break' && status !== 'cancelled';
  return (
    <>
      {!isClosed && started > -HOUR_MS && <Questions id={id} />}
      {given && <Given of={given} />}
      {!isClosed && started >= 0 && isRated && !given && <Rating id={id} />}
    </>
  );
}

/** The questions of a session while they are open, read again as long as the app is visible. */
function Questions({ id }: Id) {
  const params = { id };
  const list = useQuery({
    ...read('event', 'listQuestions', { params }),
    refetchInterval: ({ state }) => (state.data?.is_open ? POLL_MS : 20 * POLL_MS),
  }).data;
  const isOpen = list?.is_open ?? false;
  const own = useQuery({ ...ownIn(id), enabled: isOpen, refetchInterval: 5 * POLL_MS }).data;
  const ask = useChange(['state'], async (text: string) => {
    asked.set((await api.call('askQuestion', { params, body: { text } })).id, text);
    say(t('questions.sent'));
  });
  const vote = useChange(['state'], ({ isOn, ...params }: Id & { isOn: boolean }) =>
    api.call(isOn ? 'withdrawQuestionVote' : 'voteForQuestion', { params }),
  );
  const withdraw = useChange(['state'], (params: Id) => api.call('withdrawQuestion', { params }));
  const report = useChange([], async (params: Id) => {
    await api.call('reportQuestion', { params });
    say(t('questions.reported'));
  });
  if (!isOpen || !list || !own) return null;
  const { questions = [], question_votes = [] } = own;
  const textOf = (id: number) =>
    list.data.find((one) => one.id === id)?.text ?? asked.get(id) ?? t('questions.text');
  return (
    <>
      <Section title={t('questions.title')}>
        <List of={list.data} none={t('questions.none')}>
          {({ id, text, votes, status }) => {
            const isOn = question_votes.includes(id);
            const isOwn = questions.some((one) => one.id === id);
            const isAnswered = status === 'answered' && t('questions.answered');
            const more = joined(t('questions.votes', { count: votes }), isAnswered);
            const end = !isOwn && (
              <>
                {!isAnswered && (
                  <Button
                    {...(isOn && { kind: 'primary' })}
                    text={t('questions.vote')}
                    isPressed={isOn}
                    run={() => vote.run({ id, isOn })}
                  />
                )}
                <Ask
                  kind="bare"
                  icon="triangle-alert"
                  text={t('questions.report')}
                  title={t('questions.report')}
                  more={text}
                  run={() => report.run({ id })}
                />
              </>
            );
            return <Line key={id} title={text} more={more} end={end} />;
          }}
        </List>
        <Words
          {...ask}
          class="card padded"
          kind="primary"
          icon="send"
          text={t('questions.ask')}
          label={t('questions.text')}
          field={{ required: true, minLength: 10, maxLength: 300, rows: 2 }}
          note={questions.length === 0 && t('questions.named')}
        />
      </Section>
      <List title={t('questions.text')} of={questions}>
        {({ id, status }) => (
          <Line key={id} title={textOf(id)} more={t(`questions.${status}`)}>
            {status !== 'answered' && (
              <Button text={t('questions.withdraw')} run={() => withdraw.run({ id })} />
            )}
          </Line>
        )}
      </List>
    </>
  );
}

/** Stars, and then a comment, of those with a seat. */
function Rating({ id }: { id: number }) {
  const params = { id };
  const stars = useQuery(ownIn(id)).data?.ratings?.[id];
  const isRated = stars !== undefined;
  const { data: own } = useQuery({ ...read('state', 'getRating', { params }), enabled: isRated });
  const rate = useChange(['state'], (body: { stars?: number; comment?: string | null }) =>
    api.call('rateAgendaItem', { params, body }),
  );
  const withdraw = useChange(['state'], () => api.call('withdrawRating', { params }));
  return (
    <Section title={t('rating.title')}>
      <fieldset class="buttons" aria-label={t('rating.title')}>
        {[1, 2, 3, 4, 5].map((count) => (
          <Button
            key={count}
            kind="bare"
            icon="star"
            text={t('rating.stars', { stars: count })}
            isPressed={count <= (stars ?? 0)}
            run={() => rate.run({ stars: count })}
          />
        ))}
      </fieldset>
      {isRated && <Button text={t('rating.withdraw')} run={withdraw.run} />}
      {isRated && own && (
        <Words
          isBusy={rate.isBusy}
          run={(text) => rate.run({ comment: text || null })}
          text={t('rating.send')}
          label={t('rating.comment')}
          field={{ rows: 2, maxLength: 2_000, defaultValue: own.comment ?? '' }}
        />
      )}
      <small>{t('rating.who')}</small>
    </Section>
  );
}

/** What the speaker of a session may know. */
function Given({ of: { mean, count, favorites, comments } }: { of: SpeakerRatings }) {
  const kept = { favorites, mean: number(mean ?? 0), count: count ?? 0 };
  return (
    <>
      <Mark kind="note" icon="star" text={t(count ? 'rating.mean' : 'rating.none', kept)} />
      {favorites > 0 && <Mark kind="fact" icon="bookmark" text={t('rating.kept', kept)} />}
      <List title={t('rating.comments')} of={comments}>
        {(comment) => <Line key={comment} title={comment} />}
      </List>
    </>
  );
}
