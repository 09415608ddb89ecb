import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import type { ConferenceCheckInStats } from '../../client/operations.d.ts';
import { Camera } from '../door/camera-view.tsx';
import { type Door as DoorChoice, dayIn, isSameDoor, keyOfDoor, useDoors } from '../door/doors.ts';
import { feel } from '../door/feel.ts';
import { Find } from '../door/find.tsx';
import { GroupAtDoor } from '../door/group.tsx';
import { readOfflineList } from '../door/offline-attendee-list.ts';
import { dropOfflineLists } from '../door/offline-lists.ts';
import {
  checkIn,
  forgetScan,
  keepScan,
  type Scan,
  sendWaiting,
  type Verdict,
  WARN_AFTER_MS,
  type Who,
  waitingScans,
} from '../door/scan-queue.ts';
import { LOOK_OF, Shown, type ShownScan, wordOf } from '../door/verdict.tsx';
import { WalkIn } from '../door/walk-in.tsx';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useNetwork } from '../lib/online.ts';
import { counted, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Meter } from '../parts/meter.tsx';
import { say } from '../parts/toasts.tsx';

const SEND_EVERY_MS = 10_000;
/** Without an answer: what the page says of the network is true within 3 s. */
const RETRY_EVERY_MS = 2_000;
const ROSTER_EVERY_MS = 60_000;
/** The last day, wherever it ends, and 12 hours. */
const ROSTER_KEPT_MS = 48 * 3_600_000;
/** The scans that the device still shows. */
const SHOWN = 50;

/** Checks people in at a conference or one of its events, by camera and by name, with and without a network. */
export function Door({ conference }: { conference: Conference }) {
  const { id, timezone } = conference;
  const may = useMay();
  const { doors, ticketDoors, door, choose, turn } = useDoors(conference);
  const { event_id } = door;
  const doorKey = keyOfDoor(door);
  const [scans, setScans] = useState<readonly ShownScan[]>([]);
  const [waiting, setWaiting] = useState<readonly Scan[]>([]);
  const statistics = useQuery({
    queryKey: ['door', id, doorKey],
    queryFn: async () => {
      const found =
        event_id === undefined
          ? await api.call('getConferenceCheckInStats', { params: { conference_id: id } })
          : await api.call('getEventCheckInStats', { params: { id: event_id } });
      localStorage.setItem(storedNumbers(doorKey), JSON.stringify(found));
      return found;
    },
    refetchInterval: ({ state }) => (state.error ? RETRY_EVERY_MS : SEND_EVERY_MS),
  });
  const show = (scan: Scan, verdict: Verdict) =>
    setScans((old) =>
      [{ scan, verdict }, ...old.filter((one) => one.scan.nonce !== scan.nonce)].slice(0, SHOWN),
    );
  const count = async () => setWaiting(await waitingScans(id));

  const take = async (who: Who, at: DoorChoice = door) => {
    const { scan, verdict } = await checkIn(at, who);
    show(scan, verdict);
    feel(verdict.kind);
    await count();
    void queries.invalidateQueries({ queryKey: ['door', id, keyOfDoor(at)] });
  };
  const change = async (other: DoorChoice, scan: Scan) => {
    await forgetScan(scan);
    choose(other);
    if (scan.code) await take({ code: scan.code }, other);
  };
  const send = async () => {
    const done = await sendWaiting(id).catch(() => []);
    await count();
    if (done.length === 0) return;
    for (const { scan, verdict } of done) show(scan, verdict);
    const refused = done.filter(({ verdict }) => verdict.kind === 'refused').length;
    say(
      refused > 0
        ? t('door.sent-refused', { count: done.length, refused })
        : counted('door.sent', done.length),
    );
    void statistics.refetch();
  };

  useEffect(() => {
    void send();
    const read = () => void refreshOfflineList(conference, door);
    read();
    const sending = setInterval(() => void send(), SEND_EVERY_MS);
    const reading = setInterval(read, ROSTER_EVERY_MS);
    const back = () => void send();
    addEventListener('online', back);
    return () => {
      clearInterval(sending);
      clearInterval(reading);
      removeEventListener('online', back);
    };
  }, [id, doorKey]);

  const isOnline = useNetwork() && !statistics.isError;
  const numbers: Numbers | undefined = statistics.data ?? storedNumbersOf(doorKey);
  const latest = scans.find(({ scan }) => isSameDoor(scan, door));
  const oldest = waiting[0];
  const isLate = oldest && Date.now() - Date.parse(oldest.scanned_at) > WARN_AFTER_MS;
  return (
    <div class="door">
      <h1 tabIndex={-1} class="hidden">
        {t('door.title', { name: door.name })}
      </h1>
      <section class="arrivals" aria-label={t('door.arrivals')}>
        {doors.length > 1 && (
          <select
            aria-label={t('door.door')}
            value={String(doorKey)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = doors.find((one) => String(keyOfDoor(one)) === value);
              if (chosen) choose(chosen);
            }}
          >
            {doors.map((one) => (
              <option key={keyOfDoor(one)} value={String(keyOfDoor(one))}>
                {one.name}
              </option>
            ))}
          </select>
        )}
        {door.direction && (
          <select
            aria-label={t('door.direction')}
            value={door.direction}
            onChange={({ currentTarget: { value } }) => turn(value === 'out' ? 'out' : 'in')}
          >
            <option value="in">{t('door.direction.in')}</option>
            <option value="out">{t('door.direction.out')}</option>
          </select>
        )}
        <p>
          <strong>{numbers ? number(numbers.checked_in) : '–'}</strong>{' '}
          {t('door.of', { count: numbers?.expected ?? '–' })}
        </p>
        <AtCheckpoint door={door} numbers={numbers} />
        <Meter value={numbers?.checked_in ?? 0} max={numbers?.expected || 1} />
        <span class={`tag ${isOnline ? 'good' : 'warn'}`} role="status">
          <Icon name={isOnline ? 'wifi' : 'wifi-off'} />
          {t(isOnline ? 'door.online' : 'door.offline')}
          {waiting.length > 0 && ` · ${counted('door.waiting', waiting.length)}`}
        </span>
      </section>
      {isLate && (
        <p class="note warn" role="alert">
          {t('door.late')}
        </p>
      )}
      <WrongClock latest={latest} />
      <Camera found={(code) => void take({ code })} />
      <div class="stack">
        <Shown
          latest={latest}
          timezone={timezone}
          doors={ticketDoors}
          change={(other, scan) => void change(other, scan)}
        />
        {latest && 'group' in latest.verdict && latest.verdict.group && (
          <GroupAtDoor
            key={latest.scan.nonce}
            group={latest.verdict.group}
            take={async (people) => {
              for (const who of people) await keepScan(door, who);
              await send();
            }}
          />
        )}
        <section class="find">
          <Find key={doorKey} door={door} take={take} isOnline={isOnline} />
          {may('attendees:write') && event_id === undefined && (
            <WalkIn conference={conference} isOnline={isOnline} />
          )}
        </section>
      </div>
      <Log scans={scans} timezone={timezone} />
    </div>
  );
}

type Numbers = Pick<ConferenceCheckInStats, 'expected' | 'checked_in'> &
  Partial<ConferenceCheckInStats>;

/** How many were scanned today at the checkpoint of the device, and are inside. */
function AtCheckpoint({ door, numbers }: { door: DoorChoice; numbers: Numbers | undefined }) {
  const found = numbers?.checkpoints?.find(({ id }) => id === door.checkpoint_id);
  if (!found) return null;
  const today = dayIn(door.timezone, new Date());
  const people = found.days.find(({ day }) => day === today)?.people ?? 0;
  const inside = found.inside === null ? '' : t('door.inside', { count: found.inside });
  return <p>{[t('door.today', { count: people }), inside].filter(Boolean).join(' · ')}</p>;
}

/** The service corrects the times of the scans; the person at the door corrects the clock. */
function WrongClock({ latest }: { latest: ShownScan | undefined }) {
  const skew = latest && 'skew' in latest.verdict ? latest.verdict.skew : undefined;
  if (skew === undefined) return null;
  return (
    <p class="note warn" role="alert">
      {counted(skew > 0 ? 'door.clock-fast' : 'door.clock-slow', Math.round(Math.abs(skew) / 60))}
    </p>
  );
}

/** The roster of a conference that is over by half a day leaves the device. */
async function refreshOfflineList({ ends_on }: Conference, door: DoorChoice): Promise<void> {
  const isOver = Date.now() > Date.parse(ends_on) + ROSTER_KEPT_MS;
  await (isOver ? dropOfflineLists() : readOfflineList(door)).catch(() => undefined);
}

const storedNumbers = (key: number | string) => `hallway-door-${key}`;
function storedNumbersOf(key: number | string): Numbers | undefined {
  const text = localStorage.getItem(storedNumbers(key));
  return text ? JSON.parse(text) : undefined;
}

function Log({ scans, timezone }: { scans: readonly ShownScan[]; timezone: string }) {
  const { time } = zoneOf(timezone);
  return (
    <section class="card log" aria-labelledby="log">
      <header>
        <h2 id="log">{t('door.last')}</h2>
      </header>
      {scans.length === 0 && <p class="body muted">{t('door.none')}</p>}
      <ol class="rows">
        {scans.slice(0, 12).map(({ scan, verdict }) => (
          <li key={scan.nonce} class="line">
            <time class="muted">{time(scan.scanned_at)}</time>
            <strong class="grow">{'name' in verdict ? verdict.name : (scan.code ?? '')}</strong>
            <span class={`tag ${LOOK_OF[verdict.kind][0]}`}>
              <Icon name={LOOK_OF[verdict.kind][1]} />
              {t(wordOf(verdict))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
