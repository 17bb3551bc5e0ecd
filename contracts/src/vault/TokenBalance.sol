// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title The balance of a holder of an ERC-20
/// @dev A payment reads four balances. A Solidity call costs 150 gas more for each, and copies the reason of a revert.
library TokenBalance {
    /// @dev Reverts if the token has no code, reverts, or answers with less than a number.
    function balanceOf(address token, address holder) internal view returns (uint256 amount) {
        bytes4 selector = IERC20.balanceOf.selector;
        assembly ("memory-safe") {
            mstore(0, selector)
            mstore(4, holder)
            let done := staticcall(gas(), token, 0, 36, 0, 32)
            if iszero(and(done, gt(returndatasize(), 31))) { revert(0, 0) }
            amount := mload(0)
        }
    }
}
