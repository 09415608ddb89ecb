import { ApiError } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { reads } from './lib/api.ts';
import { follow } from './lib/live.ts';
import { isInMessenger, launchData, showBackButton } from './lib/messenger.ts';
import { go, type Route, route } from './lib/route.ts';
import { signal } from './lib/signal.ts';
import { language, number, t } from './lib/text.ts';
import { Button, Pending, State, say, Toasts } from './parts.tsx';
import { Agenda } from './screens/agenda.tsx';

const TABS = [
  { screen: 'agenda', text: 'agenda.title', icon: 'calendar-days' },
  { screen: 'people', text: 'people.title', icon: 'users' },
  { screen: 'code', text: 'code.title', icon: 'qr-code' },
  { screen: 'quests', text: 'quests.title', icon: 'compass' },
  { screen: 'inbox', text: 'inbox.title', icon: 'inbox' },
] as const;

/** The first screen comes first; the others follow beside it, so that they open without a network. */
const AFTER_MS = 1_500;
const others = signal<typeof import('./screens/others.tsx') | undefined>(undefined);
const load = async () => others.set(await import('./screens/others.tsx'));
setTimeout(() => load().catch(() => {}), AFTER_MS);

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

function Opened() {
  const now = route.use();
  const me = useQuery(reads.me);
  const isInner = now.id !== undefined || now.task !== undefined || /claim|pages/.test(now.screen);
  // Its one action is at the foot instead.
  const isSession = now.screen === 'session' || now.screen === 'event';
  useEffect(() => {
    showBackButton(isInner);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [now]);
  if (me.error instanceof ApiError && [401, 403].includes(me.error.status)) {
    return <Refusal title={t('start.refused')} />;
  }
  const back = () => history.back();
  return (
    <>
      <main>
        {isInner && !isInMessenger && (
          <Button kind="bare" icon="chevron-left" text={t('start.back')} run={back} />
        )}
        <Screen of={now} key={JSON.stringify(now)} />
      </main>
      {!isSession && <Tabs shown={now.screen} />}
      <Toasts />
    </>
  );
}

function Screen({ of }: { of: Route }) {
  const loaded = others.use();
  useEffect(() => {
    if (!loaded && of.screen !== 'agenda') load().catch(() => say(t('state.offline')));
  }, []);
  if (of.screen === 'agenda') return <Agenda itemId={of.id ?? 0} />;
  if (loaded) return loaded.screenOf(of);
  return <Pending isWhole />;
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
