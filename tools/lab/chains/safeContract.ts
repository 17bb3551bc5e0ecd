import { spawnSync } from 'node:child_process';
import type { Hex } from 'viem';
import { parseAbi } from 'viem';

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract TestSafe {
  event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);
  receive() external payable {}
  function execute(bytes32 txHash, address[] calldata to, uint256[] calldata value, bytes[] calldata data) external {
    for (uint256 i = 0; i < to.length; i++) {
      (bool isDone, ) = to[i].call{value: value[i]}(data[i]);
      require(isDone, "inner call");
    }
    emit ExecutionSuccess(txHash, 0);
  }
}`;

/** A contract that makes calls and emits the hash its owners signed, as a Safe does. Any account can execute. */
export const safeAbi = parseAbi(['function execute(bytes32 txHash, address[] to, uint256[] value, bytes[] data)']);

/** The contract's creation code. */
export function compileSafe(): Hex {
  const input = {
    language: 'Solidity',
    sources: { 'TestSafe.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  };
  const { stdout } = spawnSync(process.execPath, ['contracts/solc.mjs'], { input: JSON.stringify(input) });
  const output = JSON.parse(stdout.toString());
  return `0x${output.contracts['TestSafe.sol'].TestSafe.evm.bytecode.object}`;
}
