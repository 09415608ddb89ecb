import { useQuery } from '@tanstack/preact-query';
import { Line, Lines, Section } from '../cards.tsx';
import { api, read } from '../lib/api.ts';
import { joined, t } from '../lib/text.ts';
import { Ask, Button, Form, State, say, useChange } from '../parts.tsx';
import type { Item } from './entry.tsx';

const POLL_MS = 3_000;
const HOUR_MS = 60 * 60_000;
/** What this device has asked: the service names the status of what is not shown, and no text. */
const asked = new Map<number, string>();

/** The questions of a session while they are open, read again as long as the app is visible. */
export function Questions({ of: { id, starts_at, ends_at } }: { of: Item }) {
  // At most until a week after the end.
  const [from, to] = [Date.parse(starts_at) - HOUR_MS, Date.parse(ends_at) + 168 * HOUR_MS];
  const params = { id };
  const list = useQuery({
    ...read(['questions', id], 'listQuestions', { params }),
    enabled: from < Date.now() && Date.now() < to,
    refetchInterval: ({ state }) => (state.data?.is_open ? POLL_MS : 20 * POLL_MS),
  }).data;
  const own = useQuery({
    ...read(['state', 'questions', id], 'getMyState', { params: { agenda_item_id: id } }),
    enabled: list?.is_open ?? false,
    refetchInterval: 5 * POLL_MS,
  }).data;
  const send = useChange(['state'], async (text: string) => {
    asked.set((await api.call('askQuestion', { params, body: { text } })).id, text);
    say(t('questions.sent'));
  });
  const vote = useChange<{ id: number; isOn: boolean }>(['state'], ({ id, isOn }) =>
    api.call(isOn ? 'withdrawQuestionVote' : 'voteForQuestion', { params: { id } }),
  );
  const withdraw = useChange<number>(['state'], (id) =>
    api.call('withdrawQuestion', { params: { id } }),
  );
  const report = useChange<number>([], async (id) => {
    await api.call('reportQuestion', { params: { id } });
    say(t('questions.reported'));
  });
  if (!list?.is_open || !own) return null;
  const { questions = [], question_votes = [] } = own;
  const isOwn = (id: number) => questions.some((one) => one.id === id);
  const textOf = (id: number) =>
    list.data.find((one) => one.id === id)?.text ?? asked.get(id) ?? t('questions.text');
  return (
    <>
      <Section title={t('questions.title')}>
        {list.data.length === 0 && <State title={t('questions.none')} />}
        <ul class="card">
          {list.data.map(({ id, text, votes, status }) => {
            const isOn = question_votes.includes(id);
            const isAnswered = status === 'answered' && t('questions.answered');
            const said = joined(t('questions.votes', { count: votes }), isAnswered);
            const end = !isOwn(id) && (
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
                  run={() => report.run(id)}
                />
              </>
            );
            return <Line key={id} title={text} more={said} end={end} />;
          })}
        </ul>
        <Form
          class="card padded"
          kind="primary"
          icon="send"
          text={t('questions.ask')}
          isBusy={send.isBusy}
          send={(given, form) => {
            send.run(String(given.get('text')), { onSuccess: () => form.reset() });
          }}
        >
          <label>
            {t('questions.text')}
            <textarea name="text" required minLength={10} maxLength={300} rows={2} />
          </label>
          {questions.length === 0 && <small>{t('questions.named')}</small>}
        </Form>
      </Section>
      <Lines title={t('questions.text')} of={questions}>
        {({ id, status }) => (
          <Line key={id} title={textOf(id)} more={t(`questions.${status}`)}>
            {status !== 'answered' && (
              <Button text={t('questions.withdraw')} run={() => withdraw.run(id)} />
            )}
          </Line>
        )}
      </Lines>
    </>
  );
}
