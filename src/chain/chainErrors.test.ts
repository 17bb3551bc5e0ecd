import { BaseError, ExecutionRevertedError, encodeErrorResult, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { hasErrorCode, isRevert, revertReason } from './chainErrors.ts';

function revertWith(data: `0x${string}`): ExecutionRevertedError {
  return Object.assign(new ExecutionRevertedError({ message: 'execution reverted' }), { data });
}

describe('revertReason', () => {
  it('decodes a reason text, an error of the deposit contract and an ERC-20 error', () => {
    const text = encodeErrorResult({ abi: parseAbi(['error Error(string reason)']), args: ['paused'] });
    expect(revertReason(revertWith(text))).toBe('paused');
    const own = encodeErrorResult({ abi: depositAbi, errorName: 'WrongValue', args: [1n, 2n] });
    expect(revertReason(revertWith(own))).toBe('WrongValue(1, 2)');
  });

  it('names the selector of an unknown error', () => {
    expect(revertReason(revertWith('0xdeadbeef'))).toBe('unknown contract error 0xdeadbeef');
  });
});

describe('isRevert', () => {
  it('distinguishes a revert from a missing answer', () => {
    expect(isRevert(revertWith('0xdeadbeef'))).toBe(true);
    expect(isRevert(new Error('timeout'))).toBe(false);
  });
});

describe('hasErrorCode', () => {
  it('finds a code in the error or in the errors that caused it', () => {
    const inner = Object.assign(new Error('rejected'), { code: 4001 });
    const codes = new Set([4001]);
    expect(hasErrorCode(inner, codes)).toBe(true);
    expect(hasErrorCode(new BaseError('request failed', { cause: inner }), codes)).toBe(true);
    expect(hasErrorCode(null, codes)).toBe(false);
  });
});
