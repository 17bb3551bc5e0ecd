import { encodeDeposit } from '#client/depositEncoder.ts';
import { isNativeToken, isSameAddress, parseAddress } from '#shared/address.ts';
import type { DepositLog } from '#shared/events.ts';
import { chainTime } from '../../chain/model/chainTime.ts';
import type { Registry } from '../../config/registry.ts';
import { tokenByName, vaultsOf } from '../../config/registry.ts';
import type { ChainConfig } from '../../config/runtimeConfig.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';

/** Why the app cannot follow a deposit: the pinned chains, tokens and vaults do not cover it. */
export type AdoptionProblem = 'unknownToken' | 'unknownDestination' | 'invalidRecipient' | 'otherVault';

export type Adoption =
  | { readonly ok: true; readonly transfer: Extract<Transfer, { status: 'sent' }> }
  | { readonly ok: false; readonly problem: AdoptionProblem };

const refuse = (problem: AdoptionProblem): Adoption => ({ ok: false, problem });

/**
 * Makes a transfer of a deposit that a chain shows. It starts without any result, so that the tracker proves each step again.
 * Its status never lets a wallet sign.
 */
export function adoptDeposit(
  registry: Registry,
  { chain, deposit }: { readonly chain: ChainConfig; readonly deposit: DepositLog },
  now: number,
): Adoption {
  const token = chain.tokens.find(({ address }) => isSameAddress(address, deposit.token));
  if (!token) return refuse('unknownToken');
  const destination = registry.chains.find(({ id }) => BigInt(id) === deposit.destination);
  const destinationToken = destination && tokenByName(destination, token.name);
  if (!destination || !destinationToken || destination.id === chain.id) return refuse('unknownDestination');
  if (!vaultsOf(chain).some((vault) => isSameAddress(vault, deposit.maker))) return refuse('otherVault');
  const recipient = parseAddress(deposit.target);
  if (!recipient) return refuse('invalidRecipient');
  const { user: account, maker, amount: send } = deposit;
  const since = chainTime(deposit.timestamp);
  const data = encodeDeposit({
    ...{ recipient, token: token.address, maker, amount: send, destinationChainId: destination.id },
  });
  const terms = {
    ...{
      id: deposit.id,
      createdAt: since ?? now,
      account,
      recipient,
      tokenName: token.name,
      typed: null,
    },
    knownDuplicates: [],
    origin: { chainId: chain.id, chainName: chain.name, token: token.address, decimals: token.decimals },
    destination: {
      ...{ chainId: destination.id, chainName: destination.name },
      ...{ token: destinationToken.address, decimals: destinationToken.decimals },
    },
    ...{ send, receive: null, validUntilMs: null, usualSeconds: null },
    deposit: { to: chain.depositContract, data, value: isNativeToken(token.address) ? send : 0n },
    ...{ maker, resetsAllowance: token.resetsAllowance },
  };
  return {
    ok: true,
    transfer: { status: 'sent', terms, attempt: null, hash: deposit.transactionHash, nonce: null, since, doubt: null },
  };
}
