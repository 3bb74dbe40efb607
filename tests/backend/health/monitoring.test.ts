import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { sharedServer } from '#tests/support/shared.js';
import { readPromql } from './promql.js';

type Rule = {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
};
type Panel = {
  title: string;
  type: string;
  targets?: { expr: string }[];
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
};

/** Metrics that Prometheus itself and the exporters beside the product serve. */
const FROM_OTHERS = [
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
];
const LABELS_OF_SCRAPES = ['hotel', 'job', 'instance', 'le', 'fstype', 'mountpoint'];

const read = (file: string) => readFileSync(new URL(`../../../.monitoring/${file}`, import.meta.url), 'utf8');
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const panels = (JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }).panels;
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

const server = sharedServer();
let served: { names: Set<string>; labels: Set<string> };

beforeAll(async () => {
  await fetch(`${server.url}/api/booking/1`);
  await fetch(`${server.url}/api/booking/1/cancel`, { method: 'PUT' });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  served = {
    names: new Set(
      types.flatMap(([, name, type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name as string],
      ),
    ),
    labels: new Set([...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => label as string)),
  };
});

describe('alerts and dashboard', () => {
  test('there are some', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(expressions.length).toBeGreaterThan(50);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test.each(expressions)('%s: %s', (_, expr) => {
    const { metrics, labels } = readPromql(expr);
    expect(metrics.length > 0 || expr === 'vector(1)').toBe(true);
    expect(metrics.filter((name) => !served.names.has(name) && !FROM_OTHERS.includes(name))).toEqual([]);
    expect(labels.filter((name) => !served.labels.has(name) && !LABELS_OF_SCRAPES.includes(name))).toEqual(
      [],
    );
  });

  test.each(['sum(rate(a_total[5m])', 'summ(a)', 'a b', 'a >', 'a{b="c"', 'a) > 1'])(
    'the check refuses %s',
    (expr) => expect(() => readPromql(expr)).toThrow(expr),
  );

  test('the check finds the names of metrics and labels', () => {
    expect(readPromql('sum by (kind) (rate(a_total{route!="x"}[5m])) / (max(b) - 1)')).toEqual({
      metrics: ['a_total', 'b'],
      labels: ['kind', 'route'],
    });
  });

  test.each(rules.map((rule): [string, Rule] => [rule.alert, rule]))(
    '%s says what it means and what to do',
    (_, rule) => {
      expect(Object.keys(rule.annotations).sort()).toEqual(['action', 'meaning', 'summary']);
      for (const text of Object.values(rule.annotations)) expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      expect(['critical', 'warning', 'none']).toContain(rule.labels.severity);
    },
  );

  test('no panel lies on another', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

describe('what is served', () => {
  test('is named as one product, and every metric of it is watched or shown', () => {
    const ours = [...served.names].filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !name.startsWith('hotel_'))).toEqual([]);
    const used = new Set(expressions.flatMap(([, expr]) => readPromql(expr).metrics));
    const isUsed = (name: string) => used.has(name) || /_(bucket|sum|count)$/.test(name);
    expect(ours.filter((name) => !isUsed(name))).toEqual([]);
  });
});
