// Makes one transfer through the API of an installation and waits for its receipt. For testnets, and for a first small transfer.
//   npm run try-transfer -- --installation installation.json --key sender.key --token ETH --from Northshore --to Southshore --amount 0.1 --least 0.09
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Hex } from 'viem';
import { createPublicClient, createWalletClient, http, publicActions, TransactionReceiptNotFoundError } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createClient, parseAmount, proveReceipt, verifyBuild, waitForReceipt } from '../client/index.ts';
import { parseShape } from '../service/boot/readConfig.ts';
import { toWebConfig } from '../service/boot/webView.ts';

const MAX_WAIT_MS = 600_000;
const PROOF_RETRIES = 10;
const PROOF_PAUSE_MS = 3_000;

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: { installation: text, key: text, token: text, from: text, to: text, amount: text, least: text },
});
const problems: string[] = [];
const written = readFileSync(values.installation, 'utf8');
const installation = parseShape(written, problems);
if (!installation) throw new Error(problems.join('\n'));
// The pins that the web app would have.
const web = toWebConfig(installation, undefined);

function findSide(chainName: string) {
  const chain = web.chains.find(({ name }) => name === chainName);
  const token = chain?.tokens.find(({ name }) => name === values.token);
  const { depositContract, vault, retiredVaults = [] } = chain ?? {};
  if (!chain || !token || !depositContract || !vault) {
    throw new Error(`${values.installation} has no ${values.token} with its contracts on a chain ${chainName}`);
  }
  return { chain: { ...chain, depositContract, vault, retiredVaults }, token };
}

const [origin, destination] = [findSide(values.from), findSide(values.to)];
const account = privateKeyToAccount(readFileSync(values.key, 'utf8').trim() as Hex);
const wallet = createWalletClient({
  ...{ account, transport: http(origin.chain.rpcUrls[0]), pollingInterval: 500 },
}).extend(publicActions);
const client = createClient(web.service.baseUrl);

function readAmount(typed: string, { token }: typeof origin): bigint {
  const read = parseAmount(typed, token.decimals);
  if (!read.ok) throw new Error(`not an amount of ${values.token}: "${typed}"`);
  return read.amount;
}
const asked = {
  ...{ account: account.address, recipient: account.address, tokenName: values.token, includesGasFee: true },
  ...{ amount: readAmount(values.amount, origin), mostSend: readAmount(values.amount, origin) },
  leastReceive: readAmount(values.least, destination),
};
const pinned = {
  origin: origin.chain,
  destination: { ...destination.chain, vaults: [destination.chain.vault, ...destination.chain.retiredVaults] },
  ...{ originToken: origin.token, destinationToken: destination.token },
};

const answer = await client.getBuild({
  ...{ originChainName: values.from, destinationChainName: values.to, tokenName: values.token },
  ...{ amountText: values.amount, includesGasFee: true, sender: account.address, recipient: account.address },
});
if (answer.kind === 'refused') throw new Error(`get_build_tx: ${answer.message}`);
const verified = verifyBuild(asked, answer.build, pinned);
if (!verified.ok) {
  const fields = verified.mismatches.map(({ field }) => field).join(', ');
  throw new Error(
    `the build differs from ${values.installation} or from your request, so nothing was signed: ${fields}`,
  );
}

let deposit: Hex = '0x';
for (const { to, data, value } of verified.transactions) {
  deposit = await wallet.sendTransaction({ chain: null, to, data, value });
  const { status } = await wallet.waitForTransactionReceipt({ hash: deposit });
  console.log(`${to}: ${deposit} ${status}`);
  if (status !== 'success') throw new Error('the transaction reverted: nothing was transferred');
}

let last = '';
const receipt = await waitForReceipt(client, deposit, {
  signal: AbortSignal.timeout(MAX_WAIT_MS),
  onAnswer: (now) => {
    if (!('report' in now) || now.report.message === last) return;
    last = now.report.message;
    console.log(last);
  },
});
if (receipt.kind !== 'delivered') throw new Error('refunded or ended; see the message');
const { delivery } = receipt;

/** A lagging node has no receipt yet, and viem throws an error. */
async function readReceipt(chainId: number, hash: Hex) {
  const { chain } = chainId === origin.chain.id ? origin : destination;
  const node = createPublicClient({ transport: http(chain.rpcUrls[0]) });
  return node.getTransactionReceipt({ hash }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  });
}

const prove = () => proveReceipt({ hash: deposit, receipt: delivery, asked }, pinned, readReceipt);
let proof = await prove();
for (let left = PROOF_RETRIES; left > 0 && proof.kind === 'unknown'; left--) {
  await setTimeout(PROOF_PAUSE_MS);
  proof = await prove();
}
if (proof.kind !== 'proven') throw new Error(`the chains do not show the delivery: ${JSON.stringify(proof)}`);
console.log(`delivered: ${delivery.payoutHash}`);
