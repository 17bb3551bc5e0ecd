import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBridge } from '../tools/lab/chains/testBridge.ts';
import { createTestBridge } from '../tools/lab/chains/testBridge.ts';
import { post } from '../tools/lab/installation/testService.ts';
import { copySnapshot } from '../tools/lab/postgres/embeddedSnapshot.ts';
import { waitUntil } from '../tools/lab/processes/waitUntil.ts';
import { startProgram, startServiceProcess, untilEnded } from '../tools/lab/service/program.ts';
import type { WorkFolder } from '../tools/lab/service/workFolder.ts';
import { createWorkFolder } from '../tools/lab/service/workFolder.ts';
import { KEY_FILE } from './boot/signerSettings.ts';

const CLIENTS = 40;

let bridge: TestBridge;
let folder: WorkFolder;
let environment: Record<string, string>;

beforeAll(async () => {
  [bridge, folder] = await Promise.all([createTestBridge(41_100), createWorkFolder()]);
});

const fileWith = (data: string) => ({ ...bridge.configFile(), database: `embedded:${join(folder.path, data)}` });

beforeEach(async () => {
  await copySnapshot(join(folder.path, 'data'));
  environment = {
    CAUSEWAY_INSTALLATION: await folder.write('installation.json', JSON.stringify(fileWith('data'))),
    CAUSEWAY_STATE: dirname(await folder.write(KEY_FILE, `${bridge.hotWalletKey}\n`)),
  };
});

afterAll(async () => {
  await bridge?.stop();
  await folder?.remove();
});

type Outcome = 'answered' | 'released' | 'lost';

/** Sends a request on a kept-alive connection. `released` means that the answer closes it. */
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

describe('the service process', () => {
  test('pays a deposit exactly once when it is killed and restarted in between', async () => {
    const { origin, destination } = bridge;
    const user = await bridge.createUser();
    const first = startServiceProcess(environment);
    const firstUrl = await first.url;
    const hash = await bridge.deposit(user, { token: 'USDC', amount: 100_000_000n });
    await waitUntil(async () => (await post(`${firstUrl}/get_receipt`, { from_chain_hash: hash })).status.code === 908);
    await first.kill('SIGKILL');

    await origin.chain.mine(3);
    const second = startServiceProcess(environment);
    const url = await second.url;
    const rival = startServiceProcess(environment);
    const refused = await rival.ended;
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`in use by process ${second.pid}`);

    const stopMining = destination.chain.keepMining(200);
    const receipt = await waitUntil(async () => {
      const answer = await post(`${url}/get_receipt`, { from_chain_hash: hash });
      return answer.status.code === 0 ? answer : null;
    });
    stopMining();
    const received = await destination.chain.balanceOf(destination.token('USDC'), user.address);
    expect(received).toBe(BigInt(receipt.data.user_receive_value.raw_value));

    const ended = await second.kill('SIGTERM');
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.output).toContain('"stopped"');
    expect(ended.output).not.toContain(bridge.hotWalletKey.slice(2));
    expect(ended.output).not.toContain(origin.chain.rpcUrl);
  });

  test('stops in order when its terminal closes', async () => {
    const running = startServiceProcess(environment);
    await running.url;
    expect(await running.kill('SIGHUP')).toMatchObject({ code: 0, output: expect.stringContaining('"stopped"') });
  });

  test('ends if it is given an unknown argument', async () => {
    const { code, output } = await untilEnded(startProgram('service', { environment, args: ['check'] }));
    expect({ code, output }).toMatchObject({ code: 2, output: expect.stringContaining('takes no arguments') });
  });

  test('stops after answering every request on open connections, and closes each with an answer', async () => {
    const child = startServiceProcess(environment);
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
    await waitUntil(async () => counts.answered > 10 * CLIENTS, {
      timeoutMs: 60_000,
      what: 'ten answers for each client',
    });
    const started = performance.now();
    const ended = await child.kill('SIGTERM');
    await Promise.all(clients);
    expect(counts).toMatchObject({ released: CLIENTS, lost: 0 });
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - started).toBeLessThan(14_000);
  });

  test('refuses to start with a readable key file, a wrong maker or a wrong chain id', async () => {
    const file = fileWith('wrong');
    const [open, other] = [join(folder.path, 'open'), join(folder.path, 'other')];
    for (const state of [open, other]) await mkdir(state);
    await writeFile(join(open, KEY_FILE), bridge.hotWalletKey, { mode: 0o644 });
    await writeFile(join(other, KEY_FILE), `0x${'11'.repeat(32)}`, { mode: 0o600 });
    const chains = file.chains.map((chain) => ({ ...chain, id: chain.id + 50 }));
    const config = await folder.write('wrong.json', JSON.stringify({ ...file, chains }));
    await copySnapshot(join(folder.path, 'wrong'));
    const ends = await Promise.all(
      [{ CAUSEWAY_STATE: open }, { CAUSEWAY_STATE: other }, { CAUSEWAY_INSTALLATION: config }].map(
        (change) => startServiceProcess({ ...environment, ...change }).ended,
      ),
    );
    expect(ends.map(({ code }) => code)).toEqual([1, 1, 1]);
    const outputs = ends.map(({ output }) => output);
    expect(outputs[0]).toContain('chmod 600');
    expect(outputs[1]).toContain('but the signing key belongs to');
    expect(outputs[2]).toContain('serves chain 41100, but "id" in the configuration is 41150');
  });
});
