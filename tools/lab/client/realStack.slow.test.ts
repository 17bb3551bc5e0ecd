import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hash, TransactionReceipt } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReceiptOn } from '../../../client/index.ts';
import { createClient, proveReceipt, verifyBuild, waitForReceipt } from '../../../client/index.ts';
import type { Database } from '../../../service/db/database.ts';
import type { TestBridge } from '../chains/testBridge.ts';
import { createTestBridge, DESTINATION, ORIGIN } from '../chains/testBridge.ts';
import type { TestService } from '../installation/testService.ts';
import { startTestService } from '../installation/testService.ts';
import { openInMemory } from '../postgres/openInMemory.ts';

let bridge: TestBridge;
let database: Database;
let service: TestService;

beforeAll(async () => {
  [bridge, database] = await Promise.all([createTestBridge(41_700), openInMemory()]);
  service = await startTestService({ bridge, database });
  bridge.origin.chain.keepMining(200);
  bridge.destination.chain.keepMining(200);
});

afterAll(async () => {
  await service?.stop();
  await database?.close();
  await bridge?.stop();
});

/** The bridge as an integrator pins it. */
function pin(token: 'WBTC') {
  const { origin, destination } = bridge;
  const side = ({ chain, name, deployment, token: addressOf }: TestBridge['origin']) => ({
    chain: { id: chain.id, name, depositContract: deployment.depositContract, vault: deployment.vault },
    token: {
      address: addressOf(token),
      decimals: deployment.tokens.find(({ name: known }) => known === token)?.decimals ?? 0,
    },
  });
  const [from, to] = [side(origin), side(destination)];
  return {
    origin: from.chain,
    destination: { ...to.chain, vaults: [to.chain.vault] },
    originToken: from.token,
    destinationToken: to.token,
  };
}

const readReceipt: ReceiptOn = (chainId, hash) => {
  const side = [bridge.origin, bridge.destination].find(({ chain }) => chain.id === chainId);
  return side ? side.chain.client.getTransactionReceipt({ hash }) : Promise.resolve(null);
};

// Its decimals differ between chains.
const token = 'WBTC';

test('the client moves a token, verifies the build and proves the delivery', async () => {
  const client = createClient(service.url);
  const user = await bridge.createUser();
  const pinned = pin(token);
  const pairs = await client.getPairs({ category: 'Testnet' });
  expect(pairs.find((pair) => pair.tokenName === token && pair.origin.chainName === ORIGIN)?.available).toBe(true);

  const answer = await client.getBuild({
    ...{ originChainName: ORIGIN, destinationChainName: DESTINATION, tokenName: token, amountText: '1.5' },
    ...{ sender: user.address, recipient: user.address, channel: 9n },
  });
  if (answer.kind !== 'built') throw new Error(answer.message);
  const amount = 15n * 10n ** BigInt(pinned.originToken.decimals - 1);
  const limits = { leastReceive: answer.build.receive.amount, mostSend: answer.build.send.amount };
  const parties = { account: user.address, recipient: user.address };
  const asked = { ...parties, tokenName: token, amount, includesGasFee: false, ...limits };
  expect(verifyBuild(asked, answer.build, pinned)).toMatchObject({ ok: false });
  const verified = verifyBuild({ ...asked, channel: 9n }, answer.build, pinned);
  if (!verified.ok) throw new Error(JSON.stringify(verified.mismatches));

  let hash: Hash = '0x';
  for (const { to, data, value } of verified.transactions) {
    hash = await bridge.origin.chain.client.sendTransaction({ account: user, chain: null, to, data, value });
    const { status }: TransactionReceipt = await bridge.origin.chain.client.waitForTransactionReceipt({ hash });
    expect(status).toBe('success');
  }

  const receipt = await waitForReceipt(client, hash);
  if (receipt.kind !== 'delivered') throw new Error(receipt.report.message);
  const done = { hash, receipt: receipt.delivery, asked };
  expect(receipt.delivery.received.amount).toBeGreaterThanOrEqual(answer.build.receive.amount);
  expect(await proveReceipt(done, pinned, readReceipt)).toEqual({
    kind: 'proven',
    received: receipt.delivery.received.amount,
    ids: [expect.stringMatching(/^0x[0-9a-f]{64}$/)],
  });
  const [known] = await client.getReceipts([hash], { allDeposits: true });
  expect(known).toEqual({ depositHash: hash, receipt });

  const otherVault = { ...pinned, destination: { ...pinned.destination, vaults: [user.address] } };
  expect(await proveReceipt(done, otherVault, readReceipt)).toMatchObject({ kind: 'mismatch' });
  const more = { ...receipt.delivery, received: { ...receipt.delivery.received, amount: 10n ** 18n * 9n } };
  expect(await proveReceipt({ ...done, receipt: more }, pinned, readReceipt)).toMatchObject({ kind: 'mismatch' });
});

test('the documented script moves a token, from listing the pairs to the receipt', async () => {
  const key = generatePrivateKey();
  const { client, rpcUrl } = bridge.origin.chain;
  await client.setBalance({ address: privateKeyToAccount(key).address, value: 10n ** 20n });
  const script = fileURLToPath(new URL('../../../docs/interface/transfer.mjs', import.meta.url));
  const args = [script, service.url, rpcUrl, key, ORIGIN, DESTINATION, 'ETH', '1.5'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 280_000 });
  expect(stdout).toMatch(
    /^Sends 1\.5\d* ETH, delivers 1\.4\d*\nDeposit 0x[0-9a-f]{64}\n(?:90[78] .+\n)*Delivered 1\.4\d* ETH in 0x[0-9a-f]{64}\n$/,
  );
});
