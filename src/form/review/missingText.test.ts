import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../tools/lab/web/textsIn.ts';
import type { Check } from '../model/checks.ts';
import { missingText } from './ReviewDialog.tsx';

const texts = await textsIn('app', 'en');
const link: Check = { kind: 'recipientFromLink', state: 'warning', demand: 'confirm' };
const token: Check = { kind: 'unpinnedToken', state: 'warning', demand: 'confirm' };
const reverts: Check = { kind: 'simulation', state: 'warning', demand: 'stop', reason: 'ZeroAmount()' };
const fine: Check = { kind: 'bytes', state: 'fine', demand: 'none' };

describe('missingText', () => {
  it('counts the checks that are not confirmed', () => {
    expect(missingText([fine, link, token], () => false, texts)).toBe('2 checks above need your confirmation.');
    expect(missingText([fine, link, token], (check) => check === link, texts)).toBe(
      '1 check above needs your confirmation.',
    );
  });

  it('says that a check stops the transfer', () => {
    expect(missingText([reverts, link], () => true, texts)).toBe('A check above stops this transfer.');
  });

  it('is null when nothing is missing, and while no check has run', () => {
    expect(missingText([fine, link], () => true, texts)).toBeNull();
    expect(missingText([], () => false, texts)).toBeNull();
  });
});
