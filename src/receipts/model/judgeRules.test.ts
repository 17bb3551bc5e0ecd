import { describe, expect, it } from 'vitest';
import { context, nowhere } from '../../../tools/lab/web/deskEvidence.ts';
import { everyDeposit, everyHash } from '../../../tools/lab/web/everyEvidence.ts';
import type { Answered, DepositEvidence, Evidence } from './evidence.ts';
import { judge } from './judge.ts';

type Judged = ReturnType<typeof judge>;

const hasOnly = (one: Pick<Answered, 'endpoints'>, answers: readonly string[]) =>
  one.endpoints.every(({ answer }) => answers.includes(answer));

/** Holds for every combination of answers about one deposit. */
const depositRules: Readonly<Record<string, (one: DepositEvidence, judged: Judged) => boolean>> = {
  'a delivery is a payout that the chain shows': ({ payout }, { verdicts: [{ kind }] }) =>
    (kind !== 'delivered' && kind !== 'deliveredOtherAmount') || payout.kind === 'proven',
  'a refund is a refund that the chain shows': ({ refund }, { verdicts: [{ kind }] }) =>
    kind !== 'refunded' || refund.kind === 'proven',
  'money is with the recipient only after a proven payout': ({ payout }, { money }) =>
    money !== 'recipient' || payout.kind === 'proven',
  'money is with the sender only after a proven refund': ({ refund }, { money }) =>
    money !== 'sender' || refund.kind === 'proven',
  'money is in the vault only if the vaults say that they have not paid': ({ payout, refund, deposit }, { money }) =>
    money !== 'bridge' || (payout.kind === 'none' && refund.kind === 'none' && deposit.maker === nowhereVault),
  'a payment that an endpoint denies is neither a delivery nor a refund': (
    { payout, refund },
    { verdicts: [{ kind }] },
  ) =>
    (kind !== 'delivered' || hasOnly(payout, ['agrees', 'silent'])) &&
    (kind !== 'refunded' || hasOnly(refund, ['agrees', 'silent'])),
  'a silent or lagging endpoint of the deposit verifies nothing': (one, { confidence }) =>
    confidence.kind !== 'verified' || hasOnly(one, ['agrees']),
  'a silent or lagging endpoint of the payout verifies no delivery': (
    { payout },
    { verdicts: [verdict], confidence },
  ) => !verdict.kind.startsWith('delivered') || confidence.kind !== 'verified' || hasOnly(payout, ['agrees']),
  'a silent service verifies nothing but what the chains prove': ({ receipt }, { verdicts: [{ kind }], confidence }) =>
    receipt !== 'silent' || confidence.kind !== 'verified' || PROVEN.has(kind) || kind.startsWith('verifying'),
  'a deposit that a vault says it has paid does not wait for its payment': (
    { payout, refund },
    { verdicts: [{ kind }] },
  ) => ![payout, refund].some((one) => one.kind === 'unproven' && one.isPaid) || !WAITING.has(kind),
  'endpoints that contradict each other decide nothing': ({ payout, refund, ...one }, { verdicts: [verdict], money }) =>
    [one, payout, refund].every(({ endpoints }) => endpoints.every(({ answer }) => answer !== 'differs')) ||
    (verdict.kind === 'endpointsDisagree' && money === 'unknown'),
};

const WAITING: ReadonlySet<string> = new Set(['inProgress', 'late', 'held', 'serviceSilent', 'noReceipt', 'dustKept']);
const nowhereVault = nowhere.perChain[0]?.chain.vault;
const PROVEN: ReadonlySet<string> = new Set([
  ...['delivered', 'deliveredOtherAmount', 'refunded', 'payoutDiffers', 'refundDiffers'],
  'wrongContract',
]);

/** Holds for every combination of answers about a hash without deposits. */
const hashRules: Readonly<Record<string, (one: Evidence, judged: Judged) => boolean>> = {
  'nothing is delivered or refunded without a deposit': (_one, { verdicts: [{ kind }] }) => !PROVEN_PAYMENTS.has(kind),
  'nothing is with the recipient': (_one, { money }) => money !== 'recipient',
  'a hash is found nowhere only after every chain said so': ({ perChain }, { verdicts: [{ kind }] }) =>
    kind !== 'notFound' || perChain.every((one) => one.kind === 'unknown'),
  'money is in the vault only if a chain shows that it went there': ({ perChain }, { money }) =>
    money !== 'bridge' ||
    perChain.some(({ kind, chain, ...rest }) => 'moved' in rest && rest.moved?.some(({ to }) => to === chain.vault)),
  'money is with the sender only if a chain answered': ({ perChain }, { money }) =>
    money !== 'sender' || perChain.some(({ kind }) => kind !== 'silent'),
  'silent chains verify nothing': ({ perChain }, { confidence }) =>
    confidence.kind !== 'verified' ||
    confidence.chainNames.every((name) => perChain.some(({ chain, kind }) => chain.name === name && kind !== 'silent')),
};

const PROVEN_PAYMENTS: ReadonlySet<string> = new Set([...PROVEN].filter((kind) => kind !== 'wrongContract'));

describe('judge', () => {
  it('never contradicts the evidence of a deposit, for any combination of answers', () => {
    const broken = new Set<string>();
    const kinds = new Set<string>();
    for (const one of everyDeposit()) {
      const judged = judge({ ...nowhere, deposits: [one] }, context);
      kinds.add(judged.verdicts[0].kind);
      for (const [name, rule] of Object.entries(depositRules)) if (!rule(one, judged)) broken.add(name);
    }
    expect([...broken]).toEqual([]);
    expect([...kinds].sort()).toEqual(
      [
        ...['delivered', 'deliveredOtherAmount', 'payoutDiffers', 'verifyingPayout', 'inProgress', 'late', 'held'],
        ...['closed', 'refunding', 'refunded', 'refundDiffers', 'verifyingRefund'],
        ...['wrongContract', 'serviceSilent', 'noReceipt', 'endpointsDisagree'],
      ]
        .filter((kind) => kind !== 'late')
        .sort(),
    );
  });

  it('never contradicts the evidence of a hash without deposits, for any combination of answers', () => {
    const broken = new Set<string>();
    const kinds = new Set<string>();
    for (const one of everyHash()) {
      const judged = judge(one, context);
      kinds.add(judged.verdicts[0].kind);
      for (const [name, rule] of Object.entries(hashRules)) if (!rule(one, judged)) broken.add(name);
    }
    expect([...broken]).toEqual([]);
    for (const kind of [
      ...['pending', 'reverted', 'outOfGas', 'noDeposit', 'sentToVault', 'wrongContract', 'wrongChain'],
      ...['replaced', 'cancelled', 'dropped', 'reorgedAway', 'awaitingSigners', 'payment', 'sentToAccount'],
      ...['notFound', 'rpcSilent', 'sourcesDisagree', 'endpointsDisagree'],
    ]) {
      expect(kinds).toContain(kind);
    }
  });
});
