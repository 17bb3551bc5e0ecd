import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { test } from '../../tools/lab/fixtures.ts';
import { INCIDENT_KINDS } from '../db/incidents.ts';
import { COMMANDS, SETUP_COMMANDS } from './commands/commandLine.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
};
type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

function readDocument(name: string): string {
  return readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
}

const RULES = 'operations/rules.yml';

function readRules(): readonly Rule[] {
  const file: { groups: { rules: Rule[] }[] } = parse(readDocument(RULES));
  return file.groups.flatMap(({ rules }) => rules);
}

function readPanels(): readonly Panel[] {
  const dashboard: { panels: Panel[] } = JSON.parse(readDocument('operations/grafana-dashboard.json'));
  return dashboard.panels;
}

/** Each series in an expression, with its selector's labels. */
function listSeries(expression: string): { readonly name: string; readonly labels: readonly string[] }[] {
  const found = expression.matchAll(/\b((?:causeway|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return [...found].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  }));
}

// There is no contract there, so the token's price is unknown.
const BURNED = '0x000000000000000000000000000000000000dEaD';

const runbook = readDocument('runbook.md');
const rules = readRules();
/** Each series of a running service, with one sample's labels. */
let exported: ReadonlyMap<string, string>;

test.beforeAll(async ({ sharedInstallation: installation }) => {
  const service = await installation.start({
    signerExpiries: () => [{ certificate: 'worker', at: new Date() }],
    change: (file) => {
      file.lab.operatorPort = 0;
      const [token, ...others] = file.tokens;
      const feed = { chain: 'Northshore', address: BURNED, maxAgeSeconds: 60 } as const;
      if (token) file.tokens = [{ ...token, feeds: [feed] }, ...others];
      file.guards.maxNetOutflow = '100000';
      file.vaults.treasury = BURNED;
      for (const each of file.tokens) each.float = '1000000';
      for (const chain of file.chains) chain.exposureCap = '100000';
    },
  });
  await service.ask('get_all_pair_infos', {});
  // The first comparison of the books takes a day.
  await installation.query(
    `insert into book_readings (chain_id, account, token, addresses, from_block, to_block, closing, difference, report)
     select chain_id, 'hotWallet', '0x0000000000000000000000000000000000000000', '', 1, 2, 0, 0, '{}' from chains`,
  );
  const text = await (await fetch(`${service.operatorUrl}/metrics`)).text();
  const samples = [...text.matchAll(/^(\w+)(\{[^}]*\})? \S+$/gm)];
  exported = new Map(samples.map(([, name = '', labels = '']) => [name, labels]));
});

test('a running service exports each series of each alert and panel, with the labels they select', () => {
  const expressions = [...rules, ...readPanels().flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
  const series = expressions.flatMap(listSeries);
  expect(series.length).toBeGreaterThan(40);
  for (const { name, labels } of series) {
    expect([...exported.keys()]).toContain(name);
    for (const label of labels) expect(`${name}${exported.get(name)}`).toContain(`${label}="`);
  }
});

test('each metric of the service is in an alert or a panel', () => {
  const used = [RULES, 'operations/grafana-dashboard.json'].map(readDocument).join('');
  const own = [...exported.keys()].filter(
    (name) => name.startsWith('causeway_') && !/_(?:sum|count|bucket)$/.test(name),
  );
  expect(own.length).toBeGreaterThan(15);
  expect(own.filter((name) => !used.includes(name))).toEqual([]);
});

test('the runbook has one short entry for each alert, with its severity', () => {
  const [, section = ''] = runbook.split('\n## Alerts\n');
  const entries = section.split(/^### /m).slice(1);
  const named = entries.map((entry) => /^(Causeway\w+)\n\n(\w+)/.exec(entry)?.slice(1));
  const alerts = new Map(rules.map(({ alert, labels }) => [alert, labels.severity === 'page' ? 'Page' : 'Ticket']));
  // Some rules of a paging alert are tickets.
  for (const { alert, labels } of rules) if (labels.severity === 'page') alerts.set(alert, 'Page');
  expect(named.sort()).toEqual([...alerts].sort());
  for (const entry of entries) {
    const [alert, ...text] = entry.trim().split(/\s+/);
    expect(text.length, alert).toBeLessThanOrEqual(120);
  }
});

test('the runbook has one entry for each kind of incident', () => {
  const [, section = ''] = /\n## Incidents\n(.*?)\n## /s.exec(runbook) ?? [];
  const kinds = [...section.matchAll(/^- `(\w+)`: /gm)].map(([, kind]) => kind);
  expect(kinds.sort()).toEqual([...INCIDENT_KINDS].sort());
});

test('the runbook and the alerts name only commands that exist', () => {
  const texts = runbook + readDocument(RULES);
  const named = [...texts.matchAll(/(?:[`$]|run:) ?causeway ([a-z]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(10);
  const existing = [...COMMANDS.map(({ name }) => name), ...SETUP_COMMANDS.map(([name]) => name.split(' ')[0])];
  expect(named.filter((name) => name && !existing.includes(name))).toEqual([]);
});

test('each alert says what happens, where the money is and what to do first, and links its runbook entry', () => {
  for (const { alert, annotations } of rules) {
    const { summary, description, runbook: link } = annotations;
    expect(summary).toMatch(/^.{20,110}$/);
    expect(description, alert).toMatch(/^\w.*\. First .{10}/);
    expect(link).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  }
});
