import type { Address, Hex, PublicClient } from 'viem';
import { encodeDeployData, parseAbi } from 'viem';
import type { Chain } from '../../domain/catalog.ts';
import type { Contracts } from '../contractFiles.ts';
import type { Finding } from './finding.ts';
import { failed, passed } from './finding.ts';

const settings = parseAbi([
  'function owner() view returns (address)',
  'function guardian() view returns (address)',
  'function delay() view returns (uint256)',
  'function window() view returns (uint256)',
]);

/** Compares the code of the contracts with what this version compiles. */
export async function checkBytecode(
  chain: Chain,
  client: PublicClient,
  { CausewayDeposit, CausewayVault }: Contracts,
): Promise<readonly Finding[]> {
  const read = (functionName: 'owner' | 'guardian' | 'delay' | 'window') =>
    client.readContract({ address: chain.vault, abi: settings, functionName });
  const deposit = await compareCode(client, {
    check: `${chain.name}: code of the deposit contract`,
    address: chain.depositContract,
    creation: encodeDeployData({ ...CausewayDeposit, args: [] }),
  });
  const [owner, guardian, delay, window] = await Promise.all([
    read('owner') as Promise<Address>,
    read('guardian') as Promise<Address>,
    read('delay'),
    read('window'),
  ]);
  // The payers and the caps are storage. They are not part of the code.
  const args = [owner, guardian, [chain.hotWallet], delay, window, []];
  const vault = await compareCode(client, {
    check: `${chain.name}: code of the vault`,
    address: chain.vault,
    creation: encodeDeployData({ ...CausewayVault, args }),
  });
  const holder = [owner, guardian].find((account) => account.toLowerCase() === chain.hotWallet.toLowerCase());
  const roles = holder
    ? failed(
        `${chain.name}: roles of the vault`,
        'the hot wallet is its owner or its guardian, so one stolen key takes everything',
        'Let the owner schedule setOwner or setGuardian',
      )
    : passed(
        `${chain.name}: roles of the vault`,
        `owner ${owner}, guardian ${guardian}, delay ${delay} s, window ${window} s`,
      );
  return [deposit, vault, roles];
}

type Comparison = { readonly check: string; readonly address: Address; readonly creation: Hex };

/** A call that creates a contract returns its code, with the same immutable values as on the chain. */
async function compareCode(client: PublicClient, { check, address, creation }: Comparison): Promise<Finding> {
  const fix = 'Correct the address, or deploy the contract of this version: docs/runbook.md#to-move-to-a-new-vault';
  const code = await client.getCode({ address });
  if (code === undefined) return failed(check, `${address} has no code`, fix);
  const { data } = await client.call({ data: creation });
  return data === code
    ? passed(check, `${address} has the compiled code, ${code.length / 2 - 1} bytes`)
    : failed(check, `${address} has other code than this version compiles`, fix);
}
