import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Choice, CodeCard, Line, Lines, nameOf, Photo, Ticket } from '../cards.tsx';
import { Icon } from '../icons.tsx';
import {
  api,
  CONFERENCE_ID,
  connections,
  open,
  read,
  reads,
  sentenceOf,
  ticket,
} from '../lib/api.ts';
import { hasScanner, openScanner, shareLink } from '../lib/messenger.ts';
import { go, PARTS, type Route } from '../lib/route.ts';
import { parameterOf, watch } from '../lib/scanner.ts';
import { daysText, joined, t, timeText, whenText } from '../lib/text.ts';
import { AsOf, Button, Form, MainAction, Mark, Pending, State, say } from '../parts.tsx';
import { hasSeat } from './entry.tsx';

type Part = (typeof PARTS)[number];
const ICONS = { ticket: 'ticket', mine: 'qr-code', scan: 'scan-line' } as const;
const TITLES = { ticket: 'conference.ticket', mine: 'meet.code', scan: 'meet.scan' } as const;

/** The own ticket, the own code for those who are met, and the camera for theirs. */
export function Code({ part }: { part: Route['part'] }) {
  const [shown, show] = useState<Part>(part ?? 'ticket');
  const of = PARTS.map((value) => ({ value, text: t(`code.${value}`), icon: ICONS[value] }));
  return (
    <>
      <h1 class="hidden" tabIndex={-1}>
        {t(TITLES[shown])}
      </h1>
      <Choice<Part> kind="segment" label={t('code.title')} of={of} chosen={shown} choose={show} />
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
  const read = useQuery({ ...ticket, enabled: hasSeat(own) });
  const seats = events.filter(({ attendance }) => hasSeat(attendance));
  if (!conference || !state.data) return <Pending of={state} />;
  const { name, starts_on, ends_on, venue, city, timezone } = conference;
  const days = daysText(starts_on, ends_on);
  const label = t('conference.ticket');
  const facts = [
    [t('ticket.name'), me && nameOf(me)],
    [t('ticket.type'), own?.ticket_type],
  ].filter(([, value]) => value);
  return (
    <>
      <AsOf of={state} timezone={timezone} />
      {!hasSeat(own) && <State title={t('ticket.none')} />}
      {hasSeat(own) && (
        <Ticket of={read} label={label} title={name} more={joined(days, venue, city)}>
          <dl>
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Ticket>
      )}
      {read.data && <Mark kind="note" icon="wifi-off" text={t('ticket.offline')} />}
      <Lines title={t('ticket.events')} of={seats}>
        {({ id, title, starts_at, ...event }) => (
          <Line
            key={id}
            icon="ticket"
            tone="accent"
            title={title}
            more={joined(whenText(starts_at, event.timezone), event.venue.name)}
            open={() => go({ screen: 'event', id })}
            end={<Icon of="qr-code" />}
          />
        )}
      </Lines>
    </>
  );
}

function OwnCode({ scan }: { scan: () => void }) {
  const timezone = useQuery(reads.conference).data?.timezone;
  const me = useQuery(reads.me).data;
  // A code holds for at least five minutes: this one is always fresh.
  const code = useQuery({
    ...read(['meet-code'], 'createMeetCode'),
    refetchInterval: 240_000,
    gcTime: 0,
  });
  const until =
    timezone && t('meet.until', { time: timeText(code.data?.expires_at ?? 0, timezone) });
  const met = useInfiniteQuery(connections).data?.rows.find(({ met_at }) => met_at)?.user;
  const url = code.data?.share_url;
  return (
    <>
      {!code.data ? (
        <Pending of={code} />
      ) : (
        <CodeCard of={code.data} label={t('meet.code')} foot={<small>{until}</small>}>
          {me && (
            <div class="person">
              <Photo of={me} />
              <h2>{nameOf(me)}</h2>
              <small>{joined(me.headline, me.company)}</small>
            </div>
          )}
        </CodeCard>
      )}
      <p class="muted centered">{t('meet.more')}</p>
      <div class="pair">
        {url && <Button href={shareLink(url)} icon="share-2" text={t('meet.share')} />}
        <MainAction icon="scan-line" text={t('meet.scan')} run={scan} />
      </div>
      {met && (
        <ul class="card">
          <Line
            of={met}
            title={nameOf(met)}
            more={met.headline}
            open={() => go({ screen: 'people', id: met.id })}
            end={<Mark kind="tag" icon="check" tone="good" text={t('people.met')} />}
          />
        </ul>
      )}
    </>
  );
}

/** Shows what a code is of, and asks: scanning alone connects nobody. */
function take(text: string): boolean {
  const parameter = parameterOf(text);
  if (parameter === undefined) say(t('meet.foreign'));
  else {
    api.call('getStart', { params: { parameter } }).then(
      ({ start }) => open(start),
      (error) => say(sentenceOf(error)),
    );
  }
  return parameter !== undefined;
}

/** The camera, or the messenger's scanner, and a field for those who have or allow none. */
function Scan() {
  const video = useRef<HTMLVideoElement>(null);
  const [hasCamera, setCamera] = useState(isSecureContext);
  const scan = () => openScanner(t('meet.scan'), take);
  useEffect(() => {
    const leaving = new AbortController();
    if (hasScanner) scan();
    else if (video.current) {
      watch(video.current, { take, signal: leaving.signal }).catch(() => setCamera(false));
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
