import type { ApiNotification, NotificationPreferences } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef } from 'preact/hooks';
import { Head, Line, Section } from '../cards.tsx';
import type { IconName } from '../icons.tsx';
import { api, CONFERENCE_ID, inbox, queries, reads, requested, usePages } from '../lib/api.ts';
import { go, routeOf } from '../lib/route.ts';
import { dateOf, LANGUAGES, language, longDayText, setLanguage, t, timeText } from '../lib/text.ts';
import { Button, Loaded, Outside, Rows, say, TextForm, type Tone, useChange } from '../parts.tsx';
import { Answer } from './people.tsx';
import { places, SeatText } from './seat.tsx';

/** By the first word of the type of a notification. */
const ICONS: Readonly<Record<string, readonly [IconName, Tone?]>> = {
  connection: ['user-check'],
  event: ['calendar-clock', 'accent'],
  seat: ['ticket', 'accent'],
  session: ['clock', 'accent'],
  agenda: ['calendar-clock', 'warn'],
  programme: ['calendar-clock', 'warn'],
  quest: ['badge-check', 'good'],
  points: ['trophy', 'good'],
  warning: ['triangle-alert', 'warn'],
  message: ['megaphone'],
};
const DAY_MS = 24 * 60 * 60 * 1_000;
const nameOfDay = (day: string, timezone: string) => {
  if (day === dateOf(Date.now(), timezone)) return t('inbox.today');
  if (day === dateOf(Date.now() - DAY_MS, timezone)) return t('inbox.yesterday');
  return longDayText(day, 'UTC');
};

export function Inbox() {
  const list = usePages(inbox);
  const timezone = useQuery(reads.conference).data?.timezone ?? 'UTC';
  const newest = list.data?.[0]?.id;
  const seen = useChange((up_to_id: number) =>
    api.call('markNotificationsSeen', { body: { up_to_id } }),
  );
  useEffect(() => {
    if (newest !== undefined) seen.run(newest);
  }, [newest]);
  const preferences = useRef<HTMLDivElement>(null);
  const showPreferences = () => preferences.current?.scrollIntoView();
  return (
    <>
      <Head title={t('inbox.title')}>
        <Button kind="bare" icon="settings-2" text={t('preferences.title')} run={showPreferences} />
      </Head>
      <Rows of={list} none={t('inbox.none')}>
        {(rows) =>
          [...Map.groupBy(rows, ({ created_at }) => dateOf(created_at, timezone))].map(
            ([day, messages]) => (
              <Section key={day} title={nameOfDay(day, timezone)}>
                <ul class="card">
                  {messages.map((one) => (
                    <Message key={one.id} of={one} timezone={timezone} />
                  ))}
                </ul>
              </Section>
            ),
          )
        }
      </Rows>
      <Feedback />
      <div ref={preferences}>
        <Preferences />
      </div>
    </>
  );
}

/** What a click opens is in the notification: a page of this app, or an address. */
function Message({ of, timezone }: { of: ApiNotification; timezone: string }) {
  const { id, title, body, start, action_url, created_at, type, data } = of;
  const params = { id };
  const click = useChange(() => api.call('markNotificationClicked', { params }), 'inbox', 'state');
  const dismiss = useChange(() => api.call('dismissNotification', { params }), 'inbox', 'state');
  const target = start ? routeOf(start) : undefined;
  const open = () => {
    click.run();
    if (target) go(target);
  };
  const [icon, tone] = ICONS[type.split('_')[0] ?? ''] ?? ['bell'];
  const end = (
    <div class="end">
      <time dateTime={created_at}>{timeText(created_at, timezone)}</time>
      <Button {...dismiss} kind="bare" icon="x" text={t('inbox.dismiss', { title })} />
    </div>
  );
  const actor = data && 'actor' in data ? data.actor : undefined;
  const isNew = !of.clicked_at;
  return (
    <Line of={actor} icon={icon} {...{ tone, title, open, end, isNew }} more={body}>
      {isNew && <span class="hidden">{t('inbox.new')}</span>}
      <Now of={of} />
      {action_url && <Outside href={action_url} icon="link" text={t('inbox.open')} />}
    </Line>
  );
}

/** Of the whole conference; the service also takes it about an event or a session, with stars. */
function Feedback() {
  const send = useChange(async (message: string) => {
    await api.call('sendFeedback', { body: { message, conference_id: CONFERENCE_ID } });
    say(t('feedback.sent'));
  });
  return <TextForm {...send} label={t('feedback.title')} submit={t('task.submit')} max={4_000} />;
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
  const requests = usePages(requested);
  if (requests.data?.some((one) => one.id === id)) return <Answer id={id} />;
  if (!requests.data || requests.hasNextPage) return null;
  return <p class="muted">{t('inbox.answered')}</p>;
}

/** What is still true is not said twice, but a place moves. */
function Seat({ of }: { of: { event_id?: number; conference_id?: number; status: string } }) {
  const { event_id, conference_id = 0 } = of;
  const events = useQuery(reads.myEvents).data;
  const conference = useQuery(reads.conference).data;
  const state = useQuery({ ...reads.state, refetchInterval: places }).data;
  const own = event_id ? state?.events[event_id] : state?.conferences[conference_id];
  const found = event_id
    ? events?.find(({ id }) => id === event_id)
    : [conference].find((one) => one?.id === conference_id);
  if (!found || !state) return null;
  if (own?.status === of.status && own.status !== 'waitlisted') return null;
  return <SeatText of={found} attendance={own} />;
}

type Topic = keyof NotificationPreferences['topics'];

function Preferences() {
  const preferences = useQuery({
    queryKey: ['preferences'],
    queryFn: () => api.call('getNotificationPreferences'),
  });
  const change = useChange((topics: Partial<Record<Topic, boolean>>) => {
    // Shown at once; what the service has is read again afterwards, also where it refused.
    queries.setQueryData<NotificationPreferences>(
      ['preferences'],
      (old) => old && { ...old, topics: { ...old.topics, ...topics } },
    );
    return api.call('updateNotificationPreferences', { body: { topics } });
  }, 'preferences');
  const speak = useChange(
    (code: string) =>
      api.call('updateMyProfile', { body: { language: code } }).then(() => setLanguage(code)),
    'me',
  );
  return (
    <Section title={t('preferences.title')}>
      <label>
        {t('preferences.language')}
        <select
          value={language.get()}
          disabled={speak.isBusy}
          onChange={(event) => speak.run(event.currentTarget.value)}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Loaded of={preferences}>
        {({ topics }) => (
          <fieldset>
            <legend>{t('preferences.topics')}</legend>
            {(Object.keys(topics) as Topic[]).map((topic) => (
              <label key={topic} class="option">
                <input
                  type="checkbox"
                  checked={topics[topic]}
                  onChange={(event) => change.run({ [topic]: event.currentTarget.checked })}
                />
                {t(`topic.${topic}`)}
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
    </Section>
  );
}
