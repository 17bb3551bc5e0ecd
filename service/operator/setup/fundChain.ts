import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { encodeFunctionData, erc20Abi, formatUnits, parseUnits, zeroAddress } from 'viem';
import { vaultAbi } from '#shared/abi/vaultAbi.ts';
import { isNativeToken } from '#shared/address.ts';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import { ofChain } from '../../boot/fields.ts';
import type { Installation, TokenSettings } from '../../boot/installation.ts';
import { addressOn, decimalsOn } from '../../boot/parseTokens.ts';
import type { Conversation } from './conversation.ts';
import { SetupRefused } from './conversation.ts';
import { capOf, describeCap } from './deployChain.ts';
import type { ConnectedChain } from './endpoints.ts';
import { askAll, requireCode, requireDecimals } from './endpoints.ts';
import { estimateCost, forgetSending, sendStored } from './transactions.ts';

/** Money that a chain's hot wallet or vault lacks. */
export type Transfer = {
  readonly token: string;
  /** The zero address is the native token. */
  readonly address: Address;
  readonly decimals: number;
  readonly amount: bigint;
  readonly recipient: Address;
  readonly text: string;
};

export type FundingPlan = {
  readonly transfers: readonly Transfer[];
  /** Why a token isn't funded, and what its owner does first. */
  readonly due: readonly string[];
};

const highest = (amounts: readonly bigint[]) => amounts.reduce((most, amount) => (amount > most ? amount : most), 0n);
const lowest = (amounts: readonly bigint[]) => amounts.reduce((least, amount) => (amount < least ? amount : least));

/** The highest balance that any endpoint reports: one that reports too little must not have an account funded twice. */
async function readBalance(connected: ConnectedChain, token: Address, holder: Address): Promise<bigint> {
  const balances = askAll(connected, (client) =>
    isNativeToken(token)
      ? client.getBalance({ address: holder })
      : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  );
  return highest(await balances);
}

/** Why the vault must not receive a token, or null. The lowest cap that any endpoint reports counts. */
async function findCapDue(
  connected: ConnectedChain,
  { file, token, vault }: { readonly file: Installation; readonly token: TokenSettings; readonly vault: Address },
): Promise<string | null> {
  const { chain } = connected;
  const wanted = capOf(file, chain, token);
  const place = `${chain.name}: ${token.name} is not funded`;
  if (!wanted) return `${place}: it has a "float", but no "transfers" and "perDay". Write them, or remove "float".`;
  const caps = await askAll(connected, (client) =>
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'capOf', args: [wanted.address] }),
  );
  const [one, all] = [lowest(caps.map(({ perPayment }) => perPayment)), lowest(caps.map(({ perWindow }) => perWindow))];
  if (one >= wanted.perPayment && all >= wanted.perWindow) return null;
  const has = `${formatUnits(one, wanted.decimals)} and ${formatUnits(all, wanted.decimals)}`;
  return `${place}: the vault's caps are ${has}, below ${describeCap(wanted)}. Let the owner raise them first: causeway vault ${chain.name} setCap ${token.name} --safe FILE`;
}

/**
 * Finds what a chain lacks of its gas and its floats.
 * @throws SetupRefused if a contract must not receive money
 */
export async function planFunding(connected: ConnectedChain, file: Installation): Promise<FundingPlan> {
  const { chain } = connected;
  const { vault } = chain;
  const { hotWallet } = file;
  if (vault === undefined)
    throw new SetupRefused(`${chain.name} has no vault. Run: causeway chain add ${chain.name} --key FILE`);
  if (hotWallet === undefined)
    throw new SetupRefused('hotWallet is missing. Run "causeway init", which creates its key.');
  // `chain add` has waited until every endpoint had it.
  await requireCode(connected, { address: vault, timeoutMs: 0 });
  const payers = await askAll(connected, (client) =>
    client.readContract({ address: vault, abi: vaultAbi, functionName: 'isPayer', args: [hotWallet] }),
  );
  if (payers.includes(false)) {
    throw new SetupRefused(
      `${chain.name}: the hot wallet ${hotWallet} is not a payer of the vault ${vault}, so nothing is funded. Correct the file, or let the owner add it: causeway vault ${chain.name} addPayer --safe FILE`,
    );
  }
  await requireDecimals(connected, file);
  const transfers: Transfer[] = [];
  const due: string[] = [];
  const add = async (token: Omit<Transfer, 'amount' | 'text'>, target: bigint, what: string) => {
    const amount = target - (await readBalance(connected, token.address, token.recipient));
    const format = (value: bigint) => `${formatUnits(value, token.decimals)} ${token.token}`;
    const text = `${format(amount)} to ${what} ${token.recipient}, which then has ${format(target)}`;
    if (amount > 0n) transfers.push({ ...token, amount, text });
  };
  const gas = { token: chain.nativeToken, address: zeroAddress, decimals: NATIVE_DECIMALS, recipient: hotWallet };
  await add(gas, parseUnits(chain.gas, NATIVE_DECIMALS), 'the hot wallet');
  for (const token of file.tokens) {
    const address = addressOn(token, chain);
    const float = ofChain(token.float, chain.name);
    if (address === undefined || float === undefined) continue;
    const reason = await findCapDue(connected, { file, token, vault });
    const decimals = decimalsOn(token, chain);
    if (reason !== null) due.push(reason);
    else
      await add({ token: token.name, address, decimals, recipient: vault }, parseUnits(float, decimals), 'the vault');
  }
  return { transfers, due };
}

/** The transaction of a transfer. */
export function callOf({ address, recipient, amount }: Transfer): { to: Address; value: bigint; data: Hex } {
  if (isNativeToken(address)) return { to: recipient, value: amount, data: '0x' };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] });
  return { to: address, value: 0n, data };
}

type Funding = {
  readonly connected: ConnectedChain;
  readonly account: PrivateKeyAccount;
  readonly folder: string;
  readonly conversation: Conversation;
};

/**
 * Refuses, before anything is sent, what the account can't pay in full.
 * @throws SetupRefused
 */
export async function requireFunds(
  { connected, account }: Pick<Funding, 'connected' | 'account'>,
  transfers: readonly Transfer[],
): Promise<void> {
  const { client, chain } = connected;
  for (const { address, token, decimals } of transfers) {
    const needed = transfers.filter((one) => one.address === address).reduce((sum, { amount }) => sum + amount, 0n);
    const holder = account.address;
    const has = isNativeToken(address)
      ? await client.getBalance({ address: holder })
      : await client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
    if (has >= needed) continue;
    const format = (amount: bigint) => `${formatUnits(amount, decimals)} ${token}`;
    throw new SetupRefused(
      `${chain.name}: ${holder} has ${format(has)}, but ${format(needed)} are needed. Nothing was sent.`,
    );
  }
}

/** Makes a plan's transfers, and asks before each. */
export async function fundChain(
  { connected, account, folder, conversation }: Funding,
  transfers: readonly Transfer[],
): Promise<void> {
  const { name, nativeToken } = connected.chain;
  for (const transfer of transfers) {
    const call = callOf(transfer);
    const cost = (await estimateCost(connected, account.address, call)) - call.value;
    conversation.say(`${name}: gas about ${formatUnits(cost, NATIVE_DECIMALS)} ${nativeToken}`);
    await conversation.agree(`${name}: send ${transfer.text}?`);
    const purpose = { kind: 'fund', what: `sent ${transfer.text}` } as const;
    await sendStored(connected, { folder, account, call, purpose });
    await forgetSending(folder);
    conversation.say(`${name}: ${purpose.what}`);
  }
}
