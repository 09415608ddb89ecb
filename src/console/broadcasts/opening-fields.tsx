import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';

const KINDS = ['none', 'url', 'conference', 'page', 'event', 'agenda_item', 'quest'] as const;
type Kind = (typeof KINDS)[number];
type Start = NonNullable<Content['start']>;

const NONE: readonly { readonly id: number; readonly title: string }[] = [];

async function readSessions(conference_id: number) {
  const { days } = await api.call('getAgenda', { params: { conference_id } });
  return days.flatMap(({ items }) => items.map(({ id, title }) => ({ id, title })));
}

async function readPages(conference_id: number) {
  return (await api.call('listConferencePages', { params: { conference_id } })).data;
}

interface Props {
  readonly content: Content;
  readonly set: (change: Partial<Content>) => void;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** What the button of the message opens: nothing, a web page, or a page of the mini app. */
export function OpeningFields({ content: { action_url, start }, set, conference, choices }: Props) {
  const [kind, setKind] = useState<Kind | Start['kind']>(
    start?.kind ?? (action_url === null ? 'none' : 'url'),
  );
  const sessions = useQuery({
    queryKey: ['audience', 'sessions', conference.id],
    queryFn: () => readSessions(conference.id),
    enabled: kind === 'agenda_item',
  });
  const information = useQuery({
    queryKey: ['audience', 'pages', conference.id],
    queryFn: () => readPages(conference.id),
    enabled: kind === 'page',
  });
  const pages = {
    page: information.data ?? NONE,
    event: choices.events,
    quest: choices.quests,
    agenda_item: sessions.data ?? NONE,
  };
  const open = (next: Kind) => {
    setKind(next);
    set({
      action_url: null,
      start: next === 'conference' ? { kind: next, id: conference.id } : null,
    });
  };
  // A draft that was made elsewhere may open what this form does not offer.
  const isOther = !KINDS.some((one) => one === kind);
  return (
    <>
      <label class="field">
        {t('compose.opens')}
        <select
          value={kind}
          onChange={({ currentTarget }) =>
            open(KINDS.find((one) => one === currentTarget.value) ?? 'none')
          }
        >
          {isOther && <option value={kind}>{openingText({ start, action_url }, choices)}</option>}
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`compose.opens.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {kind === 'url' && (
        <label class="field">
          {t('compose.url')}
          <input
            type="url"
            required
            maxLength={2_000}
            value={action_url ?? ''}
            onInput={({ currentTarget }) => set({ action_url: currentTarget.value || null })}
          />
        </label>
      )}
      {(kind === 'event' || kind === 'quest' || kind === 'agenda_item' || kind === 'page') && (
        <label class="field">
          {t(`compose.opens.${kind}`)}
          <select
            required
            value={start?.id ?? ''}
            onChange={({ currentTarget }) => {
              const id = Number(currentTarget.value);
              const of =
                kind === 'page' ? { kind, id, conference_id: conference.id } : { kind, id };
              set({ start: id > 0 ? of : null });
            }}
          >
            <option value="" />
            {start && !pages[kind].some(({ id }) => id === start.id) && (
              <option value={start.id}>{start.id}</option>
            )}
            {pages[kind].map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** What a click opens, in words. */
export function openingText(
  { action_url, start }: Pick<Content, 'action_url' | 'start'>,
  { titles }: Pick<Choices, 'titles'>,
): string {
  if (action_url !== null) return action_url;
  if (!start) return t('compose.opens.none');
  const { kind, id } = start;
  const title = kind === 'event' || kind === 'quest' ? titles.get(`${kind} ${id}`) : undefined;
  if (kind === 'conference') return t('compose.opens.conference');
  return `${t(`compose.opens.${kind}`)}: ${title ?? id}`;
}
