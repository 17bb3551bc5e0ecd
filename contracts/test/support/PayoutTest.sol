// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayPayout} from "../../src/CausewayPayout.sol";
import {ICausewayPayout} from "../../src/interfaces/ICausewayPayout.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {Test, Vm} from "./Test.sol";

/// @dev A recipient, and a payer with 100 ether and 1,000 tokens that it approved for the contract.
abstract contract PayoutTest is Test {
    address internal constant NATIVE = address(0);
    bytes32 internal constant ID = keccak256("a transfer");

    CausewayPayout internal payout = new CausewayPayout();
    TestToken internal token = new TestToken("USD Coin", "USDC", 6);
    address internal payer = account("payer");
    address internal recipient = account("recipient");

    function setUp() public virtual {
        vm.deal(payer, 100 ether);
        fund(token, payer);
    }

    function fund(TestToken asset, address owner) internal {
        asset.mint(owner, 1_000);
        vm.prank(owner);
        asset.approve(address(payout), 1_000);
    }

    function pay(bytes32 id, address asset, address to, uint256 amount) internal {
        vm.prank(payer);
        payout.pay{value: asset == NATIVE ? amount : 0}(id, asset, to, amount);
    }

    /// @dev Pays a batch with the exact sum of its native amounts as value.
    function payBatch(ICausewayPayout.Payment[] memory payments) internal returns (bool[] memory paid) {
        uint256 value;
        for (uint256 i; i < payments.length; ++i) {
            if (payments[i].token == NATIVE) value += payments[i].amount;
        }
        vm.prank(payer);
        return payout.payBatch{value: value}(payments);
    }

    /// @dev A batch of token payments of 10, each to another recipient.
    function batchOf(uint256 count) internal returns (ICausewayPayout.Payment[] memory payments) {
        payments = new ICausewayPayout.Payment[](count);
        for (uint256 i; i < count; ++i) {
            payments[i] = payment(i, address(token), account(string.concat("recipient ", digit(i))), 10);
        }
    }

    function payment(uint256 id, address asset, address to, uint256 amount)
        internal
        pure
        returns (ICausewayPayout.Payment memory)
    {
        return ICausewayPayout.Payment({id: bytes32(id), token: asset, to: to, amount: amount});
    }

    function digit(uint256 number) internal pure returns (string memory) {
        return string(abi.encodePacked(bytes1(uint8(48 + number))));
    }

    function expectPaid(address by, bytes32 id, address to, address asset, uint256 amount) internal {
        vm.expectEmit(address(payout));
        emit ICausewayPayout.Paid(by, id, to, asset, amount);
    }

    function countPaid() internal returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(payout)) ++count;
        }
    }

    function assertPaid(bool[] memory paid, string memory expected) internal pure {
        bytes memory actual = new bytes(paid.length);
        for (uint256 i; i < paid.length; ++i) {
            actual[i] = paid[i] ? bytes1("y") : bytes1("n");
        }
        vm.assertEq(actual, bytes(expected), "paid");
    }

    function assertHoldsNothing(TestToken asset) internal view {
        vm.assertEq(asset.balanceOf(address(payout)), 0, "tokens in the contract");
        vm.assertEq(address(payout).balance, 0, "native token in the contract");
    }
}
