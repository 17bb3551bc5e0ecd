import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/languages.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { everyLookup, everyVerdict, lookupOfDeposits } from '../../../tools/lab/web/deskVerdicts.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, OTHER_ACCOUNT } from '../../../tools/lab/web/fixtures.ts';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import type { Lookup } from '../model/judge.ts';
import { writeReply } from './writeReply.ts';

const LOOKUP_URL = 'https://bridge.example/receipts/0x1';

async function replyIn(language: Language, one: Lookup): Promise<string> {
  const texts = await textsIn('desk', language);
  return writeReply(one, { texts, lookupUrl: LOOKUP_URL, explorer: () => null });
}

async function repliesIn(language: Language): Promise<readonly string[]> {
  const texts = await textsIn('desk', language);
  return everyLookup.map((one) => writeReply(one, { texts, lookupUrl: LOOKUP_URL, explorer: () => null }));
}

const english = await repliesIn('en');
const replyTo = (kind: keyof typeof everyVerdict) =>
  english[everyLookup.findIndex(({ verdicts }) => verdicts[0].kind === kind)] ?? '';

describe('the reply to a customer', () => {
  it.each(Object.keys(LANGUAGES) as Language[])(
    'exists for every verdict in %s, and never lacks a value',
    async (language) => {
      const replies = await repliesIn(language);
      expect(replies).toHaveLength(everyLookup.length);
      for (const reply of replies) {
        expect(reply).not.toMatch(/[{}\u2066-\u2069]|undefined|null/);
        expect(reply.split('\n\n').length).toBeGreaterThanOrEqual(3);
        expect(reply).toContain(LOOKUP_URL);
      }
      expect(new Set(replies).size).toBeGreaterThan(30);
    },
  );

  it('names amount, recipient and both transactions of a delivery', () => {
    expect(replyTo('delivered')).toBe(
      [
        `Your transfer arrived: 99.9 USDC went to ${OTHER_ACCOUNT} on Southshore.`,
        `\nDeposit transaction:\n${hashOf('1')}\nPayout transaction:\n${hashOf('3')}`,
        `\nCheck its status at any time:\n${LOOKUP_URL}`,
        '\nWe never ask for your recovery phrase, for access to your device, or for a payment.',
      ].join('\n'),
    );
  });

  it('names the gas that arrived with a delivery', async () => {
    const found = lookupOfDeposits({ kind: 'delivered', received: 99_900_000n });
    const gasReceived = { amount: { amount: 10n ** 16n, decimals: 18 }, symbol: 'ETH' };
    const deposits = found.deposits.map((one) => ({ ...one, gasReceived }));
    const reply = await replyIn('en', { ...found, deposits });
    expect(reply).toContain(`99.9 USDC went to ${OTHER_ACCOUNT} on Southshore.\nIt also brought 0.01 ETH for gas.\n`);
  });

  it('says where the tokens of a failed deposit went, and who has them', () => {
    expect(replyTo('refunded')).toContain(`to ${ACCOUNT} on Northshore`);
    expect(replyTo('reverted')).toContain('The tokens are in your account');
    expect(replyTo('wrongContract')).toContain(OTHER_ACCOUNT);
    expect(replyTo('inProgress')).toContain('It needs 3 more confirmations.');
  });

  it('warns against a second deposit after a dropped transaction', () => {
    expect(replyTo('dropped')).toContain('It may still be mined.');
    expect(replyTo('dropped')).toContain('use the same nonce');
  });

  it('says that the bridge has the deposit only where the chains show it', async () => {
    const one = everyLookup.find(({ verdicts }) => verdicts[0].kind === 'late');
    if (!one) throw new Error('No example lookup has this verdict.');
    expect(await replyIn('en', one)).toContain('The bridge has your deposit of 100.05 USDC on Northshore');
    const deposits = one.deposits.map((deposit) => ({ ...deposit, money: 'unknown' as const }));
    const reply = await replyIn('en', { ...one, deposits });
    expect(reply).not.toContain('The bridge has your deposit');
    expect(reply).toContain('Northshore has your deposit of 100.05 USDC. We can’t see yet whether the bridge has paid');
    expect(replyTo('payoutDiffers')).not.toContain('The bridge has your deposit');
    expect(replyTo('refundDiffers')).not.toContain('The bridge has your deposit');
  });

  it.each(Object.keys(LANGUAGES) as Language[])(
    'says first in %s that a source has not confirmed it',
    async (language) => {
      const one = everyLookup.find(({ verdicts }) => verdicts[0].kind === 'delivered');
      if (!one) throw new Error('No example lookup has this verdict.');
      const { t } = await textsIn('desk', language);
      const verified = await replyIn(language, one);
      expect(verified).not.toContain(t('reply_unconfirmed'));
      const partial = { kind: 'partial', chainNames: ['Southshore'], isServiceSilent: false } as const;
      for (const confidence of [partial, { kind: 'reported' } as const]) {
        expect(await replyIn(language, { ...one, confidence })).toBe(`${t('reply_unconfirmed')}\n\n${verified}`);
      }
    },
  );

  it('leaves out deposits that endpoints contradict', () => {
    expect(replyTo('endpointsDisagree')).toContain('Our sources don’t agree');
    expect(replyTo('endpointsDisagree')).not.toContain('Deposit transaction');
  });

  it('does not doubt a deposit that its chain shows, even if only the bridge reports the rest', async () => {
    const [one] = everyLookup.filter(({ verdicts }) => verdicts[0].kind === 'inProgress');
    if (!one) throw new Error('No example lookup has this verdict.');
    const confidence = { kind: 'depositVerified', chainNames: ['Northshore'], reported: 'signing' } as const;
    expect(await replyIn('en', { ...one, confidence })).toMatch(/^Your transfer is in progress/);
    // A payment that only the bridge reports may not exist.
    const claimed = lookupOfDeposits(everyVerdict.verifyingPayout);
    expect(await replyIn('en', { ...claimed, confidence })).toMatch(/^Not all of our sources have confirmed this yet/);
  });

  it('gives the reason, the limits and the kept amount of a refund', async () => {
    const cause = { reason: 'amount_out_of_range', message: null } as const;
    const found = lookupOfDeposits({ kind: 'refunded', refunded: 99_000_000n, cause });
    const limits = { min: { amount: 1_000_000n, decimals: 6 }, max: { amount: 50_000_000n, decimals: 6 } };
    const received = { amount: 99_000_000n, decimals: 6 };
    const reply = await replyIn('en', {
      ...found,
      deposits: found.deposits.map((one) => ({ ...one, limits, received })),
    });
    expect(reply).toContain('The amount is outside the limits.\nThe bridge accepts 1 USDC to 50 USDC.');
    expect(reply).toContain('The bridge kept 1.05 USDC.');
    const raised = { ...limits, max: { amount: 500_000_000n, decimals: 6 } };
    const later = await replyIn('en', {
      ...found,
      deposits: found.deposits.map((one) => ({ ...one, limits: raised, received })),
    });
    expect(later).not.toContain('The bridge accepts');
    const unpayable = { reason: 'recipient_invalid', message: null } as const;
    expect(await replyIn('en', lookupOfDeposits({ kind: 'refunding', cause: unpayable }))).toContain(
      'The recipient is not an address that the bridge can pay.',
    );
  });

  it('writes full checksummed addresses, and does not call an account a contract', async () => {
    const account = '0x90f79bf6eb2c4f870365e785982e1f101e93b906';
    const { sentToAccount } = everyVerdict;
    const [one] = everyLookup.filter(({ verdicts }) => verdicts[0].kind === 'sentToAccount');
    if (!one) throw new Error('No example lookup has this verdict.');
    const reply = await replyIn('en', { ...one, verdicts: [{ ...sentToAccount, account }] });
    expect(reply).toContain('the account 0x90F79bf6EB2c4f870365E785982E1f101E93b906.');
    expect(reply).not.toContain('contract');
  });

  it('describes every deposit of a transaction', async () => {
    const reply = await replyIn('en', lookupOfDeposits(everyVerdict.delivered, everyVerdict.dustKept));
    expect(reply).toContain('2 deposits');
    expect(reply.match(/Deposit transaction/g)).toHaveLength(2);
    expect(reply).toContain('A refund would cost more than the deposit');
  });

  it('links each transaction to its block explorer', async () => {
    const texts = await textsIn('desk', 'en');
    const explorer = (chainId: number, hash: string) => `https://scan.example/${chainId}/${hash}`;
    const [first] = everyLookup;
    if (!first) throw new Error('No example lookup has this verdict.');
    expect(writeReply(first, { texts, lookupUrl: LOOKUP_URL, explorer })).toContain(
      `Payout transaction:\nhttps://scan.example/31338/${hashOf('3')}`,
    );
  });
});
