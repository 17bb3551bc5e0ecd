import type { Address, Hash } from 'viem';
import { pad } from 'viem';
import { transferId } from '#shared/transferId.ts';
import { createLogger } from '../../../service/boot/log.ts';
import type { Call, Payment } from '../../../service/payments/model/payment.ts';
import { payCall } from '../../../service/payments/model/payment.ts';
import type { DepositReference } from '../../../service/signer/client/signer.ts';
import { createKeySigner } from '../../../service/signer/client/signer.ts';
import type { PaymentLog } from '../../../service/signer/process/paymentLog.ts';
import { createPaymentLog, MEMORY_ONLY } from '../../../service/signer/process/paymentLog.ts';
import type { ChainPolicy, Policy } from '../../../service/signer/process/policy.ts';
import { parsePolicy } from '../../../service/signer/process/policyFile.ts';
import { connectProviders } from '../../../service/signer/process/providers.ts';
import { signVerified } from '../../../service/signer/process/signVerified.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { startEndpoint } from '../endpoints/endpoint.ts';
import type { MemoryChain } from '../endpoints/memoryChain.ts';
import { createMemoryChain } from '../endpoints/memoryChain.ts';
import { createSampleFile } from './sampleCatalog.ts';

const NATIVE: Address = `0x${'0'.repeat(40)}`;
const PERSON: Address = `0x${'7'.repeat(40)}`;
const TRANSACTION: Hash = pad('0x7');
const AMOUNT = 1000n;

/** A worker's request to a signer: by default the payment for the deposit. */
export type SignerQuestion = {
  readonly on: ChainPolicy;
  readonly nonce: number;
  readonly vault?: Address;
  /** A call that pays nothing. */
  readonly call?: Call;
};

/** Two chains that exist only in their providers' answers, with one deposit from the first to the second. */
export async function createSignerWorld() {
  const file = createSampleFile();
  file.tokens = file.tokens.filter(({ name }) => name !== 'WBTC');
  // The deposit is only a few wei.
  for (const { transfers } of file.tokens) for (const transfer of transfers) transfer.minFee = '0';
  const chains = new Map<number, MemoryChain>();
  const endpoints: Endpoint[] = [];
  const world = {
    paymentLog: createPaymentLog(MEMORY_ONLY) as PaymentLog,
    /** Runs before a provider answers. */
    beforeAnswer: (_method: string) => {},
  };
  for (const entry of file.chains) {
    const chain = createMemoryChain(entry.id, entry.depositContract ?? NATIVE);
    const endpoint = await startEndpoint((call) => {
      world.beforeAnswer(call.method);
      return chain.answer(call);
    });
    chains.set(entry.id, chain);
    endpoints.push(endpoint);
    entry.rpcUrls = [endpoint.url];
  }
  const installationText = JSON.stringify(file);
  const parsed = parsePolicy(installationText);
  const [origin, destination] = parsed.chains;
  if (!origin || !destination) throw new Error('the sample has fewer than two chains');

  const at = ({ id }: ChainPolicy): MemoryChain => {
    const chain = chains.get(id);
    if (!chain) throw new Error(`no chain ${id}`);
    return chain;
  };
  const terms = { depositor: PERSON, token: NATIVE, vault: origin.vault, target: PERSON, amount: AMOUNT };
  const deposit = { ...terms, destination: BigInt(destination.id) };
  at(origin).deposit(TRANSACTION, { block: 10n, deposits: [deposit] });
  const reference: DepositReference = { chainId: origin.id, transactionHash: TRANSACTION, ordinal: 0 };
  const id = transferId({ ...reference, contract: origin.depositContract });
  const payment: Payment = { id, token: NATIVE, to: PERSON, amount: AMOUNT, gasDrop: 0n };

  /** Sends a request to a freshly started signer with a policy. */
  const sign = ({ on, nonce, vault = on.vault, call }: SignerQuestion, policy: Policy = parsed) => {
    const context = {
      ...{ policy, paymentLog: world.paymentLog, logger: createLogger('silent') },
      providers: new Map(policy.chains.map((chain) => [chain.id, connectProviders(chain, policy.hotWallet)])),
      signer: createKeySigner(`0x${'11'.repeat(32)}`),
    };
    const transaction = { chainId: on.id, nonce, gasLimit: 100_000n, fees: { maxFee: 10n ** 9n, tip: 1n } };
    return signVerified(context, {
      transaction: { ...transaction, call: call ?? payCall(vault, payment) },
      deposits: call ? [] : [reference],
    });
  };
  return {
    ...{ world, origin, destination, policy: parsed, installationText, id, at, sign },
    stop: () => Promise.all(endpoints.map((endpoint) => endpoint.stop())),
  };
}

export type SignerWorld = Awaited<ReturnType<typeof createSignerWorld>>;
