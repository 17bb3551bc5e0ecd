import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import type { Check } from '../model/checks.ts';
import { ReviewFooter } from './ReviewDialog.tsx';

await textsIn('app', 'en');
const link: Check = { kind: 'recipientFromLink', state: 'warning', demand: 'confirm' };
const token: Check = { kind: 'unpinnedToken', state: 'warning', demand: 'confirm' };
const reverts: Check = { kind: 'simulation', state: 'warning', demand: 'stop', reason: 'ZeroAmount()' };
const fine: Check = { kind: 'bytes', state: 'fine', demand: 'none' };

function footerOf(checks: readonly Check[], confirmed: readonly Check[], canConfirm: boolean) {
  const isConfirmed = (check: Check) => confirmed.includes(check);
  const review = { checks, isConfirmed, canConfirm, notice: null, isBusy: false, confirm: async () => {} };
  const html = renderToStaticMarkup(<ReviewFooter review={review} onSee={() => {}} />);
  const button = /<button[^>]*?(aria-disabled="true")?[^>]*>([^<]*)<\/button>/.exec(html);
  return { html, text: button?.[2], isDisabled: /aria-disabled="true"/.test(html) };
}

describe('the button of the review', () => {
  it('leads to the checks that are not confirmed, and counts them', () => {
    expect(footerOf([fine, link, token], [], false)).toMatchObject({
      ...{ text: 'See 2 checks to confirm', isDisabled: false },
    });
    expect(footerOf([fine, link, token], [link], false).text).toBe('See 1 check to confirm');
  });

  it('is disabled and says why while a check stops the transfer', () => {
    const { html, ...button } = footerOf([reverts, link], [], false);
    expect(button).toEqual({ text: 'Confirm in wallet', isDisabled: true });
    expect(html).toContain('A check above stops this transfer.');
  });

  it('opens the wallet when nothing is missing, and is disabled while no check has run', () => {
    expect(footerOf([fine, link], [link], true)).toMatchObject({ text: 'Confirm in wallet', isDisabled: false });
    expect(footerOf([], [], false)).toMatchObject({ text: 'Confirm in wallet', isDisabled: true });
  });
});
