import { startParameterOf, watchCodes } from '@hallway/client/codes';
import { hasScanner, openScanner, shareLink } from '@hallway/client/messenger';
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choice, CodeCard, Line, List, nameOf, Photo, Ticket } from '../cards.tsx';
import { Icon } from '../icons.tsx';
import { api, CONFERENCE_ID, later, open, read, reads } from '../lib/api.ts';
import type { Route } from '../lib/route.ts';
import { daysText, joined, t, timeText, whenText } from '../lib/text.ts';
import { AsOf, Button, Form, MainAction, Mark, Pending, State, say, useChange } from '../parts.tsx';
import { hasSeat } from './entry.tsx';

const PARTS = [
  { value: 'ticket', icon: 'ticket', title: 'conference.ticket' },
  { value: 'mine', icon: 'qr-code', title: 'meet.code' },
  { value: 'scan', icon: 'scan-line', title: 'meet.scan' },
] as const;

/** The own ticket, the own code for those who are met, and the camera for theirs. */
export function Code({ part = 'ticket' }: Route) {
  const [shown, show] = useState(part);
  const of = PARTS.map(({ value, icon }) => ({ value, icon, text: t(`code.${value}`) }));
  const { title = 'code.title' } = PARTS.find(({ value }) => value === shown) ?? {};
  return (
    <>
      <h1 class="hidden" tabIndex={-1}>
        {t(title)}
      </h1>
      <Choice kind="segment" label={t('code.title')} of={of} chosen={shown} choose={show} />
      {shown === 'ticket' && <Tickets />}
      {shown === 'mine' && <OwnCode scan={() => show('scan')} />}
      {shown === 'scan' && <Scan />}
    </>
  );
}

function Tickets() {
  const state = useQuery(reads.state);
  const me = useQuery(reads.me).data;
  const conference = useQuery(reads.agenda).data?.conference;
  const events = useQuery(reads.myEvents).data ?? [];
  const own = state.data?.conferences[CONFERENCE_ID];
  const ticket = useQuery({ ...later.ticket, enabled: hasSeat(own) });
  if (!conference || !state.data) return <Pending of={state} />;
  const { name, starts_on, ends_on, venue, city, timezone } = conference;
  const more = joined(daysText(starts_on, ends_on), venue, city);
  const fact = (term: string, value: string | null | undefined) =>
    value && (
      <div>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    );
  return (
    <>
      <AsOf of={state} timezone={timezone} />
      {!hasSeat(own) && <State title={t('ticket.none')} />}
      {hasSeat(own) && (
        <Ticket of={ticket} label={t('conference.ticket')} title={name} more={more}>
          <dl>
            {fact(t('ticket.name'), me && nameOf(me))}
            {fact(t('ticket.type'), own?.ticket_type)}
          </dl>
        </Ticket>
      )}
      {ticket.data && <Mark kind="note" icon="wifi-off" text={t('ticket.offline')} />}
      <List title={t('ticket.events')} of={events.filter(({ attendance }) => hasSeat(attendance))}>
        {({ id, title, starts_at, timezone: zone, venue: { name: place } }) => (
          <Line
            key={id}
            icon="ticket"
            tone="link"
            title={title}
            more={joined(whenText(starts_at, zone), place)}
            to={{ screen: 'event', id }}
            end={<Icon of="qr-code" />}
          />
        )}
      </List>
    </>
  );
}

/** A code holds for at least five minutes: the one that is shown is always fresh. */
const FRESH = { refetchInterval: 240_000, gcTime: 0 };

function OwnCode({ scan }: { scan: () => void }) {
  const timezone = useQuery(reads.conference).data?.timezone;
  const me = useQuery(reads.me).data;
  const code = useQuery({ ...read('code', 'createMeetCode'), ...FRESH });
  const { expires_at = 0, share_url: url } = code.data ?? {};
  const until = timezone && t('meet.until', { time: timeText(expires_at, timezone) });
  const known = useInfiniteQuery(later.connections).data?.rows ?? [];
  const met = <Mark kind="tag" icon="check" tone="good" text={t('people.met')} />;
  return (
    <>
      <CodeCard of={code} label={t('meet.code')} foot={<small>{until}</small>}>
        {me && (
          <div class="person">
            <Photo of={me} />
            <h2>{nameOf(me)}</h2>
            <small>{joined(me.headline, me.company)}</small>
          </div>
        )}
      </CodeCard>
      <p class="muted centered">{t('meet.more')}</p>
      <div class="pair">
        {url && <Button href={shareLink(url)} icon="share-2" text={t('meet.share')} />}
        <MainAction icon="scan-line" text={t('meet.scan')} run={scan} />
      </div>
      <List of={known.filter(({ met_at }) => met_at).slice(0, 1)}>
        {({ id, user }) => (
          <Line key={id} of={user} to={{ screen: 'people', id: user.id }} end={met} />
        )}
      </List>
    </>
  );
}

/** The camera, or the messenger's scanner, and a field for those who have or allow none. */
function Scan() {
  const video = useRef<HTMLVideoElement>(null);
  const [hasCamera, setCamera] = useState(isSecureContext);
  // Shows what a code is of, and asks: scanning alone connects nobody.
  const find = useChange([], async (parameter: string) => {
    open((await api.call('getStart', { params: { parameter } })).start);
  });
  const take = (text: string) => {
    const parameter = startParameterOf(text);
    if (parameter) find.run(parameter);
    else say(t('meet.foreign'));
    return parameter !== undefined;
  };
  const scan = () => openScanner(t('meet.scan'), take);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    if (hasScanner) scan();
    else if (video.current) {
      watchCodes(video.current, { found: take, signal, reader }).catch(() => setCamera(false));
    }
    return () => leaving.abort();
  }, []);
  return (
    <>
      {hasScanner && <MainAction icon="scan-line" text={t('meet.scan')} run={scan} />}
      {!hasScanner && hasCamera && (
        <div class="camera">
          <p>{t('meet.what')}</p>
          <video ref={video} muted playsInline aria-label={t('meet.camera')} />
        </div>
      )}
      {!hasScanner && !hasCamera && (
        <Mark kind="note" icon="triangle-alert" text={t('meet.no-camera')} />
      )}
      <Form class="row" text={t('meet.submit')} send={(given) => take(String(given.get('code')))}>
        <label>
          {t('meet.typed')}
          <input name="code" required autocomplete="off" autocapitalize="off" dir="ltr" />
        </label>
      </Form>
    </>
  );
}

/** Loaded where the browser has no reader of its own. */
async function reader() {
  const { default: read } = await import('jsqr');
  return ({ data, width, height }: ImageData) => read(data, width, height)?.data;
}
