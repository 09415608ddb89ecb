import type { ConferenceStats } from '../../client/operations.d.ts';
import { counted, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Chart } from '../parts/chart.tsx';
import { Meter } from '../parts/meter.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Table } from '../parts/table.tsx';

interface Props {
  readonly statistics: ConferenceStats;
  readonly timezone: string;
}

/** Who has arrived, and when. */
export function Arrivals({ statistics, timezone }: Props) {
  const { attendance, series, conference_id } = statistics;
  if (!attendance) return null;
  const { seats, arrived } = attendance.totals;
  const points = (series?.points ?? []).map(({ at, arrivals = 0 }) => ({
    time: zoneOf(timezone).time(at),
    value: arrivals,
  }));
  const last = points.at(-1)?.value ?? 0;
  return (
    <div class="stack">
      <section class="card">
        <div class="body stack">
          <h2>{t('overview.arrivals')}</h2>
          <p>
            <strong class="big">{number(arrived)}</strong>{' '}
            {t('overview.of-arrived', { count: seats })}
          </p>
          <Meter value={arrived} max={seats} />
          <ScreenLink conference_id={conference_id} to="attendees?status=registered">
            {counted('overview.not-here', Math.max(0, seats - arrived))}
          </ScreenLink>
        </div>
      </section>
      {points.length > 0 && (
        <Chart
          title={t('overview.by-minute')}
          message={t('overview.by-minute.message', {
            count: arrived,
            most: Math.max(...points.map(({ value }) => value)),
          })}
          kind="columns"
          points={points}
          unit={t('overview.arrived')}
          last={t('overview.now', { count: last })}
        />
      )}
    </div>
  );
}

/** How the registrations have grown, day by day. */
export function Registrations({ statistics, timezone }: Props) {
  const { attendance, series } = statistics;
  if (!attendance || !series) return null;
  const { seats } = attendance.totals;
  const each = series.points.map(({ registrations = 0 }) => registrations);
  let sum = Math.max(0, seats - each.reduce((all, one) => all + one, 0));
  const { day } = zoneOf(timezone);
  const points = series.points.map(({ at, registrations = 0 }) => {
    sum += registrations;
    return { time: day(at), value: sum };
  });
  const week = each.slice(-7).reduce((all, one) => all + one, 0);
  return (
    <Chart
      title={t('overview.registrations')}
      message={t('overview.registrations.message', { count: sum, week })}
      kind="line"
      points={points}
      unit={t('overview.registered')}
      last={t('overview.now', { count: sum })}
    />
  );
}

/** From the invitation to the door. */
export function Funnel({ statistics: { attendance, conference_id } }: Pick<Props, 'statistics'>) {
  if (!attendance) return null;
  const { seats, arrived, invited = 0, waitlisted = 0 } = attendance.totals;
  const all = seats + invited;
  const steps = [
    ['overview.invited', invited, 'attendees?status=invited'],
    ['overview.seats', seats, 'attendees?status=all'],
    ['overview.waitlisted', waitlisted, 'attendees?status=waitlisted'],
    ['overview.arrived', arrived, 'attendees?status=checked_in'],
  ] as const;
  return (
    <section class="card">
      <header>
        <h2>{t('overview.funnel')}</h2>
      </header>
      <ul class="body stack">
        {steps.map(([text, value, screen]) => (
          <li key={text} class="share">
            <ScreenLink conference_id={conference_id} to={screen}>
              {t(text)}
            </ScreenLink>
            <strong class="number">{number(value)}</strong>
            <Meter value={value} max={Math.max(1, all)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Seats and arrivals of each ticket type, where there are several. */
export function TicketTypes({ statistics: { attendance } }: Pick<Props, 'statistics'>) {
  const types = attendance?.by_ticket_type ?? [];
  if (types.length < 2) return null;
  const title = t('overview.ticket-types');
  return (
    <section>
      <h2>{title}</h2>
      <Table
        label={title}
        head={[
          t('attendees.ticket-type'),
          { number: t('overview.seats') },
          { number: t('overview.arrived') },
        ]}
      >
        {types.map(({ ticket_type, seats, arrived }) => (
          <tr key={ticket_type}>
            <th scope="row">{ticket_type ?? t('overview.no-type')}</th>
            <td class="number">{number(seats)}</td>
            <td class="number">{number(arrived)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
