import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Signer, TransactionToSign } from './signer.ts';
import { SignerRefused, SignerUnavailable, SignerUnverified, toSerializable, WrongSigner } from './signer.ts';
import {
  ADDRESS_PATH,
  addressAnswer,
  MAX_ANSWER_BYTES,
  refusal,
  SIGN_PATH,
  signAnswer,
  UNVERIFIED_STATUS,
  unverified,
  writeSignRequest,
} from './signerProtocol.ts';
import type { SignerRoute } from './signerRoute.ts';

// The signer asks its providers up to three times, each for at most 2.5 s, before it signs.
const SIGN_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2000;
// Half the order of secp256k1. Nodes reject signatures with a higher s (EIP-2).
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const NO_REASON = { unverified: 'the signer gave no reason', isOutage: true };

type Answer = { readonly status: number; readonly text: string };
type SignerRequest = { readonly path: string; readonly body: string | null };

function exchange(route: SignerRoute, { path, body }: SignerRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const [method, timeoutMs] =
      body === null ? (['GET', PROBE_TIMEOUT_MS] as const) : (['POST', SIGN_TIMEOUT_MS] as const);
    // Each request opens a connection: a kept one would break with every restart of the signer.
    const options = { path, method, agent: false as const, signal: AbortSignal.timeout(timeoutMs) };
    const sent = route.open({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER_BYTES) response.destroy(new Error('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

function read<Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : null;
}

async function requestSigner(route: SignerRoute, message: SignerRequest): Promise<Answer> {
  try {
    return await exchange(route, message);
  } catch (cause) {
    throw new SignerUnavailable(`The signer does not answer. Start it, or correct ${route.variable}.`, { cause });
  }
}

/** Whether the bytes are exactly this transaction, signed by this account. */
async function isSigned(raw: Hex, transaction: TransactionToSign, address: Address): Promise<boolean> {
  try {
    const { r, s, yParity } = parseTransaction(raw);
    if (r === undefined || s === undefined || yParity === undefined || BigInt(s) > MAX_S) return false;
    // In a legacy transaction, v has the chain id too (EIP-155). Computed from the requested chain, it fits no other one.
    const parity = transaction.fees.isLegacy ? { v: 27n + BigInt(yParity) } : { yParity };
    const expected = serializeTransaction(toSerializable(transaction), { r, s, ...parity });
    return (
      raw === expected && isSameAddress(await recoverTransactionAddress({ serializedTransaction: expected }), address)
    );
  } catch {
    return false;
  }
}

/**
 * Requests signatures from the signer process. It accepts an answer only when it is exactly the requested transaction, signed
 * by the account.
 */
export function createRemoteSigner(route: SignerRoute, address: Address): Signer {
  return {
    address,
    probe: async () => {
      const answer = await requestSigner(route, { path: ADDRESS_PATH, body: null });
      const found = answer.status === 200 ? read(addressAnswer, answer.text) : null;
      if (!found) throw new SignerUnavailable(`The signer answered ${answer.status} to the request for its account.`);
      if (found.address !== address) {
        throw new WrongSigner(
          `The hot wallet is ${address}, but the signer's key belongs to ${found.address}. Correct "hotWallet", or run the signer with the keystore of the hot wallet.`,
        );
      }
    },
    signTransaction: async (transaction, deposits) => {
      const body = writeSignRequest({ transaction, deposits });
      const answer = await requestSigner(route, { path: SIGN_PATH, body });
      if (answer.status === 403) {
        throw new SignerRefused(read(refusal, answer.text)?.refused ?? 'the signer gave no reason');
      }
      if (answer.status === UNVERIFIED_STATUS) {
        const { unverified: reason, isOutage } = read(unverified, answer.text) ?? NO_REASON;
        throw new SignerUnverified(`The signer could not verify the deposit: ${reason}.`, isOutage);
      }
      const signed = answer.status === 200 ? read(signAnswer, answer.text) : null;
      if (!signed) throw new SignerUnavailable(`The signer answered ${answer.status} to a sign request.`);
      if (await isSigned(signed.raw, transaction, address)) return signed.raw;
      throw new SignerUnavailable(
        'The signer answered with other bytes than the transaction signed by the hot wallet.',
      );
    },
  };
}
