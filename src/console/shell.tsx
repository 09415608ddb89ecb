import { useQuery } from '@tanstack/preact-query';
import { lazy, Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import type { OwnAccess } from '../client/operations.d.ts';
import { Access, type Scope, useMay } from './lib/access.ts';
import { isOffline } from './lib/api.ts';
import { useChanges } from './lib/changes.ts';
import { type Conference, readConferences } from './lib/conference.ts';
import { readAccess, session, signOut } from './lib/session.ts';
import { chooseLanguage, LANGUAGES, type Language, language, type TextKey, t } from './lib/text.ts';
import { Empty, Failure, Loading, sentenceOf } from './parts/states.tsx';
import { say, Toasts } from './parts/toasts.tsx';
import { SignIn } from './sign-in.tsx';

const Door = lazy(() => import('./screens/door.tsx').then((file) => file.Door));
const Overview = lazy(() => import('./screens/overview.tsx').then((file) => file.Overview));
const Keys = lazy(() => import('./screens/keys.tsx').then((file) => file.Keys));
const Attendees = lazy(() => import('./screens/attendees.tsx').then((file) => file.Attendees));

const Moderation = lazy(() => import('./screens/moderation.tsx').then((file) => file.Moderation));
const Agenda = lazy(() => import('./screens/agenda.tsx').then((file) => file.Agenda));
const Review = lazy(() => import('./screens/review.tsx').then((file) => file.Review));
const Broadcasts = lazy(() => import('./screens/broadcasts.tsx').then((file) => file.Broadcasts));

const SCREENS: readonly { name: string; text: TextKey; icon: string; scope: Scope }[] = [
  { name: 'overview', text: 'menu.overview', icon: '◔', scope: 'content:read' },
  { name: 'door', text: 'menu.door', icon: '▣', scope: 'door:check-in' },
  { name: 'attendees', text: 'menu.attendees', icon: '☰', scope: 'attendees:read' },
  { name: 'moderation', text: 'menu.moderation', icon: '✓', scope: 'content:write' },
  { name: 'agenda', text: 'menu.agenda', icon: '▤', scope: 'content:read' },
  { name: 'review', text: 'menu.review', icon: '★', scope: 'quests:review' },
  { name: 'broadcasts', text: 'menu.broadcasts', icon: '✉', scope: 'broadcasts:read' },
  { name: 'keys', text: 'menu.keys', icon: '⚿', scope: 'keys:manage' },
];

const STORED = 'hallway-conference';

export function Shell() {
  const access = session.use();
  useQuery({ queryKey: ['access'], queryFn: readAccess, enabled: access !== undefined });
  if (!access) return <SignIn />;
  return (
    <Access.Provider value={access}>
      <Router base="/admin">
        <Frame access={access} />
      </Router>
      <Toasts />
    </Access.Provider>
  );
}

/** The conference that was open last, for a start without a network. */
function lastConference(): Conference | undefined {
  const text = localStorage.getItem(STORED);
  return text ? JSON.parse(text) : undefined;
}

function Frame({ access }: { access: OwnAccess }) {
  const [path] = useLocation();
  const may = useMay();
  const found = useQuery({
    queryKey: ['conferences', access.key],
    queryFn: () => readConferences(access),
  });
  const conferences = found.data ?? [];
  const [, id] = /^\/c\/(\d+)/.exec(path) ?? [];
  const last = lastConference();
  const wanted = id ?? String(last?.id);
  const chosen =
    conferences.find((one) => String(one.id) === wanted) ??
    conferences[0] ??
    (isOffline(found.error) ? last : undefined);
  if (chosen) {
    const { name, timezone, starts_on, ends_on } = chosen;
    const kept: Conference = { id: chosen.id, name, timezone, starts_on, ends_on };
    localStorage.setItem(STORED, JSON.stringify(kept));
  }
  if (!chosen && found.error) return <Failure error={found.error} again={found.refetch} />;
  if (!chosen && found.isPending) return <Loading />;
  if (!chosen) return <Empty title={t('frame.no-conference')} />;
  const screens = SCREENS.filter(({ scope }) => may(scope));
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <Top access={access} conferences={conferences} chosen={chosen} />
      <nav aria-label={t('frame.sections')}>
        {screens.map(({ name, text, icon }) => (
          <Link
            key={name}
            href={`/c/${chosen.id}/${name}`}
            aria-current={path.startsWith(`/c/${chosen.id}/${name}`) ? 'page' : undefined}
          >
            <span aria-hidden="true">{icon}</span>
            {t(text)}
          </Link>
        ))}
      </nav>
      <Screens key={chosen.id} conference={chosen} first={screens[0]?.name} />
    </div>
  );
}

function Screens({ conference, first }: { conference: Conference; first: string | undefined }) {
  const [path] = useLocation();
  useChanges(conference.id);
  useEffect(() => {
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [path]);
  return (
    <main id="main">
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/c/:id/overview">
            <Overview conference={conference} />
          </Route>
          <Route path="/c/:id/door">
            <Door conference={conference} />
          </Route>
          <Route path="/c/:id/attendees">
            <Attendees conference={conference} />
          </Route>
          <Route path="/c/:id/moderation">
            <Moderation conference={conference} />
          </Route>
          <Route path="/c/:id/agenda">
            <Agenda conference={conference} />
          </Route>
          <Route path="/c/:id/review">
            <Review conference={conference} />
          </Route>
          <Route path="/c/:id/broadcasts">
            <Broadcasts conference={conference} />
          </Route>
          <Route path="/c/:id/keys">
            <Keys conference={conference} />
          </Route>
          <Route>
            {first ? (
              <Redirect to={`/c/${conference.id}/${first}`} />
            ) : (
              <Empty title={t('state.denied')} />
            )}
          </Route>
        </Switch>
      </Suspense>
    </main>
  );
}

function Top({
  access,
  conferences,
  chosen,
}: {
  access: OwnAccess;
  conferences: readonly Conference[];
  chosen: Conference;
}) {
  const [path, go] = useLocation();
  const screen = path.split('/')[3] ?? '';
  return (
    <header class="top">
      <span class="brand">{t('frame.brand')}</span>
      <label class="conference">
        <span class="hidden">{t('frame.conference')}</span>
        <select
          value={String(chosen.id)}
          onChange={(event) => go(`/c/${event.currentTarget.value}/${screen}`)}
        >
          {(conferences.length > 0 ? conferences : [chosen]).map((one) => (
            <option key={one.id} value={String(one.id)}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <span class="who">{access.administrator?.name ?? access.name}</span>
      <label>
        <span class="hidden">{t('frame.language')}</span>
        <select
          value={language()}
          onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
        >
          {Object.entries(LANGUAGES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        class="quiet"
        onClick={() => void signOut().catch((error) => say(sentenceOf(error)))}
      >
        {t('frame.sign-out')}
      </button>
    </header>
  );
}
