// Makes one transfer through the API of an installation and waits for its receipt. For testnets, and for a first small transfer.
//   npm run try-transfer -- --web installation/web.json --key sender.key --token ETH --from Northshore --to Southshore --amount 0.1
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Address, Hex } from 'viem';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

type WebChain = { readonly name: string; readonly id: number; readonly rpcUrls: readonly [string, ...string[]] };
type WebFile = { readonly service: { readonly baseUrl: string }; readonly chains: readonly WebChain[] };
type Body = { readonly to: Address; readonly data: Hex; readonly value: string };
type Answer<Data> = { readonly data: Data; readonly status: { readonly code: number; readonly message: string } };
type Build = { readonly txs: Readonly<Record<'approve_reset_body' | 'approve_body' | 'transfer_body', Body | null>> };
type Receipt = { readonly to_chain_hash: string } | null;

const POLL_MS = 2000;
const MAX_POLLS = 300;
const DELIVERED = 0;
const FAILED = 909;

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: { web: text, key: text, token: text, from: text, to: text, amount: text },
});
const web: WebFile = JSON.parse(readFileSync(values.web, 'utf8'));
const chain = web.chains.find(({ name }) => name === values.from);
if (!chain) throw new Error(`${values.web} has no chain ${values.from}`);
const account = privateKeyToAccount(readFileSync(values.key, 'utf8').trim() as Hex);
const wallet = createWalletClient({ account, transport: http(chain.rpcUrls[0]), pollingInterval: 500 }).extend(
  publicActions,
);

async function ask<Data>(operation: string, body: object): Promise<Answer<Data>> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${web.service.baseUrl}/${operation}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  return (await response.json()) as Answer<Data>;
}

const build = await ask<Build>('get_build_tx', {
  ...{ from_address: account.address, to_address: account.address, token_name: values.token },
  ...{ from_chain_name: values.from, to_chain_name: values.to, ui_value: values.amount },
});
if (build.status.code !== 0) throw new Error(`get_build_tx: ${build.status.code} ${build.status.message}`);

let deposit: Hex | null = null;
for (const name of ['approve_reset_body', 'approve_body', 'transfer_body'] as const) {
  const body = build.data.txs[name];
  if (body === null) continue;
  const { to, data, value } = body;
  deposit = await wallet.sendTransaction({ chain: null, to, data, value: BigInt(value) });
  const { status } = await wallet.waitForTransactionReceipt({ hash: deposit });
  console.log(`${name}: ${deposit} ${status}`);
  if (status !== 'success') throw new Error('the transaction reverted: nothing was transferred');
}

for (let poll = 0, last = ''; poll < MAX_POLLS; poll += 1) {
  const { data, status } = await ask<Receipt>('get_receipt', { from_chain_hash: deposit });
  if (status.message !== last) console.log(`${status.code}: ${status.message}`);
  last = status.message;
  if (status.code === DELIVERED || status.code === FAILED) {
    console.log(status.code === DELIVERED ? `delivered: ${data?.to_chain_hash}` : 'refunded or ended, see the message');
    process.exit(status.code === DELIVERED ? 0 : 1);
  }
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
throw new Error(`no receipt of ${deposit} yet: ask get_receipt again`);
