import { useState } from 'preact/hooks';
import { number, t } from '../lib/text.ts';
import { Icon } from './icon.tsx';
import { Table } from './table.tsx';

export interface ChartPoint {
  /** The time as it is read: a day, or a time of a day. */
  readonly time: string;
  readonly value: number;
}

interface Props {
  readonly title: string;
  /** What the chart says, for those who do not see it. */
  readonly message: string;
  readonly kind: 'line' | 'columns';
  readonly points: readonly ChartPoint[];
  /** What a point counts, as the head of a column. */
  readonly unit: string;
  /** Beside the last point. */
  readonly last: string;
}

/** The height of the picture, which is stretched. */
const HEIGHT = 100;
const LINES = 3;
/** More marks of time would touch each other on a phone. */
const MAX_TIMES = 5;

/** Numbers over time as a picture, or as a table. */
export function Chart({ title, message, kind, points, unit, last }: Props) {
  const [isTable, setTable] = useState(false);
  return (
    <section class="card">
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="btn quiet"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <Icon name="table-2" />
          {t('chart.table')}
        </button>
      </header>
      <div class="body">
        {isTable ? (
          <div class="errors">
            <Table label={title} head={[t('chart.time'), { number: unit }]}>
              {points.map(({ time, value }) => (
                <tr key={time}>
                  <th scope="row">{time}</th>
                  <td class="number">{number(value)}</td>
                </tr>
              ))}
            </Table>
          </div>
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a figure has no name of its own.
          <div role="group" aria-label={message}>
            <Picture kind={kind} points={points} last={last} />
          </div>
        )}
      </div>
    </section>
  );
}

function Picture({ kind, points, last }: Pick<Props, 'kind' | 'points' | 'last'>) {
  const top = topOf(Math.max(1, ...points.map(({ value }) => value)));
  const scale = Array.from({ length: LINES + 1 }, (_, n) => (top * (LINES - n)) / LINES);
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const end = points.at(-1)?.value ?? 0;
  return (
    <div class="chart" aria-hidden="true">
      <div class="scale">
        {scale.map((value) => (
          <span key={value}>{number(value)}</span>
        ))}
      </div>
      <div class="plot">
        <svg
          viewBox={`0 0 ${Math.max(1, points.length - (kind === 'line' ? 1 : 0))} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            class="lines"
            d={scale.map((value) => `M0 ${y(value)}H${points.length}`).join('')}
          />
          {kind === 'line' ? (
            <>
              <path class="area" d={`${lineOf(points, y)}V${HEIGHT}H0z`} />
              <path class="curve" d={lineOf(points, y)} />
            </>
          ) : (
            <path class="columns-of" d={columnsOf(points, y)} />
          )}
        </svg>
        <span class="label" style={{ insetBlockStart: `${y(end)}%` }}>
          {last}
        </span>
      </div>
      <div class="times">
        {timesOf(points).map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
    </div>
  );
}

type Points = readonly ChartPoint[];

const lineOf = (points: Points, y: (value: number) => number): string =>
  points.map(({ value }, x) => `${x === 0 ? 'M' : 'L'}${x} ${y(value)}`).join('');

const columnsOf = (points: Points, y: (value: number) => number): string =>
  points
    .map(({ value }, x) => value > 0 && `M${x + 0.15} ${HEIGHT}V${y(value)}h.7V${HEIGHT}z`)
    .filter(Boolean)
    .join('');

/** The end of the scale: a round number for each of its lines. */
function topOf(most: number): number {
  const each = most / LINES;
  const power = 10 ** Math.floor(Math.log10(each));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= each) ?? 10;
  return LINES * Math.max(1, step * power);
}

/** The first, the last, and some between them. */
function timesOf(points: Points): readonly string[] {
  const count = Math.min(MAX_TIMES, points.length);
  const at = (n: number) => Math.round((n * (points.length - 1)) / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, n) => points[at(n)]?.time ?? '');
}
