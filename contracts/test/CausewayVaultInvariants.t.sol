// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../src/CausewayVault.sol";
import {VaultHandler} from "./support/VaultHandler.sol";
import {InvariantTest} from "./support/Test.sol";

contract CausewayVaultInvariants is InvariantTest {
    VaultHandler private handler;
    CausewayVault private vault;

    function setUp() external {
        handler = new VaultHandler();
        vault = handler.vault();
        target(address(handler));
    }

    function invariant_anIdIsPaidAtMostOnce() external view {
        for (uint256 i; i < handler.IDS(); ++i) {
            uint256 times = handler.timesPaid(bytes32(i));
            vm.assertLe(times, 1, "paid twice");
            vm.assertEq(vault.isPaid(bytes32(i)), times == 1, "isPaid matches the events");
        }
    }

    /// @dev Every pair of payments: what left from the first to the last, if they are at most a window apart.
    function invariant_noPeriodExceedsTheCapAtItsLastPayment() external view {
        uint256 count = handler.logLength();
        for (uint256 last; last < count; ++last) {
            (address token,, uint256 end, uint256 cap) = handler.log(last);
            uint256 sum;
            for (uint256 first = last + 1; first > 0; --first) {
                (address asset, uint256 amount, uint256 start,) = handler.log(first - 1);
                if (start + handler.WINDOW() < end) break;
                if (asset == token) sum += amount;
                vm.assertLe(sum, cap, "a period of one window");
            }
        }
    }

    function invariant_balancesMatchTheEvents() external view {
        for (uint256 t; t < handler.tokenCount(); ++t) {
            address token = address(handler.tokens(t));
            uint256 left = handler.FUNDS() - handler.paidOut(token);
            vm.assertEq(handler.balance(t, address(vault)), left, "vault");
            for (uint256 a; a < handler.accountCount(); ++a) {
                address account_ = handler.accounts(a);
                vm.assertEq(handler.balance(t, account_), handler.received(token, account_), "recipient");
            }
        }
    }

    function invariant_onlyTheOwnerChangesRoles() external view {
        vm.assertEq(vault.owner(), handler.owner(), "owner");
        vm.assertEq(vault.guardian(), handler.guardian(), "guardian");
        for (uint256 a; a < handler.accountCount(); ++a) {
            vm.assertEq(vault.isPayer(handler.accounts(a)), a < 3, "payer");
        }
    }

    /// @dev After two windows, a payer can pay an unpaid id, if the owner allows anything.
    function invariant_noAccountCanStopAPayer() external {
        vm.warp(block.timestamp + 2 * handler.WINDOW());
        if (vault.capOf(address(0)).perPayment == 0 || address(vault).balance == 0) return;
        vm.prank(handler.accounts(0));
        vault.pay(keccak256(abi.encode(block.timestamp)), address(0), account("new recipient"), 1);
    }

    /// @dev Requires that the run paid something and refused something.
    function afterInvariant() external view {
        vm.assertGe(handler.logLength(), 1, "payments made");
        vm.assertGe(handler.refusedCount(), 1, "payments refused");
    }
}
