import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import type { Titles } from './audience.ts';
import type { Content } from './content.ts';

export const EDGES = ['before_start', 'after_start', 'after_end'] as const;
export const UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type Unit = keyof typeof UNITS;
type Anchor = NonNullable<Content['anchor']>;

/** The seconds of a duration of hours, minutes and seconds, as the service spells it. */
function secondsOf(duration: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration)?.map((part) => Number(part ?? 0)) ?? [];
  return hours * UNITS.hours + minutes * UNITS.minutes + seconds;
}

/** A relative time as the form has it; without an event, of the conference. */
export interface Parts {
  readonly edge: (typeof EDGES)[number];
  readonly unit: Unit;
  readonly count: number;
  readonly event_id?: number | undefined;
}

/** A relative time in the largest unit that says it without a rest. */
export function partsOf(anchor: Anchor): Parts {
  const edge = EDGES.find((one) => anchor[one] !== undefined) ?? 'before_start';
  const seconds = secondsOf(anchor[edge] ?? '');
  const unit = (['days', 'hours'] as const).find(
    (one) => seconds > 0 && seconds % UNITS[one] === 0,
  );
  const whole = unit ?? 'minutes';
  return {
    edge,
    unit: whole as Unit,
    count: Math.round(seconds / UNITS[whole]),
    event_id: anchor.event_id,
  };
}

export function anchorOf({ edge, unit, count, event_id }: Parts, { id }: Conference): Anchor {
  const seconds = count * UNITS[unit];
  const [hours, minutes] = [Math.floor(seconds / 3_600), (seconds % 3_600) / 60];
  // Spelled as the service does, so that nothing differs from what was saved.
  const spelled = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}` || '0S';
  return {
    [edge]: `PT${spelled}`,
    ...(event_id === undefined ? { conference_id: id } : { event_id }),
  };
}

/** A relative time in words; of what was deleted, too. */
export function anchorText(anchor: Anchor, { id, name }: Conference, titles?: Titles): string {
  const { edge, unit, count, event_id } = partsOf(anchor);
  const isOther = anchor.conference_id !== undefined && anchor.conference_id !== id;
  const what =
    event_id === undefined
      ? t(isOther ? 'when.conference.other' : 'when.conference', { name })
      : (titles?.get(`event ${event_id}`) ?? t('when.event'));
  return t(`when.${edge}`, { time: counted(`when.${unit}`, count), what });
}

/** When a broadcast starts, in words; undefined for at once. */
export function timeText(
  { anchor, scheduled_at }: Pick<Content, 'anchor' | 'scheduled_at'>,
  conference: Conference,
  titles?: Titles,
): string | undefined {
  if (anchor) return anchorText(anchor, conference, titles);
  return scheduled_at === null ? undefined : zoneOf(conference.timezone).moment(scheduled_at);
}
