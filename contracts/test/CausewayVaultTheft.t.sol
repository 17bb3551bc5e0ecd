// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVaultOwner} from "../src/interfaces/ICausewayVaultOwner.sol";
import {VaultTest} from "./support/VaultTest.sol";

/// @dev Plays the steps of docs/runbook.md, "To replace a stolen owner's key" and "To replace a stolen guardian's key". A thief
/// acts before and after each step of the honest side, and can call everything that the stolen key can.
contract CausewayVaultTheftTest is VaultTest {
    uint256 private constant EVERYTHING = type(uint256).max;
    address private thief = account("thief");
    address private newOwner = account("new owner");
    address private newGuardian = account("new guardian");
    address private newPayer = account("new payer");
    address private newVault = account("new vault");

    function test_aThiefOfTheOwnersKeyTakesNothing() external {
        uint256 theft = block.timestamp;
        bytes memory takeGuardian = abi.encodeCall(vault.setGuardian, (account("thief's guardian")));
        schedule(takeGuardian);
        _robAsOwner(0);

        // Until owner and guardian can sign together, the guardian cancels everything before each delay ends.
        for (uint256 day; vault.readyAt(takeGuardian) > block.timestamp + DELAY / 2; ++day) {
            vm.warp(block.timestamp + DELAY / 2);
            vm.prank(guardian);
            vault.pause();
            vm.prank(guardian);
            vault.cancelAll();
            _robAsOwner(day);
        }
        vm.assertEq(block.timestamp, theft + 3 * DELAY / 2, "in the last half of the delay");

        // The rescue.
        bytes memory takeOver = abi.encodeCall(vault.setOwner, (newOwner));
        _robAsOwner(20);
        _approve(takeOver);
        _robAsOwner(21);
        _mayFail(owner, abi.encodeCall(vault.schedule, (takeOver)));
        _robAsOwner(22);
        vm.prank(newOwner);
        vault.execute(takeOver);
        owner = newOwner;

        vm.warp(theft + 2 * DELAY);
        _mayFail(account("owner"), abi.encodeCall(vault.execute, (takeGuardian)));
        vm.prank(owner);
        vault.unpause();
        _signTogether(abi.encodeCall(vault.addPayer, (newPayer)));
        _signTogether(abi.encodeCall(vault.setCap, (NATIVE, MOST, MOST)));
        vm.prank(newPayer);
        vault.pay(ID, NATIVE, recipient, 1 ether);
        _signTogether(abi.encodeCall(vault.withdraw, (NATIVE, newVault, EVERYTHING)));
        _signTogether(abi.encodeCall(vault.withdraw, (address(token), newVault, EVERYTHING)));

        vm.assertEq(thief.balance + token.balanceOf(thief), 0, "the thief");
        vm.assertEq(newVault.balance, 99 ether, "native token");
        vm.assertEq(token.balanceOf(newVault), 1_000, "token");
        vm.assertEq(vault.guardian(), guardian, "guardian");
    }

    /// @dev The owner still has the key, and wins time with it.
    function test_theOwnerCancelsTheGuardianOfTheThief() external {
        bytes memory takeGuardian = abi.encodeCall(vault.setGuardian, (thief));
        for (uint256 i; i < 3; ++i) {
            schedule(takeGuardian);
            vm.warp(block.timestamp + 2 * DELAY - 1);
            _mayFail(owner, abi.encodeCall(vault.execute, (takeGuardian)));
            vm.prank(owner);
            vault.cancel(takeGuardian);
        }
        vm.warp(block.timestamp + 1);
        _mayFail(owner, abi.encodeCall(vault.execute, (takeGuardian)));
        vm.assertEq(vault.guardian(), guardian, "guardian");
    }

    /// @dev A thief could schedule more withdrawals than the guardian can cancel one by one.
    function test_theGuardianCancelsAFloodOfWithdrawalsWithOneCall() external {
        for (uint256 amount = 1; amount <= 200; ++amount) {
            schedule(abi.encodeCall(vault.withdraw, (NATIVE, thief, amount)));
        }
        vm.prank(guardian);
        vault.cancelAll();
        vm.warp(block.timestamp + DELAY);
        for (uint256 amount = 1; amount <= 200; ++amount) {
            _mayFail(owner, abi.encodeCall(vault.execute, (abi.encodeCall(vault.withdraw, (NATIVE, thief, amount)))));
        }
        vm.assertEq(thief.balance, 0, "the thief");
    }

    /// @dev The thief schedules the same change first, so that the owner's call fails.
    function test_anActionOfTheThiefDoesNotStopTheSameOneOfBoth() external {
        bytes memory takeOver = abi.encodeCall(vault.setOwner, (newOwner));
        schedule(takeOver);
        vm.warp(vault.readyAt(takeOver) + 7 days - 1);
        _approve(takeOver);
        _mayFail(owner, abi.encodeCall(vault.cancel, (takeOver)));
        vm.warp(block.timestamp + 1 days);
        vm.prank(newOwner);
        vault.execute(takeOver);
        vm.assertEq(vault.owner(), newOwner, "owner");
    }

    function test_aThiefOfTheOwnersKeyCannotBarTheNextPayer() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.BadAccount.selector, newPayer));
        vm.prank(owner);
        vault.removePayer(newPayer);
        _signTogether(abi.encodeCall(vault.addPayer, (newPayer)));
        vm.assertEq(vault.isPayer(newPayer), true, "payer");
    }

    function test_aThiefOfTheGuardiansKeyStopsPaymentsForTwiceTheDelayAtMost() external {
        bytes memory replace = abi.encodeCall(vault.setGuardian, (newGuardian));
        schedule(replace);
        uint256 ready = block.timestamp + 2 * DELAY;
        while (block.timestamp < ready) {
            _robAsGuardian(replace);
            vm.prank(owner);
            vault.unpause();
            pay(bytes32(block.timestamp), NATIVE, recipient, 1);
            vm.warp(block.timestamp + DELAY / 4);
        }
        _robAsGuardian(replace);
        execute(replace);
        expectUnauthorized(guardian);
        vault.pause();
        vm.prank(owner);
        vault.unpause();
        pay(ID, NATIVE, recipient, 1);
        vm.assertEq(address(vault).balance + recipient.balance, 100 ether, "the float");
    }

    function _robAsOwner(uint256 round) private {
        bytes[6] memory actions = [
            abi.encodeCall(vault.withdraw, (NATIVE, thief, EVERYTHING)),
            abi.encodeCall(vault.withdraw, (address(token), thief, EVERYTHING - round - 1)),
            abi.encodeCall(vault.setCap, (NATIVE, MOST, MOST)),
            abi.encodeCall(vault.addPayer, (thief)),
            abi.encodeCall(vault.setOwner, (thief)),
            abi.encodeCall(vault.setOwner, (newOwner))
        ];
        for (uint256 i; i < actions.length; ++i) {
            _mayFail(owner, abi.encodeCall(vault.execute, (actions[i])));
            _mayFail(thief, abi.encodeCall(vault.execute, (actions[i])));
            _mayFail(owner, abi.encodeCall(vault.schedule, (actions[i])));
            if (round % 2 == 0) _mayFail(owner, abi.encodeCall(vault.cancel, (actions[i])));
        }
        _mayFail(owner, abi.encodeCall(vault.lowerCap, (NATIVE, 0, 0)));
        _mayFail(owner, abi.encodeCall(vault.removePayer, (payer)));
        _mayFail(owner, abi.encodeCall(vault.removePayer, (newPayer)));
        _mayFail(owner, round % 3 == 0 ? abi.encodeCall(vault.pause, ()) : abi.encodeCall(vault.unpause, ()));
    }

    function _robAsGuardian(bytes memory replace) private {
        bytes memory withdrawal = abi.encodeCall(vault.withdraw, (NATIVE, thief, EVERYTHING));
        _mayFail(guardian, abi.encodeCall(vault.cancel, (replace)));
        _mayFail(guardian, abi.encodeCall(vault.cancelAll, ()));
        _mayFail(guardian, abi.encodeCall(vault.approve, (withdrawal)));
        _mayFail(guardian, abi.encodeCall(vault.schedule, (withdrawal)));
        _mayFail(guardian, abi.encodeCall(vault.execute, (withdrawal)));
        _mayFail(guardian, abi.encodeCall(vault.pause, ()));
        vm.assertEq(vault.paused(), true, "paused");
    }

    function _signTogether(bytes memory action) private {
        _approve(action);
        schedule(action);
        execute(action);
    }

    function _approve(bytes memory action) private {
        vm.prank(guardian);
        vault.approve(action);
    }

    function _mayFail(address caller, bytes memory call) private {
        vm.prank(caller);
        (bool done,) = address(vault).call(call);
        done;
    }
}
