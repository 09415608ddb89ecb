import { useQuery } from '@tanstack/preact-query';
import { Suspense } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter-preact';
import type { OwnAccess } from '../client/operations.d.ts';
import { Access, useMay } from './lib/access.ts';
import { isOffline } from './lib/api.ts';
import { useChanges } from './lib/changes.ts';
import { type Conference, readConferences } from './lib/conference.ts';
import { readAccess, session, signOut } from './lib/session.ts';
import { chooseLanguage, LANGUAGES, type Language, language, t } from './lib/text.ts';
import { Empty, Failure, Loading, sentenceOf } from './parts/states.tsx';
import { say, Toasts } from './parts/toasts.tsx';
import { GROUPS, SCREENS } from './screens.ts';
import { SignIn } from './sign-in.tsx';

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
      <Menu screens={screens} at={`/c/${chosen.id}`} />
      <Screens key={chosen.id} conference={chosen} first={screens[0]?.name} />
    </div>
  );
}

interface MenuProps {
  readonly screens: readonly (typeof SCREENS)[number][];
  /** The address of the conference. */
  readonly at: string;
}

function Menu({ screens, at }: MenuProps) {
  const [path] = useLocation();
  const groups = GROUPS.filter((group) => screens.some((screen) => screen.group === group));
  return (
    <nav aria-label={t('frame.sections')}>
      {groups.map((group) => (
        <ul key={group} aria-label={t(`frame.group.${group}`)}>
          {screens
            .filter((screen) => screen.group === group)
            .map(({ name, icon }) => (
              <li key={name}>
                <Link
                  href={`${at}/${name}`}
                  aria-current={path.startsWith(`${at}/${name}`) ? 'page' : undefined}
                >
                  <span aria-hidden="true">{icon}</span>
                  {t(`menu.${name}`)}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
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
          {SCREENS.map(({ name, Page }) => (
            <Route key={name} path={`/c/:id/${name}`}>
              <Page conference={conference} />
            </Route>
          ))}
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
