import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, OTHER_ACCOUNT, terms } from '../../tools/lab/web/fixtures.ts';
import type { Transfer } from '../transfer/model/transfer.ts';
import { createFormMemory, draftLike, firstDraft, formUrl, readFormUrl, usualDraft } from './formDraft.ts';
import type { FormDraft } from './model/form.ts';
import { emptyDraft } from './model/form.ts';

describe('formUrl', () => {
  it('is the start page for an empty draft', () => {
    expect(formUrl(emptyDraft)).toBe('/');
  });

  it.each([
    ['0,5', '/?amount=0.5'],
    ['1.234,56', '/?amount=1234.56'],
    ['1,234', '/'],
    ['abc', '/'],
  ])('writes the typed amount %s as %s', (amountText, url) => {
    expect(formUrl({ ...emptyDraft, amountText, isAmountPlain: false })).toBe(url);
  });

  it('restores every name, decimal amount and recipient', () => {
    const draft = fc.record({
      originName: fc.string(),
      destinationName: fc.string(),
      tokenName: fc.string(),
      amountText: fc.stringMatching(/^\d{0,40}(\.\d{0,40})?$/),
      recipientText: fc.string({ maxLength: 120 }),
    });
    fc.assert(
      fc.property(draft, (typed) => {
        const { search } = new URL(formUrl({ ...emptyDraft, ...typed }), 'http://host');
        expect(readFormUrl(search)).toEqual({
          ...emptyDraft,
          ...typed,
          isRecipientFromLink: typed.recipientText !== '',
        });
      }),
    );
  });
});

describe('a link to an amount to receive', () => {
  it('differs from a link to an amount to send', () => {
    const draft = { ...emptyDraft, entry: 'receive', amountText: '250', isAmountPlain: true } as const;
    expect(formUrl(draft)).toBe('/?receive=250');
    expect(readFormUrl('?receive=250')).toEqual(draft);
    expect(readFormUrl('?receive=250&amount=7')).toMatchObject({ entry: 'send', amountText: '7' });
  });
});

describe('a value in a currency', () => {
  it('is written into the link as the token amount that it stands for', () => {
    expect(formUrl({ ...emptyDraft, amountText: '0.083333', fiatText: '250' })).toBe('/?amount=0.083333');
  });
});

describe('readFormUrl', () => {
  it.each(['1e3', '-1', '1,5', '0x10', '1'.repeat(41)])('ignores the amount %s', (amount) => {
    expect(readFormUrl(`?amount=${amount}`).amountText).toBe('');
  });

  it('marks a recipient as coming from a link', () => {
    expect(readFormUrl(`?recipient=${OTHER_ACCOUNT}`)).toMatchObject({
      recipientText: OTHER_ACCOUNT,
      isRecipientFromLink: true,
    });
  });
});

const draft: FormDraft = {
  ...{ originName: 'Southshore', destinationName: 'Northshore', tokenName: 'WBTC' },
  ...{ amountText: '1,234', isAmountPlain: false, recipientText: OTHER_ACCOUNT, isRecipientFromLink: false },
  ...{ entry: 'send', fiatText: null, fiatPrice: null },
};
const left = { draft, url: null };
const usual: FormDraft = { ...emptyDraft, originName: 'Southshore', tokenName: 'ETH' };
const ownLink = `?from=Southshore&to=Northshore&token=WBTC&recipient=${OTHER_ACCOUNT}`;

describe('an opening form', () => {
  it('is the one that the person left, with every entry', () => {
    expect(firstDraft('', left, usual)).toBe(draft);
    expect(firstDraft(ownLink, left, usual)).toBe(draft);
  });

  it('is the one that the person left, even if the address bar has not caught up with the last keys', () => {
    const typed = { draft: { ...draft, amountText: '125' }, url: formUrl({ ...draft, amountText: '12' }) };
    expect(firstDraft(`${ownLink}&amount=12`, typed, usual)).toBe(typed.draft);
    expect(firstDraft(`${ownLink}&amount=1`, typed, usual)).toMatchObject({ amountText: '1' });
  });

  it("is the link's if the amount was sent, and the person starts over", () => {
    const memory = createFormMemory();
    memory.keepUrl(formUrl({ ...draft, amountText: '0.25' }));
    memory.keepSent({ ...draft, amountText: '' });
    const sent = memory.read();
    expect(firstDraft(`${ownLink}&amount=0.25`, sent, usual)).toMatchObject({ amountText: '0.25' });
  });

  it("is the link's if it leads to a different form", () => {
    expect(firstDraft('?token=USDC&amount=5', left, usual)).toEqual({
      ...emptyDraft,
      tokenName: 'USDC',
      amountText: '5',
    });
    expect(firstDraft(`${ownLink}&amount=7`, left, usual)).toMatchObject({
      amountText: '7',
      isRecipientFromLink: true,
    });
  });

  it("is the link's, or the usual one, on the first visit", () => {
    for (const search of ['', '?embed=1', '?amount=abc']) expect(firstDraft(search, null, usual)).toBe(usual);
    expect(firstDraft('?token=USDC', null, usual)).toMatchObject({ originName: '', tokenName: 'USDC' });
    expect(firstDraft(ownLink, null, usual)).toMatchObject({ tokenName: 'WBTC', isRecipientFromLink: true });
  });
});

describe('the usual draft', () => {
  const featured = [{ from: 'Southshore', to: 'Northshore', token: 'WBTC' }];
  const older: Transfer = { status: 'abandoned', terms, attempt: null };
  const newer: Transfer = { ...older, terms: { ...terms, tokenName: 'ETH', createdAt: terms.createdAt + 1 } };

  it('has the route of the newest transfer, without its amount and recipient', () => {
    const route = { originName: 'Northshore', destinationName: 'Southshore', tokenName: 'ETH' };
    for (const transfers of [
      [older, newer],
      [newer, older],
    ])
      expect(usualDraft(transfers, featured)).toEqual({ ...emptyDraft, ...route });
  });

  it('has the first featured route before the first transfer, and is empty without one', () => {
    const route = { originName: 'Southshore', destinationName: 'Northshore', tokenName: 'WBTC' };
    expect(usualDraft([], featured)).toEqual({ ...emptyDraft, ...route });
    expect(usualDraft([], [])).toEqual(emptyDraft);
    expect(usualDraft([])).toEqual(emptyDraft);
  });
});

describe('a draft like an earlier transfer', () => {
  it('has its route, its recipient, and exactly the amount that was sent', () => {
    const route = { originName: 'Northshore', destinationName: 'Southshore', tokenName: 'USDC' };
    const sent = { ...emptyDraft, ...route, amountText: '100.05', recipientText: OTHER_ACCOUNT };
    expect(draftLike({ ...terms, typed: 100_000_000n, send: 100_050_000n }, true)).toEqual(sent);
  });

  it('opens as it is, although a link marks its recipient', () => {
    const again = draftLike(terms, true);
    const { search } = new URL(formUrl(again), 'http://host');
    const memory = createFormMemory();
    memory.keep(again);
    expect(firstDraft(search, memory.read(), usual)).toEqual(again);
  });

  it('names no recipient if that was the account itself, or if the person entered none of it', () => {
    expect(draftLike({ ...terms, recipient: ACCOUNT }, true).recipientText).toBe('');
    expect(draftLike({ ...terms, typed: null }, true)).toMatchObject({ amountText: '', recipientText: '' });
    expect(draftLike(terms, false)).toMatchObject({ tokenName: 'USDC', amountText: '', recipientText: '' });
  });
});
