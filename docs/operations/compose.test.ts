import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createExampleAnswers } from '../../service/setup/exampleAnswers.ts';
import { RELEASE_ROLES } from '../../stack/release/roles.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Service = {
  readonly build?: { readonly target: string };
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};
const compose: { readonly services: Readonly<Record<string, Service>>; readonly volumes: object } = parse(
  read('compose.yaml'),
  { merge: true },
);
const services = Object.entries(compose.services);
const containerfile = read('Containerfile');
const targets = [...containerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name);
// What "operator init" writes.
const WRITTEN = /^\.\/installation(?:\/(?:(?:api|worker|web|policy)\.json|keystore-password|keys))?$/;

describe('compose.yaml', () => {
  test('has the processes of an installation', () => {
    const names = ['postgres', 'signer', 'worker1', 'worker2', 'api1', 'api2', 'web', 'caddy', 'prometheus', 'grafana'];
    expect(services.map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });

  test.each(services)('%s mounts files of the repository or of an installation, and named volumes', (_, service) => {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (!source.startsWith('.')) expect(compose.volumes).toHaveProperty(source);
      else if (!WRITTEN.test(source)) expect(existsSync(join(ROOT, source))).toBe(true);
    }
  });

  test.each(services.filter(([, { build }]) => build))('%s is built from a target, and is read-only', (_, service) => {
    expect(targets).toContain(service.build?.target);
    expect(service.read_only).toBe(true);
  });

  test('the variables are those of the programs', () => {
    const documented = read('docs/configuration.md') + read('host/main.ts') + read('docs/operations/causeway-operator');
    const used = services.flatMap(([, { environment = {} }]) => Object.keys(environment));
    for (const name of used.filter((variable) => variable.startsWith('CAUSEWAY_'))) expect(documented).toContain(name);
  });

  test('Prometheus and Caddy ask the ports of the example, and Prometheus has every rule', () => {
    const { api, apiOperator, workerOperator } = createExampleAnswers(new Date()).ports;
    const prometheus = read('docs/operations/compose/prometheus.yml');
    for (const name of ['api1', 'api2']) expect(prometheus).toContain(`${name}:${apiOperator}`);
    for (const name of ['worker1', 'worker2']) expect(prometheus).toContain(`${name}:${workerOperator}`);
    expect(prometheus).toContain('job_name: causeway');
    const rules = readdirSync(join(ROOT, 'docs/operations')).filter((name) => name.endsWith('-rules.yml'));
    expect(parse(prometheus).rule_files.sort()).toEqual(rules.sort());
    const mounted = compose.services.prometheus?.volumes ?? [];
    for (const name of rules) expect(mounted).toContain(`./docs/operations/${name}:/etc/prometheus/${name}:ro`);
    const caddy = read('docs/operations/compose/Caddyfile');
    expect(caddy).toContain(`api1:${api} api2:${api}`);
    expect(caddy).toContain(`health_port ${apiOperator}`);
  });
});

describe('Containerfile', () => {
  test('starts programs of the production build as an account without rights', () => {
    expect(targets).toEqual(expect.arrayContaining(Object.keys(RELEASE_ROLES)));
    expect(containerfile).toMatch(/^USER node$/m);
    expect(containerfile.match(/^USER /gm)).toHaveLength(1);
    const started = [...containerfile.matchAll(/"node", "(\w+)\/(\w+)\.mjs"/g)];
    expect(started).toHaveLength(4);
    for (const [, role = '', program = ''] of started) {
      expect(RELEASE_ROLES[role as keyof typeof RELEASE_ROLES].programs).toHaveProperty(program);
    }
  });
});

test('GitHub runs the same script as every other machine', () => {
  const workflow = parse(read('.github/workflows/ci.yml'));
  const { steps } = workflow.jobs.ci;
  expect(steps.map(({ run }: { run?: string }) => run)).toContain('bash .ci/run');
});
