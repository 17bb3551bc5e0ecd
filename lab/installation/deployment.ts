import type { Address, PrivateKeyAccount } from 'viem';
import { parseEther, parseUnits, zeroAddress } from 'viem';
import type { Artifacts } from '../../contracts/artifacts.ts';
import type { AnvilChain, Deployment, TokenSpec } from '../../contracts/deploy.ts';
import { approvePayouts, deployContracts, mintTokens, setNativeBalance } from '../../contracts/deploy.ts';
import { ANVIL_ACCOUNTS } from '../anvil/anvil.ts';
import type { ChainName } from './installation.ts';
import { TOKENS } from './installation.ts';

export type ChainToken = {
  readonly name: string;
  readonly address: Address;
  readonly decimals: number;
  readonly resetsAllowance: boolean;
};

const MAKER_COINS = parseEther('1000000');
const MAKER_TOKENS = '1000000000';

/** Puts the bridge, the tokens, the demo accounts' balances and the maker's on a new chain. */
export async function deployBridge(
  chain: AnvilChain & { readonly name: ChainName },
  { artifacts, maker }: { readonly artifacts: Artifacts; readonly maker: PrivateKeyAccount },
): Promise<Deployment> {
  const tokens = TOKENS.flatMap(({ name, kind, decimals }): TokenSpec[] =>
    kind === null ? [] : [{ name, kind, decimals: decimals[chain.name] }],
  );
  const deployment = await deployContracts(chain, { artifacts, tokens });
  await setNativeBalance(chain, { account: maker.address, amount: MAKER_COINS });
  await mintTokens(chain, [...listDemoMints(deployment), ...listMakerMints(deployment, maker.address)]);
  await approvePayouts(chain, { maker, deployment });
  return deployment;
}

/** Every token of a chain, its own coin included, in the catalogue's order. */
export function listChainTokens(deployment: Deployment): readonly ChainToken[] {
  return TOKENS.flatMap(({ name, kind }): ChainToken[] => {
    if (kind === null) return [{ name, address: zeroAddress, decimals: 18, resetsAllowance: false }];
    return deployment.tokens
      .filter((token) => token.name === name)
      .map(({ address, decimals }) => ({ name, address, decimals, resetsAllowance: kind === 'tether' }));
  });
}

function listDemoMints(deployment: Deployment) {
  return deployment.tokens.flatMap(({ name, address, decimals }) => {
    const amountText = TOKENS.find((token) => token.name === name)?.demoAmount;
    if (amountText === null || amountText === undefined) return [];
    const amount = parseUnits(amountText, decimals);
    return ANVIL_ACCOUNTS.map((account) => ({ token: address, to: account.address, amount }));
  });
}

function listMakerMints(deployment: Deployment, maker: Address) {
  return deployment.tokens.map(({ address, decimals }) => ({
    token: address,
    to: maker,
    amount: parseUnits(MAKER_TOKENS, decimals),
  }));
}
