import { describe, expect, it } from 'vitest';
import { badgeOf } from './TransferWatch.tsx';

describe('the dot on the icon of the tab', () => {
  it('shows a transfer under way, and nothing without one', () => {
    expect(badgeOf(['delivered', 'inProgress'], [])).toBe('open');
    expect(badgeOf(['delivered', 'ended', 'readyToSign'], [])).toBeNull();
    expect(badgeOf([], [])).toBeNull();
  });

  it('shows first what the person has not seen', () => {
    expect(badgeOf(['inProgress', 'delivered'], ['delivered'])).toBe('good');
    expect(badgeOf(['inProgress'], ['delivered', 'payoutDiffers'])).toBe('needsYou');
    expect(badgeOf([], ['held'])).toBe('needsYou');
  });
});
