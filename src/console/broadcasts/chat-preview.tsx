import { useQueries } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { JobPreview } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';
import { directionOf } from './direction.ts';
import { openingText } from './opening-fields.tsx';
import { isWritten, textIn } from './use-reach.ts';

type Sample = JobPreview['samples'][number];
const SCHEMES = ['light', 'dark'] as const;

/** Those who get the text of a language. */
function samplesOf(preview: JobPreview, language: string | null): readonly Sample[] {
  if (!preview.languages) return preview.samples;
  const sample = preview.languages.find((one) => one.language === language)?.sample;
  return sample ? [sample] : [];
}

interface Props {
  readonly content: Content;
  readonly language: string | null;
  readonly preview: JobPreview | undefined;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** A broadcast as one of its readers sees it in the messenger. */
export function ChatPreview({ content, language, preview, conference, choices }: Props) {
  const [scheme, setScheme] = useState<string>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [reader, setReader] = useState(0);
  const samples = preview ? samplesOf(preview, language) : [];
  const sample = samples.find(({ user_id }) => user_id === reader) ?? samples[0];
  const shown = isWritten(textIn(content, language)) ? sample : undefined;
  const { day, time } = zoneOf(conference.timezone);
  const at = content.scheduled_at ?? new Date().toISOString();
  return (
    <aside class="card chat" aria-label={t('compose.preview')}>
      <header>
        <strong>{conference.name}</strong>
        <div class="seg">
          {SCHEMES.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={scheme === one}
              onClick={() => setScheme(one)}
            >
              {t(`compose.preview.${one}`)}
            </button>
          ))}
        </div>
      </header>
      <div class="wall" style={{ colorScheme: scheme }}>
        {shown ? (
          <>
            <small class="tag">{day(at)}</small>
            <blockquote dir={directionOf(language)} {...(language && { lang: language })}>
              <strong>{shown.title}</strong>
              {`\n\n${shown.body}`}
              <small>{time(at)}</small>
            </blockquote>
            {content.pin && (
              <small class="tag">
                {t(`pin.visibility.${content.pin.visibility ?? 'registered'}`)}
              </small>
            )}
            {(content.start || content.action_url) && (
              <span class="opening">{openingText(content, choices)}</span>
            )}
          </>
        ) : (
          <p>{t('compose.preview.none')}</p>
        )}
      </div>
      {sample && <Readers samples={samples} chosen={sample.user_id} choose={setReader} />}
    </aside>
  );
}

interface ReadersProps {
  readonly samples: readonly Sample[];
  readonly chosen: number;
  readonly choose: (user_id: number) => void;
}

/** Whose name is filled in, for who may read names. */
function Readers({ samples, chosen, choose }: ReadersProps) {
  const mayRead = useMay()('people:read');
  const people = useQueries({
    queries: samples.map(({ user_id: id }) => ({
      queryKey: ['people', id],
      queryFn: () => api.call('getAdminUser', { params: { id } }),
      enabled: mayRead,
    })),
  });
  const known = people.flatMap(({ data }) => data ?? []);
  if (known.length === 0) return null;
  return (
    <footer>
      <label class="row">
        <small>{t('compose.preview.reader')}</small>
        <select
          value={chosen}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {known.map((person) => (
            <option key={person.id} value={person.id}>
              {nameOf(person)}
            </option>
          ))}
        </select>
      </label>
    </footer>
  );
}
