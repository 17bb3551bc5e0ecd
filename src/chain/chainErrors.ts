import type { Hex } from 'viem';
import { BaseError, decodeErrorResult, ExecutionRevertedError, InsufficientFundsError, isHex, parseAbi } from 'viem';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import { visibleText } from '#shared/foreignText.ts';

/** The app shows reasons written by contracts, nodes and wallets, so their length is limited. */
const MAX_REASON = 300;

// Errors of the deposit contract and of ERC-20 tokens (EIP-6093). viem decodes Error(string) and Panic(uint256) itself.
const CONTRACT_ERRORS = [
  ...depositAbi,
  ...parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  ]),
] as const;

function hasRevertData(error: unknown): error is { readonly data: Hex } {
  return typeof error === 'object' && error !== null && 'data' in error && isHex(error.data);
}

/** The revert reason of a contract, decoded where its ABI is known. */
export function revertReason(error: unknown): string {
  if (!(error instanceof BaseError)) return shortReason(error);
  const raw = error.walk((e) => hasRevertData(e));
  const data = hasRevertData(raw) ? raw.data : null;
  if (data && data !== '0x') {
    try {
      const { errorName, args = [] } = decodeErrorResult({ abi: CONTRACT_ERRORS, data });
      // viem decodes Error(string) although this ABI does not list it, so its type does not include the name.
      const name: string = errorName;
      return visibleText(
        name === 'Error' ? String(args[0]) : `${errorName}(${args.map(String).join(', ')})`,
        MAX_REASON,
      );
    } catch {
      return `unknown contract error ${data.slice(0, 10)}`;
    }
  }
  return shortReason(error);
}

export function shortReason(error: unknown): string {
  if (error instanceof BaseError) return visibleText(error.shortMessage, MAX_REASON);
  return error instanceof Error ? visibleText(error.message, MAX_REASON) : 'no reason given';
}

/** Whether the error, or one of its causes, has one of the JSON-RPC codes. */
export function hasErrorCode(error: unknown, codes: ReadonlySet<number>): boolean {
  const matches = (e: unknown) => typeof e === 'object' && e !== null && 'code' in e && codes.has(Number(e.code));
  return error instanceof BaseError ? error.walk(matches) !== null : matches(error);
}

/** Whether the contract reverted. False if no node answered. */
export function isRevert(error: unknown): boolean {
  return (
    error instanceof BaseError && error.walk((e) => e instanceof ExecutionRevertedError || hasRevertData(e)) !== null
  );
}

export function isInsufficientGas(error: unknown): boolean {
  return error instanceof BaseError && error.walk((e) => e instanceof InsufficientFundsError) !== null;
}
