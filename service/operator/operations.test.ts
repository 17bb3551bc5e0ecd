import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { TestHarness } from '../../lab/service/testHarness.ts';
import { createTestHarness } from '../../lab/service/testHarness.ts';
import { COMMANDS } from '../cli/commands/allCommands.ts';
import { INCIDENT_KINDS } from '../db/incidents.ts';

// Other work on the same machine must not fail a test.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

type Rule = { readonly alert: string; readonly expr: string; readonly labels: { readonly severity: string } };
type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

function readDocument(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

function readRules(): readonly Rule[] {
  const file: { groups: { rules: Rule[] }[] } = parse(readDocument('operations/prometheus-rules.yml'));
  return file.groups.flatMap(({ rules }) => rules);
}

function readPanels(): readonly Panel[] {
  const dashboard: { panels: Panel[] } = JSON.parse(readDocument('operations/grafana-dashboard.json'));
  return dashboard.panels;
}

/** Each series that an expression names, with the labels that it asks of it. */
function listSeries(expression: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const found = expression.matchAll(/\b((?:causeway|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  }));
}

const runbook = readDocument('runbook.md');
const rules = readRules();
let harness: TestHarness;
/** Every series of a running service, with the labels of one of its samples. */
let exported: ReadonlyMap<string, string>;

beforeAll(async () => {
  harness = await createTestHarness('postgresql', 46_500);
  await harness.reset();
  const service = await harness.start({
    change: (file) => {
      file.operator = { host: '127.0.0.1', port: 0, maxCursorLagBlocks: 100, maxLookAgeSeconds: 120 };
      for (const chain of file.chains) chain.exposureCap = '100000';
    },
  });
  await service.ask('get_all_pair_infos', {});
  const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
  const samples = [...text.matchAll(/^(\w+)(\{[^}]*\})? \S+$/gm)];
  exported = new Map(samples.map(([, name = '', labels = '']) => [name, labels]));
});
afterAll(() => harness?.stop());

test('every series that an alert or a panel names is exported by a running service, with the labels it asks for', () => {
  const expressions = [...rules, ...readPanels().flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
  const series = expressions.flatMap(listSeries);
  expect(series.length).toBeGreaterThan(40);
  for (const { name, labels } of series) {
    expect([...exported.keys()]).toContain(name);
    for (const label of labels) expect(`${name}${exported.get(name)}`).toContain(`${label}="`);
  }
});

test('every metric of the service is in an alert or in a panel', () => {
  const used = `${readDocument('operations/prometheus-rules.yml')}${readDocument('operations/grafana-dashboard.json')}`;
  const own = [...exported.keys()].filter(
    (name) => name.startsWith('causeway_') && !/_(?:sum|count|bucket)$/.test(name),
  );
  expect(own.length).toBeGreaterThan(15);
  expect(own.filter((name) => !used.includes(name))).toEqual([]);
});

test('every alert has its entry in the runbook, in the same words, and no entry is left over', () => {
  const entries = [...runbook.matchAll(/^### (Causeway\w+)\n\n(\w+)\./gm)].map(([, name, severity]) => [
    name,
    severity,
  ]);
  const alerts = rules.map(({ alert, labels }) => [alert, labels.severity === 'page' ? 'Page' : 'Ticket']);
  expect(entries.sort()).toEqual(alerts.sort());
});

test('the runbook says of every kind of incident what to do', () => {
  const rows = [...runbook.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(rows.sort()).toEqual([...INCIDENT_KINDS].sort());
});

test('the runbook names only commands that there are', () => {
  const named = [...runbook.matchAll(/npm run operator -- ([a-z]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !COMMANDS.some((command) => command.name === name))).toEqual([]);
});

test('links within the runbook lead somewhere', () => {
  const headings = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
  const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
  expect(links.length).toBeGreaterThan(5);
  for (const target of links) expect(headings).toContain(target);
});
