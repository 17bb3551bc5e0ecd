import type { Address, Hex, PublicClient } from 'viem';
import { encodeDeployData, parseAbi } from 'viem';
import type { Chain } from '../../boot/model/catalog.ts';
import type { Contracts } from '../setup/contracts.ts';
import type { Finding } from './finding.ts';
import { failed, passed } from './finding.ts';
import type { ChainEndpoint } from './readInstallation.ts';

const settings = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
  'function window() view returns (uint256)',
]);

/**
 * Compares the contracts' code with what this version compiles, at every endpoint: one that lies or serves a fork must
 * not speak for the others.
 */
export async function checkBytecode(
  chain: Chain,
  endpoints: readonly ChainEndpoint[],
  contracts: Contracts,
): Promise<readonly Finding[]> {
  const shown = await Promise.all(endpoints.map((endpoint) => examineAt(endpoint, chain, contracts)));
  const fix = 'Correct the address, or deploy the contract of this version: docs/operating.md#to-move-to-a-new-vault';
  const codes = (['deposit', 'vault'] as const).map((kind) => {
    const what = kind === 'deposit' ? 'deposit contract' : 'vault';
    const check = `${chain.name}: code of the ${what}`;
    const address = kind === 'deposit' ? chain.depositContract : chain.vault;
    const problems = shown.flatMap(({ label, [kind]: problem }) => (problem === null ? [] : [`${label} ${problem}`]));
    return problems.length === 0
      ? passed(check, `${address} has the compiled code at ${shown.length} of ${shown.length} RPC endpoints`)
      : failed(check, problems.join(', '), fix);
  });
  return [...codes, checkRoles(chain, shown)];
}

type Shown = {
  readonly label: string;
  /** Why the code is wrong; null if it is the compiled code. */
  readonly deposit: string | null;
  readonly vault: string | null;
  readonly owner: Address;
  readonly guardian: Address;
  readonly delay: bigint;
  readonly window: bigint;
};

async function examineAt(
  { label, client }: ChainEndpoint,
  chain: Chain,
  { CausewayDeposit, CausewayVault }: Contracts,
): Promise<Shown> {
  const vault = { address: chain.vault, abi: settings } as const;
  const [owner, guardian, delay, window] = await Promise.all([
    client.readContract({ ...vault, functionName: 'owner' }),
    client.readContract({ ...vault, functionName: 'guardian' }),
    client.readContract({ ...vault, functionName: 'delay' }),
    client.readContract({ ...vault, functionName: 'window' }),
  ]);
  // Payers and caps are in storage, not in the code.
  const args = [owner, guardian, [chain.hotWallet], delay, window, []];
  const [deposit, ofVault] = await Promise.all([
    findOtherCode(client, chain.depositContract, encodeDeployData({ ...CausewayDeposit, args: [] })),
    findOtherCode(client, chain.vault, encodeDeployData({ ...CausewayVault, args })),
  ]);
  return { label, deposit, vault: ofVault, owner, guardian, delay, window };
}

/** A call that creates a contract returns its code, with the same immutable values as on the chain. */
async function findOtherCode(client: PublicClient, address: Address, creation: Hex): Promise<string | null> {
  const code = await client.getCode({ address });
  if (code === undefined) return `has no code at ${address}`;
  const { data } = await client.call({ data: creation });
  return data === code ? null : `has different code at ${address} from what this version compiles`;
}

function checkRoles(chain: Chain, shown: readonly Shown[]): Finding {
  const check = `${chain.name}: roles of the vault`;
  const texts = shown.map(
    ({ owner, guardian, delay, window }) =>
      `owner ${owner}, guardian ${guardian}, delay ${delay} s, window ${window} s`,
  );
  const [first = ''] = texts;
  const other = texts.findIndex((text) => text !== first);
  if (other > 0) {
    const fix = `Correct rpcUrls of ${chain.name}, or change the provider`;
    return failed(check, `RPC 1 has ${first}, but RPC ${other + 1} has ${texts[other]}`, fix);
  }
  const isHolder = shown.some(({ owner, guardian }) =>
    [owner, guardian].some((account) => account.toLowerCase() === chain.hotWallet.toLowerCase()),
  );
  return isHolder
    ? failed(
        check,
        'the hot wallet is its owner or its guardian, so one stolen key takes everything',
        'Let the owner schedule setOwner or setGuardian',
      )
    : passed(check, first);
}
