// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A smart account for test networks. It has no owner and makes any calls in one transaction
contract TestBatcher {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error CallFailed(uint256 index);

    receive() external payable {}

    function run(Call[] calldata calls) external payable {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok,) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!ok) revert CallFailed(i);
        }
    }
}
