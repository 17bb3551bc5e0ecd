// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../src/CausewayVault.sol";
import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultHandler} from "./support/VaultHandler.sol";
import {InvariantTest} from "./support/Test.sol";

/// @dev `VaultModel` verifies each payment when it is made: its payer, its id and its caps. `VaultHandler` verifies that the
/// vault accepts each call that it must accept, and no other.
contract CausewayVaultInvariants is InvariantTest {
    VaultHandler private handler;
    CausewayVault private vault;

    function setUp() external {
        handler = new VaultHandler();
        vault = handler.vault();
        target(address(handler));
    }

    function invariant_paymentsAndBalancesMatchTheEvents() external view {
        for (uint256 i; i < handler.IDS(); ++i) {
            vm.assertEq(vault.isPaid(bytes32(i)), handler.timesPaid(bytes32(i)) == 1, "isPaid");
        }
        for (uint256 t; t < handler.tokenCount(); ++t) {
            address token = address(handler.tokens(t));
            vm.assertEq(handler.balance(t, address(vault)), handler.FUNDS() - handler.left(token), "vault");
            for (uint256 a; a < handler.accountCount(); ++a) {
                address account_ = handler.accounts(a);
                vm.assertEq(handler.balance(t, account_), handler.received(token, account_), "recipient");
            }
        }
    }

    function invariant_onlyTheOwnerGivesPowerAfterTheDelayOrWithTheGuardian() external view {
        vm.assertEq(vault.owner(), handler.owner(), "owner");
        vm.assertEq(vault.guardian(), handler.guardian(), "guardian");
        vm.assertEq(vault.paused(), handler.paused(), "paused");
        for (uint256 a; a < handler.accountCount(); ++a) {
            vm.assertEq(vault.isPayer(handler.accounts(a)), handler.isPayer(handler.accounts(a)), "payer");
        }
        for (uint256 t; t < handler.tokenCount(); ++t) {
            ICausewayVault.Cap memory cap = vault.capOf(address(handler.tokens(t)));
            (uint256 perPayment, uint256 perWindow) = handler.caps(address(handler.tokens(t)));
            vm.assertEq(cap.perPayment, perPayment, "perPayment");
            vm.assertEq(cap.perWindow, perWindow, "perWindow");
        }
        for (uint256 i; i < handler.actionCount(); ++i) {
            bytes memory action = handler.actionAt(i);
            vm.assertEq(vault.readyAt(action), handler.readyAt(action), "readyAt");
            vm.assertEq(vault.approvedUntil(action), handler.approvedUntil(action), "approvedUntil");
        }
    }

    /// @dev After two windows, a payer can pay an unpaid id, if the owner and the guardian allow anything.
    function invariant_noOtherAccountCanStopAPayer() external {
        vm.warp(block.timestamp + 2 * handler.WINDOW());
        (uint256 perPayment,) = handler.caps(address(0));
        if (handler.paused() || perPayment == 0 || address(vault).balance == 0) return;
        for (uint256 a; a < handler.accountCount(); ++a) {
            if (!handler.isPayer(handler.accounts(a))) continue;
            vm.prank(handler.accounts(a));
            vault.pay(keccak256(abi.encode(a)), address(0), account("new recipient"), 1);
            return;
        }
    }
}
