import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT } from '../../lab/web/fixtures.ts';
import { createFormMemory } from './formMemory.ts';
import { formUrl } from './formUrl.ts';
import type { FormDraft } from './model/form.ts';
import { emptyDraft } from './model/form.ts';
import { firstDraft } from './useBridgeForm.ts';

const draft: FormDraft = {
  ...{ originName: 'Southshore', destinationName: 'Northshore', tokenName: 'WBTC' },
  ...{ amountText: '1,234', isAmountPlain: false, recipientText: OTHER_ACCOUNT, isRecipientFromLink: false },
  ...{ includesGasFee: true, entry: 'send', fiatText: null, fiatPrice: null },
};
const left = { draft, url: null };
const ownLink = `?from=Southshore&to=Northshore&token=WBTC&recipient=${OTHER_ACCOUNT}`;

describe('the form that opens', () => {
  it('is the one that the person left, with every entry', () => {
    expect(firstDraft('', left)).toBe(draft);
    expect(firstDraft(ownLink, left)).toBe(draft);
  });

  it('is the one that the person left, also where the address bar has not followed the last keys', () => {
    const typed = { draft: { ...draft, amountText: '125' }, url: formUrl({ ...draft, amountText: '12' }) };
    expect(firstDraft(`${ownLink}&amount=12`, typed)).toBe(typed.draft);
    expect(firstDraft(`${ownLink}&amount=1`, typed)).toMatchObject({ amountText: '1' });
  });

  it('is that of the link where the amount was sent, and the person starts over', () => {
    const memory = createFormMemory();
    memory.keepUrl(formUrl({ ...draft, amountText: '0.25' }));
    memory.keepSent({ ...draft, amountText: '' });
    const sent = memory.read();
    expect(firstDraft(`${ownLink}&amount=0.25`, sent)).toMatchObject({ amountText: '0.25' });
  });

  it('is that of a link to another form', () => {
    expect(firstDraft('?token=USDC&amount=5', left)).toEqual({ ...emptyDraft, tokenName: 'USDC', amountText: '5' });
    expect(firstDraft(`${ownLink}&amount=7`, left)).toMatchObject({ amountText: '7', isRecipientFromLink: true });
  });

  it('is that of the link, or empty, on the first visit', () => {
    expect(firstDraft('', null)).toEqual(emptyDraft);
    expect(firstDraft(ownLink, null)).toMatchObject({ tokenName: 'WBTC', isRecipientFromLink: true });
  });
});
