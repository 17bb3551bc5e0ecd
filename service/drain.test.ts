import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestBridge } from '../lab/bridge/testBridge.ts';
import { createTestBridge } from '../lab/bridge/testBridge.ts';
import { copySnapshot } from '../lab/postgres/embeddedSnapshot.ts';
import { startServiceProcess } from '../lab/service/serviceProcess.ts';
import type { WorkFolder } from '../lab/service/workFolder.ts';
import { createWorkFolder } from '../lab/service/workFolder.ts';

// A busy machine must not fail a test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const CLIENTS = 40;

let bridge: TestBridge;
let folder: WorkFolder;

beforeAll(async () => {
  [bridge, folder] = await Promise.all([createTestBridge(41_200), createWorkFolder()]);
});

afterAll(async () => {
  await bridge?.stop();
  await folder?.remove();
});

type Outcome = 'answered' | 'released' | 'lost';

/** Sends a request on a kept connection. `released` means that the answer closes the connection. */
function ask(url: string, agent: Agent): Promise<Outcome> {
  const body = JSON.stringify({ from_chain_hash: `0x${'ab'.repeat(32)}` });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const call = request(`${url}/get_receipt`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', () => resolve('lost'));
      response.on('end', () => {
        if (!text.includes('"code":907')) resolve('lost');
        else resolve(response.headers.connection === 'close' ? 'released' : 'answered');
      });
    });
    call.on('error', () => resolve('lost'));
    call.end(body);
  });
}

describe('a stopping service', () => {
  test('answers every request on open connections, closes each with an answer, and exits', async () => {
    await copySnapshot(join(folder.path, 'data'));
    const child = startServiceProcess({
      CAUSEWAY_CONFIG: await folder.write('config.json', JSON.stringify(bridge.configFile())),
      CAUSEWAY_DATA_DIR: join(folder.path, 'data'),
      CAUSEWAY_MAKER_KEY_FILE: await folder.write('maker.key', bridge.hotWalletKey),
    });
    const url = await child.url;
    const counts = { answered: 0, released: 0, lost: 0 };
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let outcome: Outcome = 'answered';
      while (outcome === 'answered') {
        outcome = await ask(url, agent);
        counts[outcome] += 1;
      }
      agent.destroy();
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await vi.waitUntil(() => counts.answered > 10 * CLIENTS, { timeout: 60_000 });
    const started = performance.now();
    const ended = await child.kill('SIGTERM');
    await Promise.all(clients);
    expect(counts).toMatchObject({ released: CLIENTS, lost: 0 });
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(14_000);
  });
});
