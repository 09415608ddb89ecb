import { ApiError } from '@hallway/client';
import { isInMessenger, rawLaunchData, showBackButton } from '@hallway/client/messenger';
import { useQuery } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { reads } from './lib/api.ts';
import { type Route, route } from './lib/route.ts';
import { signal } from './lib/signal.ts';
import { language, number, t } from './lib/text.ts';
import { Button, Pending, State, say, Toasts } from './parts.tsx';
import { Agenda } from './screens/agenda.tsx';

const TABS = [
  ['agenda', 'calendar-days'],
  ['people', 'users'],
  ['code', 'qr-code'],
  ['quests', 'compass'],
  ['inbox', 'inbox'],
] as const;

/** The first screen comes first; the others follow beside it, so that they open without a network. */
const AFTER_MS = 1_500;
const others = signal<typeof import('./screens/others.tsx') | undefined>(undefined);
const load = async () => others.set(await import('./screens/others.tsx'));
setTimeout(() => load().catch(() => {}), AFTER_MS);

export function App() {
  const spoken = language.use();
  const { error } = useQuery({ ...reads.me, enabled: rawLaunchData !== '' });
  const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
  if (rawLaunchData && !isRefused) return <Opened key={spoken} />;
  return (
    <main>
      <State title={t(isRefused ? 'start.refused' : 'start.outside')} isWhole />
    </main>
  );
}

function Opened() {
  const now = route.use();
  const isInner =
    now.id !== undefined || now.task !== undefined || /claim|pages|seat/.test(now.screen);
  useEffect(() => {
    showBackButton(isInner);
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [now]);
  const back = () => history.back();
  // The one action of a session is at the foot instead.
  const hasTabs = now.screen !== 'session' && now.screen !== 'event';
  return (
    <>
      <main>
        {isInner && !isInMessenger && (
          <Button kind="bare" icon="chevron-left" text={t('start.back')} run={back} />
        )}
        <Screen of={now} key={JSON.stringify(now)} />
      </main>
      {hasTabs && <Tabs shown={now.screen} />}
      <Toasts />
    </>
  );
}

function Screen({ of }: { of: Route }) {
  const loaded = others.use();
  useEffect(() => {
    if (!loaded && of.screen !== 'agenda') load().catch(() => say(t('state.offline')));
  }, []);
  const Shown = of.screen === 'agenda' ? Agenda : loaded?.SCREENS[of.screen];
  return Shown ? <Shown {...of} /> : <Pending isWhole />;
}

function Tabs({ shown }: { shown: Route['screen'] }) {
  const unread = useQuery(reads.state).data?.unread_notifications ?? 0;
  const badge = unread > 0 && (unread > 99 ? `${number(99)}+` : number(unread));
  return (
    <nav aria-label={t('start.sections')}>
      {TABS.map(([screen, icon]) => (
        <Button
          key={screen}
          icon={icon}
          text={t(`${screen}.title`)}
          isCurrent={screen === shown}
          badge={screen === 'inbox' && badge}
          to={{ screen }}
        />
      ))}
    </nav>
  );
}
