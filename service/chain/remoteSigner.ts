import { request } from 'node:http';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Signer, TransactionToSign } from './signer.ts';
import { SignerRefused, SignerUnavailable, toSerializable, WrongSigner } from './signer.ts';
import {
  ADDRESS_PATH,
  addressAnswer,
  MAX_ANSWER_BYTES,
  refusal,
  SIGN_PATH,
  signAnswer,
  writeSignRequest,
} from './signerProtocol.ts';

const TIMEOUT_MS = 2000;
// Half the order of secp256k1: every signature has a twin above it, which nodes refuse (EIP-2).
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

type Answer = { readonly status: number; readonly text: string };
type Question = { readonly socketPath: string; readonly path: string; readonly body: string | null };

function ask({ socketPath, path, body }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    // A connection for each question: one that was kept would break with every restart of the signer.
    const options = { socketPath, path, method, agent: false as const, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const sent = request({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER_BYTES) response.destroy(new Error('its answer is too long'));
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

async function askOrGiveUp(question: Question): Promise<Answer> {
  try {
    return await ask(question);
  } catch (error) {
    throw new SignerUnavailable('the signer does not answer', { cause: error });
  }
}

/** Whether bytes are exactly this transaction, signed by this account. */
async function isSigned(raw: Hex, transaction: TransactionToSign, address: Address): Promise<boolean> {
  try {
    const { r, s, yParity } = parseTransaction(raw);
    if (r === undefined || s === undefined || yParity === undefined || BigInt(s) > MAX_S) return false;
    const expected = serializeTransaction(toSerializable(transaction), { r, s, yParity });
    return (
      raw === expected && isSameAddress(await recoverTransactionAddress({ serializedTransaction: expected }), address)
    );
  } catch {
    return false;
  }
}

/**
 * Lets another process sign, which listens on a Unix domain socket. What it answers is believed only where it is exactly
 * what was asked for, signed by the account: nothing else may ever be stored.
 */
export function createRemoteSigner(socketPath: string, address: Address): Signer {
  return {
    address,
    check: async () => {
      const answer = await askOrGiveUp({ socketPath, path: ADDRESS_PATH, body: null });
      const found = answer.status === 200 ? read(addressAnswer, answer.text) : null;
      if (!found) throw new SignerUnavailable(`the signer answers ${answer.status} when asked for its account`);
      if (found.address !== address) {
        throw new WrongSigner(`The maker is ${address}, but the signer's key belongs to ${found.address}.`);
      }
    },
    signTransaction: async (transaction) => {
      const body = writeSignRequest(transaction);
      const answer = await askOrGiveUp({ socketPath, path: SIGN_PATH, body });
      if (answer.status === 403) {
        throw new SignerRefused(read(refusal, answer.text)?.refused ?? 'the signer gave no reason');
      }
      const signed = answer.status === 200 ? read(signAnswer, answer.text) : null;
      if (!signed) throw new SignerUnavailable(`the signer answers ${answer.status} when asked to sign`);
      if (await isSigned(signed.raw, transaction, address)) return signed.raw;
      throw new SignerUnavailable('the signer answered something else than the transaction, signed by the maker');
    },
  };
}
