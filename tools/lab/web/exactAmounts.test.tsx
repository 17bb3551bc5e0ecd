import fc from 'fast-check';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Amount } from '#shared/amount.ts';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES, localeOf } from '#shared/languages.ts';
import { checkText } from '../../../src/form/review/checkText.ts';
import { Costs, PlanList, Sums } from '../../../src/form/review/ReviewDialog.tsx';
import type { LanguageChoice } from '../../../src/i18n/useTexts.ts';
import { LanguageContext } from '../../../src/i18n/useTexts.ts';
import { AmountFacts } from '../../../src/receipts/answer/DepositFacts.tsx';
import { DepositSum, StepNote } from '../../../src/receipts/answer/LookupCard.tsx';
import { writeReply } from '../../../src/receipts/answer/writeReply.ts';
import type { JudgedDeposit, Lookup } from '../../../src/receipts/model/judge.ts';
import { planTransactions } from '../../../src/transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../../src/transfer/model/verifyBuild.ts';
import { RefundNotice } from '../../../src/transfer/RefundNotice.tsx';
import { everyLookup } from './deskVerdicts.ts';
import { hashOf } from './fakeWallet.ts';
import { readAmounts } from './readAmounts.ts';
import { verified } from './reviewFixtures.ts';
import { textsIn } from './textsIn.ts';

const TOKEN = 'USDC';
const decimals = fc.integer({ min: 0, max: 24 });
/** Few digits and many: with 24 decimals, neither the last digit nor the zeros before the first may be lost. */
const base = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 27n }));
const anyAmount = fc.record({ amount: base, decimals });

const [delivered, refunded] = (['delivered', 'refunded'] as const).map((kind) =>
  everyLookup.find(({ verdicts }) => verdicts[0].kind === kind),
);

function depositOf(found: Lookup | undefined): JudgedDeposit {
  const [one] = found?.deposits ?? [];
  if (!one) throw new Error('No example has this verdict.');
  return one;
}

/** A build with this amount, sent and received in the same decimals. */
function buildOf(value: Amount): VerifiedBuild {
  const build = verified();
  const { route } = build;
  const of = <T extends { readonly decimals: number }>(token: T) => ({ ...token, decimals: value.decimals });
  return {
    ...build,
    ...{ send: value.amount, receive: value.amount, bridgeFee: value.amount, gasFee: 0n },
    route: { ...route, originToken: of(route.originToken), destinationToken: of(route.destinationToken) },
  };
}

/** A deposit that was paid out or refunded in full. */
function lookupOf(value: Amount, verdict: JudgedDeposit['verdict']): Lookup {
  const found = verdict.kind === 'refunded' ? refunded : delivered;
  const one = depositOf(found);
  const deposit = {
    ...one,
    ...{ verdict, received: value, bridgeFee: value, gasFee: value },
    gasReceived: verdict.kind === 'delivered' ? { amount: value, symbol: TOKEN } : null,
    journey: { ...one.journey, sent: value },
  };
  if (!found) throw new Error('No example has this verdict.');
  return { ...found, verdicts: [verdict], deposits: [deposit] };
}

describe.each(Object.keys(LANGUAGES) as Language[])('every digit of an amount shows in %s', (language) => {
  const choice: LanguageChoice = { language, locale: localeOf(language, []), choose: () => Promise.resolve() };
  const htmlOf = (element: ReactElement) =>
    renderToStaticMarkup(<LanguageContext value={choice}>{element}</LanguageContext>);
  const shows = (text: string, value: Amount, count: number) =>
    expect(readAmounts(text, choice.locale, value)).toEqual(Array.from({ length: count }, () => value.amount));

  beforeAll(async () => {
    await textsIn('desk', language);
  });

  it('in every step of the plan and every row of the review', async () => {
    const texts = await textsIn('app', language, choice.locale);
    fc.assert(
      fc.property(anyAmount, (value) => {
        const build = buildOf(value);
        const terms = { ...build.terms, send: value.amount };
        shows(htmlOf(<PlanList plan={planTransactions(terms, 0n)} build={build} />), value, 2);
        shows(htmlOf(<Sums build={build} />), value, 2);
        shows(htmlOf(<Costs build={build} gasCost={null} />), value, 1);
        shows(checkText({ kind: 'feeShare', state: 'warning', demand: 'confirm', bps: 9999n }, build, texts), value, 3);
      }),
      { numRuns: 40 },
    );
  });

  it('in the evidence of a deposit', () => {
    fc.assert(
      fc.property(anyAmount, (value) => {
        const [one] = lookupOf(value, { kind: 'delivered', received: value.amount }).deposits;
        if (!one) throw new Error('The lookup has no deposit.');
        const places = { origin: 'Northshore', destination: 'Southshore' };
        // The label of the network fee states the gas on arrival, too.
        shows(htmlOf(<AmountFacts one={one} />), value, 6);
        shows(htmlOf(<DepositSum one={one} places={places} />), value, 3);
        shows(htmlOf(<StepNote kind="deposit" one={one} />), value, 1);
        shows(htmlOf(<StepNote kind="delivery" one={one} />), value, 1);
        const proof = { kind: 'proven', hash: hashOf('3'), refunded: value.amount } as const;
        const deposit = { chainName: 'Northshore', tokenName: TOKEN, decimals: value.decimals, amount: value.amount };
        shows(htmlOf(<RefundNotice proof={proof} deposit={deposit} />), value, 2);
      }),
      { numRuns: 40 },
    );
  });

  it('in the reply to a customer', async () => {
    const texts = await textsIn('desk', language, choice.locale);
    const context = { texts, lookupUrl: 'https://bridge.example/', explorer: () => null };
    const cause = { reason: null, message: null };
    fc.assert(
      fc.property(anyAmount, (value) => {
        const verdicts: readonly JudgedDeposit['verdict'][] = [
          { kind: 'delivered', received: value.amount },
          { kind: 'refunded', refunded: value.amount, cause },
          { kind: 'held', confirmations: null, cause, timing: null },
        ];
        for (const verdict of verdicts) {
          const count = verdict.kind === 'delivered' ? 2 : 1;
          shows(writeReply(lookupOf(value, verdict), context), value, count);
        }
      }),
      { numRuns: 40 },
    );
  });
});
