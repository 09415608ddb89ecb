import type { ApiNotification, NotificationPreferences } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { api, CONFERENCE_ID, inbox, queries, reads, requested, usePages } from '../lib/api.ts';
import { go, routeOf } from '../lib/route.ts';
import { dayText, LANGUAGES, language, setLanguage, t, timeText } from '../lib/text.ts';
import { Empty, Loaded, More, Outside, say, useChange } from '../parts.tsx';
import { placeEvery, placeInConference, SeatText } from './event.tsx';
import { Answer } from './people.tsx';

export function Inbox() {
  const list = usePages(inbox);
  const newest = list.data?.[0]?.id;
  const seen = useChange((up_to_id: number) =>
    api.call('markNotificationsSeen', { body: { up_to_id } }),
  );
  useEffect(() => {
    if (newest !== undefined) seen.run(newest);
  }, [newest]);
  return (
    <>
      <h1 tabIndex={-1}>{t('inbox.title')}</h1>
      <Loaded of={list}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('inbox.none')} />
          ) : (
            <ul class="cards">
              {rows.map((one) => (
                <li key={one.id} class={one.clicked_at ? '' : 'marked'}>
                  <Message of={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More of={list} />
      <Feedback />
      <Preferences />
    </>
  );
}

/** What a click opens is in the notification: a page of this app, or an address. */
function Message({ of }: { of: ApiNotification }) {
  const { id, title, body, start, action_url, created_at } = of;
  const timezone = useQuery(reads.conference).data?.timezone;
  const params = { id };
  const click = useChange(() => api.call('markNotificationClicked', { params }), 'inbox', 'state');
  const dismiss = useChange(() => api.call('dismissNotification', { params }), 'inbox', 'state');
  const target = start ? routeOf(start) : undefined;
  const open = () => {
    click.run();
    if (target) go(target);
  };
  return (
    <>
      <h2>
        <button type="button" class="link" onClick={open}>
          {title}
        </button>
      </h2>
      <p>{body}</p>
      <Now of={of} />
      <div class="buttons">
        {timezone && (
          <small>
            {dayText(created_at, timezone)}, {timeText(created_at, timezone)}
          </small>
        )}
        {action_url && <Outside href={action_url}>{t('inbox.open')}</Outside>}
        <button type="button" disabled={dismiss.isBusy} onClick={() => dismiss.run()}>
          {t('inbox.dismiss')}
        </button>
      </div>
    </>
  );
}

/** Of the whole conference; the service also takes it about an event or a session, with stars. */
function Feedback() {
  const [text, setText] = useState('');
  const send = useChange(async (message: string) => {
    await api.call('sendFeedback', { body: { message, conference_id: CONFERENCE_ID } });
    setText('');
    say(t('feedback.sent'));
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.run(text.trim());
      }}
    >
      <label>
        {t('feedback.title')}
        <textarea
          required
          rows={3}
          maxLength={4_000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={send.isBusy || !text.trim()}>
        {t('task.submit')}
      </button>
    </form>
  );
}

/** The answer to a request, also one that was given elsewhere, and a seat or place that is no longer as the message says. */
function Now({ of }: { of: ApiNotification }) {
  switch (of.type) {
    case 'connection_request':
      return <Request id={of.data.connection_id} />;
    case 'event_promoted':
      return <EventSeat id={of.data.event_id} said="registered" />;
    case 'conference_promoted':
      return <ConferenceSeat id={of.data.conference_id} said="registered" />;
    case 'seat_given':
    case 'seat_taken': {
      const { event_id, conference_id, status } = of.data;
      if (event_id) return <EventSeat id={event_id} said={status} />;
      return <ConferenceSeat id={conference_id} said={status} />;
    }
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

interface Said {
  readonly id: number | undefined;
  /** The status in the message: one that is still true is not said twice, but a place moves. */
  readonly said: string;
}

function EventSeat({ id: event_id, said }: Said) {
  const own = useQuery({
    ...reads.myEvents,
    refetchInterval: ({ state }) => placeEvery(state.data?.map(({ attendance }) => attendance)),
  }).data;
  const found = own?.find(({ id }) => id === event_id);
  const status = found?.attendance?.status;
  if (!found || (status === said && status !== 'waitlisted')) return null;
  return <SeatText of={found} attendance={found.attendance} />;
}

function ConferenceSeat({ id, said }: Said) {
  const conference = useQuery(reads.conference).data;
  const own = useQuery({ ...reads.state, refetchInterval: placeInConference }).data?.conferences;
  const attendance = own?.[id ?? 0];
  const status = attendance?.status;
  if (conference?.id !== id || !conference || !own) return null;
  if (status === said && status !== 'waitlisted') return null;
  return <SeatText of={conference} attendance={attendance} />;
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
    <section>
      <h2>{t('preferences.title')}</h2>
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
    </section>
  );
}
