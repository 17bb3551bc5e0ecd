import type { Hex } from 'viem';
import { keccak256, numberToHex, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { Call, Payment } from '../payments/model/payment.ts';
import { cancelCall, payBatchCall, payCall } from '../payments/model/payment.ts';
import type { ChainClient } from './chainClient.ts';
import { readBurntGas } from './gas.ts';

const hotWallet = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const chain = { ...pickChain(createSampleCatalog(), 'Northshore'), hotWallet: hotWallet.address };
const ID = `0x${'1'.repeat(64)}` as const;
const OTHER_ID = `0x${'2'.repeat(64)}` as const;
const BLOCK_HASH = `0x${'b'.repeat(64)}` as const;
const GAS_USED = 90_000n;
const PRICE = 5n;

const pay = (id: Hex): Payment => ({ id, token: zeroAddress, to: stranger.address, amount: 1n, gasDrop: 0n });

/** A chain on which each transaction is in one block, with this status and without logs. */
function connect(status: '0x0' | '0x1'): ChainClient {
  const block = {
    ...{ number: '0x1', hash: BLOCK_HASH, parentHash: BLOCK_HASH, timestamp: '0x1', transactions: [] },
    ...{ baseFeePerGas: '0x1', gasLimit: '0x1', gasUsed: '0x1' },
  };
  return createScriptedClient(chain, ({ method, params }) =>
    method === 'eth_getTransactionReceipt'
      ? {
          ...{ transactionHash: params[0], blockHash: BLOCK_HASH, blockNumber: '0x1', status, logs: [] },
          ...{ gasUsed: numberToHex(GAS_USED), effectiveGasPrice: numberToHex(PRICE), type: '0x2' },
        }
      : block,
  );
}

async function sign(call: Call, { account = hotWallet, maxFeePerGas = 100n } = {}) {
  const raw = await account.signTransaction({
    ...{ ...call, type: 'eip1559', chainId: chain.id, nonce: 1, gas: 100_000n },
    ...{ maxFeePerGas, maxPriorityFeePerGas: 1n },
  });
  return { raw, hash: keccak256(raw) };
}

test('a reverted payment burnt its gas, and the payments of a batch share it', async () => {
  const alone = await sign(payCall(chain.vault, pay(ID)));
  const gasCost = GAS_USED * PRICE;
  expect(await readBurntGas(connect('0x0'), { id: ID, ...alone })).toEqual({ gasCost, payments: 1 });
  const batch = await sign(payBatchCall(chain.vault, [pay(OTHER_ID), pay(ID)]));
  for (const status of ['0x0', '0x1'] as const) {
    expect(await readBurntGas(connect(status), { id: ID, ...batch })).toEqual({ gasCost, payments: 2 });
  }
});

test('a reverted legacy payment burnt its gas, at most at its price', async () => {
  const transaction = { ...payCall(chain.vault, pay(ID)), type: 'legacy', chainId: chain.id, nonce: 1 } as const;
  const raw = await hotWallet.signTransaction({ ...transaction, gas: 100_000n, gasPrice: 2n });
  const burnt = await readBurntGas(connect('0x0'), { id: ID, raw, hash: keccak256(raw) });
  expect(burnt).toEqual({ gasCost: 200_000n, payments: 1 });
});

test('a provider cannot report a higher cost than the signed fees allow', async () => {
  const cheap = await sign(payCall(chain.vault, pay(ID)), { maxFeePerGas: 2n });
  expect(await readBurntGas(connect('0x0'), { id: ID, ...cheap })).toEqual({ gasCost: 200_000n, payments: 1 });
});

test('charges nothing for a transaction that is not a failed payment of the transfer', async () => {
  const call = payCall(chain.vault, pay(ID));
  const own = await sign(call);
  const refused = {
    'one that a stranger signed': await sign(call, { account: stranger }),
    'one to another contract': await sign(payCall(stranger.address, pay(ID))),
    'one of another transfer': await sign(payCall(chain.vault, pay(OTHER_ID))),
    'a cancel': await sign(cancelCall(hotWallet.address)),
    'bytes that do not match the hash': { raw: own.raw, hash: keccak256('0x01') },
  };
  for (const [name, stored] of Object.entries(refused)) {
    expect(await readBurntGas(connect('0x0'), { id: ID, ...stored }), name).toBeNull();
  }
  expect(await readBurntGas(connect('0x1'), { id: ID, ...own }), 'one that paid').toBeNull();
});
