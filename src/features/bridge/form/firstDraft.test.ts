import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT } from '../../../../lab/web/fixtures.ts';
import type { FormDraft } from '../../../domain/form.ts';
import { emptyDraft } from '../../../domain/form.ts';
import { firstDraft } from './firstDraft.ts';

const left: FormDraft = {
  ...{ originName: 'Southshore', destinationName: 'Northshore', tokenName: 'WBTC' },
  ...{ amountText: '1,234', isAmountPlain: false, recipientText: OTHER_ACCOUNT, isRecipientFromLink: false },
  ...{ includesGasFee: true, entry: 'send', fiatText: null },
};
const ownLink = `?from=Southshore&to=Northshore&token=WBTC&recipient=${OTHER_ACCOUNT}`;

describe('the form that opens', () => {
  it('is the one that the person left, with every entry', () => {
    expect(firstDraft('', left)).toBe(left);
    expect(firstDraft(ownLink, left)).toBe(left);
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
