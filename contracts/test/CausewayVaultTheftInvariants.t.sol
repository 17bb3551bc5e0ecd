// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../src/CausewayVault.sol";
import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {InvariantTest} from "./support/Test.sol";
import {GuardianThief, OwnerThief} from "./support/VaultThieves.sol";

/// @dev With one stolen key nothing leaves the vault, and until twice the delay after the theft the honest side can end it.
contract OwnerTheftInvariants is InvariantTest {
    OwnerThief private handler;
    CausewayVault private vault;

    function setUp() external {
        handler = new OwnerThief();
        vault = handler.vault();
        target(address(handler), handler.attack.selector, handler.wait.selector);
    }

    function invariant_theThiefGetsNothingAndNoPower() external view {
        ICausewayVault.Cap memory cap = vault.capOf(address(0));
        vm.assertEq(address(vault).balance, handler.FUNDS(), "float");
        vm.assertEq(vault.owner(), handler.owner(), "owner");
        vm.assertEq(vault.guardian(), handler.guardian(), "guardian");
        vm.assertLe(cap.perPayment, 10_000, "perPayment");
        vm.assertLe(cap.perWindow, 10_000, "perWindow");
        vm.assertEq(vault.isPayer(handler.newPayer()), false, "payer");
    }

    /// forge-config: default.invariant.runs = 8
    function invariant_ownerAndGuardianReplaceTheKeyAtOnce() external {
        handler.rescue(block.timestamp);
        vm.assertEq(vault.owner(), handler.newOwner(), "owner");
        vm.assertEq(vault.guardian(), handler.guardian(), "guardian");
        vm.warp(handler.theft() + 3 * handler.DELAY());
        for (uint256 i; i < 32; ++i) {
            handler.attack(i);
        }
        vm.prank(handler.newPayer());
        vault.pay(keccak256("after"), address(0), account("recipient"), 1);
        vm.assertEq(address(vault).balance, handler.FUNDS() - 1, "float");
    }
}

contract GuardianTheftInvariants is InvariantTest {
    GuardianThief private handler;
    CausewayVault private vault;

    function setUp() external {
        handler = new GuardianThief();
        vault = handler.vault();
        target(address(handler), handler.attack.selector, handler.wait.selector);
    }

    function invariant_theThiefGetsNothingAndNoPower() external view {
        vm.assertEq(address(vault).balance + handler.treasury().balance, handler.FUNDS(), "float");
        vm.assertEq(vault.owner(), handler.owner(), "owner");
        vm.assertEq(vault.isPayer(handler.payer()), true, "payer");
        bool isGone = vault.guardian() == handler.newGuardian();
        bool isDue = vault.readyAt(handler.replacement()) <= handler.theft() + 2 * handler.DELAY();
        vm.assertEq(isGone || (isDue && vault.readyAt(handler.replacement()) != 0), true, "its replacement");
    }

    /// forge-config: default.invariant.runs = 8
    function invariant_theOwnerReplacesTheGuardianAndPaymentsGoOn() external {
        handler.rescue(block.timestamp);
        vm.assertEq(vault.guardian(), handler.newGuardian(), "guardian");
        vm.prank(handler.payer());
        vault.pay(keccak256("after"), address(0), account("recipient"), 1);
    }
}
