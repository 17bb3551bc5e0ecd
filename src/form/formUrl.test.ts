import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT } from '../../lab/web/fixtures.ts';
import { formUrl, readFormUrl } from './formUrl.ts';
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
  it('is another link than that to an amount to send', () => {
    const draft = { ...emptyDraft, entry: 'receive', amountText: '250', isAmountPlain: true } as const;
    expect(formUrl(draft)).toBe('/?receive=250');
    expect(readFormUrl('?receive=250')).toEqual(draft);
    expect(readFormUrl('?receive=250&amount=7')).toMatchObject({ entry: 'send', amountText: '7' });
  });
});

describe('a value in a currency', () => {
  it('is in the link as the amount of the token that it stands for', () => {
    expect(formUrl({ ...emptyDraft, amountText: '0.083333', fiatText: '250' })).toBe('/?amount=0.083333');
  });
});

describe('readFormUrl', () => {
  it.each(['1e3', '-1', '1,5', '0x10', '1'.repeat(41)])('ignores the amount %s', (amount) => {
    expect(readFormUrl(`?amount=${amount}`).amountText).toBe('');
  });

  it('marks a recipient as written by a link', () => {
    expect(readFormUrl(`?recipient=${OTHER_ACCOUNT}`)).toMatchObject({
      recipientText: OTHER_ACCOUNT,
      isRecipientFromLink: true,
    });
  });
});
