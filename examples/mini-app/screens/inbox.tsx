import type { ApiNotification, NotificationPreferences } from '@hallway/client';
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { Head, Line, List, Rows, Section } from '../cards.tsx';
import type { IconName } from '../icons.tsx';
import { api, CONFERENCE_ID, later, queries, read, reads, type Topic } from '../lib/api.ts';
import { routeOf } from '../lib/route.ts';
import { dateOf, LANGUAGES, language, longDayText, setLanguage, t, timeText } from '../lib/text.ts';
import { Button, Pending, say, showLast, type Tone, useChange, Words } from '../parts.tsx';
import { places, SeatText } from './entry.tsx';
import { Answer } from './people.tsx';

/** By the first word of the type of a notification. */
const ICONS: Readonly<Record<string, readonly [IconName, Tone?]>> = {
  connection: ['user-check'],
  event: ['calendar-clock', 'link'],
  seat: ['ticket', 'link'],
  session: ['clock', 'link'],
  agenda: ['calendar-clock', 'warn'],
  programme: ['calendar-clock', 'warn'],
  quest: ['badge-check', 'good'],
  points: ['trophy', 'good'],
  warning: ['triangle-alert', 'warn'],
  message: ['megaphone'],
  welcome: ['hand-helping', 'link'],
};
const DAY_MS = 24 * 60 * 60 * 1_000;
const nameOfDay = (day: string, timezone: string) => {
  if (day === dateOf(Date.now(), timezone)) return t('inbox.today');
  if (day === dateOf(Date.now() - DAY_MS, timezone)) return t('inbox.yesterday');
  return longDayText(day, 'UTC');
};

export function Inbox() {
  const list = useInfiniteQuery(later.inbox);
  const timezone = useQuery(reads.conference).data?.timezone ?? 'UTC';
  const newest = list.data?.rows[0]?.id;
  useEffect(() => {
    if (newest) api.call('markNotificationsSeen', { body: { up_to_id: newest } }).catch(() => {});
  }, [newest]);
  const dayOf = ({ created_at }: ApiNotification) => dateOf(created_at, timezone);
  return (
    <>
      <Head title={t('inbox.title')}>
        <Button kind="bare" icon="settings-2" text={t('preferences.title')} run={showLast} />
      </Head>
      <Rows of={list} none={t('inbox.none')}>
        {(rows) =>
          [...Map.groupBy(rows, dayOf)].map(([day, messages]) => (
            <List key={day} title={nameOfDay(day, timezone)} of={messages}>
              {(one) => <Message key={one.id} of={one} timezone={timezone} />}
            </List>
          ))
        }
      </Rows>
      <Feedback />
      <Preferences />
    </>
  );
}

/** What a click opens is in the notification: a page of this app, or an address. */
function Message({ of, timezone }: { of: ApiNotification; timezone: string }) {
  const { id, title, body, start, action_url, created_at, type, data } = of;
  const params = { id };
  const changed: Topic[] = ['inbox', 'state'];
  const click = useChange(changed, () => api.call('markNotificationClicked', { params }));
  const dismiss = useChange(changed, () => api.call('dismissNotification', { params }));
  const [icon, tone] = ICONS[type.split('_')[0] ?? ''] ?? ['bell'];
  const end = (
    <div class="end">
      <time dateTime={created_at}>{timeText(created_at, timezone)}</time>
      <Button {...dismiss} kind="bare" icon="x" text={t('inbox.dismiss', { title })} />
    </div>
  );
  const actor = data && 'actor' in data ? data.actor : undefined;
  const opens = { to: routeOf(start), run: click.run };
  const isMarked = !of.clicked_at;
  return (
    <Line of={actor} icon={icon} {...{ tone, title, end, isMarked }} {...opens} more={body}>
      {isMarked && <span class="hidden">{t('inbox.new')}</span>}
      <Now of={of} />
      {action_url && <Button href={action_url} icon="link" text={t('inbox.open')} />}
    </Line>
  );
}

/** Of the whole conference; the service also takes it about an event or a session, with stars. */
function Feedback() {
  const send = useChange([], async (message: string) => {
    await api.call('sendFeedback', { body: { message, conference_id: CONFERENCE_ID } });
    say(t('feedback.sent'));
  });
  const field = { rows: 3, maxLength: 4_000, required: true };
  return <Words {...send} text={t('task.submit')} label={t('feedback.title')} field={field} />;
}

/** The answer to a request, also one that was given elsewhere, and a seat that is not as the message says. */
function Now({ of: { type, data } }: { of: ApiNotification }) {
  switch (type) {
    case 'connection_request':
      return <Request id={data.connection_id} />;
    case 'event_promoted':
    case 'conference_promoted':
      return <Seat of={{ ...data, status: 'registered' }} />;
    case 'seat_given':
    case 'seat_taken':
      return <Seat of={data} />;
    default:
      return null;
  }
}

function Request({ id }: { id: number }) {
  const { data, hasNextPage } = useInfiniteQuery(later.requested);
  if (data?.rows.some((one) => one.id === id)) return <Answer id={id} />;
  return data && !hasNextPage ? <p class="muted">{t('inbox.answered')}</p> : null;
}

/** What is still true is not said twice, but a place moves. */
function Seat({ of }: { of: { event_id?: number; conference_id?: number; status: string } }) {
  const events = useQuery(reads.myEvents).data;
  const conference = useQuery(reads.conference).data;
  const state = useQuery({ ...reads.state, refetchInterval: places }).data;
  const [found, own] = of.event_id
    ? [events?.find(({ id }) => id === of.event_id), state?.events[of.event_id]]
    : [conference, state?.conferences[of.conference_id ?? 0]];
  const isOther = !of.event_id && of.conference_id !== CONFERENCE_ID;
  if (!found || !state || isOther) return null;
  if (own?.status === of.status && own.status !== 'waitlisted') return null;
  return <SeatText of={found} attendance={own} />;
}

type Kind = keyof NotificationPreferences['topics'];
const preferences = read('me', 'getNotificationPreferences');

function Preferences() {
  const found = useQuery(preferences);
  const change = useChange(['me'], (topics: Partial<Record<Kind, boolean>>) => {
    // Shown at once; what the service has is read again afterwards, also where it refused.
    queries.setQueryData<NotificationPreferences>(preferences.queryKey, (old) => {
      return old && { ...old, topics: { ...old.topics, ...topics } };
    });
    return api.call('updateNotificationPreferences', { body: { topics } });
  });
  const speak = useChange(['me'], async (code: string) => {
    await api.call('updateMyProfile', { body: { language: code } });
    await setLanguage(code);
  });
  return (
    <Section title={t('preferences.title')}>
      <label>
        {t('preferences.language')}
        <select
          value={language.get()}
          disabled={speak.isBusy}
          onChange={({ currentTarget }) => speak.run(currentTarget.value)}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {!found.data ? (
        <Pending of={found} />
      ) : (
        <fieldset>
          <legend>{t('preferences.topics')}</legend>
          {(Object.entries(found.data.topics) as [Kind, boolean][]).map(([topic, isOn]) => (
            <label key={topic} class="option">
              <input
                type="checkbox"
                checked={isOn}
                onChange={() => change.run({ [topic]: !isOn })}
              />
              {t(`topic.${topic}`)}
            </label>
          ))}
        </fieldset>
      )}
    </Section>
  );
}
