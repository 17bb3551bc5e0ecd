import type { Address, Hex } from 'viem';
import { decodeFunctionData, encodeFunctionResult, erc20Abi, multicall3Abi, numberToHex } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { createLogger } from '../../../service/boot/log.ts';
import { rememberChain } from '../../../service/chain/chains.ts';
import type { Database } from '../../../service/db/database.ts';
import { acceptDeposits } from '../../../service/deposits/accept.ts';
import { createWatcher } from '../../../service/deposits/watch.ts';
import { createBroadcaster } from '../../../service/payments/broadcast.ts';
import { createReconciler } from '../../../service/payments/reconcile.ts';
import { signPayments } from '../../../service/payments/sign.ts';
import { readHoldings } from '../../../service/quotes/funds.ts';
import { createDevelopmentSigner } from '../../../service/signer/process/developmentSigner.ts';
import { clearDatabase } from '../../postgres/testDatabases.ts';
import { memoryBlock } from '../../rpc/memoryNode.ts';
import { createScriptedClient } from '../../rpc/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../service/sampleCatalog.ts';
import { addressOf } from './growthCatalog.ts';
import { measureCpu } from './measureCpu.ts';
import { readCatalog } from './measurePairs.ts';

const BLOCKS = 10;
const MULTICALL: Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** The processor time and the RPC calls of each chain for each new block, without deposits. */
export async function measureChains(database: Database, chains: number) {
  await clearDatabase(database);
  const catalog = readCatalog({ chains, tokens: 1 });
  let head = 10;
  let calls = 0;
  const clients = new Map(
    catalog.chains.map((chain) => {
      const client = createScriptedClient<readonly unknown[]>(chain, ({ method, params: [subject] }) => {
        calls += 1;
        if (method === 'eth_getLogs') return [];
        if (method === 'eth_getTransactionCount') return '0x0';
        if (method === 'eth_getBlockByNumber') return memoryBlock(subject === 'latest' ? head : Number(subject));
        throw new Error(`no ${method}`);
      });
      return [chain.id, client] as const;
    }),
  );
  const logger = createLogger('silent');
  const context = {
    ...{ catalog, database, clients, logger, reportStep: async () => {} },
    clock: { now: () => new Date(Number(memoryBlock(head).timestamp) * 1000) },
    signer: createDevelopmentSigner(`0x${'11'.repeat(32)}`, { catalog, logger }),
  };
  for (const { id: chainId, depositContract } of catalog.chains) {
    await rememberChain(database, { chainId, genesisHash: numberToHex(1, { size: 32 }), depositContract });
  }
  const turns = [...clients.values()].flatMap((client) => [
    createWatcher(context, client),
    () => acceptDeposits(context, client),
    () => signPayments(context, client),
    createBroadcaster(context, client),
    createReconciler(context, client),
  ]);
  const takeTurns = async () => {
    for (const takeTurn of turns) await takeTurn();
  };
  await takeTurns();
  calls = 0;
  const cpu = await measureCpu(async () => {
    for (let block = 0; block < BLOCKS; block += 1) {
      head += 1;
      await takeTurns();
    }
  });
  return { cpu: cpu / chains / BLOCKS, calls: calls / chains / BLOCKS };
}

function answerCall(data: Hex): Hex {
  const { functionName } = decodeFunctionData({ abi: [...vaultAbi, ...erc20Abi, ...multicall3Abi], data });
  if (functionName === 'paused') return encodeFunctionResult({ abi: vaultAbi, functionName, result: false });
  if (functionName === 'capOf') {
    return encodeFunctionResult({ abi: vaultAbi, functionName, result: { perPayment: 9n, perWindow: 90n } });
  }
  return numberToHex(1, { size: 32 });
}

/** The RPC calls and the bytes of their answers that one reading of the funds costs for each token. */
export async function measureTokens(tokens: number) {
  const chain = { ...pickChain(createSampleCatalog(), 'Northshore'), multicall: MULTICALL };
  let [calls, bytes] = [0, 0];
  const client = createScriptedClient<readonly [{ readonly data: Hex }]>(chain, ({ params: [{ data }] }) => {
    calls += 1;
    const { args } = decodeFunctionData({ abi: multicall3Abi, data });
    const reads = (args?.[0] ?? []) as readonly { readonly callData: Hex }[];
    const result = reads.map(({ callData }) => ({ success: true, returnData: answerCall(callData) }));
    const answer = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result });
    bytes += answer.length;
    return answer;
  });
  const addresses = Array.from({ length: tokens }, (_, index) => addressOf(`token ${index}`));
  const cpu = await measureCpu(() => readHoldings(client, addresses, 7n));
  return { cpu: cpu / tokens, calls: calls / tokens, bytes: bytes / tokens };
}
