import { describe, expect, it } from 'vitest';
import { isNameText } from './readRecipient.ts';

describe('isNameText', () => {
  it.each(['alice.eth', ' pay.alice.eth ', 'алиса.eth', '👩.eth', '0x12.eth'])('takes %j for a name', (text) => {
    expect(isNameText(text)).toBe(true);
  });

  it.each([
    '',
    'alice',
    'alice.',
    '.eth',
    'a..eth',
    'a b.eth',
    'eth:alice.eth',
    'https://a.example',
    'me@a.example',
    '0x1234',
  ])('does not take %j for a name', (text) => {
    expect(isNameText(text)).toBe(false);
  });
});
