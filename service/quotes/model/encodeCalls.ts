import type { Address, Hex } from 'viem';
import { erc20Abi, getAbiItem, toFunctionSelector } from 'viem';
import { depositFunction } from '#shared/abi/depositAbi.ts';
import { MAX_UINT256 } from '#shared/amount.ts';

// Every build encodes these two calls, and viem's general encoder takes ten times as long as this one.

const DEPOSIT = toFunctionSelector(depositFunction);
const APPROVE = toFunctionSelector(getAbiItem({ abi: erc20Abi, name: 'approve' }));

const WORD_BYTES = 32;
const WORD_DIGITS = 2 * WORD_BYTES;

function word(value: bigint): string {
  if (value < 0n || value > MAX_UINT256) throw new RangeError(`${value} is not a uint256`);
  return value.toString(16).padStart(WORD_DIGITS, '0');
}

/** @param address an address that `parseAddress` has read */
function addressWord(address: Address): string {
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
}

/** The length of a text in bytes, and then its bytes in whole words. */
function textWords(text: string): string {
  const bytes = Buffer.from(text);
  const words = Math.ceil(bytes.length / WORD_BYTES);
  return word(BigInt(bytes.length)) + bytes.toString('hex').padEnd(words * WORD_DIGITS, '0');
}

/** The arguments of the deposit contract's `deposit`. */
export type DepositCall = {
  readonly target: string;
  readonly token: Address;
  readonly maker: Address;
  readonly amount: bigint;
  readonly destination: bigint;
  readonly channel: bigint;
};

// The text follows the six words of the head.
const TEXT_OFFSET = word(BigInt(6 * WORD_BYTES));

/** @throws RangeError if a number is not a uint256 */
export function encodeDeposit({ target, token, maker, amount, destination, channel }: DepositCall): Hex {
  const head = `${TEXT_OFFSET}${addressWord(token)}${addressWord(maker)}${word(amount)}${word(destination)}${word(channel)}`;
  return `${DEPOSIT}${head}${textWords(target)}`;
}

/** @throws RangeError if the amount is not a uint256 */
export function encodeApproval(spender: Address, amount: bigint): Hex {
  return `${APPROVE}${addressWord(spender)}${word(amount)}`;
}
