import type { Agenda as Program } from '@hallway/client';
import { addToHomeScreen, checkHomeScreen, storage } from '@hallway/client/messenger';
import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { Choice, Head, Line, List } from '../cards.tsx';
import { Icon } from '../icons.tsx';
import { api, reads } from '../lib/api.ts';
import { type Route, routeOf } from '../lib/route.ts';
import { dateOf, joined, longDayText, shortDayText, t, timeText } from '../lib/text.ts';
import { AsOf, Button, Pending, State, useChange } from '../parts.tsx';
import { colorOf, Entry, type Item, itemOf, itemsOf } from './entry.tsx';
import { Registration } from './registration.tsx';

const MINE = 'mine';
const MINUTE_MS = 60_000;
const focus = (field: HTMLElement | null) => field?.focus();

/** The days of the conference, at the item that a link opened. */
export function Agenda({ id: itemId = 0 }: Route) {
  const [chosen, choose] = useState('');
  const [track, setTrack] = useState('');
  const [words, search] = useState<string>();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  const agenda = useQuery(reads.agenda);
  if (!agenda.data) return <Pending of={agenda} isWhole />;
  const program = agenda.data;
  const { name, starts_on, city, venue, timezone } = program.conference;
  const days = program.days.map(({ date }) => date);
  const today = days.find((date) => date === dateOf(now, timezone));
  const linked = program.days.find(({ items }) => items.some(({ id }) => id === itemId));
  const shown = chosen || linked?.date || today || days[0] || starts_on;
  const more = joined(longDayText(today ?? starts_on, 'UTC'), city ?? venue);
  const mine = { value: MINE, text: t('agenda.mine'), icon: 'bookmark' } as const;
  const choices = [...days.map((value) => ({ value, text: shortDayText(value, 'UTC') })), mine];
  const tracks = program.tracks.map((value) => {
    return { value, text: value, color: colorOf(program, value) };
  });
  const toggle = (one: string) => setTrack(one === track ? '' : one);
  // Words are found on any day.
  const day = words && shown !== MINE ? '' : shown;
  return (
    <>
      <Head title={name} more={more}>
        <Button
          kind="bare"
          icon="search"
          text={t('agenda.search')}
          isPressed={words !== undefined}
          run={() => search(words === undefined ? '' : undefined)}
        />
        <Button kind="bare" icon="map-pin" text={t('pages.title')} to={{ screen: 'pages' }} />
        <Button kind="bare" icon="ticket" text={t('code.ticket')} to={{ screen: 'code' }} />
      </Head>
      <AsOf of={agenda} timezone={timezone} />
      <HomeHint />
      <Registration />
      <Announcements />
      {words !== undefined && (
        <input
          type="search"
          aria-label={t('agenda.search')}
          ref={focus}
          onInput={({ currentTarget }) => search(currentTarget.value)}
        />
      )}
      <Choice kind="segment" label={t('agenda.days')} of={choices} chosen={day} choose={choose} />
      <Choice kind="chips" label={t('agenda.tracks')} of={tracks} chosen={track} choose={toggle} />
      <Entries of={program} {...{ shown, track, words, now }} />
      {shown === MINE && <Calendar />}
    </>
  );
}

/** What the organizers keep on top for now, such as the Wi-Fi; a reader without a seat gets less. */
const Announcements = () => (
  <List title={t('announcements.title')} of={useQuery(reads.announcements).data ?? []}>
    {({ id, title, body, start, action_url }) => (
      <Line key={id} icon="megaphone" title={title} more={body} to={routeOf(start)}>
        {action_url && <Button href={action_url} icon="link" text={t('inbox.open')} />}
      </Line>
    )}
  </List>
);

type View = { shown: string; track: string; words: string | undefined; now: number };
/** The entries of a day, those that are kept or attended, or those with the words, under their start. */
function Entries({ of: agenda, shown, track, words, now }: View & { of: Program }) {
  const { timezone } = agenda.conference;
  const isMine = shown === MINE;
  const isDay = !isMine && !words;
  const kept = useQuery(reads.kept).data ?? [];
  const mine = useQuery(reads.myEvents).data ?? [];
  const all = useQuery(reads.events).data ?? [];
  const attended = mine.filter(({ attendance }) => attendance?.status !== 'cancelled');
  const items: readonly Item[] = isMine ? kept : itemsOf(agenda);
  const listed = new Set(items.map(({ event_id }) => event_id));
  const others = (isMine ? attended : all).filter(({ id }) => !listed.has(id));
  const entries = [...items, ...others.map((event) => itemOf(event, agenda))]
    .filter((one) => !isDay || dateOf(one.starts_at, timezone) === shown)
    .filter((one) => !words || hasWords(one, words))
    .filter((one) => !track || one.track === track)
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  useEffect(() => document.querySelector('.marked')?.scrollIntoView({ block: 'center' }), []);
  if (entries.length === 0) return <State title={t('agenda.none')} />;
  const groups = [...Map.groupBy(entries, ({ starts_at }) => starts_at)];
  // On the day itself, above what runs or comes next.
  const isToday = isDay && shown === dateOf(now, timezone);
  const next = groups.find(([, rows]) => rows.some(({ ends_at }) => Date.parse(ends_at) > now));
  const line = isToday && <p class="now">{t('agenda.now', { time: timeText(now, timezone) })}</p>;
  return (
    <>
      {groups.map(([at, rows]) => (
        <section key={at}>
          {at === next?.[0] && line}
          <h2 class="at">
            {!isDay && `${shortDayText(at, timezone)}, `}
            {timeText(at, timezone)}
          </h2>
          {isToday && <Left of={rows} now={now} />}
          <ul class="entries">
            {rows.map((one) => (
              <Entry key={`${one.id} ${one.event_id}`} of={one} />
            ))}
          </ul>
        </section>
      ))}
      {!next && line}
    </>
  );
}

const hasWords = ({ title, room, speakers }: Item, words: string) =>
  joined(title, room, ...speakers.map(({ name }) => name))
    .toLowerCase()
    .includes(words.trim().toLowerCase());

/** How long it goes on, of what has started together. */
function Left({ of, now }: { of: readonly Item[]; now: number }) {
  const start = Date.parse(of[0]?.starts_at ?? '');
  const end = Math.max(...of.map(({ ends_at }) => Date.parse(ends_at)));
  if (now < start || now >= end) return null;
  const text = t('agenda.left', { count: Math.ceil((end - now) / MINUTE_MS) });
  return (
    <>
      <small class="left">{text}</small>
      <progress value={now - start} max={end - start} aria-label={text} />
    </>
  );
}

/** Once for each device, where the messenger can put the app on its home screen. */
function HomeHint() {
  const [isOffered, offer] = useState(false);
  useEffect(() => {
    checkHomeScreen(async (canAdd) => {
      const closed = await storage.read('home hint').catch(() => 'cannot be kept');
      offer(canAdd && closed === null);
    });
  }, []);
  const close = () => {
    storage.write('home hint', 'closed');
    offer(false);
  };
  if (!isOffered) return null;
  return (
    <div class="note">
      <Icon of="smartphone" />
      <Button text={t('home.add')} run={addToHomeScreen} />
      <Button kind="bare" icon="x" text={t('home.close')} run={close} />
    </div>
  );
}

/** A secret link: anyone who has it reads the seats. A new one ends the one before. */
function Calendar() {
  const link = useChange([], () => api.call('createCalendarLink'));
  const icon = 'calendar-plus';
  const href = link.data?.url;
  if (href) return <Button href={href} icon={icon} text={t('agenda.calendar.open')} />;
  return <Button {...link} icon={icon} text={t('agenda.calendar')} />;
}
