import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { startTestServer, type TestServer } from '../../support/server.js';

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

/** What Prometheus itself and the exporters beside the product serve. */
const FROM_OTHERS = [
  'up',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
];
const LABELS_OF_SCRAPES = ['job', 'instance', 'le', 'fstype', 'mountpoint'];

const read = (file: string) => readFileSync(new URL(`../../../.monitoring/${file}`, import.meta.url), 'utf8');
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const panels = (JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }).panels;
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** What an expression names, as Prometheus' own grammar sees it. */
function partsOf(expr: string): { faults: number; metrics: string[]; labels: string[] } {
  const parts = { faults: 0, metrics: [] as string[], labels: [] as string[] };
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      if (type.isError) parts.faults += 1;
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        parts.metrics.push(expr.slice(from, to));
      if (name === 'LabelName') parts.labels.push(expr.slice(from, to));
    },
  });
  return parts;
}

let server: TestServer;
let served: { names: Set<string>; labels: Set<string> };

beforeAll(async () => {
  server = await startTestServer();
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

afterAll(() => server.stop());

describe('alerts and dashboard', () => {
  test('there are some', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(expressions.length).toBeGreaterThan(50);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  test.each(expressions)('%s: %s', (_, expr) => {
    const { faults, metrics, labels } = partsOf(expr);
    expect(faults).toBe(0);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !served.names.has(name) && !FROM_OTHERS.includes(name))).toEqual([]);
    expect(labels.filter((name) => !served.labels.has(name) && !LABELS_OF_SCRAPES.includes(name))).toEqual(
      [],
    );
  });

  test('the check finds what is no expression, and names of metrics and labels', () => {
    expect(partsOf('sum(rate(a_total[5m])').faults).toBeGreaterThan(0);
    expect(partsOf('sum by (kind) (rate(a_total{route!="x"}[5m]))')).toEqual({
      faults: 0,
      metrics: ['a_total'],
      labels: ['kind', 'route'],
    });
  });

  test.each(rules.map((rule): [string, Rule] => [rule.alert, rule]))(
    '%s says what it means and what to do',
    (_, rule) => {
      expect(Object.keys(rule.annotations).sort()).toEqual(['summary', '対処', '意味'].sort());
      for (const text of Object.values(rule.annotations)) expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/);
      expect(['critical', 'warning']).toContain(rule.labels.severity);
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
    const used = new Set(expressions.flatMap(([, expr]) => partsOf(expr).metrics));
    const isUsed = (name: string) => used.has(name) || /_(bucket|sum|count)$/.test(name);
    expect(ours.filter((name) => !isUsed(name))).toEqual([]);
  });
});
