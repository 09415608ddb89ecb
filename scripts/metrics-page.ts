import { METRICS } from '../src/metrics/metric-list.ts';

/** The page `docs/metrics.md`: every metric with its labels and where its value comes from. */
export function metricsPage(): string {
  const rows = Object.entries(METRICS).map(([name, { type, labels, from, help }]) =>
    [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), from, help].join(' | '),
  );
  return `# Metrics

What \`GET /metrics\` of a process with \`METRICS_PORT\` serves, in the text format of Prometheus.
[Operations](operations.md#metrics-and-status) says how to reach it. No label has an id of a row or of a user. A metric is
absent while its value is unknown. Besides these, the default metrics of
\`prom-client\` are there: \`process_*\` and \`nodejs_*\`. \`npm run generate\` writes this page.

| name | type | labels | from | meaning |
|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
