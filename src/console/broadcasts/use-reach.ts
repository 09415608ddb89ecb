import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import type { JobPreview } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { languageName, t } from '../lib/text.ts';
import { type Content, previewOf, type Text } from './content.ts';

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

/** How many a broadcast would reach, and how its texts look, as the service counts and renders them. */
export function useReach(content: Content) {
  const body = previewOf(countable(content));
  return useQuery({
    queryKey: ['reach', body],
    queryFn: ({ signal }) => api.call('previewBroadcast', { body, signal }),
    placeholderData: keepPreviousData,
  });
}
export type Reach = ReturnType<typeof useReach>;

/** The text of a language; that of all others without one. */
export const textIn = ({ title, body, translations }: Content, language: string | null): Text =>
  (language !== null && translations[language]) || { title, body };

export const isWritten = ({ title, body }: Text): boolean =>
  title.trim() !== '' && body.trim() !== '';

/** Who gets the text that has no language. */
export const textName = (language: string | null): string =>
  language === null ? t('compose.language.others') : languageName(language);

export const channelsText = ({ recipients: { in_app, messenger } }: JobPreview): string =>
  t('compose.channels.reach', { in_app, messenger });
