// Sends a token over the bridge and waits for its delivery. It needs only viem.
//   node transfer.mjs <base address> <origin RPC endpoint> <private key> [from] [to] [token] [amount]
import { setTimeout } from 'node:timers/promises';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

const [base, rpcUrl, key, from = 'Northshore', to = 'Southshore', token = 'USDC', amount = '25'] =
  process.argv.slice(2);
const account = privateKeyToAccount(key);
const chain = createPublicClient({ transport: http(rpcUrl) });
const wallet = createWalletClient({ account, transport: http(rpcUrl) });

async function call(operation, body) {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${base}/${operation}`, request);
  const wait = response.status === 429 ? Number(response.headers.get('retry-after')) : response.status >= 500 ? 5 : 0;
  if (wait === 0) return response.json();
  await setTimeout(wait * 1000);
  return call(operation, body);
}

async function send({ to, data, value }) {
  const hash = await wallet.sendTransaction({ chain: null, to, data, value: BigInt(value) });
  const { status } = await chain.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`the transaction ${hash} failed`);
  return hash;
}

const names = { from_chain_name: from, to_chain_name: to, token_name: token };
const addresses = { from_address: account.address, to_address: account.address };
const { data: build, status: refusal } = await call('get_build_tx', { ...names, ...addresses, ui_value: amount });
if (build === null) throw new Error(`${refusal.code}: ${refusal.message}`);
console.log(`Sends ${build.send_value.ui_value} ${token}, delivers ${build.receive_value.ui_value}`);

const { approve_reset_body, approve_body, transfer_body } = build.txs;
for (const approval of [approve_reset_body, approve_body]) if (approval) await send(approval);
const hash = await send(transfer_body);
console.log(`Deposit ${hash}`);

for (;;) {
  const { data: receipt, status } = await call('get_receipt', { from_chain_hash: hash });
  if (receipt) console.log(`Delivered ${receipt.user_receive_value.ui_value} ${token} in ${receipt.to_chain_hash}`);
  else console.log(status.code, status.message);
  if (status.code !== 907 && status.code !== 908) break;
  await setTimeout(2000);
}
