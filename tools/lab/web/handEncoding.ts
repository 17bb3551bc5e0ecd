import type { Hex } from 'viem';

// Written by hand from the ABI specification, without a library, so that tests can check the app's encoder against it.

export type DepositWords = {
  /** Any text, because the contract accepts every string as the recipient. */
  readonly recipient: string;
  readonly token: string;
  readonly maker: string;
  readonly amount: bigint;
  readonly destination: bigint;
  readonly channel: bigint;
};

const DEPOSIT_SELECTOR = 'fc180638';
const APPROVE_SELECTOR = '095ea7b3';
const WORD = 64;

function word(value: bigint): string {
  return value.toString(16).padStart(WORD, '0');
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(WORD, '0');
}

function textWords(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return word(BigInt(bytes.length)) + hex.padEnd(Math.ceil(hex.length / WORD) * WORD, '0');
}

/** `deposit(string,address,address,uint256,uint256,uint256)`: the string follows the six words of the head. */
export function depositByHand(call: DepositWords): Hex {
  const head = [
    word(6n * 32n),
    addressWord(call.token),
    addressWord(call.maker),
    word(call.amount),
    word(call.destination),
    word(call.channel),
  ];
  return `0x${DEPOSIT_SELECTOR}${head.join('')}${textWords(call.recipient)}`;
}

/** `approve(address,uint256)` */
export function approveByHand(spender: string, amount: bigint): Hex {
  return `0x${APPROVE_SELECTOR}${addressWord(spender)}${word(amount)}`;
}
