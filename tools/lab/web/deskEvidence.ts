import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type {
  ChainEvidenceOf,
  DepositEvidence,
  EndpointAnswer,
  Evidence,
  PaymentEvidence,
} from '../../../src/receipts/model/evidence.ts';
import type { JudgingContext } from '../../../src/receipts/model/judgingContext.ts';
import { hashOf } from './fakeWallet.ts';
import { ACCOUNT, config, registry, terms, VAULT } from './fixtures.ts';

const [first, second] = config.chains;
if (!first || !second) throw new Error('The fixtures have fewer than two chains.');
export const [northshore, southshore] = [first, second];

export const AGREES: readonly EndpointAnswer[] = [{ host: 'one', answer: 'agrees' }];
const SILENT: readonly EndpointAnswer[] = [{ host: 'one', answer: 'silent' }];

const DEPOSITED_SECONDS = 1_800_000_000n;
type ProvenPayment = Extract<PaymentEvidence, { readonly kind: 'proven' }>;

/** A minute after the deposit. */
export const context: JudgingContext = {
  ...{ registry, nowMs: 1_800_000_060_000, usualSeconds: () => 40, limits: () => null, minimum: () => null },
};

export const unknownOn = (chain: ChainConfig) => ({ chain, kind: 'unknown', endpoints: AGREES }) as const;
export const silentOn = (chain: ChainConfig) =>
  ({ chain, kind: 'silent', reason: 'timeout', endpoints: SILENT }) as const;

/** A mined transaction in a final block. */
export function minedOn(chain: ChainConfig): ChainEvidenceOf<'mined'> {
  return {
    ...{ chain, endpoints: AGREES, kind: 'mined', from: ACCOUNT, to: VAULT, nonce: 1, failure: null },
    ...{ blockNumber: 1n, blockHash: hashOf('f'), minedAtMs: 1_800_000_030_000, confirmations: 20, networkFee: 1n },
    ...{ deposits: [], payments: [], moved: null, receiverHasCode: null, strangers: [] },
  };
}

/** A hash unknown to the chains and the service. */
export const nowhere: Evidence = {
  hash: hashOf('1'),
  perChain: [unknownOn(northshore), unknownOn(southshore)],
  receipts: [{ kind: 'unknown' }],
  trace: { kind: 'direct' },
  deposits: [],
};

/** A mined, unpaid deposit that the service does not know yet. */
export const unpaid: DepositEvidence = {
  chain: northshore,
  endpoints: AGREES,
  deposit: {
    id: hashOf('2'),
    transactionHash: hashOf('1'),
    user: terms.account,
    token: terms.origin.token,
    maker: terms.maker,
    target: terms.recipient,
    amount: terms.send,
    destination: BigInt(terms.destination.chainId),
    timestamp: DEPOSITED_SECONDS,
  },
  blockNumber: 1n,
  networkFee: 21_000n,
  confirmations: 3,
  receipt: { kind: 'unknown' },
  payout: { chain: southshore, endpoints: AGREES, kind: 'none' },
  refund: { chain: northshore, endpoints: AGREES, kind: 'none' },
};

/** A payment on a chain, in a final block. */
export function provenOn(chain: ChainConfig, changes: Partial<ProvenPayment> = {}): ProvenPayment {
  return {
    ...{ chain, endpoints: AGREES, kind: 'proven', hash: hashOf('3'), amount: 99_900_000n, blockNumber: 326n },
    ...{ gasReceived: 0n, paidAtMs: 1_800_000_038_000, confirmations: 5 },
    ...changes,
  };
}
