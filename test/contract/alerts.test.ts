import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { dashboard } from '../../scripts/dashboard.ts';
import { METRICS } from '../../src/metrics/metric-list.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly title: string;
}

const DIRECTORY = 'deploy/prometheus';
const read = (file: string) => readFileSync(file, 'utf8');
const rules: readonly Rule[] = parse(read(`${DIRECTORY}/alerts.yml`)).groups[0].rules;
const declared = Object.keys(METRICS);
const promtool = existsSync('/usr/bin/promtool') ? '/usr/bin/promtool' : undefined;
if (!promtool) console.warn('The alerts are not evaluated: they need promtool of prometheus.');

describe.each(rules.map((rule) => [rule.alert, rule] as const))('%s', (alert, rule) => {
  it('uses metrics of the list only', () => {
    const used = [...rule.expr.matchAll(/hallway_\w+/g)].map(([name]) =>
      name.replace(/^(hallway_http_request_duration_seconds)_count$/, '$1'),
    );
    expect(used).not.toEqual([]);
    expect(used.filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('has a page that is named after it, and a test', () => {
    const page = read(rule.annotations.runbook_url);
    expect(page.split('\n')[0]).toBe(`# ${alert}`);
    for (const part of ['**Means.**', '**Look.**', '**Do.**']) expect(page).toContain(part);
    expect(read(`${DIRECTORY}/alerts_test.yml`)).toContain(`alertname="${alert}"`);
  });
});

it.each(globSync('docs/runbook/*.md').filter((page) => path.basename(page) !== 'README.md'))(
  '%s has at most 25 lines, and is in the list of pages',
  (page) => {
    expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    expect(read('docs/runbook/README.md')).toContain(`(${path.basename(page)})`);
  },
);

it('the panels of the dashboard have titles in words, each its own', () => {
  const titles: string[] = JSON.parse(dashboard()).panels.map(({ title }: Panel) => title);
  expect(titles.filter((title) => !/^[A-Z][A-Za-z]+( [A-Za-z]+)*$/.test(title))).toEqual([]);
  expect(new Set(titles).size).toBe(declared.length);
  expect(titles).toEqual(expect.arrayContaining(['HTTP request duration', 'Last backup']));
});

if (!promtool) console.warn('No promtool: the expressions of the alerts are not evaluated.');
(promtool ? describe : describe.skip)('promtool', () => {
  const run = (...args: string[]) =>
    execFileSync(promtool ?? '', args, { cwd: DIRECTORY, encoding: 'utf8' });

  it('accepts the rules and the configuration', () => {
    expect(run('check', 'rules', 'alerts.yml')).toContain(`${rules.length} rules found`);
    expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('lets each alert fire for its fault, and no other one', () => {
    expect(run('test', 'rules', 'alerts_test.yml')).toContain('SUCCESS');
  });
});
