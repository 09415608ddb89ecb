import { keepPreviousData, useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { isRefusal } from '../../client/api-error.ts';
import type { JobPreview } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, languageName, t } from '../lib/text.ts';
import { say } from '../parts/toasts.tsx';
import { type Content, previewOf, type Text } from './content.ts';
import { directionOf } from './direction.ts';
import { TestOnOne } from './test-on-one.tsx';

/** The text of a count before anything is written. */
const UNWRITTEN = '…';

/** Of a text that is not written yet, only the readers are counted. */
function countable({ title, body, translations, ...content }: Content): Content {
  const written = (text: Text): Text => ({
    title: text.title.trim() || UNWRITTEN,
    body: text.body.trim() || UNWRITTEN,
  });
  const entries = Object.entries(translations).map(([tag, text]) => [tag, written(text)]);
  return { ...content, ...written({ title, body }), translations: Object.fromEntries(entries) };
}

/** One text, and who gets it. */
interface Sample {
  readonly language: string | null;
  readonly count: number;
  readonly text: Text | null;
}

const samplesOf = ({ languages, samples, count }: JobPreview): readonly Sample[] =>
  languages?.map(({ sample, ...rest }) => ({ ...rest, text: sample })) ?? [
    { language: null, count, text: samples[0] ?? null },
  ];

interface Props {
  /** As it was at the last pause in typing. */
  readonly content: Content;
  /** As it is. */
  readonly mine: Content;
}

/** How many a broadcast would reach, and how each of its texts looks. It follows what is written. */
export function Reach({ content, mine }: Props) {
  const [isTesting, setTesting] = useState(false);
  const body = previewOf(countable(content));
  const preview = useQuery({
    queryKey: ['reach', body],
    queryFn: ({ signal }) => api.call('previewBroadcast', { body, signal }),
    placeholderData: keepPreviousData,
  });
  const test = useMutation({
    mutationFn: (text: Text) =>
      api.call('testBroadcastOnMe', {
        body: { ...text, action_url: mine.action_url, start: mine.start },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => say(t('compose.tested')),
  });
  const textOf = (language: string | null): Text => {
    const { title, body } = (language && mine.translations[language]) || mine;
    return { title, body };
  };
  const isOne = !preview.data?.languages;
  return (
    <section class="reach" aria-label={t('compose.reach')}>
      {preview.error && (
        <p class="problem" role="alert">
          {sentenceOf(preview.error)}
        </p>
      )}
      {preview.data && !preview.error && (
        <>
          <p role="status">
            <strong>{counted('compose.reach', preview.data.count)}</strong>
            <small>{channelsText(preview.data)}</small>
          </p>
          {samplesOf(preview.data).map(({ language, count, text }) => (
            <div key={language ?? ''}>
              {!isOne && <h2>{`${textName(language)}: ${counted('compose.people', count)}`}</h2>}
              {text && text.title !== UNWRITTEN && <Bubble language={language} text={text} />}
              <button
                type="button"
                class="btn"
                disabled={!isWritten(textOf(language))}
                onClick={() => queries.isMutating() === 0 && test.mutate(textOf(language))}
              >
                {isOne
                  ? t('compose.test')
                  : t('compose.test.language', { language: textName(language) })}
              </button>
            </div>
          ))}
        </>
      )}
      {preview.data && (
        <button
          type="button"
          class="btn"
          disabled={!isWritten(mine)}
          onClick={() => setTesting(true)}
        >
          {t('compose.test.other')}
        </button>
      )}
      {isTesting && <TestOnOne content={mine} close={() => setTesting(false)} />}
      {test.error && (
        <div role="alert">
          <p class="problem">{sentenceOf(test.error)}</p>
          {isRefusal(test.error, 'testBroadcastOnMe', 'NO_CHAT') && (
            <p class="note warn">{t('compose.test.missing')}</p>
          )}
        </div>
      )}
    </section>
  );
}

const isWritten = ({ title, body }: Text): boolean => title.trim() !== '' && body.trim() !== '';

const Bubble = ({ language, text }: { language: string | null; text: Text }) => (
  <blockquote dir={directionOf(language)} {...(language && { lang: language })}>
    <strong>{text.title}</strong>
    <br />
    {text.body}
  </blockquote>
);

/** Who gets the text that has no language. */
export const textName = (language: string | null): string =>
  language === null ? t('compose.language.others') : languageName(language);

export const channelsText = ({ recipients: { in_app, messenger } }: JobPreview): string =>
  t('compose.channels.reach', { in_app, messenger });
