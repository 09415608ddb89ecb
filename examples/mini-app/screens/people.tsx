import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, CONFERENCE_ID, pages, reads, requested, usePages } from '../lib/api.ts';
import { hasScanner, openScanner } from '../lib/messenger.ts';
import { go } from '../lib/route.ts';
import { t, timeText } from '../lib/text.ts';
import { Empty, Loaded, More, Notice, nameOf, Photo, Qr, say, useChange } from '../parts.tsx';
import { meetCodeOf, Scanner } from '../scanner.tsx';
import { Connection } from './connection.tsx';

const connections = pages(['people', 'connected'], (params) =>
  api.call('listConnectedUsers', { params }),
);
const suggestions = pages(['people', 'recommended'], (params) =>
  api.call('listRecommendedUsers', { params }),
);

/** Shows the person of a scanned code, and asks: scanning alone connects nobody. */
async function openCode(code: string): Promise<void> {
  const { start } = await api.call('getStart', { params: { parameter: `k_${code}` } });
  if (start?.kind === 'meet') go({ screen: 'people', id: start.id, code });
}

export function People() {
  const [shown, show] = useState<'code' | 'scanner'>();
  const take = (text: string) => {
    const code = meetCodeOf(text);
    if (code === undefined) say(t('meet.foreign'));
    else void openCode(code).catch(() => say(t('state.offline')));
    return code !== undefined;
  };
  const scan = () => (hasScanner ? openScanner(t('meet.scan'), take) : show('scanner'));
  return (
    <>
      <h1 tabIndex={-1}>{t('people.title')}</h1>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => show('code')}>
          {t('meet.show')}
        </button>
        <button type="button" onClick={scan}>
          {t('meet.scan')}
        </button>
      </div>
      {shown === 'code' && <OwnCode />}
      {shown === 'scanner' && <Scanner take={take} />}
      <Requests />
      <Connected />
      <Recommended />
    </>
  );
}

function OwnCode() {
  const timezone = useQuery(reads.conference).data?.timezone;
  // A code holds for at least five minutes: this one is always fresh.
  const code = useQuery({
    queryKey: ['meet-code'],
    queryFn: () => api.call('createMeetCode'),
    refetchInterval: 240_000,
    gcTime: 0,
  });
  return (
    <Loaded of={code}>
      {({ qr_svg, code: text, expires_at }) => (
        <figure>
          <Qr svg={qr_svg} label={t('meet.code')} />
          <figcaption>
            {timezone && t('meet.until', { time: timeText(expires_at, timezone) })}
            <code>{text}</code>
          </figcaption>
        </figure>
      )}
    </Loaded>
  );
}

interface Listed {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly photo_url: string | null;
  readonly headline: string | null;
}
const Row = ({ of, children }: { of: Listed; children?: ComponentChildren }) => (
  <li>
    <Photo of={of} />
    <div>
      <button type="button" class="link" onClick={() => go({ screen: 'people', id: of.id })}>
        {nameOf(of)}
      </button>
      <p class="muted">{of.headline}</p>
      {children}
    </div>
  </li>
);

/** The buttons that answer a request. */
export function Answer({ id }: { id: number }) {
  const answer = useChange(
    (status: 'accepted' | 'rejected') =>
      api.call('answerConnectionRequest', { params: { id }, body: { status } }),
    'people',
    'me',
  );
  return (
    <div class="buttons">
      {(['accepted', 'rejected'] as const).map((status) => (
        <button
          key={status}
          type="button"
          disabled={answer.isBusy}
          onClick={() => answer.run(status)}
        >
          {t(`people.${status}`)}
        </button>
      ))}
    </div>
  );
}

function Requests() {
  const requests = usePages(requested);
  if (!requests.data?.length) return null;
  return (
    <section>
      <h2>{t('people.requests')}</h2>
      <ul class="people">
        {requests.data.map(({ id, user, message }) => (
          <Row key={id} of={user}>
            {message && <blockquote>{message}</blockquote>}
            <Answer id={id} />
          </Row>
        ))}
      </ul>
      <More of={requests} />
    </section>
  );
}

function Connected() {
  const connected = usePages(connections);
  return (
    <section>
      <h2>{t('people.connected')}</h2>
      <Loaded of={connected}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('people.none')} />
          ) : (
            <ul class="people">
              {rows.map(({ id, user, met_at, note }) => (
                <Row key={id} of={user}>
                  {met_at && <p class="good">{t('people.met')}</p>}
                  {note && <p>{note}</p>}
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More of={connected} />
    </section>
  );
}

function Recommended() {
  const recommended = usePages(suggestions);
  return (
    <section>
      <h2>{t('people.recommended')}</h2>
      <Loaded of={recommended}>
        {(rows) => (
          <ul class="people">
            {rows.map(({ reasons: [reason], ...user }) => (
              <Row key={user.id} of={user}>
                {reason && <p class="reason">{t(`reason.${reason.kind}`)}</p>}
              </Row>
            ))}
          </ul>
        )}
      </Loaded>
      <More of={recommended} />
    </section>
  );
}

/** @param code a meet code that the person shows */
export function Person({ id, code }: { id: number; code: string | undefined }) {
  const profile = useQuery({
    queryKey: ['people', 'profile', id],
    queryFn: () => api.call('getUserProfile', { params: { id } }),
  });
  const connect = useChange(
    () =>
      code
        ? api.call('meetUser', { body: { code, conference_id: CONFERENCE_ID } })
        : api.call('requestConnection', { body: { recipient_id: id } }),
    'people',
    'me',
  );
  return (
    <Loaded of={profile} as={Notice}>
      {(user) => {
        const status = user.connection_status ?? 'none';
        const canConnect = code !== undefined || status === 'none' || status === 'pending_received';
        return (
          <article>
            <Photo of={user} />
            <h1 tabIndex={-1}>{nameOf(user)}</h1>
            <p class="muted">{[user.headline, user.company].filter(Boolean).join(' · ')}</p>
            {user.looking_for && <p>{t('people.looking-for', { text: user.looking_for })}</p>}
            {user.offering && <p>{t('people.offering', { text: user.offering })}</p>}
            {status === 'accepted' && <Connection of={user} />}
            {status === 'pending_sent' && <p class="muted">{t('people.sent')}</p>}
            {status !== 'accepted' && canConnect && (
              <button
                type="button"
                class="primary"
                disabled={connect.isBusy}
                onClick={() => connect.run()}
              >
                {t(code ? 'meet.connect' : 'people.connect')}
              </button>
            )}
          </article>
        );
      }}
    </Loaded>
  );
}
