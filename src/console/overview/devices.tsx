import type { ConferenceStats } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Empty } from '../parts/states.tsx';

/** A key is written down at most this often, and some requests are missed. */
const SEEN_MS = 15 * 60_000;

type Device = NonNullable<ConferenceStats['devices']>[number];
interface Props {
  readonly devices: readonly Device[];
  readonly conference: Conference;
}

/** The phones at the door, with their last scans. */
export function Devices({ devices, conference: { id, timezone } }: Props) {
  return (
    <section class="card">
      <header>
        <h2>{t('overview.devices')}</h2>
        <ScreenLink conference_id={id} to="keys">
          {t('overview.devices.add')}
        </ScreenLink>
      </header>
      {devices.length === 0 && <Empty title={t('overview.devices.none')} />}
      <ul class="rows">
        {devices.map((device) => (
          <li key={device.key} class="line">
            <span class={isSeen(device) ? 'tile good' : 'tile warn'}>
              <Icon name={isSeen(device) ? 'smartphone' : 'wifi-off'} />
            </span>
            <span class="grow">
              <strong>{device.name}</strong>
              <small>{sentenceOf(device, timezone)}</small>
            </span>
            <strong class="number">{number(device.arrivals)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isSeen = ({ last_seen_at }: Device): boolean =>
  last_seen_at !== null && Date.now() - Date.parse(last_seen_at) < SEEN_MS;

function sentenceOf({ last_scan_at, last_seen_at }: Device, timezone: string): string {
  const { time, moment } = zoneOf(timezone);
  const scan = last_scan_at && t('overview.devices.scan', { time: time(last_scan_at) });
  const seen = last_seen_at && t('overview.devices.seen', { moment: moment(last_seen_at) });
  return [scan, seen].filter(Boolean).join(' · ');
}
