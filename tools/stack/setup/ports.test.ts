import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { PORTS, pickFreePorts, readPorts, requireFreePorts } from './ports.mjs';
import { SetupError } from './setupError.mjs';

describe('readPorts', () => {
  test('gives each service a different default', () => {
    const ports = readPorts({});
    expect(Object.keys(ports)).toEqual(Object.keys(PORTS));
    expect(new Set(Object.values(ports)).size).toBe(Object.keys(PORTS).length);
  });

  test('takes each port from its variable', () => {
    const env = Object.fromEntries(Object.values(PORTS).map(({ variable }, index) => [variable, String(9000 + index)]));
    expect(Object.values(readPorts(env))).toEqual([9000, 9001, 9002, 9003]);
  });

  test.each(['', '0', '-1', '65536', '80.5', '1e3', 'http', ' 80'])('rejects "%s" and names the variable', (text) => {
    expect(() => readPorts({ CAUSEWAY_WEB_PORT: text })).toThrow(SetupError);
    expect(() => readPorts({ CAUSEWAY_WEB_PORT: text })).toThrow(/CAUSEWAY_WEB_PORT/);
  });

  test('rejects one port for two services and names both variables', () => {
    expect(() => readPorts({ CAUSEWAY_WEB_PORT: '8545' })).toThrow(/CAUSEWAY_WEB_PORT and CAUSEWAY_NORTHSHORE_PORT/);
  });
});

describe('requireFreePorts', () => {
  const servers = new Set<ReturnType<typeof createServer>>();
  afterEach(() => {
    for (const server of servers) server.close();
    servers.clear();
  });

  test('accepts free ports', async () => {
    await expect(requireFreePorts(await pickFreePorts())).resolves.toBeUndefined();
  });

  test.each(['127.0.0.1', '0.0.0.0', '::'])('names every port in use by a server on %s', async (host) => {
    const ports = await pickFreePorts();
    for (const port of [ports.web, ports.Southshore]) {
      const server = createServer().listen(port, host);
      await once(server, 'listening');
      servers.add(server);
    }
    const failure = await requireFreePorts(ports).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect(String(failure)).toContain(`Port ${ports.web} for the web app is in use`);
    expect(String(failure)).toContain('Set CAUSEWAY_WEB_PORT');
    expect(String(failure)).toContain('Set CAUSEWAY_SOUTHSHORE_PORT');
    expect(String(failure)).not.toContain('CAUSEWAY_SERVICE_PORT');
  });
});
