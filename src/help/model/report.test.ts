import { describe, expect, it } from 'vitest';
import type { Receipt } from '#client/receipt.ts';
import {
  context,
  minedOn,
  northshore,
  nowhere,
  provenOn,
  silentOn,
  southshore,
  unpaid,
} from '../../../tools/lab/web/deskEvidence.ts';
import { hashOf } from '../../../tools/lab/web/fakeWallet.ts';
import { ACCOUNT, NO_RECEIPT_ADDITIONS, OTHER_ACCOUNT, terms } from '../../../tools/lab/web/fixtures.ts';
import { judge } from '../../receipts/model/judge.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import type { ReportFacts } from './report.ts';
import { browserFamily, withoutAddresses, writeReport } from './report.ts';

const HASH = hashOf('d');
const PAYOUT = hashOf('e');
const at = <T>(value: T) => ({ ok: true, value, tookMs: 12 }) as const;

const facts: ReportFacts = {
  version: '1.2.3',
  service: 'https://bridge.example/api/v1',
  chains: [{ name: 'Northshore', id: 31337 }],
  browser: 'Firefox',
  writtenAt: 1_800_000_000_000,
  hash: HASH,
  stored: null,
  receipts: null,
  lookup: null,
};

const disputed: Transfer = {
  ...{ status: 'disputed', claimed: 1n, terms, attempt: null, hash: HASH, nonce: 3, since: null, payoutHash: PAYOUT },
  shortfalls: [
    { field: 'recipient', expected: OTHER_ACCOUNT, actual: ACCOUNT },
    { field: 'amount', expected: '5', actual: '4' },
  ],
};

describe('the report for support', () => {
  it('states version, service, chains, browser, time and hash', () => {
    expect(writeReport(facts).split('\n').slice(0, 6)).toEqual([
      'app: 1.2.3',
      'service: https://bridge.example/api/v1',
      'chains: Northshore 31337',
      'browser: Firefox',
      'written: 2027-01-15T08:00:00.000Z',
      `deposit: ${HASH}`,
    ]);
  });

  it('states codes and details, the verdict, and what each chain shows', () => {
    const report = {
      step: 'confirming',
      reason: 'providers_disagree',
      message: `Paid from ${ACCOUNT}.\nWait.`,
    } as const;
    const receipt: Receipt = { kind: 'inProgress', report, confirmations: { seen: 3, needed: 12 } };
    const perChain = [minedOn(northshore), silentOn(southshore)];
    const evidence = { ...nowhere, perChain, deposits: [{ ...unpaid, receipt }] };
    const text = writeReport({ ...facts, receipts: at([receipt]), lookup: at(judge(evidence, context)) });
    expect(text).toContain('receipt: code 908, step confirming, reason providers_disagree (after 12 ms)');
    expect(text).toContain('  confirmations 3 of 12');
    expect(text).toContain('  message: Paid from 0x…. Wait.');
    expect(text).toContain('verdict: inProgress; depositVerified; money: bridge (after 12 ms)');
    expect(text).toContain('  Northshore: mined in block 1 (one agrees)');
    expect(text).toContain('  Southshore: no answer: timeout (one silent)');
    expect(text).toContain('  payout: not paid');
  });

  it('states the payout, its times and whether the chain proves it', () => {
    const delivery = {
      ...{ originChainName: 'Northshore', originToken: terms.origin.token, payoutHash: PAYOUT },
      ...{ destinationChainName: 'Southshore', destinationToken: terms.destination.token, tokenName: 'USDC' },
      ...{ received: { amount: 1n, decimals: 6 }, sent: { amount: 1n, decimals: 6 }, ...NO_RECEIPT_ADDITIONS },
      ...{ depositedAtMs: 1_800_000_000_000, deliveredAtMs: null, sender: ACCOUNT, recipient: OTHER_ACCOUNT },
    };
    const paid = { ...unpaid, payout: provenOn(southshore, { hash: PAYOUT }) };
    const text = writeReport({
      ...facts,
      receipts: at([{ kind: 'delivered', delivery }]),
      lookup: at(judge({ ...nowhere, deposits: [paid] }, context)),
    });
    expect(text).toContain(`  payout ${PAYOUT}`);
    expect(text).toContain('  deposited 2027-01-15T08:00:00.000Z, delivered unknown');
    expect(text).toContain(`  payout: proven ${PAYOUT}`);
    expect(text).not.toMatch(/0x[0-9a-f]{40}(?![0-9a-f])/i);
  });

  it('states the amounts of a wrong payout, but no address', () => {
    const text = writeReport({ ...facts, stored: disputed });
    expect(text).toContain('payout differs: recipient; amount expected 5, is 4');
    expect(text).not.toMatch(/0x[0-9a-f]{40}(?![0-9a-f])/i);
    expect(text.toLowerCase()).not.toContain(ACCOUNT.slice(2).toLowerCase());
  });

  it('says which answers are missing', () => {
    const text = writeReport({ ...facts, hash: null, receipts: { ok: false, reason: 'no route', tookMs: 9 } });
    expect(text).toContain('deposit: none yet');
    expect(text).toContain('receipt: no answer after 9 ms: no route');
  });
});

it('removes addresses in any case and keeps hashes', () => {
  const text = `${ACCOUNT} ${ACCOUNT.toUpperCase()} ${HASH} ${ACCOUNT.toLowerCase()}`;
  expect(withoutAddresses(text)).toBe(`0x… 0x… ${HASH} 0x…`);
});

it.each([
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'],
  ['Edge', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0'],
  ['Safari', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'],
  ['Chrome', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/147.0 Mobile/15E148 Safari/604.1'],
  ['other', 'curl/8'],
])('reads the family %s from %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});
