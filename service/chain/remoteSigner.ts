import * as v from 'valibot';
import type { Address } from 'viem';
import type { Answer } from './exchange.ts';
import { exchange } from './exchange.ts';
import { isSigned } from './isSigned.ts';
import type { Signer } from './signer.ts';
import { SignerRefused, SignerUnavailable, SignerUnverified, WrongSigner } from './signer.ts';
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
    return await exchange(route.open, { path, body, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  } catch (cause) {
    throw new SignerUnavailable(`The signer does not answer. Start it, or correct ${route.variable}.`, { cause });
  }
}

/**
 * Requests signatures from the signer process. It accepts an answer only when it is exactly the requested transaction, signed
 * by the account.
 */
export function createRemoteSigner(
  route: SignerRoute,
  address: Address,
  { signTimeoutMs = SIGN_TIMEOUT_MS }: RemoteSignerOptions = {},
): Signer {
  return {
    address,
    probe: async () => {
      const answer = await requestSigner(route, { path: ADDRESS_PATH, body: null, timeoutMs: PROBE_TIMEOUT_MS });
      const found = answer.status === 200 ? read(addressAnswer, answer.text) : null;
      if (!found) throw new SignerUnavailable(`The signer answered ${answer.status} to the request for its account.`);
      if (found.address !== address) {
        throw new WrongSigner(
          `The hot wallet is ${address}, but the signer's key belongs to ${found.address}. Correct "hotWallet", or run the signer with the keystore of the hot wallet.`,
        );
      }
      return new Map(found.nextNonces.map(({ chainId, nonce }) => [chainId, nonce]));
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
      if (await isSigned(signed.raw, transaction, address)) return signed.raw;
      throw new SignerUnavailable(
        'The signer answered with other bytes than the transaction signed by the hot wallet.',
      );
    },
  };
}
