import type { Receipt } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type {
  ChainEvidence,
  DepositEvidence,
  EndpointAnswer,
  Evidence,
  PaymentEvidence,
  Trace,
} from '../../../src/receipts/model/evidence.ts';
import { northshore, southshore, unpaid } from './deskEvidence.ts';
import { hashOf } from './fakeWallet.ts';
import { ACCOUNT, NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, terms, VAULT } from './fixtures.ts';

const answersOf = (...answers: readonly EndpointAnswer['answer'][]): readonly EndpointAnswer[] =>
  answers.map((answer, index) => ({ host: `endpoint ${index}`, answer }));
const ANSWERS = [
  ...[answersOf('agrees'), answersOf('agrees', 'agrees'), answersOf('agrees', 'silent')],
  ...[answersOf('agrees', 'behind'), answersOf('agrees', 'differs')],
];

const report = { step: null, reason: null, message: '' } as const;
const inProgress = (
  step: 'held' | 'refunding' | 'closed' | null,
  reason: 'refund_costs_more' | null = null,
): Receipt => ({
  ...{ kind: 'inProgress', report: { ...report, step, reason }, confirmations: null },
});
const delivered: Receipt = {
  kind: 'delivered',
  delivery: {
    ...NO_RECEIPT_ADDITIONS,
    ...{ originChainName: 'Northshore', originToken: terms.origin.token, payoutHash: hashOf('3'), tokenName: 'USDC' },
    ...{ destinationChainName: 'Southshore', destinationToken: terms.destination.token },
    ...{ received: { amount: 5n, decimals: 6 }, sent: { amount: terms.send, decimals: 6 } },
  },
};
const claim = { hash: null, amount: null };
const receipts: readonly Receipt[] = [
  { kind: 'unknown' },
  { kind: 'refused', message: 'No.' },
  delivered,
  ...[inProgress(null), inProgress('held'), inProgress('closed'), inProgress('refunding', 'refund_costs_more')],
  { kind: 'failed', report: { ...report, step: 'refunded', reason: 'amount_out_of_range' }, claim },
];

const NO_ANSWER = { code: 'noAnswer', detail: '' } as const;

const PROVEN = { kind: 'proven', hash: hashOf('3'), gasReceived: 0n, blockNumber: 7n, paidAtMs: null } as const;

function paymentsOn(chain: ChainConfig): readonly PaymentEvidence[] {
  const read = ANSWERS.flatMap((endpoints): readonly PaymentEvidence[] => [
    { chain, endpoints, kind: 'none' },
    { chain, endpoints, ...PROVEN, amount: 5n, confirmations: 1 },
    { chain, endpoints, ...PROVEN, amount: 4n, confirmations: 5 },
  ]);
  const all = { chain, endpoints: answersOf('agrees') };
  return [
    ...read,
    { chain, endpoints: [], kind: 'unread' },
    { ...all, kind: 'mismatch', hash: hashOf('3'), shortfalls: [{ field: 'payment', expected: '1', actual: '' }] },
    { ...all, kind: 'unproven', hash: null, isPaid: true, gap: { code: 'refundNotFinal', blocks: 5 } },
    { chain, endpoints: answersOf('silent'), kind: 'unproven', hash: null, isPaid: false, gap: NO_ANSWER },
    { ...all, kind: 'unproven', hash: null, isPaid: true, gap: NO_ANSWER },
  ];
}

/** One deposit with every combination of answers about it. */
export function everyDeposit(): readonly DepositEvidence[] {
  const [payouts, refunds] = [paymentsOn(southshore), paymentsOn(northshore)];
  return ANSWERS.flatMap((endpoints) =>
    [VAULT, OTHER_ACCOUNT].flatMap((maker) =>
      ([...receipts, 'silent', 'unclear'] as const).flatMap((receipt) =>
        payouts.flatMap((payout) =>
          refunds.map((refund) => ({
            ...{ ...unpaid, endpoints, receipt, payout, refund, deposit: { ...unpaid.deposit, maker } },
          })),
        ),
      ),
    ),
  );
}

function evidenceOn(chain: ChainConfig): readonly ChainEvidence[] {
  const sent = { chain, from: ACCOUNT, to: OTHER_ACCOUNT, nonce: 7 };
  const mined = {
    ...{ ...sent, kind: 'mined' as const, failure: null, blockNumber: 1n, blockHash: hashOf('8'), minedAtMs: null },
    ...{
      confirmations: 1,
      networkFee: 1n,
      deposits: [],
      payments: [],
      moved: [],
      receiverHasCode: null,
      strangers: [],
    },
  };
  const moved = (to: typeof VAULT) => [{ token: terms.origin.token, to, amount: 5n }];
  const answered = ANSWERS.flatMap((endpoints): readonly ChainEvidence[] => [
    { chain, kind: 'unknown', endpoints },
    { ...sent, kind: 'pending', endpoints },
    { ...mined, endpoints },
    { ...mined, moved: null, endpoints },
    { ...mined, moved: moved(chain.vault), endpoints },
    { ...mined, moved: moved(OTHER_ACCOUNT), receiverHasCode: true, endpoints },
    { ...mined, moved: moved(OTHER_ACCOUNT), receiverHasCode: false, endpoints },
    { ...mined, moved: moved(southshore.vault), endpoints },
    { ...mined, strangers: [OTHER_ACCOUNT], endpoints },
    { ...mined, failure: { kind: 'reverted', reason: null }, moved: null, endpoints },
    { ...mined, failure: { kind: 'reverted', reason: null }, to: chain.vault, moved: null, endpoints },
    { ...mined, failure: { kind: 'outOfGas', gasLimit: 1n }, moved: null, endpoints },
  ]);
  return [...answered, { chain, kind: 'silent', reason: '', endpoints: answersOf('silent') }];
}

/** How a hash can lead elsewhere: a mined transaction by its payments, any other by what was known about it before. */
function tracesOf({ kind, chain, endpoints }: ChainEvidence): readonly Trace[] {
  const direct = { kind: 'direct' } as const;
  const answered = { chain, endpoints };
  const by = hashOf('4');
  if (kind === 'silent') return [direct];
  if (kind === 'mined') return [direct, { ...answered, kind: 'payment', payments: [], isComplete: false }];
  return [
    direct,
    { ...answered, kind: 'safe', safe: ACCOUNT, transaction: null },
    { ...answered, kind: 'replaced', by, confirmations: 1 },
    { ...answered, kind: 'cancelled', by, confirmations: 5 },
    { ...answered, kind: 'dropped' },
    { ...answered, kind: 'reorged', blockHash: hashOf('8') },
  ];
}

/** A hash without deposits, with every combination of answers about it. */
export function everyHash(): readonly Evidence[] {
  const rest = { hash: hashOf('1'), deposits: [] };
  const south = evidenceOn(southshore).filter(({ endpoints }) => endpoints.length === 1);
  return evidenceOn(northshore).flatMap((one) =>
    south.flatMap((other) =>
      ([[], ...receipts.map((receipt) => [receipt]), 'silent'] as const).flatMap((told) =>
        tracesOf(one).map((trace) => ({ ...rest, perChain: [one, other], receipts: told, trace })),
      ),
    ),
  );
}
