import { ApiError } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { api, CONFERENCE_ID, reads } from './lib/api.ts';
import { later } from './lib/later.tsx';
import { follow } from './lib/live.ts';
import { isInMessenger, launchData, showBackButton } from './lib/messenger.ts';
import { go, type Route, route } from './lib/route.ts';
import { language, number, t } from './lib/text.ts';
import { Button, MainAction, State, Toasts, useChange } from './parts.tsx';
import { Agenda } from './screens/agenda.tsx';

const Code = later(() => import('./screens/code.tsx').then((file) => file.Code));
const Inbox = later(() => import('./screens/inbox.tsx').then((file) => file.Inbox));
const People = later(() => import('./screens/people.tsx').then((file) => file.People));
const Person = later(() => import('./screens/people.tsx').then((file) => file.Person));
const Quests = later(() => import('./screens/quests.tsx').then((file) => file.Quests));
const QuestScreen = later(() => import('./screens/quests.tsx').then((file) => file.QuestScreen));
const Session = later(() => import('./screens/event.tsx').then((file) => file.Session));
const LinkedTask = later(() => import('./screens/quests.tsx').then((file) => file.LinkedTask));

const TABS = [
  { screen: 'agenda', text: 'agenda.title', icon: 'calendar-days' },
  { screen: 'people', text: 'people.title', icon: 'users' },
  { screen: 'code', text: 'code.title', icon: 'qr-code' },
  { screen: 'quests', text: 'quests.title', icon: 'compass' },
  { screen: 'inbox', text: 'inbox.title', icon: 'inbox' },
] as const;

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
    <State title={title} isWhole />
  </main>
);

const goBack = () => history.back();
function Opened() {
  const now = route.use();
  const me = useQuery(reads.me);
  const isInner = now.id !== undefined || now.task !== undefined || now.screen === 'claim';
  // Its one action is at the foot instead.
  const isSession = now.screen === 'session' || now.screen === 'event';
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
          <Button kind="bare" icon="chevron-left" text={t('start.back')} run={goBack} />
        )}
        <Screen of={now} key={JSON.stringify(now)} />
      </main>
      {!isSession && <Tabs shown={now.screen} />}
      <Toasts />
    </>
  );
}

function Screen({ of: { screen, id = 0, task, code, part } }: { of: Route }) {
  const screens = {
    agenda: () => <Agenda itemId={id} />,
    session: () => <Session itemId={id} />,
    event: () => <Session eventId={id} />,
    people: () => (id ? <Person id={id} code={code} /> : <People />),
    code: () => <Code part={part} />,
    quests: () => {
      if (task) return <LinkedTask id={task} code={code} />;
      return id ? <QuestScreen id={id} /> : <Quests />;
    },
    inbox: () => <Inbox />,
    claim: () => <Claim code={code ?? ''} />,
  };
  return screens[screen]();
}

/** The invitation of a guest whose link was opened. */
function Claim({ code }: { code: string }) {
  const claim = useChange(
    async () => {
      const params = { conference_id: CONFERENCE_ID };
      await api.call('claimInvitation', { params, body: { code } });
      go({ screen: 'agenda' });
    },
    'state',
    'agenda',
  );
  return (
    <State title={t('claim.title')} isWhole>
      <MainAction {...claim} icon="ticket" text={t('claim.submit')} />
    </State>
  );
}

function Tabs({ shown }: { shown: Route['screen'] }) {
  const unread = useQuery(reads.state).data?.unread_notifications ?? 0;
  const badge = unread > 0 && (unread > 99 ? `${number(99)}+` : number(unread));
  return (
    <nav aria-label={t('start.sections')}>
      {TABS.map(({ screen, icon, text }) => (
        <Button
          key={screen}
          icon={icon}
          text={t(text)}
          isCurrent={screen === shown}
          badge={screen === 'inbox' && badge}
          run={() => go({ screen })}
        />
      ))}
    </nav>
  );
}
