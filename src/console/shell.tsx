import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { type AroundNavHandler, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import type { OwnAccess } from '../client/operations.d.ts';
import { Finder } from './finder.tsx';
import { Access, OpenScreens, useMay } from './lib/access.ts';
import { isOffline } from './lib/api.ts';
import { useChanges } from './lib/changes.ts';
import { type Conference, noConference, useConferences } from './lib/conference.ts';
import { useFilters } from './lib/filters.ts';
import { useHeadingFocus } from './lib/heading.ts';
import { useMediaQuery } from './lib/media-query.ts';
import { readAccess, session, signInCode } from './lib/session.ts';
import { useWaiting } from './lib/statistics.ts';
import { t } from './lib/text.ts';
import { leave } from './lib/unsaved.ts';
import { zoneOf } from './lib/zone.ts';
import { Dock, Groups } from './menu.tsx';
import { OwnAccount } from './own-account.tsx';
import { Discard } from './parts/discard.tsx';
import { Icon } from './parts/icon.tsx';
import { Empty, Failure, Loading } from './parts/states.tsx';
import { Toasts } from './parts/toasts.tsx';
import { Board, Parts, SCREENS } from './screens.ts';
import { SignIn } from './sign-in.tsx';
import { Switcher } from './switcher.tsx';

const STORED = 'hallway-conference';

/** A link asks before typed words are thrown away; what a form itself opens when it is done does not. */
const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (options && 'href' in options) leave(() => navigate(to, options));
  else navigate(to, options);
};

export function Shell() {
  const access = session.use();
  const code = signInCode.use();
  useQuery({ queryKey: ['access'], queryFn: readAccess, enabled: access !== undefined && !code });
  return (
    <Access.Provider value={access}>
      <Router base="/admin" aroundNav={aroundNav}>
        <Switch>
          <Route path="/c/:id/board">
            {({ id }) => (
              <Suspense fallback={<Loading />}>
                <Board id={Number(id)} />
              </Suspense>
            )}
          </Route>
          {Parts && (
            <Route path="/parts">
              <Suspense fallback={<Loading />}>
                <Parts />
              </Suspense>
            </Route>
          )}
          <Route>{access && !code ? <Frame access={access} /> : <SignIn code={code} />}</Route>
        </Switch>
      </Router>
      {access && <Toasts />}
      {access && <Discard />}
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
  const isPhone = useMediaQuery('(max-width: 760px)');
  const found = useConferences(access);
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
  const waiting = useWaiting(chosen?.id ?? 0);
  if (!chosen && found.error) return <Failure error={found.error} again={found.refetch} />;
  if (!chosen && found.isPending) return <Loading />;
  const conference = chosen ?? noConference();
  const screens = SCREENS.filter(
    ({ scope, group }) => may(...[scope].flat()) && (chosen || group === 'service'),
  );
  const menu = { screens, at: `/c/${conference.id}`, waiting };
  const own = { access, conferences, timezone: conference.timezone };
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <OpenScreens.Provider value={screens.map(({ name }) => name)}>
        {isPhone ? (
          <header class="topbar">
            <Switcher conferences={conferences} chosen={conference} />
            <Finder conference={conference} />
            <OwnAccount {...own} />
          </header>
        ) : (
          <nav class="menu" aria-label={t('frame.sections')}>
            <Switcher conferences={conferences} chosen={conference} />
            <Finder conference={conference} />
            <div class="groups">
              <Groups {...menu} />
            </div>
            <footer>
              <OwnAccount {...own} />
            </footer>
          </nav>
        )}
        <Screens key={conference.id} conference={conference} screens={screens}>
          <Warnings access={access} timezone={conference.timezone} />
        </Screens>
        {isPhone && <Dock {...menu} />}
      </OpenScreens.Provider>
    </div>
  );
}

interface ScreensProps {
  readonly conference: Conference;
  /** Those that the session may open: another one's address leads to the first of them. */
  readonly screens: readonly (typeof SCREENS)[number][];
  /** Above every screen. */
  readonly children: ComponentChildren;
}

function Screens({ conference, screens, children }: ScreensProps) {
  const [path] = useLocation();
  useChanges(conference.id);
  const shown = screens.find(({ name }) => name === path.split('/')[3]);
  useEffect(() => {
    const parts = [shown && t(`menu.${shown.name}`), conference.name, t('frame.brand')];
    document.title = parts.filter(Boolean).join(' · ');
  }, [shown, conference.name]);
  const { of } = useFilters();
  // What the address opens instead of a list is a page of its own.
  useHeadingFocus([path, of('import'), of('edit'), of('from')].join(' '));
  return (
    <main id="main" class="page">
      {children}
      <Suspense fallback={<Loading />}>
        <Switch>
          {screens.map(({ name, Page }) => (
            <Route key={name} path={`/c/:id/${name}`}>
              <Page conference={conference} />
            </Route>
          ))}
          <Route>
            {screens[0] ? (
              <Redirect to={`/c/${conference.id}/${screens[0].name}`} />
            ) : (
              <Empty title={t(conference.id ? 'state.denied' : 'frame.no-conference')} />
            )}
          </Route>
        </Switch>
      </Suspense>
    </main>
  );
}

/** What an owner has to do before it is too late. */
function Warnings({ access, timezone }: { access: OwnAccess; timezone: string }) {
  const { moment } = zoneOf(timezone);
  return access.warnings.map(({ kind, ids, key = '', expires_at }) => (
    <p key={kind} class="note warn">
      <Icon name="triangle-alert" />
      <span>
        {t(`account.warning.${kind}`, {
          key,
          count: ids.length,
          moment: expires_at ? moment(expires_at) : '',
          zone: timezone,
        })}
      </span>
    </p>
  ));
}
