// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayPayout} from "../src/CausewayPayout.sol";
import {PayoutHandler} from "./support/PayoutHandler.sol";
import {InvariantTest} from "./support/Test.sol";

contract CausewayPayoutInvariants is InvariantTest {
    CausewayPayout private payout = new CausewayPayout();
    PayoutHandler private handler;

    function setUp() external {
        handler = new PayoutHandler(payout);
        target(address(handler));
    }

    function invariant_aPayerPaysATransferAtMostOnce() external view {
        for (uint256 p; p < handler.PAYERS(); ++p) {
            address payer = handler.accounts(p);
            for (uint256 i; i < handler.IDS(); ++i) {
                uint256 times = handler.timesPaid(payer, bytes32(i));
                vm.assertLe(times, 1, "paid twice");
                vm.assertEq(payout.isPaid(payer, bytes32(i)), times == 1, "isPaid matches the events");
            }
        }
    }

    function invariant_balancesMatchTheEvents() external view {
        for (uint256 t; t < handler.tokenCount(); ++t) {
            address token = address(handler.tokens(t));
            for (uint256 a; a < handler.accountCount(); ++a) {
                address owner = handler.accounts(a);
                uint256 funds = a < handler.PAYERS() ? handler.FUNDS() : 0;
                uint256 expected = funds + handler.paidTo(token, owner) - handler.paidBy(token, owner);
                vm.assertEq(handler.balance(t, owner), expected, "balance");
            }
        }
    }

    function invariant_theContractHoldsNothing() external view {
        for (uint256 t; t < handler.tokenCount(); ++t) {
            vm.assertEq(handler.balance(t, address(payout)), 0, "contract");
        }
    }

    function invariant_aNewPayerCanPayEveryId() external {
        address newcomer = account("newcomer");
        address recipient = account("the newcomer's recipient");
        vm.deal(newcomer, handler.IDS());
        for (uint256 i; i < handler.IDS(); ++i) {
            vm.prank(newcomer);
            payout.pay{value: 1}(bytes32(i), address(0), recipient, 1);
        }
        vm.assertEq(recipient.balance, handler.IDS(), "recipient");
    }

    /// @dev Requires that the run paid something and refused something.
    function afterInvariant() external view {
        vm.assertGe(handler.paidCount(), 1, "payments made");
        vm.assertGe(handler.refusedCount(), 1, "payments refused");
    }
}
