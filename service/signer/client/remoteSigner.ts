import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { TLSSocket } from 'node:tls';
import * as v from 'valibot';
import type { Address, Hex } from 'viem';
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { TlsIdentity } from '../../boot/tls.ts';
import type { TransactionToSign } from '../../chain/transactions.ts';
import { toSerializable } from '../../chain/transactions.ts';
import type { Signer } from './signer.ts';
import {
  ADDRESS_PATH,
  addressAnswer,
  MAX_ANSWER_BYTES,
  refusal,
  SIGN_PATH,
  SignerRefused,
  SignerUnavailable,
  SignerUnverified,
  signAnswer,
  UNVERIFIED_STATUS,
  unverified,
  WrongSigner,
  writeSignRequest,
} from './signer.ts';

/** Sends the head of a request on a new connection. */
export type OpenRequest = (options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest;

export type Answer = { readonly status: number; readonly text: string };

type Question = {
  readonly path: string;
  /** JSON to post; null to get. */
  readonly body: string | null;
  /** For the whole request, from the connection to the last byte. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** In addition to the content type. */
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Asks a signer once, follows no redirect, and reads no more than the limit. Rejects if no complete answer comes in
 * time.
 */
export function sendRequest(
  open: OpenRequest,
  { path, body, timeoutMs, maxAnswerBytes, headers = {} }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    // Each request opens a connection: a kept-alive one would break at every restart of the signer.
    const options = { path, method, agent: false as const, signal: AbortSignal.timeout(timeoutMs) };
    const sent = open({ ...options, headers: { ...headers, 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > maxAnswerBytes) response.destroy(new Error('the answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** How a worker reaches its signer. */
export type SignerRoute = {
  /** What an operator corrects if the signer doesn't answer. */
  readonly setting: string;
  readonly open: OpenRequest;
};

/** A certificate on the way to the signer, and when it expires. */
export type CertificateExpiry = { readonly certificate: 'worker' | 'signer' | 'ca'; readonly at: Date };

type TlsSignerRoute = SignerRoute & {
  /** The certificates in use. The signer's is known after the first connection. */
  expiries(): readonly CertificateExpiry[];
};

/** This machine's signer, on a Unix domain socket. */
export function createSocketRoute(socketPath: string): SignerRoute {
  return {
    setting: 'CAUSEWAY_SOCKET',
    open: (options, onAnswer) => request({ ...options, socketPath }, onAnswer),
  };
}

/**
 * A signer on another machine, over TLS 1.3 with certificates on both sides.
 * @param origin its host must be a name in the signer's certificate
 */
export function createTlsRoute(origin: URL, identity: TlsIdentity): TlsSignerRoute {
  let signerExpiresAt: Date | null = null;
  const noteSigner = ({ socket }: IncomingMessage) => {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
    if (certificate) signerExpiresAt = new Date(certificate.validTo);
  };
  return {
    setting: 'signer.url',
    open: (options, onAnswer) =>
      requestTls(origin, { ...options, ...identity.options }, (answer) => {
        noteSigner(answer);
        onAnswer(answer);
      }),
    expiries: () => [
      { certificate: 'worker', at: identity.certExpiresAt },
      { certificate: 'ca', at: identity.caExpiresAt },
      ...(signerExpiresAt ? [{ certificate: 'signer', at: signerExpiresAt } as const] : []),
    ],
  };
}

// Half the order of secp256k1. Nodes reject signatures with a higher s (EIP-2).
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether the bytes are exactly this transaction, signed by this account. */
export async function isSigned(raw: Hex, transaction: TransactionToSign, address: Address): Promise<boolean> {
  try {
    const { r, s, yParity } = parseTransaction(raw);
    if (r === undefined || s === undefined || yParity === undefined || BigInt(s) > MAX_S) return false;
    // In a legacy transaction, v contains the chain id too (EIP-155). Computed from the requested chain, it fits no
    // other.
    const parity = transaction.fees.isLegacy ? { v: 27n + BigInt(yParity) } : { yParity };
    const expected = serializeTransaction(toSerializable(transaction), { r, s, ...parity });
    return (
      raw === expected && isSameAddress(await recoverTransactionAddress({ serializedTransaction: expected }), address)
    );
  } catch {
    return false;
  }
}

// Before it signs, the signer asks its providers several times, each for at most 2.5 s. Three may time out.
const SIGN_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 2000;

const NO_REASON = { unverified: 'the signer gave no reason', isOutage: true, open: undefined };

function read<Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : null;
}

type Request = {
  readonly path: string;
  readonly body: string | null;
  readonly timeoutMs: number;
};

export type RemoteSignerOptions = {
  /** How long a request for a signature may take. */
  readonly signTimeoutMs?: number;
};

async function requestSigner(route: SignerRoute, { path, body, timeoutMs }: Request): Promise<Answer> {
  try {
    return await sendRequest(route.open, { path, body, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  } catch (cause) {
    throw new SignerUnavailable(`The signer does not answer. Start it, or correct ${route.setting}.`, { cause });
  }
}

/**
 * Requests signatures from the signer process. It accepts an answer only if it is exactly the requested transaction,
 * signed by the account.
 */
export function createRemoteSigner(
  route: SignerRoute,
  address: Address,
  { signTimeoutMs = SIGN_TIMEOUT_MS }: RemoteSignerOptions = {},
): Signer {
  const askForAddress = async () => {
    const answer = await requestSigner(route, { path: ADDRESS_PATH, body: null, timeoutMs: PROBE_TIMEOUT_MS });
    const found = answer.status === 200 ? read(addressAnswer, answer.text) : null;
    if (!found) throw new SignerUnavailable(`The signer answered ${answer.status} to a request for its account.`);
    if (found.address !== address) {
      throw new WrongSigner(
        `The hot wallet is ${address}, but the signer's key belongs to ${found.address}. Correct "hotWallet", or run the signer with the keystore of the hot wallet.`,
      );
    }
    return found;
  };
  return {
    address,
    probe: async () => {
      const { nextNonces } = await askForAddress();
      return new Map(nextNonces.map(({ chainId, nonce }) => [chainId, nonce]));
    },
    readViews: async () => {
      const { views } = await askForAddress();
      return new Map(views.map(({ chainId, fingerprint }) => [chainId, fingerprint]));
    },
    signTransaction: async (transaction, deposits) => {
      const body = writeSignRequest({ transaction, deposits });
      const answer = await requestSigner(route, {
        path: SIGN_PATH,
        body,
        timeoutMs: signTimeoutMs,
      });
      if (answer.status === 403) {
        throw new SignerRefused(read(refusal, answer.text)?.refused ?? 'the signer gave no reason');
      }
      if (answer.status === UNVERIFIED_STATUS) {
        const { unverified: reason, isOutage, open = null } = read(unverified, answer.text) ?? NO_REASON;
        throw new SignerUnverified(`The signer could not verify the deposit: ${reason}.`, { isOutage, open });
      }
      const signed = answer.status === 200 ? read(signAnswer, answer.text) : null;
      if (!signed) throw new SignerUnavailable(`The signer answered ${answer.status} to a sign request.`);
      if (await isSigned(signed.raw, transaction, address)) return signed;
      throw new SignerUnavailable(
        'The signer answered with other bytes than the transaction signed by the hot wallet.',
      );
    },
  };
}
