import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, keccak256, parseEther, toHex, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { Artifacts } from '../../../contracts/artifacts.ts';
import { deployContracts, mintTokens } from '../../../contracts/deploy.ts';
import type { TestChain } from '../../anvil/testChain.ts';
import type { Instruction, StepGas } from './divideGas.ts';
import { divideGas } from './divideGas.ts';

export const CALLS = ['transfer', 'pay', 'payBatch', 'deposit'] as const;
export type Call = (typeof CALLS)[number];

/** `new` holds none of the token, so the payment writes a new balance. `holder` has some. */
export const RECIPIENTS = ['new', 'holder'] as const;
export type Recipient = (typeof RECIPIENTS)[number];

export type Asset = 'token' | 'native';

/** One transaction, with its base of 21,000 gas and its calldata. A batch has `BATCH_SIZE` payments. */
export type Measurement = {
  readonly call: Call;
  readonly asset: Asset;
  readonly recipient: Recipient;
  readonly gas: number;
  /** For the vault's calls. */
  readonly steps?: StepGas;
};

type TraceCall = {
  Method: 'debug_traceCall';
  Parameters: [object, 'latest', object];
  ReturnType: { readonly structLogs: readonly Instruction[] };
};

type Transaction = { readonly to: Address; readonly data?: Hex; readonly value?: bigint };

export const BATCH_SIZE = 10;

const AMOUNT = { token: 25_000_000n, native: parseEther('0.01') } as const;
const DEPOSIT_TARGET = '0x00000000000000000000000000000000000000AA';
const DESTINATION = 8453n;

/**
 * Sends real transactions to the compiled contracts. As on a chain in use, senders and the vault keep a balance, and the
 * vault has paid each asset before. A deposit goes to the vault, which holds every asset.
 */
export async function measureGas(chain: TestChain, artifacts: Artifacts): Promise<readonly Measurement[]> {
  const [payer, user] = [await chain.createAccount(), await chain.createAccount()];
  const { depositContract, vault, tokens } = await deployContracts(chain, {
    artifacts,
    tokens: [{ name: 'USDC', decimals: 6, kind: 'standard' }],
    hotWallet: payer.address,
  });
  const token = tokens[0]?.address;
  if (token === undefined) throw new Error('the deployment has no token');
  const addresses: Readonly<Record<Asset, Address>> = { token, native: zeroAddress };
  await mintTokens(
    chain,
    [vault, user.address].map((to) => ({ token, to, amount: AMOUNT.token * 1000n })),
  );
  await chain.client.setBalance({ address: vault, value: parseEther('1000') });

  let ids = 0;
  const paymentTo = (asset: Asset, to: Address) => ({
    id: keccak256(toHex(++ids)),
    token: addresses[asset],
    to,
    amount: AMOUNT[asset],
  });
  const createRecipient = async (asset: Asset, recipient: Recipient): Promise<Address> => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    if (recipient === 'new') return address;
    if (asset === 'native') await chain.client.setBalance({ address, value: 1n });
    else await mintTokens(chain, [{ token, to: address, amount: 1n }]);
    return address;
  };
  const payOne = (asset: Asset, to: Address): Transaction => {
    const { id, amount } = paymentTo(asset, to);
    const args = [id, addresses[asset], to, amount] as const;
    return { to: vault, data: encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args }) };
  };
  const payMany = (asset: Asset, recipients: readonly Address[]): Transaction => {
    const args = [recipients.map((to) => paymentTo(asset, to))] as const;
    return { to: vault, data: encodeFunctionData({ abi: vaultAbi, functionName: 'payBatch', args }) };
  };
  const transfer = (asset: Asset, to: Address): Transaction =>
    asset === 'native'
      ? { to, value: AMOUNT.native }
      : {
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, AMOUNT.token] }),
        };
  const deposit = (asset: Asset): Transaction => ({
    to: depositContract,
    data: encodeFunctionData({
      abi: depositAbi,
      functionName: 'deposit',
      args: [DEPOSIT_TARGET, addresses[asset], vault, AMOUNT[asset], DESTINATION, 0n],
    }),
    value: asset === 'native' ? AMOUNT.native : 0n,
  });

  const send = async (from: PrivateKeyAccount, transaction: Transaction) => {
    const hash = await chain.client.sendTransaction({ account: from, chain: null, ...transaction });
    const { status, gasUsed } = await chain.client.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`transaction ${hash} reverted`);
    return Number(gasUsed);
  };

  const trace = async (from: PrivateKeyAccount, { to, data, value = 0n }: Transaction) => {
    const { structLogs } = await chain.client.request<TraceCall>({
      method: 'debug_traceCall',
      params: [{ from: from.address, to, data, value: toHex(value) }, 'latest', {}],
    });
    return structLogs;
  };

  const approval = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [depositContract, AMOUNT.token * 100n],
  });
  await send(user, { to: token, data: approval });

  const measurements: Measurement[] = [];
  for (const asset of ['token', 'native'] as const) {
    await send(payer, payOne(asset, await createRecipient(asset, 'new')));
    for (const recipient of RECIPIENTS) {
      const create = () => createRecipient(asset, recipient);
      const batch: Address[] = [];
      for (let index = 0; index < BATCH_SIZE; index++) batch.push(await create());
      const measure = async (call: Call, from: PrivateKeyAccount, transaction: Transaction) => {
        const instructions = transaction.to === vault ? await trace(from, transaction) : null;
        const gas = await send(from, transaction);
        const steps = instructions && divideGas(instructions, { gasUsed: gas, vault });
        measurements.push({ call, asset, recipient, gas, ...(steps && { steps }) });
      };
      await measure('transfer', user, transfer(asset, await create()));
      await measure('pay', payer, payOne(asset, await create()));
      await measure('payBatch', payer, payMany(asset, batch));
      if (recipient === 'holder') await measure('deposit', user, deposit(asset));
    }
  }
  return measurements;
}
