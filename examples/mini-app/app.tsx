import { ApiError } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { api, CONFERENCE_ID, reads } from './lib/api.ts';
import { follow } from './lib/live.ts';
import { isInMessenger, launchData, showBackButton } from './lib/messenger.ts';
import { go, type Route, route } from './lib/route.ts';
import { language, number, type TextKey, t } from './lib/text.ts';
import { Notice, Toasts, useChange } from './parts.tsx';
import { Agenda } from './screens/agenda.tsx';
import { EventScreen } from './screens/event.tsx';
import { Inbox } from './screens/inbox.tsx';
import { People, Person } from './screens/people.tsx';
import { LinkedTask, QuestScreen, Quests } from './screens/quests.tsx';

const TABS: readonly { screen: Route['screen']; text: TextKey; icon: string }[] = [
  { screen: 'agenda', text: 'agenda.title', icon: '▤' },
  { screen: 'people', text: 'people.title', icon: '☺' },
  { screen: 'quests', text: 'quests.title', icon: '⚑' },
  { screen: 'inbox', text: 'inbox.title', icon: '✉' },
];

export function App() {
  const spoken = language.use();
  useEffect(() => {
    const leaving = new AbortController();
    if (launchData !== '') void follow(leaving.signal);
    return () => leaving.abort();
  }, []);
  if (launchData === '') return <Refusal title={t('start.outside')} />;
  return <Opened key={spoken} />;
}

const Refusal = ({ title }: { title: string }) => (
  <main>
    <Notice title={title} />
  </main>
);

function Opened() {
  const now = route.use();
  const me = useQuery(reads.me);
  const isInner = now.id !== undefined || now.task !== undefined || now.screen === 'claim';
  useEffect(() => {
    showBackButton(isInner);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [now]);
  if (me.error instanceof ApiError && [401, 403].includes(me.error.status)) {
    return <Refusal title={t('start.refused')} />;
  }
  return (
    <>
      <main>
        {isInner && !isInMessenger && (
          <button type="button" class="back" onClick={() => history.back()}>
            {t('start.back')}
          </button>
        )}
        <Screen of={now} key={JSON.stringify(now)} />
      </main>
      <Tabs shown={now.screen === 'event' ? 'agenda' : now.screen} />
      <Toasts />
    </>
  );
}

function Screen({ of: { screen, id, task, code } }: { of: Route }) {
  switch (screen) {
    case 'agenda':
      return <Agenda itemId={id} />;
    case 'event':
      return id === undefined ? <Agenda itemId={undefined} /> : <EventScreen id={id} />;
    case 'people':
      return id === undefined ? <People /> : <Person id={id} code={code} />;
    case 'quests':
      if (task !== undefined) return <LinkedTask id={task} code={code} />;
      return id === undefined ? <Quests /> : <QuestScreen id={id} />;
    case 'inbox':
      return <Inbox />;
    case 'claim':
      return <Claim code={code ?? ''} />;
  }
}

/** The invitation of a guest whose link was opened. */
function Claim({ code }: { code: string }) {
  const { run, isBusy } = useChange(
    async () => {
      const params = { conference_id: CONFERENCE_ID };
      await api.call('claimInvitation', { params, body: { code } });
      go({ screen: 'agenda' });
    },
    'state',
    'agenda',
  );
  return (
    <Notice title={t('claim.title')}>
      <button type="button" class="primary" disabled={isBusy} onClick={() => run()}>
        {t('claim.submit')}
      </button>
    </Notice>
  );
}

function Tabs({ shown }: { shown: Route['screen'] }) {
  const unread = useQuery(reads.state).data?.unread_notifications ?? 0;
  return (
    <nav aria-label={t('start.sections')}>
      {TABS.map(({ screen, text, icon }) => (
        <button
          key={screen}
          type="button"
          aria-current={screen === shown ? 'page' : undefined}
          onClick={() => go({ screen })}
        >
          <span aria-hidden="true">{icon}</span>
          {t(text)}
          {screen === 'inbox' && unread > 0 && (
            <b class="badge">{unread > 99 ? `${number(99)}+` : number(unread)}</b>
          )}
        </button>
      ))}
    </nav>
  );
}
