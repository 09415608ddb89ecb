import type { ProfilePage } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { Head, Line, type Named, nameOf, Photo, Section } from '../cards.tsx';
import { api, CONFERENCE_ID, connections, pages, reads, requested, usePages } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { joined, t, whenText } from '../lib/text.ts';
import { Button, Loaded, MainAction, Mark, Rows, useChange } from '../parts.tsx';
import { Connection, Contact } from './connection.tsx';
import { EntryCard, entryOfEvent } from './entry.tsx';

const suggestions = pages(['people', 'recommended'], (params) =>
  api.call('listRecommendedUsers', { params }),
);

export function People() {
  const requests = usePages(requested);
  const openCode = () => go({ screen: 'code', part: 'mine' });
  return (
    <>
      <Head title={t('people.title')}>
        <Button kind="bare" icon="qr-code" text={t('meet.code')} run={openCode} />
      </Head>
      {requests.data?.length ? (
        <Section title={t('people.requests')}>
          <Rows of={requests}>
            {(rows) => (
              <ul class="card">
                {rows.map(({ id, user, message }) => (
                  <Row key={id} of={user}>
                    {message && <p>{message}</p>}
                    <Answer id={id} />
                  </Row>
                ))}
              </ul>
            )}
          </Rows>
        </Section>
      ) : null}
      <Section title={t('people.connected')}>
        <Rows of={usePages(connections)} none={t('people.none')}>
          {(rows) => (
            <ul class="card">
              {rows.map(({ id, user, met_at, note }) => (
                <Row key={id} of={user}>
                  {met_at && (
                    <Mark kind="fact" icon="user-check" tone="good" text={t('people.met')} />
                  )}
                  {note && <p>{note}</p>}
                </Row>
              ))}
            </ul>
          )}
        </Rows>
      </Section>
      <Section title={t('people.recommended')}>
        <Rows of={usePages(suggestions)}>
          {(rows) => (
            <ul class="card">
              {rows.map(({ reasons: [reason], ...user }) => (
                <Row key={user.id} of={user}>
                  {reason && <p class="fact accent">{t(`reason.${reason.kind}`)}</p>}
                </Row>
              ))}
            </ul>
          )}
        </Rows>
      </Section>
    </>
  );
}

interface RowProps {
  readonly of: Named & { readonly id: number; readonly headline: string | null };
  readonly children: ComponentChildren;
}
function Row({ of, children }: RowProps) {
  const open = () => go({ screen: 'people', id: of.id });
  return (
    <Line of={of} title={nameOf(of)} more={of.headline} open={open}>
      {children}
    </Line>
  );
}

/** The buttons that answer a request. */
export function Answer({ id }: { id: number }) {
  const { run, isBusy } = useChange(
    (status: 'accepted' | 'rejected') =>
      api.call('answerConnectionRequest', { params: { id }, body: { status } }),
    'people',
    'me',
  );
  const accept = { text: t('people.accepted'), isBusy, run: () => run('accepted') };
  return (
    <div class="buttons">
      <Button {...accept} kind="primary" />
      <Button text={t('people.rejected')} isBusy={isBusy} run={() => run('rejected')} />
    </div>
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
    <Loaded of={profile} isWhole>
      {(user) => {
        const status = user.connection_status ?? 'none';
        const canConnect = code !== undefined || status === 'none' || status === 'pending_received';
        const text = t(code ? 'meet.connect' : 'people.connect');
        return (
          <article>
            <header class="person">
              <Photo of={user} />
              <h1 tabIndex={-1}>{nameOf(user)}</h1>
              <p class="muted">{joined(user.headline, user.company)}</p>
              {user.username && <small>{`@${user.username}`}</small>}
              {status === 'accepted' && (
                <Mark kind="tag" icon="user-check" tone="good" text={t('people.is-connected')} />
              )}
              {status === 'pending_sent' && (
                <Mark kind="tag" icon="clock" text={t('people.sent')} />
              )}
            </header>
            {status !== 'accepted' && canConnect && (
              <MainAction {...connect} icon="user-plus" text={text} />
            )}
            {status === 'accepted' && <Contact of={user} />}
            <Facts of={user} />
            <Sessions of={user} />
            {status === 'accepted' && <Connection of={user} />}
          </article>
        );
      }}
    </Loaded>
  );
}

/** What both are interested in, and what the person offers and looks for. */
function Facts({ of: { interests, offering, looking_for } }: { of: ProfilePage }) {
  const own = useQuery(reads.me).data?.interests ?? [];
  const shared = interests.filter((one) => own.includes(one));
  return (
    <>
      {shared.length > 0 && (
        <section class="card padded">
          <h2>{t('people.shared')}</h2>
          <ul class="buttons">
            {shared.map((one) => (
              <li key={one} class="tag accent">
                {one}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(offering || looking_for) && (
        <ul class="card">
          {offering && <Line icon="hand-helping" title={t('people.offering')} more={offering} />}
          {looking_for && <Line icon="search" title={t('people.looking-for')} more={looking_for} />}
        </ul>
      )}
    </>
  );
}

/** Where the person can be met. */
function Sessions({ of: { events } }: { of: ProfilePage }) {
  const agenda = useQuery(reads.agenda).data;
  if (!agenda || events.length === 0) return null;
  return (
    <Section title={t('people.sessions')}>
      <ul class="entries">
        {events.map((event) => {
          const entry = entryOfEvent(event, agenda);
          const at = whenText(entry.starts_at, agenda.conference.timezone);
          return <EntryCard key={event.id} of={{ ...entry, place: joined(at, entry.place) }} />;
        })}
      </ul>
    </Section>
  );
}
