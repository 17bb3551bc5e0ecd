import { describe, expect, it } from 'vitest';
import { terms } from '../../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../../transfer/model/transfer.ts';
import { framingOf } from './enterFrame.ts';
import { embedEvents } from './reportToParent.ts';

const hash = `0x${'1'.repeat(64)}` as const;
const payoutHash = `0x${'2'.repeat(64)}` as const;
const attempt = { nonce: 1, fromBlock: 1n };
const signing: Transfer = { status: 'signing', terms, attempt, proposal: null };
const sent = { terms, attempt, hash, nonce: 1, since: null };
const open: Transfer = { status: 'sent', doubt: null, ...sent };
const delivered: Transfer = { status: 'delivered', ...sent, payoutHash, received: 1n };
const refunded: Transfer = { status: 'refunded', ...sent, report: null, refundHash: payoutHash, refunded: 1n };
const transfer = { id: 'one', originChainId: 31337, destinationChainId: 31338, depositHash: hash };

const typesOf = (before: Transfer | null, after: Transfer) =>
  embedEvents(before ? { one: before } : {}, { one: after }).map(({ type }) => type);

describe('the events for the parent page', () => {
  it('have the hashes, but neither amounts nor addresses', () => {
    expect(embedEvents({ one: signing }, { one: open })).toEqual([{ type: 'transfer-started', transfer }]);
    expect(embedEvents({ one: open }, { one: delivered })).toEqual([
      { type: 'transfer-delivered', transfer, payoutHash },
    ]);
    expect(embedEvents({ one: open }, { one: refunded })).toEqual([
      { type: 'transfer-refunded', transfer, refundHash: payoutHash },
    ]);
  });

  it('are sent once', () => {
    expect(typesOf(open, { ...open, nonce: 2 })).toEqual([]);
    expect(typesOf(delivered, { ...delivered })).toEqual([]);
  });

  it('are both sent when one change skips a state', () => {
    expect(typesOf(signing, delivered)).toEqual(['transfer-started', 'transfer-delivered']);
  });

  it('are not sent for transfers from before, or before a deposit', () => {
    expect(typesOf(null, delivered)).toEqual([]);
    expect(typesOf({ status: 'readyToSign', terms, attempt: null }, signing)).toEqual([]);
  });
});

describe('the embedding site', () => {
  const allowed = ['https://partner.example'];
  const framing = (ancestorOrigins: readonly string[] | null, referrer = '') =>
    framingOf({ ancestorOrigins, referrer }, allowed);

  it('is allowed if the configuration names it', () => {
    expect(framing(['https://partner.example'])).toEqual({ isAllowed: true, site: 'https://partner.example' });
    expect(framing(null, 'https://partner.example/page')).toEqual({ isAllowed: true, site: 'https://partner.example' });
  });

  it('is refused if it is not named, even around an allowed site', () => {
    expect(framing(['https://evil.example'])).toEqual({ isAllowed: false, site: 'https://evil.example' });
    expect(framing(['https://partner.example', 'https://evil.example'])).toEqual({
      isAllowed: false,
      site: 'https://evil.example',
    });
    expect(framing(null, 'https://partner.example.evil.example/')).toMatchObject({ isAllowed: false });
  });

  it('is refused if the browser does not name it', () => {
    expect(framing(null)).toEqual({ isAllowed: false, site: null });
    expect(framing([])).toEqual({ isAllowed: false, site: null });
    expect(framing(['null'])).toEqual({ isAllowed: false, site: 'null' });
  });
});
