import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PORT_OF } from '../../service/boot/readConfig.ts';
import { RELEASE_ROLES } from '../../tools/stack/release/roles.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

type Service = {
  readonly build?: { readonly target: string };
  readonly image: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required?: boolean }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly mem_limit?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  /** Without one, the service starts with the others. */
  readonly profiles?: readonly string[];
};
const compose: {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly networks: Readonly<Record<string, object | null>>;
} = parse(read('compose.yaml'), { merge: true });
const services = Object.entries(compose.services);
// The default of `listen.firstPort`.
const FIRST_PORT = 8787;
const containerfile = read('Containerfile');
const targets = [...containerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name);
// What "causeway init" and "causeway apply" write.
const WRITTEN =
  /^\.\/installation(?:\/keys|\/var\/lib\/causeway-web|\/etc\/causeway\/(?:service|signer|web|secrets|signer-secrets|passwords\/causeway_(?:api|worker|operator)))?$/;

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

  test('publishes ports for IPv4 alone, because docker-proxy gives all IPv6 clients one address', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports);
    expect(published).toHaveLength(3);
    for (const port of published) expect(port).toMatch(/^(?:0\.0\.0\.0|127\.0\.0\.1):\d+:\d+$/);
  });

  test('has a network for each trust: only the signer is alone, and only the database is cut off', () => {
    const networksOf = (name: string) => compose.services[name]?.networks ?? [];
    expect(networksOf('signer')).toEqual(['signer']);
    for (const [name] of services) {
      if (name !== 'signer') expect(networksOf(name), name).not.toContain('signer');
      expect(networksOf(name).length, name).toBeGreaterThan(0);
    }
    for (const name of ['caddy', 'web', 'grafana', 'prometheus']) expect(networksOf(name)).not.toContain('database');
    expect(compose.networks.database).toEqual({ internal: true });
  });

  test('names each image of others by its digest: a tag can move to other contents', () => {
    const foreign = services.filter(([, { build }]) => !build).map(([, { image }]) => image);
    const [, base = ''] = /^ARG NODE=(\S+)$/m.exec(containerfile) ?? [];
    expect(foreign.length).toBeGreaterThan(3);
    for (const image of [...foreign, base])
      expect(image).toMatch(/^docker\.io\/[\w./-]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/);
  });

  test('limits the memory of each container, and lets no default password in', () => {
    for (const [name, { mem_limit: limit }] of services) expect(limit, name).toMatch(/^\d+[mg]$/);
    expect(compose.services.grafana?.environment).toHaveProperty('GF_SECURITY_ADMIN_PASSWORD__FILE');
    expect(compose.services.postgres?.environment).toHaveProperty('POSTGRES_PASSWORD_FILE');
  });

  test('shows the key and its password to the signer alone', () => {
    for (const [name, { volumes = [] }] of services) {
      // The commands that create an installation write everything that it has.
      if (name === 'signer' || name === 'setup') continue;
      expect(volumes.join(' '), name).not.toMatch(/keys|signer-secrets|installation\/signer|\.\/installation:/);
    }
  });

  test('PostgreSQL is healthy only when other containers reach it', () => {
    // While its image creates the database, the server listens on its socket alone.
    expect(compose.services.postgres?.healthcheck?.test).toEqual(expect.arrayContaining(['-h', '127.0.0.1']));
  });

  test.each(['worker1', 'worker2'])(
    '%s cannot replace the socket of the signer, and starts without a signer',
    (name) => {
      const { volumes, depends_on: conditions } = compose.services[name] ?? {};
      expect(volumes).toContain('socket:/run/causeway:ro');
      expect(conditions?.signer?.condition).toBe('service_started');
    },
  );

  test('docs/deploying.md names services and profiles of the file', () => {
    const page = read('docs/deploying.md');
    const named = [...page.matchAll(/docker compose (?:restart|exec|logs|run --rm(?: -T)?) ([a-z]+\d?)/g)];
    expect(named.length).toBeGreaterThan(6);
    for (const [, name = ''] of named) expect(compose.services).toHaveProperty(name);
    const [, loop = ''] = /for service in ([\w ]+);/.exec(page) ?? [];
    const built = services.filter(([, { build, profiles }]) => build && !profiles).map(([name]) => name);
    expect(loop.split(' ').sort()).toEqual(built.sort());
    expect(services.flatMap(([, { profiles = [] }]) => profiles)).toContain('tools');
    expect(page).toContain('docker compose --profile tools build');
  });

  test('the variables are those of the programs', () => {
    const documented = read('docs/configuration.md');
    const used = services.flatMap(([, { environment = {} }]) => Object.keys(environment));
    for (const name of used.filter((variable) => variable.startsWith('CAUSEWAY_'))) expect(documented).toContain(name);
  });

  test('Prometheus and Caddy ask the ports of the example, and Prometheus has the rules', () => {
    const [api, apiOperator, workerOperator, web] = [
      ...[PORT_OF.api, PORT_OF.apiOperator, PORT_OF.workerOperator, PORT_OF.web],
    ].map((offset) => FIRST_PORT + offset);
    const prometheus = read('docs/operations/compose/prometheus.yml');
    for (const name of ['api1', 'api2']) expect(prometheus).toContain(`${name}:${apiOperator}`);
    for (const name of ['worker1', 'worker2']) expect(prometheus).toContain(`${name}:${workerOperator}`);
    expect(prometheus).toContain(`web:${web}`);
    expect(prometheus).toContain('job_name: causeway');
    expect(parse(prometheus).rule_files).toEqual(['rules.yml']);
    const mounted = compose.services.prometheus?.volumes ?? [];
    expect(mounted).toContain('./docs/operations/rules.yml:/etc/prometheus/rules.yml:ro');
    const caddy = read('docs/operations/compose/Caddyfile');
    expect(caddy).toContain(`api1:${api} api2:${api}`);
    expect(caddy).toContain(`web:${web}`);
    expect(caddy).toContain(`health_port ${apiOperator}`);
  });
});

describe('Containerfile', () => {
  test('starts programs of the production build as an account without rights', () => {
    expect(targets).toEqual(expect.arrayContaining(Object.keys(RELEASE_ROLES)));
    expect(containerfile).toMatch(/^USER node$/m);
    expect(containerfile.match(/^USER /gm)).toHaveLength(1);
    const started = [
      ...(containerfile + read('compose.yaml')).matchAll(/"node", "(?:\/opt\/causeway\/)?(\w+)\/(\w+)\.mjs"/g),
    ];
    expect(started).toHaveLength(4);
    for (const [, role = '', program = ''] of started) {
      expect(RELEASE_ROLES[role as keyof typeof RELEASE_ROLES].programs).toHaveProperty(program);
    }
  });
});

test('no image contains an installation, its secrets, or files that a build leaves', () => {
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(
    expect.arrayContaining(['installation', '.env', 'answers.json', '*.key', 'node_modules', '.git']),
  );
  expect(read('.containerignore')).toBe(read('.dockerignore'));
  const kept = read('.gitignore').split('\n');
  expect(kept).toEqual(expect.arrayContaining(['/installation/', '/.env', '/answers.json', '/*.key']));
});

test('GitHub runs commands of this project, and actions that are named by their commit', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const file of readdirSync(join(ROOT, '.github/workflows'))) {
    const { jobs } = parse(read(`.github/workflows/${file}`));
    const steps = Object.values<{ steps: { run?: string; uses?: string }[] }>(jobs).flatMap((job) => job.steps);
    const commands = steps.flatMap(({ run = '' }) => /^npm run (\S+)/.exec(run)?.[1] ?? []);
    expect(commands.length, file).toBeGreaterThan(0);
    expect(Object.keys(scripts), file).toEqual(expect.arrayContaining(commands));
    // A tag can move to other code.
    for (const { uses } of steps) expect(uses ?? `x@${'0'.repeat(40)}`, file).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
  }
});
