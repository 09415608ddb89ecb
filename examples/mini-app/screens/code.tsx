import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { Choice, CodeCard, Line, nameOf, Photo, Section, Ticket } from '../cards.tsx';
import { Icon } from '../icons.tsx';
import {
  api,
  CONFERENCE_ID,
  connections,
  reads,
  sentenceOf,
  ticket,
  usePages,
} from '../lib/api.ts';
import { hasScanner, openScanner } from '../lib/messenger.ts';
import { go, PARTS, type Route, routeOf } from '../lib/route.ts';
import { dayText, joined, t, timeText, whenText } from '../lib/text.ts';
import { AsOf, Loaded, MainAction, Mark, Outside, State, say } from '../parts.tsx';
import { parameterOf, Scanner } from '../scanner.tsx';
import { hasSeat } from './seat.tsx';

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
  if (!conference || !state.data) return <Loaded of={state}>{() => null}</Loaded>;
  const { name, starts_on, ends_on, venue, city, timezone } = conference;
  const days = `${dayText(starts_on, 'UTC')} – ${dayText(ends_on, 'UTC')}`;
  const facts = [
    [t('ticket.name'), me && nameOf(me)],
    [t('ticket.type'), own?.ticket_type],
  ].filter(([, value]) => value);
  return (
    <>
      <AsOf of={state} timezone={timezone} />
      {hasSeat(own) ? (
        <>
          <Ticket
            of={read}
            label={t('conference.ticket')}
            title={name}
            more={joined(days, venue, city)}
          >
            <dl>
              {facts.map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Ticket>
          {read.data && <Mark kind="note" icon="wifi-off" text={t('ticket.offline')} />}
        </>
      ) : (
        <State title={t('ticket.none')} />
      )}
      {seats.length > 0 && (
        <Section title={t('ticket.events')}>
          <ul class="card">
            {seats.map(({ id, title, starts_at, ...event }) => (
              <Line
                key={id}
                icon="ticket"
                tone="accent"
                title={title}
                more={joined(whenText(starts_at, event.timezone), event.venue.name)}
                open={() => go({ screen: 'event', id })}
                end={<Icon of="qr-code" />}
              />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function OwnCode({ scan }: { scan: () => void }) {
  const timezone = useQuery(reads.conference).data?.timezone;
  const me = useQuery(reads.me).data;
  // A code holds for at least five minutes: this one is always fresh.
  const code = useQuery({
    queryKey: ['meet-code'],
    queryFn: () => api.call('createMeetCode'),
    refetchInterval: 240_000,
    gcTime: 0,
  });
  const met = usePages(connections).data?.find(({ met_at }) => met_at)?.user;
  const url = code.data?.share_url;
  const share = `https://t.me/share/url?${new URLSearchParams({ url: url ?? '' })}`;
  return (
    <>
      <Loaded of={code}>
        {(own) => {
          const until = timezone && t('meet.until', { time: timeText(own.expires_at, timezone) });
          return (
            <CodeCard of={own} label={t('meet.code')} foot={<p>{until}</p>}>
              {me && (
                <div class="person">
                  <Photo of={me} />
                  <h2>{nameOf(me)}</h2>
                  <p>{joined(me.headline, me.company)}</p>
                </div>
              )}
            </CodeCard>
          );
        }}
      </Loaded>
      <p class="muted">{t('meet.more')}</p>
      <div class="pair">
        {url && <Outside href={share} icon="share-2" text={t('meet.share')} />}
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
async function open(parameter: string): Promise<void> {
  const { start } = await api.call('getStart', { params: { parameter } });
  const target = start?.available ? routeOf(start) : undefined;
  if (target) go(target);
  else say(t('start.gone'));
}
function take(text: string): boolean {
  const parameter = parameterOf(text);
  if (parameter === undefined) say(t('meet.foreign'));
  else open(parameter).catch((error) => say(sentenceOf(error)));
  return parameter !== undefined;
}

function Scan() {
  const scan = () => openScanner(t('meet.scan'), take);
  useEffect(() => {
    if (hasScanner) scan();
  }, []);
  return (
    <>
      {hasScanner && <MainAction icon="scan-line" text={t('meet.scan')} run={scan} />}
      <Scanner take={take} hasOwn={hasScanner} />
    </>
  );
}
