import * as v from 'valibot';
import type { Hash } from 'viem';
import { address } from '../config/schemaFields.ts';
import { SignerLogBroken } from './appendLog.ts';
import type { ForgottenCalls, SignedCall } from './callIndex.ts';

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{64}$/),
  v.transform((text): Hash => `0x${text.slice(2)}`),
);
const call = v.strictObject({
  chainId: v.number(),
  address,
  nonce: v.number(),
  vault: address,
  callHash: hash,
  ids: v.array(hash),
});
const forgotten = v.strictObject({
  chainId: v.number(),
  address,
  forgottenBelow: v.number(),
  vaults: v.array(address),
});
const line = v.pipe(v.string(), v.parseJson(), v.union([call, forgotten]));

/** @throws SignerLogBroken */
export function parsePaymentLines(path: string, lines: readonly string[]) {
  const calls: SignedCall[] = [];
  const forgottenCalls: ForgottenCalls[] = [];
  for (const text of lines) {
    const parsed = v.safeParse(line, text);
    if (!parsed.success) {
      throw new SignerLogBroken(
        `${path} has a broken line, so the signer cannot know which payments it has signed. Restore the file.`,
      );
    }
    if ('nonce' in parsed.output) calls.push(parsed.output);
    else forgottenCalls.push(parsed.output);
  }
  return { calls, forgottenCalls };
}

export function writePaymentLine(entry: SignedCall | ForgottenCalls): string {
  return `${JSON.stringify(entry)}\n`;
}
