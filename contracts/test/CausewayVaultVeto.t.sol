// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../src/interfaces/ICausewayVaultOwner.sol";
import {VaultTest} from "./support/VaultTest.sol";

/// @dev What the guardian can cancel, and what owner and guardian sign together.
contract CausewayVaultVetoTest is VaultTest {
    uint256 private constant PERIOD = 7 days;
    address private newcomer = account("newcomer");

    function test_theGuardianCancelsEveryActionButItsReplacement() external {
        bytes[5] memory actions = _actions();
        for (uint256 i; i < actions.length; ++i) {
            schedule(actions[i]);
        }
        for (uint256 i; i < 4; ++i) {
            vm.expectEmit(address(vault));
            emit ICausewayVaultOwner.ActionCancelled(keccak256(actions[i]));
            _cancel(guardian, actions[i]);
            vm.warp(block.timestamp + 1);
            _expectNotScheduled(actions[i]);
            _execute(actions[i]);
        }
        expectUnauthorized(guardian);
        vault.cancel(actions[4]);
        _cancel(owner, actions[4]);
        vm.assertEq(vault.readyAt(actions[4]), 0, "readyAt");
    }

    function test_theReplacementOfTheGuardianTakesTwiceTheDelay() external {
        bytes[5] memory actions = _actions();
        for (uint256 i; i < actions.length; ++i) {
            schedule(actions[i]);
            vm.assertEq(vault.readyAt(actions[i]), block.timestamp + (i == 4 ? 2 : 1) * DELAY, "readyAt");
        }
        uint256 ready = vault.readyAt(actions[4]);
        vm.warp(ready - 1);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.NotReady.selector, ready, ready + PERIOD));
        execute(actions[4]);
        vm.warp(ready);
        execute(actions[4]);
        vm.assertEq(vault.guardian(), newcomer, "guardian");
    }

    function test_theGuardianCancelsEverythingButItsReplacementAtOnce() external {
        bytes[5] memory actions = _actions();
        for (uint256 i; i < actions.length; ++i) {
            schedule(actions[i]);
        }
        _approve(actions[1]);
        uint256 ready = vault.readyAt(actions[4]);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.AllActionsCancelled();
        vm.prank(guardian);
        vault.cancelAll();
        for (uint256 i; i < 4; ++i) {
            _expectNotScheduled(actions[i]);
            _execute(actions[i]);
            schedule(actions[i]);
            vm.assertEq(vault.readyAt(actions[i]), block.timestamp + DELAY, "a new delay");
        }
        vm.assertEq(vault.readyAt(actions[4]), ready, "its replacement");
    }

    function test_onlyTheGuardianApprovesAndCancelsEverything(address other) external {
        vm.assume(other != guardian);
        expectUnauthorized(other);
        vault.approve(_withdrawal());
        expectUnauthorized(other);
        vault.cancelAll();
        schedule(_withdrawal());
        vm.assume(other != owner);
        expectUnauthorized(other);
        vault.cancel(_withdrawal());
    }

    function test_aPausedVaultExecutesOnlyTheReplacementOfTheGuardianAndWhatBothSigned() external {
        bytes[5] memory actions = _actions();
        for (uint256 i; i < actions.length; ++i) {
            schedule(actions[i]);
        }
        vm.warp(block.timestamp + 2 * DELAY);
        vm.prank(guardian);
        vault.pause();
        for (uint256 i; i < 4; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICausewayVault.PaymentsPaused.selector));
            _execute(actions[i]);
        }
        for (uint256 i; i < 3; ++i) {
            _approve(actions[i]);
            _execute(actions[i]);
        }
        execute(actions[4]);
        vm.assertEq(vault.guardian(), newcomer, "guardian");
        vm.assertEq(recipient.balance, 1 ether, "withdrawn");
    }

    function test_anActionThatBothSignIsReadyAtOnce(bool isApprovedFirst) external {
        bytes[5] memory actions = _actions();
        // What changes an owner or a guardian comes last, because it voids the others.
        for (uint256 i; i < actions.length; ++i) {
            if (isApprovedFirst) _approve(actions[i]);
            else schedule(actions[i]);
            vm.warp(block.timestamp + 1);
            uint256 ready = block.timestamp;
            if (!isApprovedFirst) {
                vm.expectEmit(address(vault));
                emit ICausewayVaultOwner.ActionApproved(keccak256(actions[i]), actions[i], ready + PERIOD);
            }
            vm.expectEmit(address(vault));
            emit ICausewayVaultOwner.ActionScheduled(keccak256(actions[i]), actions[i], ready, ready + PERIOD);
            if (isApprovedFirst) schedule(actions[i]);
            else _approve(actions[i]);
            if (i == 3) continue;
            _execute(actions[i]);
        }
        vm.assertEq(vault.guardian(), newcomer, "guardian");
    }

    function test_anApprovalAloneExecutesNothing() external {
        _approve(_withdrawal());
        _expectNotScheduled(_withdrawal());
        execute(_withdrawal());
    }

    function test_anApprovalCountsOnce() external {
        _approve(_withdrawal());
        schedule(_withdrawal());
        execute(_withdrawal());
        vm.assertEq(vault.approvedUntil(_withdrawal()), 0, "approvedUntil");
        schedule(_withdrawal());
        vm.assertEq(vault.readyAt(_withdrawal()), block.timestamp + DELAY, "a new delay");
    }

    function test_anApprovalCountsForSevenDays(uint256 wait) external {
        wait = within(wait, PERIOD - 1, PERIOD);
        _approve(_withdrawal());
        vm.assertEq(vault.approvedUntil(_withdrawal()), block.timestamp + PERIOD, "approvedUntil");
        vm.warp(block.timestamp + wait);
        schedule(_withdrawal());
        vm.assertEq(vault.readyAt(_withdrawal()), block.timestamp + (wait < PERIOD ? 0 : DELAY), "readyAt");
    }

    function test_anApprovalRevivesNoExpiredAction() external {
        schedule(_withdrawal());
        uint256 ready = vault.readyAt(_withdrawal());
        vm.warp(ready + PERIOD);
        _approve(_withdrawal());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.NotReady.selector, ready, ready + PERIOD));
        execute(_withdrawal());
        schedule(_withdrawal());
        execute(_withdrawal());
        vm.assertEq(recipient.balance, 1 ether, "withdrawn");
    }

    function test_anApprovalGivesAnActionThatIsReadySevenMoreDays() external {
        schedule(_withdrawal());
        vm.warp(vault.readyAt(_withdrawal()) + PERIOD - 1);
        _approve(_withdrawal());
        vm.warp(block.timestamp + PERIOD - 1);
        execute(_withdrawal());
        vm.assertEq(recipient.balance, 1 ether, "withdrawn");
    }

    function test_onlyTheGuardianTakesBackWhatItHasApproved() external {
        schedule(_withdrawal());
        _approve(_withdrawal());
        expectUnauthorized(owner);
        vault.cancel(_withdrawal());
        _cancel(guardian, _withdrawal());
        vm.assertEq(vault.approvedUntil(_withdrawal()), 0, "approvedUntil");

        _approve(_withdrawal());
        _cancel(guardian, _withdrawal());
        _expectNotScheduled(_withdrawal());
        _cancel(guardian, _withdrawal());
        schedule(_withdrawal());
        vm.assertEq(vault.readyAt(_withdrawal()), block.timestamp + DELAY, "readyAt");
    }

    function test_theOwnerCancelsAnActionWhoseApprovalHasExpired() external {
        _approve(_withdrawal());
        vm.warp(block.timestamp + PERIOD - 1);
        schedule(_withdrawal());
        expectUnauthorized(owner);
        vault.cancel(_withdrawal());
        vm.warp(block.timestamp + 1);
        _cancel(owner, _withdrawal());
        vm.assertEq(vault.readyAt(_withdrawal()), 0, "readyAt");
    }

    function test_aNewOwnerOrGuardianVoidsActionsAndApprovals(bool isOwner) external {
        bytes memory approved = abi.encodeCall(vault.addPayer, (account("next payer")));
        bytes memory change =
            isOwner ? abi.encodeCall(vault.setOwner, (newcomer)) : abi.encodeCall(vault.setGuardian, (newcomer));
        schedule(_withdrawal());
        _approve(approved);
        _approve(change);
        schedule(change);
        _execute(change);
        owner = vault.owner();
        guardian = vault.guardian();
        vm.assertEq(vault.approvedUntil(approved), 0, "approvedUntil");
        vm.assertEq(vault.readyAt(_withdrawal()), 0, "readyAt");
        schedule(approved);
        vm.assertEq(vault.readyAt(approved), block.timestamp + DELAY, "readyAt");
    }

    function test_approvesAndCancelsOnlyActions(bytes calldata data) external {
        vm.assume(bytes4(data) != vault.withdraw.selector && bytes4(data) != vault.setCap.selector);
        vm.assume(bytes4(data) != vault.addPayer.selector && bytes4(data) != vault.setGuardian.selector);
        vm.assume(bytes4(data) != vault.setOwner.selector);
        bytes memory unknown = abi.encodeWithSelector(ICausewayVaultOwner.UnknownAction.selector, data);
        vm.expectRevert(unknown);
        _approve(data);
        vm.expectRevert(unknown);
        _cancel(guardian, data);
        bytes memory longer = bytes.concat(_withdrawal(), hex"00");
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.UnknownAction.selector, longer));
        _approve(longer);
    }

    /// @dev The last one replaces the guardian, the one before it the owner.
    function _actions() private returns (bytes[5] memory) {
        return [
            _withdrawal(),
            abi.encodeCall(vault.setCap, (NATIVE, 1, 1)),
            abi.encodeCall(vault.addPayer, (account("next payer"))),
            abi.encodeCall(vault.setOwner, (account("next owner"))),
            abi.encodeCall(vault.setGuardian, (newcomer))
        ];
    }

    function _withdrawal() private view returns (bytes memory) {
        return abi.encodeCall(vault.withdraw, (NATIVE, recipient, 1 ether));
    }

    function _approve(bytes memory action) private {
        vm.prank(guardian);
        vault.approve(action);
    }

    function _cancel(address who, bytes memory action) private {
        vm.prank(who);
        vault.cancel(action);
    }

    function _execute(bytes memory action) private {
        vm.prank(_executorOf(action));
        vault.execute(action);
    }

    /// @dev The new owner takes over itself.
    function _executorOf(bytes memory action) private view returns (address executor) {
        if (bytes4(action) != vault.setOwner.selector) return owner;
        assembly ("memory-safe") {
            executor := mload(add(action, 36))
        }
    }

    function _expectNotScheduled(bytes memory action) private {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.NotScheduled.selector, keccak256(action)));
    }
}
