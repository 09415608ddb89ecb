import type { ProfilePage, Socials } from '@hallway/client';
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { Head, Line, List, nameOf, Photo } from '../cards.tsx';
import { api, CONFERENCE_ID, later, read, reads } from '../lib/api.ts';
import type { Route } from '../lib/route.ts';
import { joined, t, whenText } from '../lib/text.ts';
import { Ask, Button, MainAction, Mark, Pending, say, useChange, Words } from '../parts.tsx';
import { Entry, itemOf } from './entry.tsx';

export const People = ({ id, code }: Route) => (id ? <Person id={id} code={code} /> : <Known />);

function Known() {
  const requests = useInfiniteQuery(later.requested);
  const known = useInfiniteQuery(later.connections);
  const suggested = useInfiniteQuery(later.suggested);
  const code = { screen: 'code', part: 'mine' } as const;
  return (
    <>
      <Head title={t('people.title')}>
        <Button kind="bare" icon="qr-code" text={t('meet.code')} to={code} />
      </Head>
      <List title={t('people.requests')} of={requests}>
        {({ id, user, message }) => (
          <Line key={id} of={user} to={{ screen: 'people', id: user.id }}>
            {message && <p>{message}</p>}
            <Answer id={id} />
          </Line>
        )}
      </List>
      <List title={t('people.connected')} of={known} none={t('people.none')}>
        {({ id, user, met_at, note }) => (
          <Line key={id} of={user} to={{ screen: 'people', id: user.id }}>
            {met_at && <Mark kind="fact" icon="user-check" tone="good" text={t('people.met')} />}
            {note && <p>{note}</p>}
          </Line>
        )}
      </List>
      <List title={t('people.recommended')} of={suggested} none={t('agenda.none')}>
        {({ reasons: [reason], ...user }) => (
          <Line key={user.id} of={user} to={{ screen: 'people', id: user.id }}>
            {reason && <Mark kind="fact" tone="link" text={t(`reason.${reason.kind}`)} />}
          </Line>
        )}
      </List>
    </>
  );
}

/** The buttons that answer a request. */
export function Answer({ id }: { id: number }) {
  const { run, isBusy } = useChange(['people', 'me'], (status: 'accepted' | 'rejected') =>
    api.call('answerConnectionRequest', { params: { id }, body: { status } }),
  );
  const button = (status: 'accepted' | 'rejected') => {
    return { text: t(`people.${status}`), isBusy, run: () => run(status) };
  };
  return (
    <div class="buttons">
      <Button {...button('accepted')} kind="primary" />
      <Button {...button('rejected')} />
    </div>
  );
}

/** @param code a meet code that the person shows */
function Person({ id, code }: { id: number; code: string | undefined }) {
  const profile = useQuery(read('people', 'getUserProfile', { params: { id } }));
  const isSpeaker = useQuery(later.speakers).data?.some(({ user_id }) => user_id === id);
  const connect = useChange(['people', 'me'], () =>
    code
      ? api.call('meetUser', { body: { code, conference_id: CONFERENCE_ID } })
      : api.call('requestConnection', { body: { recipient_id: id } }),
  );
  if (!profile.data) return <Pending of={profile} isWhole />;
  const user = profile.data;
  const status = user.connection_status ?? 'none';
  const isConnected = status === 'accepted';
  const canConnect = code !== undefined || status === 'none' || status === 'pending_received';
  const text = t(code ? 'meet.connect' : 'people.connect');
  return (
    <article>
      <header class="person">
        <Photo of={user} />
        <h1 tabIndex={-1}>{nameOf(user)}</h1>
        <p class="muted">{joined(user.headline, user.company)}</p>
        {user.username && <small>{`@${user.username}`}</small>}
        {isSpeaker && <Mark kind="tag" icon="mic" tone="link" text={t('people.speaker')} />}
        {isConnected && (
          <Mark kind="tag" icon="user-check" tone="good" text={t('people.is-connected')} />
        )}
        {status === 'pending_sent' && <Mark kind="tag" icon="clock" text={t('people.sent')} />}
      </header>
      {!isConnected && canConnect && <MainAction {...connect} icon="user-plus" text={text} />}
      {isConnected && <Contact of={user} />}
      <Facts of={user} />
      <Sessions of={user} />
      {isConnected && <Connection of={user} />}
    </article>
  );
}

/** How to write to a person, and their links. */
const Contact = ({ of: { username, socials = {} } }: { of: ProfilePage }) => (
  <div class="pair">
    {username && <Button href={`https://t.me/${username}`} icon="send" text={t('people.write')} />}
    {Object.entries(socials).map(([platform, { handle, url }]) => {
      const text = `${t(`platform.${platform as keyof Socials}`)}: ${handle}`;
      if (!url) return <span key={platform}>{text}</span>;
      return <Button key={platform} href={url} icon="link" text={text} />;
    })}
  </div>
);

/** What both are interested in, and what the person offers and looks for. */
function Facts({ of: { interests, offering, looking_for } }: { of: ProfilePage }) {
  const own = useQuery(reads.me).data?.interests ?? [];
  const shared = interests.filter((one) => own.includes(one));
  return (
    <>
      {shared.length > 0 && (
        <section class="card padded">
          <h2>{t('people.shared')}</h2>
          <p class="buttons">
            {shared.map((one) => (
              <span key={one} class="pill">
                {one}
              </span>
            ))}
          </p>
        </section>
      )}
      <ul class="card">
        {offering && <Line icon="hand-helping" above={t('people.offering')} title={offering} />}
        {looking_for && <Line icon="search" above={t('people.looking-for')} title={looking_for} />}
      </ul>
    </>
  );
}

/** Where the person can be met. */
function Sessions({ of: { events } }: { of: ProfilePage }) {
  const agenda = useQuery(reads.agenda).data;
  if (!agenda) return null;
  return (
    <List title={t('people.sessions')} of={events} kind="entries">
      {(event) => {
        const item = itemOf(event, agenda);
        const at = whenText(item.starts_at, agenda.conference.timezone);
        return <Entry key={event.id} of={item} at={at} />;
      }}
    </List>
  );
}

/** A note of one's own on a connection, and its end. */
function Connection({ of: user }: { of: ProfilePage }) {
  const pair = useQuery(read('people', 'getConnectionStatus', { params: { userId: user.id } }));
  const params = { id: pair.data?.connection_id ?? 0 };
  const save = useChange(['people'], async (note: string) => {
    await api.call('setConnectionNote', { params, body: { note: note || null } });
    say(t('state.saved'));
  });
  const end = useChange(['people', 'me'], () => api.call('deleteConnection', { params }));
  const more = t('people.end.more', { name: nameOf(user) });
  if (!pair.data) return <Pending of={pair} />;
  const field = { rows: 3, maxLength: 1_000, defaultValue: pair.data.note ?? '' };
  return (
    <>
      <Words
        {...save}
        text={t('state.save')}
        label={t('people.note')}
        note={t('people.note.more')}
        field={field}
      />
      <Ask {...end} text={t('people.end')} title={t('people.end.title')} more={more} />
    </>
  );
}
