import type { Address, Hash, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, getAddress, parseUnits, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import type { RuntimeConfig } from '#shared/config/runtimeConfig.ts';
import { parseConfig } from '#shared/config/runtimeConfig.ts';
import { compileContracts } from '../../../contracts/artifacts.ts';
import type { Deployment } from '../../../contracts/deploy.ts';
import { mintTokens } from '../../../contracts/deploy.ts';
import type { Endpoint, Fault } from '../endpoints/endpoint.ts';
import { startEndpoint } from '../endpoints/endpoint.ts';
import { on } from '../endpoints/faults.ts';
import { deployBridge, listChainTokens } from './deployment.ts';
import { approvalData, depositCall } from './depositCall.ts';
import type { TestChain } from './testChain.ts';
import { startTestChain } from './testChain.ts';

export const NORTHSHORE_ID = 31_337;
const SOUTHSHORE_ID = 31_338;

const BY_HASH = ['eth_getTransactionReceipt', 'eth_getTransactionByHash'];

const contractsOf = ({ depositContract, vault, tokens }: Deployment) =>
  [depositContract, vault, ...tokens.map(({ address }) => address)].map((address) => address.toLowerCase());

/** Shows only the shared anvil's transactions whose receiver belongs to one chain. */
function viewOf(isShown: (to: string) => boolean): Fault {
  const fits = (result: unknown) =>
    typeof result !== 'object' || result === null || !('to' in result) || isShown(String(result.to).toLowerCase());
  return on(BY_HASH, { change: (result) => (fits(result) ? result : null) });
}

export type DeskSide = {
  readonly deployment: Deployment;
  /** A token's address by its name. */
  readonly token: (name: string) => Address;
  /** Answers that replace those of this chain's endpoint. Null for true answers. */
  readonly setFault: (fault: Fault | null) => void;
};

type Call = {
  readonly to?: Address | null;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
  readonly nonce?: number;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
};
type Order = {
  readonly token?: string;
  readonly amount?: bigint;
  readonly maker?: Address;
  readonly target?: string;
  readonly destination?: bigint;
};
type Pay = {
  readonly id: Hash;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
  /** The native tokens that arrive with it; 0 by default. */
  readonly gas?: bigint;
};

/** One anvil that acts as two chains of the bridge, with the real contracts of both. */
export type DeskChains = {
  readonly chain: TestChain;
  readonly config: RuntimeConfig;
  readonly northshore: DeskSide;
  readonly southshore: DeskSide;
  /** An account with native currency and Northshore's USDC, which the deposit contract may take. */
  readonly user: PrivateKeyAccount;
  readonly send: (account: PrivateKeyAccount, call: Call) => Promise<Hash>;
  readonly depositCall: (order?: Order) => { readonly to: Address; readonly data: Hex; readonly value: bigint };
  readonly deposit: (order?: Order) => Promise<Hash>;
  /** Pays from a chain's vault. */
  readonly pay: (side: 'northshore' | 'southshore', payment: Pay) => Promise<Hash>;
  readonly stop: () => Promise<void>;
};

/** @param id the chain id of the anvil */
export async function startDeskChains(id: number): Promise<DeskChains> {
  const [chain, artifacts] = await Promise.all([startTestChain(id), compileContracts()]);
  const hotWallet = privateKeyToAccount(generatePrivateKey());
  const deploy = (name: 'Northshore' | 'Southshore') =>
    deployBridge({ name, id, rpcUrl: chain.rpcUrl }, { artifacts, hotWallet });
  const [north, south] = [await deploy('Northshore'), await deploy('Southshore')];
  const ofSouth = new Set(contractsOf(south));
  const views = { north: viewOf((to) => !ofSouth.has(to)), south: viewOf((to) => ofSouth.has(to)) };
  const [northRpc, southRpc] = await Promise.all([startEndpoint(chain.rpcUrl), startEndpoint(chain.rpcUrl)]);
  const sideOf = (deployment: Deployment, rpc: Endpoint, view: Fault): DeskSide => {
    const setFault: DeskSide['setFault'] = (fault) =>
      rpc.answer((call, place) => fault?.(call, place) ?? view(call, place));
    setFault(null);
    return {
      deployment,
      setFault,
      token: (name) => listChainTokens(deployment).find((one) => one.name === name)?.address ?? zeroAddress,
    };
  };
  const northshore = sideOf(north, northRpc, views.north);
  const southshore = sideOf(south, southRpc, views.south);
  const chainConfig = (
    name: string,
    chainId: number,
    { deployment, url }: { deployment: Deployment; url: string },
  ) => ({
    ...{ name, id: chainId, rpcUrls: [url], depositContract: deployment.depositContract, vault: deployment.vault },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: listChainTokens(deployment),
  });
  const config = await parseConfig({
    service: { baseUrl: 'http://127.0.0.1:8787/api/v1' },
    chains: [
      chainConfig('Northshore', NORTHSHORE_ID, { deployment: north, url: northRpc.url }),
      chainConfig('Southshore', SOUTHSHORE_ID, { deployment: south, url: southRpc.url }),
    ],
  });
  const user = await chain.createAccount();
  const send: DeskChains['send'] = async (account, call) => {
    const hash = await chain.client.sendTransaction({ account, chain: null, ...call });
    return hash;
  };
  const mined = async (account: PrivateKeyAccount, call: Call) => {
    const hash = await send(account, call);
    await chain.client.waitForTransactionReceipt({ hash });
    return hash;
  };
  await mintTokens(chain, [{ token: northshore.token('USDC'), to: user.address, amount: parseUnits('50000', 6) }]);
  const approval = approvalData(north.depositContract, parseUnits('50000', 6));
  await mined(user, { to: northshore.token('USDC'), data: approval });

  const callOf: DeskChains['depositCall'] = (order = {}) => {
    const { token: name = 'USDC', amount = 100_000_000n, maker = north.vault, target = user.address } = order;
    const token = northshore.token(name);
    const { destination = SOUTHSHORE_ID } = order;
    return { to: north.depositContract, ...depositCall({ target, token, maker, amount, destination, channel: 7n }) };
  };
  return {
    ...{ chain, config, northshore, southshore, user, depositCall: callOf },
    send: mined,
    deposit: (order) => mined(user, callOf(order)),
    pay: (side, { id: paidId, to, token, amount, gas = 0n }) => {
      const args = [paidId, token, getAddress(to), amount] as const;
      const data =
        gas === 0n
          ? encodeFunctionData({ abi: vaultAbi, functionName: 'pay', args })
          : encodeFunctionData({ abi: vaultAbi, functionName: 'payWithGas', args: [...args, gas] });
      return mined(hotWallet, { to: (side === 'northshore' ? north : south).vault, data });
    },
    stop: async () => {
      await Promise.all([northRpc.stop(), southRpc.stop()]);
      await chain.stop();
    },
  };
}
