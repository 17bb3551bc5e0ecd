import { describe, expect, test } from 'vitest';
import { encodeTarget, fitsTarget, splitTarget } from './gasDrop.ts';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

describe("a deposit's target", () => {
  test.each([
    [RECIPIENT, 0n],
    [`${RECIPIENT}+gas:1`, 1n],
    [`${RECIPIENT}+gas:99999999999999999`, 99_999_999_999_999_999n],
  ])('%s is what its parts encode', (target, gasDrop) => {
    expect(splitTarget(target)).toEqual({ recipient: RECIPIENT, gasDrop });
    expect(encodeTarget({ recipient: RECIPIENT, gasDrop })).toBe(target);
  });

  test.each([
    `${RECIPIENT}+gas:0`,
    `${RECIPIENT}+gas:01`,
    `${RECIPIENT}+gas:`,
    `${RECIPIENT}+gas:-1`,
    `${RECIPIENT}+gas:1e3`,
    `${RECIPIENT}+gas:0x10`,
    `${RECIPIENT}+gas:1.5`,
    `${RECIPIENT}+gas:1 `,
    `${RECIPIENT}+gas:1\n`,
    `${RECIPIENT}+GAS:1`,
    `${RECIPIENT}+gas:١`,
    `${RECIPIENT}+gas:1+gas:2`,
    `${RECIPIENT} +gas:1`,
    `+gas:1`,
    `${RECIPIENT}+gas:100000000000000000`,
  ])('%j has no gas drop, and stays whole', (target) => {
    expect(splitTarget(target)).toEqual({ recipient: target, gasDrop: 0n });
  });

  test('has room for a gas drop of 17 digits', () => {
    expect(fitsTarget(99_999_999_999_999_999n)).toBe(true);
    expect(fitsTarget(100_000_000_000_000_000n)).toBe(false);
  });
});
