import { request } from 'node:http';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { serializeTransaction } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { OperatorError } from '../../boot/operatorError.ts';
import type { TlsFiles } from '../../boot/tls.ts';
import { readTlsIdentity } from '../../boot/tls.ts';
import { toSerializable } from '../../chain/transactions.ts';
import type { Answer, OpenRequest } from '../client/remoteSigner.ts';
import { createTlsRoute, isSigned, sendRequest } from '../client/remoteSigner.ts';
import type { KeySigner } from '../client/signer.ts';
import { KeyUnavailable } from '../client/signer.ts';

/** A key that Web3Signer has. https://docs.web3signer.consensys.io/reference/api/rest */
export type Web3SignerKey = {
  readonly origin: URL;
  /** The uncompressed public key without its first byte: 64 bytes. Web3Signer names the key by it. */
  readonly publicKey: Hex;
  /** Null for a Web3Signer on this machine, without TLS. */
  readonly tls: TlsFiles | null;
};

// Reading the chains takes up to 7.5 s of the 10 s that the worker waits.
const SIGN_TIMEOUT_MS = 2000;
const PROBE_TIMEOUT_MS = 1500;
const MAX_ANSWER_BYTES = 65_536;

const keyList = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
// r, s and v, which Web3Signer gives as 27 or 28.
const SIGNATURE = /^0x[0-9a-f]{128}1[bc]$/;

/** A number of 32 bytes in a signature. */
function sliceNumber(signature: string, index: 0 | 1): Hex {
  const start = 2 + 64 * index;
  return `0x${signature.slice(start, start + 64)}`;
}

export function addressOfKey(publicKey: Hex): Address {
  return publicKeyToAddress(`0x04${publicKey.slice(2)}`);
}

/**
 * Signs with a key that Web3Signer has. The private key never reaches this process. An answer counts only if it is a
 * signature of exactly this transaction by exactly this key, with a low s.
 */
export function createWeb3Signer({ origin, publicKey, tls }: Web3SignerKey): KeySigner {
  const address = addressOfKey(publicKey);
  const refuse = (problem: string, cause?: unknown): never => {
    throw new KeyUnavailable(`Web3Signer at ${origin.host} ${problem}.`, { cause });
  };
  // The files are read for each request, so a renewed certificate takes effect at once.
  const connect = async (): Promise<OpenRequest> =>
    tls
      ? createTlsRoute(origin, await readTlsIdentity(tls)).open
      : (options, onAnswer) => request(origin, options, onAnswer);
  const ask = async (path: string, body: string | null): Promise<Answer> => {
    const timeoutMs = body === null ? PROBE_TIMEOUT_MS : SIGN_TIMEOUT_MS;
    try {
      return await sendRequest(await connect(), { path, body, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
    } catch (error) {
      if (error instanceof OperatorError) throw new KeyUnavailable(error.message, { cause: error });
      return refuse('gives no answer', error);
    }
  };
  return {
    address,
    probe: async () => {
      const { status, text } = await ask('/api/v1/eth1/publicKeys', null);
      if (status !== 200) refuse(`answered ${status} to the request for its keys`);
      const keys = v.safeParse(keyList, text);
      if (!keys.success) return refuse('answered something other than a list of its keys');
      if (!keys.output.some((key) => key.toLowerCase() === publicKey)) refuse(`does not have the key of ${address}`);
    },
    signTransaction: async (transaction) => {
      const unsigned = toSerializable(transaction);
      const data = serializeTransaction(unsigned);
      const { status, text } = await ask(`/api/v1/eth1/sign/${publicKey}`, JSON.stringify({ data }));
      if (status === 404) return refuse(`does not have the key of ${address}`);
      if (status !== 200) return refuse(`answered ${status} to a request for a signature`);
      const signature = text.trim().toLowerCase();
      if (!SIGNATURE.test(signature)) return refuse('answered something other than a signature');
      const [r, s] = [sliceNumber(signature, 0), sliceNumber(signature, 1)];
      const yParity = signature.endsWith('1b') ? 0 : 1;
      const parity = transaction.fees.isLegacy ? { v: 27n + BigInt(yParity) } : { yParity };
      const raw = serializeTransaction(unsigned, { r, s, ...parity });
      if (await isSigned(raw, transaction, address)) return raw;
      return refuse(`gave a signature that is not one of this transaction by the key of ${address} with a low s`);
    },
  };
}
