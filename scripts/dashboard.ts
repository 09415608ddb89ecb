import { METRICS } from '../src/metrics/metric-list.ts';

/** Of the grid of Grafana, which is 24 wide. */
const WIDTH = 8;
const HEIGHT = 7;
const PER_ROW = 24 / WIDTH;

type Declared = (typeof METRICS)[keyof typeof METRICS];

const legendOf = (labels: readonly string[]) =>
  labels.length === 0 ? '{{instance}}' : labels.map((label) => `{{${label}}}`).join(' ');

/** What a panel shows: a rate of a counter, the slowest tenth of a histogram, or the value of a gauge. */
function queryOf(name: string, { type, labels }: Declared) {
  const by = labels.length === 0 ? 'instance' : labels.join(', ');
  const legendFormat = legendOf(labels);
  if (type === 'counter') return { expr: `sum by (${by}) (rate(${name}[5m]))`, legendFormat };
  if (type === 'gauge') return { expr: `max by (${by}) (${name})`, legendFormat };
  return {
    expr: `histogram_quantile(0.9, sum by (le, endpoint) (rate(${name}_bucket[5m])))`,
    legendFormat: '{{endpoint}}',
  };
}

/** The unit of Grafana, by the end of the name. */
function unitOf(name: string, type: Declared['type']): string {
  if (type === 'counter') return 'cps';
  if (name.endsWith('_timestamp_seconds')) return 'dateTimeFromNow';
  if (name.endsWith('_seconds')) return 's';
  return name.endsWith('_bytes') ? 'bytes' : 'short';
}

/** The name in words, without a unit of time, which the axis shows. */
function titleOf(name: string): string {
  const words = name
    .replace(/^hallway_/, '')
    .replace(/_total$/, '')
    .replace(/(_timestamp)?_seconds$/, '')
    .replaceAll('_', ' ')
    .replace(/\b(http|cpu)\b/g, (word) => word.toUpperCase());
  return words[0]?.toUpperCase() + words.slice(1);
}

function panelOf(name: string, metric: Declared, index: number) {
  const { expr, legendFormat } = queryOf(name, metric);
  const isTime = name.endsWith('_timestamp_seconds');
  return {
    id: index + 1,
    type: isTime ? 'stat' : 'timeseries',
    title: titleOf(name),
    description: `${metric.help} From ${metric.from}.`,
    datasource: { type: 'prometheus', uid: 'prometheus' },
    gridPos: {
      x: (index % PER_ROW) * WIDTH,
      y: Math.floor(index / PER_ROW) * HEIGHT,
      w: WIDTH,
      h: HEIGHT,
    },
    // Grafana counts in milliseconds.
    targets: [{ refId: 'A', expr: isTime ? `1000 * ${expr}` : expr, legendFormat }],
    fieldConfig: { defaults: { unit: unitOf(name, metric.type), min: 0 }, overrides: [] },
  };
}

/** `deploy/grafana/dashboard.json`: a panel for each metric, in the order of the list. */
export function dashboard(): string {
  const panels = Object.entries(METRICS).map(([name, metric], index) =>
    panelOf(name, metric, index),
  );
  const document = {
    uid: 'hallway',
    title: 'Hallway',
    schemaVersion: 41,
    timezone: 'utc',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    panels,
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
